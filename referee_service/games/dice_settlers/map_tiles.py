"""What changes on the map: tiles are laid, tents come and go, houses are built."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.state import (
    NO_SIDE,
    MapTile,
    State,
    has_permit,
    is_bot,
    number_bonus,
    require_bot,
)
from referee_service.kernel.events import emit
from referee_service.kernel.hexes import Hex, adjacency, neighbours
from referee_service.kernel.tuples import with_item, with_player

# --- tiles and presence -----------------------------------------------------------------------------------------------


def map_tile(state: State, tile: str) -> MapTile | None:
    """A tile on the map."""
    for place in state.map:
        if place.tile == tile:
            return place
    return None


def is_present(place: MapTile, side: int) -> bool:
    """Whether a side has a tent or a house on a tile."""
    return place.tents[side] > 0 or place.house == side


def is_controller(place: MapTile, side: int) -> bool:
    """Whether a side controls a tile: by a house, or where nobody has one by the most tents, ties included."""
    if place.house != NO_SIDE:
        return place.house == side
    mine = place.tents[side]
    return mine > 0 and mine == max(place.tents)


@lru_cache(maxsize=4096)
def tile_adjacency(cells: tuple[Hex, ...]) -> tuple[tuple[int, ...], ...]:
    """For every tile of the map those that share an edge with it."""
    return adjacency(cells)


def cells_of(state: State) -> tuple[Hex, ...]:
    """Where tiles lie, in the order in which they were laid."""
    return tuple((place.q, place.r) for place in state.map)


def adjacent_tiles(state: State, at: int) -> list[MapTile]:
    """The tiles that share an edge with the tile laid as this number."""
    return [state.map[near] for near in tile_adjacency(cells_of(state))[at]]


def index_of(state: State, tile: str) -> int:
    """The number of a tile that lies on the map."""
    return next(at for at, place in enumerate(state.map) if place.tile == tile)


def is_present_nearby(state: State, tile: str, side: int) -> bool:
    """Whether a side is present on a neighbour of a tile."""
    return any(is_present(place, side) for place in adjacent_tiles(state, index_of(state, tile)))


def reachable(state: State, side: int) -> list[MapTile]:
    """The tiles where a side may put a tent: where it is present, or next to one."""
    present = [is_present(place, side) for place in state.map]
    around = tile_adjacency(cells_of(state))
    return [place for at, place in enumerate(state.map) if present[at] or any(present[near] for near in around[at])]


def terrains_of(state: State, side: int) -> set[str]:
    """The terrains on which a side is present."""
    tiles = content(state).tiles
    return {tiles[place.tile].terrain for place in state.map if place.tents[side] or place.house == side}


def houses_remaining(state: State, side: int) -> int:
    """The houses that a side has not built yet."""
    built = sum(place.house == side for place in state.map)
    return content(state).numbers["houses"] - built


@lru_cache(maxsize=4096)
def _open_cells(cells: tuple[Hex, ...]) -> tuple[tuple[Hex, tuple[int, ...]], ...]:
    """Every empty cell beside a tile, with the tiles it touches."""
    found: dict[Hex, list[int]] = {}
    taken = set(cells)
    for at, cell in enumerate(cells):
        for near in neighbours(cell):
            if near not in taken:
                found.setdefault(near, []).append(at)
    return tuple((cell, tuple(tiles)) for cell, tiles in sorted(found.items()))


def start_cells(state: State) -> tuple[Hex, ...]:
    """Where a start tile may lie: at as many tiles as possible."""
    open_cells = _open_cells(cells_of(state))
    if not open_cells:
        return ((0, 0),)
    most = max(len(tiles) for _, tiles in open_cells)
    return tuple(cell for cell, tiles in open_cells if len(tiles) == most)


def explore_cells(state: State, side: int) -> tuple[Hex, ...]:
    """Where a side may lay an explored tile: next to its presence if it has any, at two tiles or more if possible."""
    open_cells = _open_cells(cells_of(state))
    present = [is_present(place, side) for place in state.map]
    if any(present) and not has_permit(state, side, "explore_anywhere"):
        open_cells = tuple(each for each in open_cells if any(present[at] for at in each[1]))
    several = tuple(cell for cell, tiles in open_cells if len(tiles) > 1)
    return several or tuple(cell for cell, _ in open_cells)


def has_explore_cell(state: State, side: int) -> bool:
    """Whether there is any place for a tile that a side explores."""
    present = [is_present(place, side) for place in state.map]
    if not any(present) or has_permit(state, side, "explore_anywhere"):
        return True
    return any(present[at] for _, tiles in _open_cells(cells_of(state)) for at in tiles)


# --- what tiles give --------------------------------------------------------------------------------------------------


def recruitable(state: State, side: int) -> list[str]:
    """The colours that a side may recruit now: of terrains where it is present, while the supply has some."""
    tables = content(state)
    colours = {tables.colour_of[terrain] for terrain in terrains_of(state, side)}
    return [colour for colour, _ in state.supply if colour in colours]


def quota_of(state: State, seat: int) -> int:
    """The dice quota of a seat: by its technologies and by tiles that it controls or is present on."""
    tables, more = content(state), number_bonus(state, state.players[seat], "quota")
    for place in state.map:
        if place.tile in tables.quota_tiles:
            row = tables.tiles[place.tile].row
            more += row.quota if _has_ability(row.ability, place, seat) else 0
    return min(tables.numbers["quota_base"] + more, tables.numbers["quota_most"])


def _has_ability(ability: str, place: MapTile, side: int) -> bool:
    return is_controller(place, side) if ability == "control" else is_present(place, side)


def bonus_symbols(state: State, side: int, action: str) -> int:
    """The symbols that controlled tiles add to an action."""
    tables = content(state)
    giving, found = tables.bonus_tiles[action], 0
    for place in state.map if giving else ():
        if place.tile in giving:
            found += _has_ability(tables.tiles[place.tile].row.ability, place, side)
    return found


# --- changes ----------------------------------------------------------------------------------------------------------


def with_map_tile(state: State, at: int, place: MapTile) -> State:
    """The map with one tile changed."""
    return replace(state, map=with_item(state.map, at, place))


def change_tents(state: State, tile: str, side: int, count: int) -> State:
    """So many tents of a side more on a tile, or fewer."""
    at = index_of(state, tile)
    place = state.map[at]
    return with_map_tile(state, at, replace(place, tents=with_item(place.tents, side, place.tents[side] + count)))


def change_tent_supply(state: State, side: int, count: int) -> State:
    """So many tents more in the personal supply of a side, or fewer."""
    if is_bot(state, side):
        bot = require_bot(state)
        return replace(state, bot=replace(bot, tents=bot.tents + count))
    return with_player(state, side, tents=state.players[side].tents + count)


def place_own_tent(state: State, tile: str, side: int) -> State:
    """A tent from the personal supply goes to a tile."""
    state = change_tents(change_tent_supply(state, side, -1), tile, side, 1)
    return emit(state, "tent_placed", side, tile=tile)


def return_tent(state: State, tile: str, side: int) -> State:
    """A tent goes from a tile back to the personal supply of its owner."""
    state = change_tent_supply(change_tents(state, tile, side, -1), side, 1)
    return emit(state, "tent_taken_back", side, tile=tile)


def lay_tile(state: State, tile: str, cell: tuple[int, int], sides: int) -> State:
    """A tile lies on the map; nobody is there yet."""
    place = MapTile(tile, *cell, tents=(0,) * sides, house=NO_SIDE)
    return replace(state, map=(*state.map, place))


def replace_tents_by_house(state: State, tile: str, side: int) -> State:
    """Tents become a house; they go to the general supply."""
    at = index_of(state, tile)
    place, tents = state.map[at], content(state).numbers["govern_tents"]
    built = replace(place, tents=with_item(place.tents, side, place.tents[side] - tents), house=side)
    return emit(with_map_tile(state, at, built), "house_built", side, tile=tile)


def has_lead(place: MapTile, side: int, lead: int) -> bool:
    """Whether a side has so many tents more than each other one."""
    others = max((count for other, count in enumerate(place.tents) if other != side), default=0)
    return place.tents[side] >= others + lead
