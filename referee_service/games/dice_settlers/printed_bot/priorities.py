"""Priorities of the printed Bot. Each one narrows the choices; the player breaks the ties that remain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from referee_service.kernel.bags import count_in
from referee_service.kernel.hexes import Hex, neighbours

from ..content.tables import GOLD, content
from ..map_tiles import (
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
from ..state import BOT, NO_SIDE, MapTile, State, require_bot

HUMAN_SIDE = 0
"""Side of the player in a solo game."""
UNREACHABLE = 99
"""Number above any count of tents, for a tile that cannot get a house."""


def best_by_priorities(map_tiles: list[MapTile], *priorities: Callable[[MapTile], int]) -> list[MapTile]:
    """Return the tiles that are best by each priority in turn. Smaller is better."""
    for priority in priorities:
        least = min((priority(map_tile) for map_tile in map_tiles), default=0)
        map_tiles = [map_tile for map_tile in map_tiles if priority(map_tile) == least]
    return map_tiles


# --- recruit --------------------------------------------------------------------------------------------------------


def bot_dice(state: State) -> Counter[str]:
    """Return all dice of the printed Bot by colour, from its queue and its hexagon."""
    bot = require_bot(state)
    dice = Counter(bot.dice_queue)
    for edge in bot.edges:
        dice.update(dict(edge.dice))
    return dice


def recruit_choices(state: State) -> list[str]:
    """Return the tied colours: those the printed Bot has fewest of, then the rarest in the supply."""
    colours, dice = recruitable(state, BOT), bot_dice(state)
    fewest = min((dice[colour] for colour in colours), default=0)
    colours = [colour for colour in colours if dice[colour] == fewest]
    rarest = min((count_in(state.supply, colour) for colour in colours), default=0)
    return [colour for colour in colours if count_in(state.supply, colour) == rarest]


# --- explore --------------------------------------------------------------------------------------------------------


def distance(one: Hex, another: Hex) -> int:
    """Return the number of steps between two cells."""
    q, r = one[0] - another[0], one[1] - another[1]
    return max(abs(q), abs(r), abs(q + r))


def bot_cells(state: State) -> tuple[Hex, ...]:
    """Return the tied cells for the printed Bot's tile.

    Cells away from the player's presence come first, then those farthest from the player's tents.
    """
    cells = explore_cells(state, BOT)
    human_cells = {
        cell for cell, map_tile in zip(cells_of(state), state.map, strict=True) if is_present(map_tile, HUMAN_SIDE)
    }
    tents = [(map_tile.q, map_tile.r) for map_tile in state.map if map_tile.tents[HUMAN_SIDE]]
    apart = tuple(cell for cell in cells if not human_cells.intersection(neighbours(cell)))
    spots = apart or cells

    def tent_distance(cell: Hex) -> int:
        """Return the distance to the nearest tent of the player, or 0 without tents."""
        return min((distance(cell, tent) for tent in tents), default=0)

    farthest = max(tent_distance(cell) for cell in spots)
    return tuple(cell for cell in spots if tent_distance(cell) == farthest)


# --- settle and raid ------------------------------------------------------------------------------------------------


def tents_missing(state: State, map_tile: MapTile) -> int:
    """Return how many more tents the printed Bot needs to govern a tile, or `UNREACHABLE`."""
    if map_tile.house != NO_SIDE or not houses_remaining(state, BOT):
        return UNREACHABLE
    return map_tile.tents[HUMAN_SIDE] + content(state).numbers["govern_lead"] - map_tile.tents[BOT]


def is_sole_control_of_player(map_tile: MapTile) -> bool:
    """Return whether the player controls a tile and the printed Bot does not."""
    return is_controller(map_tile, HUMAN_SIDE) and not is_controller(map_tile, BOT)


def is_shared(map_tile: MapTile) -> bool:
    """Return whether the player and the printed Bot both control a tile."""
    return is_controller(map_tile, HUMAN_SIDE) and is_controller(map_tile, BOT)


def tents_after(map_tile: MapTile, tents: int, raided: int) -> tuple[int, int]:
    """Return the tents of the player and of the printed Bot after `tents` are added and `raided` are removed."""
    return map_tile.tents[HUMAN_SIDE] - raided, map_tile.tents[BOT] + tents


def denies_sole(map_tile: MapTile, tents: int, raided: int) -> bool:
    """Return whether the player would lose the sole control of a tile."""
    human, bot = tents_after(map_tile, tents, raided)
    return map_tile.house == NO_SIDE and is_sole_control_of_player(map_tile) and bot >= human


def denies_shared(map_tile: MapTile, tents: int, raided: int) -> bool:
    """Return whether the player would lose the shared control of a tile."""
    human, bot = tents_after(map_tile, tents, raided)
    return map_tile.house == NO_SIDE and is_shared(map_tile) and bot > human


def settle_choices(state: State) -> list[str]:
    """Return the tied tiles for a tent of the printed Bot."""
    tables, known = content(state), terrains_of(state, BOT)

    def known_terrain_rank(map_tile: MapTile) -> int:
        """Return 1 if the printed Bot is present on the terrain of the tile, else 0."""
        return tables.tiles[map_tile.tile].terrain in known

    def occupied_rank(map_tile: MapTile) -> int:
        """Return 1 if the printed Bot is present on the tile or a tent there cannot score, else 0."""
        worthless = map_tile.house == HUMAN_SIDE and not tables.tiles[map_tile.tile].row.second
        return is_present(map_tile, BOT) or worthless

    best = best_by_priorities(
        reachable(state, BOT),
        known_terrain_rank,
        occupied_rank,
        lambda map_tile: tents_missing(state, map_tile),
        lambda map_tile: not denies_sole(map_tile, 1, 0),
        lambda map_tile: not denies_shared(map_tile, 1, 0),
        lambda map_tile: -tables.tiles[map_tile.tile].row.first,
    )
    return [map_tile.tile for map_tile in best]


def raid_strength(state: State, map_tile: MapTile, force: int) -> int:
    """Return how many tents the printed Bot can raid on a tile."""
    return min(force, map_tile.tents[HUMAN_SIDE], require_bot(state).tents) if is_present(map_tile, BOT) else 0


def raid_choices(state: State, force: int) -> list[str]:
    """Return the tied tiles for a raid: where most force can be used, then by the other priorities."""
    tables = content(state)

    def raided(map_tile: MapTile) -> int:
        """Return how many tents the raid would replace on a tile."""
        return raid_strength(state, map_tile, force)

    best = best_by_priorities(
        [map_tile for map_tile in state.map if raided(map_tile)],
        lambda map_tile: -raided(map_tile),
        lambda map_tile: not denies_sole(map_tile, raided(map_tile), raided(map_tile)),
        lambda map_tile: not denies_shared(map_tile, raided(map_tile), raided(map_tile)),
        lambda map_tile: tents_missing(state, map_tile),
        lambda map_tile: -tables.tiles[map_tile.tile].row.first,
    )
    return [map_tile.tile for map_tile in best]


def would_govern(state: State, map_tile: MapTile) -> bool:
    """Return whether the printed Bot has the lead and the tents to govern a tile without a house."""
    numbers = content(state).numbers
    enough = has_lead(map_tile, BOT, numbers["govern_lead"]) and map_tile.tents[BOT] >= numbers["govern_tents"]
    return enough and map_tile.house == NO_SIDE


# --- research and trade ---------------------------------------------------------------------------------------------


def tokens_paid(state: State, technology: str) -> list[str] | None:
    """Return the tokens of the centre that pay for a technology, with gold for missing ones, or None."""
    centre = Counter(dict(require_bot(state).centre))
    paid: list[str] = []
    lacking = 0
    for token, count in content(state).technologies[technology].row.tokens.items():
        same_kind = min(count, centre[token])
        paid += [token] * same_kind
        centre[token] -= same_kind
        lacking += count - same_kind
    return [*paid, *[GOLD] * lacking] if lacking <= centre[GOLD] else None


def research_choice(state: State, force: int) -> str | None:
    """Return the payable technology with most points, the first on the table in a tie, or None."""
    tables, terrains, researched = content(state).technologies, terrains_of(state, BOT), require_bot(state).technologies
    fitting = [
        name
        for name in state.technologies
        if name not in researched
        and tables[name].row.research <= force
        and terrains.issuperset(tables[name].row.terrains)
        and tokens_paid(state, name) is not None
    ]
    return max(fitting, key=lambda name: tables[name].row.points, default=None)


def tokens_to_trade(tokens: Iterable[str], max_count: int) -> list[str]:
    """Return the tokens that the printed Bot trades, at most `max_count`. It trades gold last."""
    return sorted(tokens, key=lambda token: (token == GOLD, token))[:max_count]
