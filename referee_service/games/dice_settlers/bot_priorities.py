"""What the Bot prefers: each list of priorities narrows the choice; what is left equal is the player's to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from referee_service.games.dice_settlers.content import GOLD, content
from referee_service.games.dice_settlers.land import leads_enough
from referee_service.games.dice_settlers.state import (
    BOT,
    NOBODY,
    Place,
    State,
    cells_of,
    explore_spots,
    houses_left,
    is_controller,
    is_present,
    reachable,
    recruitable,
    terrains_of,
    the_bot,
)
from referee_service.kernel.hexes import Hex, neighbours
from referee_service.kernel.values import count_in

HUMAN = 0
FAR = 99
"""More than any distance or number of tents."""


def best(places: list[Place], *priorities: Callable[[Place], int]) -> list[Place]:
    """Those that come first by each priority in turn; smaller is better."""
    for priority in priorities:
        least = min((priority(place) for place in places), default=0)
        places = [place for place in places if priority(place) == least]
    return places


# --- recruit --------------------------------------------------------------------------------------------------------


def bot_dice(state: State) -> Counter[str]:
    """All dice of the Bot by colour, in the queue and around the hexagon."""
    bot = the_bot(state)
    dice = Counter(bot.queue)
    for side in bot.sides:
        dice.update(dict(side.dice))
    return dice


def recruit_choices(state: State) -> list[str]:
    """The colours equal for the Bot: those it has fewest of, then the rarest in the supply."""
    colours, own = recruitable(state, BOT), bot_dice(state)
    fewest = min((own[colour] for colour in colours), default=0)
    colours = [colour for colour in colours if own[colour] == fewest]
    rarest = min((count_in(state.supply, colour) for colour in colours), default=0)
    return [colour for colour in colours if count_in(state.supply, colour) == rarest]


# --- explore --------------------------------------------------------------------------------------------------------


def distance(one: Hex, other: Hex) -> int:
    """How many steps it is from cell to cell."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def bot_spots(state: State) -> tuple[Hex, ...]:
    """Where the Bot lays a tile: not beside the player if it can help it, and far from the player's tents."""
    cells = explore_spots(state, BOT)
    yours = {cell for cell, place in zip(cells_of(state), state.map, strict=True) if is_present(place, HUMAN)}
    tents = [(place.q, place.r) for place in state.map if place.tents[HUMAN]]
    apart = tuple(cell for cell in cells if not yours.intersection(neighbours(cell)))
    spots = apart or cells

    def nearness(cell: Hex) -> int:
        return -min((distance(cell, tent) for tent in tents), default=0)

    farthest = min(nearness(cell) for cell in spots)
    return tuple(cell for cell in spots if nearness(cell) == farthest)


# --- settle and raid ------------------------------------------------------------------------------------------------


def tents_missing(state: State, place: Place) -> int:
    """How many tents more would make the Bot governor of a tile; very many where it cannot build a house."""
    if place.house != NOBODY or not houses_left(state, BOT):
        return FAR
    return place.tents[HUMAN] + content(state).numbers["govern_lead"] - place.tents[BOT]


def is_alone_in_control(place: Place) -> bool:
    """Whether the player controls a tile and the Bot does not."""
    return is_controller(place, HUMAN) and not is_controller(place, BOT)


def is_shared(place: Place) -> bool:
    """Whether the player and the Bot control a tile together."""
    return is_controller(place, HUMAN) and is_controller(place, BOT)


def after_placing(place: Place, tents: int, raided: int) -> tuple[int, int]:
    """The tents of the player and of the Bot after so many come and so many are raided."""
    return place.tents[HUMAN] - raided, place.tents[BOT] + tents


def denies_sole(place: Place, tents: int, raided: int) -> bool:
    """Whether the player would no longer control a tile alone."""
    human, bot = after_placing(place, tents, raided)
    return place.house == NOBODY and is_alone_in_control(place) and bot >= human


def denies_shared(place: Place, tents: int, raided: int) -> bool:
    """Whether the player would no longer share the control of a tile."""
    human, bot = after_placing(place, tents, raided)
    return place.house == NOBODY and is_shared(place) and bot > human


def settle_choices(state: State) -> list[str]:
    """The tiles equal for the Bot to place a tent on."""
    tables, known = content(state), terrains_of(state, BOT)

    def is_new_ground(place: Place) -> int:
        return tables.tiles[place.tile].terrain in known

    def is_new_tile(place: Place) -> int:
        worthless = place.house == HUMAN and not tables.tiles[place.tile].row.second
        return is_present(place, BOT) or worthless

    found = best(
        reachable(state, BOT),
        is_new_ground,
        is_new_tile,
        lambda place: tents_missing(state, place),
        lambda place: not denies_sole(place, 1, 0),
        lambda place: not denies_shared(place, 1, 0),
        lambda place: -tables.tiles[place.tile].row.first,
    )
    return [place.tile for place in found]


def raid_strength(state: State, place: Place, force: int) -> int:
    """How many tents the Bot can raid on a tile."""
    return min(force, place.tents[HUMAN], the_bot(state).tents) if is_present(place, BOT) else 0


def raid_choices(state: State, force: int) -> list[str]:
    """The tiles equal for the Bot to raid: where the most force can be used, then by its priorities."""
    tables = content(state)

    def raided(place: Place) -> int:
        return raid_strength(state, place, force)

    found = best(
        [place for place in state.map if raided(place)],
        lambda place: -raided(place),
        lambda place: not denies_sole(place, raided(place), raided(place)),
        lambda place: not denies_shared(place, raided(place), raided(place)),
        lambda place: tents_missing(state, place),
        lambda place: -tables.tiles[place.tile].row.first,
    )
    return [place.tile for place in found]


def governs(state: State, place: Place) -> bool:
    """Whether the Bot becomes governor of a tile at once."""
    numbers = content(state).numbers
    enough = leads_enough(place, BOT, numbers["govern_lead"]) and place.tents[BOT] >= numbers["govern_tents"]
    return enough and place.house == NOBODY


# --- research and trade ---------------------------------------------------------------------------------------------


def tokens_paid(state: State, technology: str) -> list[str] | None:
    """The tokens of the centre that pay for a technology, gold for what is lacking; None where they do not suffice."""
    centre = Counter(dict(the_bot(state).centre))
    paid: list[str] = []
    lacking = 0
    for token, count in content(state).technologies[technology].row.tokens.items():
        own = min(count, centre[token])
        paid += [token] * own
        centre[token] -= own
        lacking += count - own
    return [*paid, *[GOLD] * lacking] if lacking <= centre[GOLD] else None


def research_choice(state: State, force: int) -> str | None:
    """The technology that the Bot researches: the most points, among equals the first on the table."""
    tables, terrains, own = content(state).technologies, terrains_of(state, BOT), the_bot(state).technologies
    fitting = [
        name
        for name in state.table
        if name not in own
        and tables[name].row.research <= force
        and terrains.issuperset(tables[name].row.terrains)
        and tokens_paid(state, name) is not None
    ]
    return max(fitting, key=lambda name: tables[name].row.points, default=None)


def traded(tokens: Iterable[str], most: int) -> list[str]:
    """The tokens that the Bot trades: gold last, for gold is worth most to it."""
    return sorted(tokens, key=lambda token: (token == GOLD, token))[:most]
