"""Tiles on the map: queries on presence, control, cells and bonuses; changes of tents and houses."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.hexes import DIRECTIONS, Hex, adjacency, neighbours
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.tuples import with_item, with_player

from .content.tables import content
from .state import NO_SIDE, MapTile, State, has_permit, is_bot, number_bonus, require_bot, side_name

# --- presence, control and cells ------------------------------------------------------------------------------------


def find_map_tile(state: State, tile: str) -> MapTile | None:
    """Return the map tile with this name, or None if it is not on the map."""
    for map_tile in state.map:
        if map_tile.tile == tile:
            return map_tile
    return None


def is_present(map_tile: MapTile, side: int) -> bool:
    """Return whether a side has a tent or a house on a tile."""
    return map_tile.tents[side] > 0 or map_tile.house == side


def is_controller(map_tile: MapTile, side: int) -> bool:
    """Return whether a side controls a tile: by its house, or without a house by most tents, ties included."""
    if map_tile.house != NO_SIDE:
        return map_tile.house == side
    own_tents = map_tile.tents[side]
    return own_tents > 0 and own_tents == max(map_tile.tents)


@lru_cache(maxsize=MEMO_ENTRIES)
def tile_adjacency(cells: tuple[Hex, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for every tile the indices of its neighbours. Cached."""
    return adjacency(cells)


def cells_of(state: State) -> tuple[Hex, ...]:
    """Return the cells of the tiles, in the order in which they were laid."""
    return tuple((map_tile.q, map_tile.r) for map_tile in state.map)


def adjacent_tiles(state: State, index: int) -> list[MapTile]:
    """Return the neighbours of the tile with this index."""
    return [state.map[near] for near in tile_adjacency(cells_of(state))[index]]


def index_of(state: State, tile: str) -> int:
    """Return the index of a tile that lies on the map."""
    return next(index for index, map_tile in enumerate(state.map) if map_tile.tile == tile)


def is_present_nearby(state: State, tile: str, side: int) -> bool:
    """Return whether a side is present on a neighbour of a tile."""
    return any(is_present(map_tile, side) for map_tile in adjacent_tiles(state, index_of(state, tile)))


def reachable(state: State, side: int) -> list[MapTile]:
    """Return the tiles where a side may place a tent: where it is present, and their neighbours."""
    present = [is_present(map_tile, side) for map_tile in state.map]
    around = tile_adjacency(cells_of(state))
    return [
        map_tile
        for index, map_tile in enumerate(state.map)
        if present[index] or any(present[near] for near in around[index])
    ]


def terrains_of(state: State, side: int) -> set[str]:
    """Return the terrains on which a side is present."""
    tiles = content(state).tiles
    return {tiles[map_tile.tile].terrain for map_tile in state.map if map_tile.tents[side] or map_tile.house == side}


def houses_remaining(state: State, side: int) -> int:
    """Return how many houses a side can still build."""
    built = sum(map_tile.house == side for map_tile in state.map)
    return content(state).numbers["houses"] - built


@lru_cache(maxsize=MEMO_ENTRIES)
def open_cells(cells: tuple[Hex, ...]) -> tuple[tuple[Hex, tuple[int, ...]], ...]:
    """Return every empty cell next to a tile, with the indices of the tiles it touches. Cached."""
    tiles_by_cell: dict[Hex, list[int]] = {}
    taken = set(cells)
    for index, cell in enumerate(cells):
        for near in neighbours(cell):
            if near not in taken:
                tiles_by_cell.setdefault(near, []).append(index)
    return tuple((cell, tuple(tiles)) for cell, tiles in sorted(tiles_by_cell.items()))


def start_cells(state: State) -> tuple[Hex, ...]:
    """Return the legal cells for a start tile: those that touch most tiles."""
    free = open_cells(cells_of(state))
    if not free:
        return ((0, 0),)
    max_neighbours = max(len(tiles) for _, tiles in free)
    return tuple(cell for cell, tiles in free if len(tiles) == max_neighbours)


def explore_cells(state: State, side: int) -> tuple[Hex, ...]:
    """Return the legal cells for a side's explored tile.

    They touch a tile where the side is present, if it is present anywhere. Cells that touch two tiles have priority.
    """
    free = open_cells(cells_of(state))
    present = [is_present(map_tile, side) for map_tile in state.map]
    if any(present) and not has_permit(state, side, "explore_anywhere"):
        free = tuple(each for each in free if any(present[index] for index in each[1]))
    several = tuple(cell for cell, tiles in free if len(tiles) > 1)
    return several or tuple(cell for cell, _ in free)


