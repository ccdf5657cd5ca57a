"""What changes on the map: tiles are laid, tents come and go, houses are built."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.state import NOBODY, MapTile, State, index_of, is_bot, require_bot
from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_item, with_player


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
    place = MapTile(tile, *cell, tents=(0,) * sides, house=NOBODY)
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
