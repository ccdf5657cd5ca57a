"""What the Bot prefers: each list of priorities narrows the choice; what is left equal is the player's to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from referee_service.games.dice_settlers.content.tables import GOLD, content
from referee_service.games.dice_settlers.map_tiles import (
    cells_of,
    explore_cells,
    has_lead,
    houses_remaining,
    is_controller,
    is_present,
    reachable,
    recruitable,
    terrains_of,
)
from referee_service.games.dice_settlers.state import BOT, NO_SIDE, MapTile, State, require_bot
from referee_service.kernel.bags import count_in
from referee_service.kernel.hexes import Hex, neighbours

HUMAN_SIDE = 0
UNREACHABLE = 99
"""More than any distance or number of tents."""


def best_by_priorities(places: list[MapTile], *priorities: Callable[[MapTile], int]) -> list[MapTile]:
    """Those that come first by each priority in turn; smaller is better."""
    for priority in priorities:
        least = min((priority(place) for place in places), default=0)
        places = [place for place in places if priority(place) == least]
    return places


# --- recruit --------------------------------------------------------------------------------------------------------


def bot_dice(state: State) -> Counter[str]:
    """All dice of the Bot by colour, in the queue and around the hexagon."""
    bot = require_bot(state)
    dice = Counter(bot.dice_queue)
    for side in bot.edges:
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


def bot_cells(state: State) -> tuple[Hex, ...]:
    """Where the Bot lays a tile: not beside the player if it can help it, and far from the player's tents."""
    cells = explore_cells(state, BOT)
    yours = {cell for cell, place in zip(cells_of(state), state.map, strict=True) if is_present(place, HUMAN_SIDE)}
    tents = [(place.q, place.r) for place in state.map if place.tents[HUMAN_SIDE]]
    apart = tuple(cell for cell in cells if not yours.intersection(neighbours(cell)))
    spots = apart or cells

    def nearness(cell: Hex) -> int:
        return -min((distance(cell, tent) for tent in tents), default=0)

    farthest = min(nearness(cell) for cell in spots)
    return tuple(cell for cell in spots if nearness(cell) == farthest)


# --- settle and raid ------------------------------------------------------------------------------------------------


def tents_missing(state: State, place: MapTile) -> int:
    """How many tents more would make the Bot governor of a tile; very many where it cannot build a house."""
    if place.house != NO_SIDE or not houses_remaining(state, BOT):
        return UNREACHABLE
    return place.tents[HUMAN_SIDE] + content(state).numbers["govern_lead"] - place.tents[BOT]


def is_alone_in_control(place: MapTile) -> bool:
    """Whether the player controls a tile and the Bot does not."""
    return is_controller(place, HUMAN_SIDE) and not is_controller(place, BOT)


def is_shared(place: MapTile) -> bool:
    """Whether the player and the Bot control a tile together."""
    return is_controller(place, HUMAN_SIDE) and is_controller(place, BOT)


def tents_after(place: MapTile, tents: int, raided: int) -> tuple[int, int]:
    """The tents of the player and of the Bot after so many come and so many are raided."""
    return place.tents[HUMAN_SIDE] - raided, place.tents[BOT] + tents


def denies_sole(place: MapTile, tents: int, raided: int) -> bool:
    """Whether the player would no longer control a tile alone."""
    human, bot = tents_after(place, tents, raided)
    return place.house == NO_SIDE and is_alone_in_control(place) and bot >= human


def denies_shared(place: MapTile, tents: int, raided: int) -> bool:
    """Whether the player would no longer share the control of a tile."""
    human, bot = tents_after(place, tents, raided)
    return place.house == NO_SIDE and is_shared(place) and bot > human


def settle_choices(state: State) -> list[str]:
    """The tiles equal for the Bot to place a tent on."""
    tables, known = content(state), terrains_of(state, BOT)

    def is_new_ground(place: MapTile) -> int:
        return tables.tiles[place.tile].terrain in known

    def is_new_tile(place: MapTile) -> int:
        worthless = place.house == HUMAN_SIDE and not tables.tiles[place.tile].row.second
        return is_present(place, BOT) or worthless

    found = best_by_priorities(
        reachable(state, BOT),
        is_new_ground,
        is_new_tile,
        lambda place: tents_missing(state, place),
        lambda place: not denies_sole(place, 1, 0),
        lambda place: not denies_shared(place, 1, 0),
        lambda place: -tables.tiles[place.tile].row.first,
    )
    return [place.tile for place in found]


def raid_strength(state: State, place: MapTile, force: int) -> int:
    """How many tents the Bot can raid on a tile."""
    return min(force, place.tents[HUMAN_SIDE], require_bot(state).tents) if is_present(place, BOT) else 0


def raid_choices(state: State, force: int) -> list[str]:
    """The tiles equal for the Bot to raid: where the most force can be used, then by its priorities."""
    tables = content(state)

    def raided(place: MapTile) -> int:
        return raid_strength(state, place, force)

    found = best_by_priorities(
        [place for place in state.map if raided(place)],
        lambda place: -raided(place),
        lambda place: not denies_sole(place, raided(place), raided(place)),
        lambda place: not denies_shared(place, raided(place), raided(place)),
        lambda place: tents_missing(state, place),
        lambda place: -tables.tiles[place.tile].row.first,
    )
    return [place.tile for place in found]


def would_govern(state: State, place: MapTile) -> bool:
    """Whether the Bot becomes governor of a tile at once."""
    numbers = content(state).numbers
    enough = has_lead(place, BOT, numbers["govern_lead"]) and place.tents[BOT] >= numbers["govern_tents"]
    return enough and place.house == NO_SIDE


# --- research and trade ---------------------------------------------------------------------------------------------


def tokens_paid(state: State, technology: str) -> list[str] | None:
    """The tokens of the centre that pay for a technology, gold for what is lacking; None where they do not suffice."""
    centre = Counter(dict(require_bot(state).centre))
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
    tables, terrains, own = content(state).technologies, terrains_of(state, BOT), require_bot(state).technologies
    fitting = [
        name
        for name in state.technologies
        if name not in own
        and tables[name].row.research <= force
        and terrains.issuperset(tables[name].row.terrains)
        and tokens_paid(state, name) is not None
    ]
    return max(fitting, key=lambda name: tables[name].row.points, default=None)


def tokens_to_trade(tokens: Iterable[str], most: int) -> list[str]:
    """The tokens that the Bot trades: gold last, for gold is worth most to it."""
    return sorted(tokens, key=lambda token: (token == GOLD, token))[:most]