def has_explore_cell(state: State, side: int) -> bool:
    """Return whether the map has any legal cell for a side's explored tile.

    A tile with fewer than six tiles beside it touches an empty cell.
    """
    around = tile_adjacency(cells_of(state))
    tiles_beside = [len(near) for map_tile, near in zip(state.map, around, strict=True) if is_present(map_tile, side)]
    return not tiles_beside or min(tiles_beside) < len(DIRECTIONS) or has_permit(state, side, "explore_anywhere")


# --- bonuses --------------------------------------------------------------------------------------------------------


def recruitable(state: State, side: int) -> list[str]:
    """Return the colours that a side may recruit: of terrains where it is present, while the supply has dice."""
    tables = content(state)
    colours = {tables.colour_of[terrain] for terrain in terrains_of(state, side)}
    return [colour for colour, _ in state.supply if colour in colours]


def quota_of(state: State, seat: int) -> int:
    """Return the dice quota of a seat, with its technologies and the tiles it controls or is present on."""
    tables, more = content(state), number_bonus(state, state.players[seat], "quota")
    for map_tile in state.map:
        if map_tile.tile in tables.quota_tiles:
            row = tables.tiles[map_tile.tile].row
            more += row.quota if _has_ability(row.ability, map_tile, seat) else 0
    return min(tables.numbers["quota_base"] + more, tables.numbers["quota_most"])


def _has_ability(ability: str, map_tile: MapTile, side: int) -> bool:
    """Return whether a side has the ability of a tile, by control or by presence."""
    return is_controller(map_tile, side) if ability == "control" else is_present(map_tile, side)


def bonus_symbols(state: State, side: int, action: str) -> int:
    """Return how many symbols the tiles of a side add to an action."""
    tables = content(state)
    giving, symbols = tables.bonus_tiles[action], 0
    for map_tile in state.map if giving else ():
        if map_tile.tile in giving:
            symbols += _has_ability(tables.tiles[map_tile.tile].row.ability, map_tile, side)
    return symbols


# --- changes --------------------------------------------------------------------------------------------------------


def with_map_tile(state: State, index: int, map_tile: MapTile) -> State:
    """Replace the map tile with this index."""
    return replace(state, map=with_item(state.map, index, map_tile))


def change_tents(state: State, tile: str, side: int, count: int) -> State:
    """Add tents of a side to a tile. A negative count removes them."""
    index = index_of(state, tile)
    map_tile = state.map[index]
    return with_map_tile(
        state, index, replace(map_tile, tents=with_item(map_tile.tents, side, map_tile.tents[side] + count))
    )


def change_tent_supply(state: State, side: int, count: int) -> State:
    """Add tents to the personal supply of a side. A negative count removes them."""
    if is_bot(state, side):
        bot = require_bot(state)
        return replace(state, bot=replace(bot, tents=bot.tents + count))
    return with_player(state, side, tents=state.players[side].tents + count)


def place_own_tent(state: State, tile: str, side: int) -> State:
    """Move a tent from the personal supply of a side to a tile."""
    state = change_tents(change_tent_supply(state, side, -1), tile, side, 1)
    return emit(state, "tent_placed", side, tile=tile, who=side_name(state, side))


def return_tent(state: State, tile: str, side: int) -> State:
    """Move a tent from a tile to the personal supply of its side."""
    state = change_tent_supply(change_tents(state, tile, side, -1), side, 1)
    return emit(state, "tent_taken_back", side, tile=tile, who=side_name(state, side))


def lay_tile(state: State, tile: str, cell: tuple[int, int], sides: int) -> State:
    """Add a tile without tents or house to the map."""
    map_tile = MapTile(tile, *cell, tents=(0,) * sides, house=NO_SIDE)
    return replace(state, map=(*state.map, map_tile))


def replace_tents_by_house(state: State, tile: str, side: int) -> State:
    """Replace tents of a side by its house. The tents go to the general supply."""
    index = index_of(state, tile)
    map_tile, tents = state.map[index], content(state).numbers["govern_tents"]
    built = replace(map_tile, tents=with_item(map_tile.tents, side, map_tile.tents[side] - tents), house=side)
    return emit(with_map_tile(state, index, built), "house_built", side, tile=tile, who=side_name(state, side))


def has_lead(map_tile: MapTile, side: int, lead: int) -> bool:
    """Return whether a side has at least `lead` tents more than each other side."""
    others = max((count for other, count in enumerate(map_tile.tents) if other != side), default=0)
    return map_tile.tents[side] >= others + lead
