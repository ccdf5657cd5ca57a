"""What changes on the map: tiles are laid, tents come and go, houses are built."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.state import NOBODY, Place, State, index_of, is_bot, the_bot
from referee_service.kernel.events import note
from referee_service.kernel.values import change, put


def with_place(state: State, at: int, place: Place) -> State:
    """The map with one tile changed."""
    return replace(state, map=put(state.map, at, place))


def move_tents(state: State, tile: str, side: int, count: int) -> State:
    """So many tents of a side more on a tile, or fewer."""
    at = index_of(state, tile)
    place = state.map[at]
    return with_place(state, at, replace(place, tents=put(place.tents, side, place.tents[side] + count)))


def give_tents(state: State, side: int, count: int) -> State:
    """So many tents more in the personal supply of a side, or fewer."""
    if is_bot(state, side):
        bot = the_bot(state)
        return replace(state, bot=replace(bot, tents=bot.tents + count))
    return change(state, side, tents=state.players[side].tents + count)


def place_own_tent(state: State, tile: str, side: int) -> State:
    """A tent from the personal supply goes to a tile."""
    state = move_tents(give_tents(state, side, -1), tile, side, 1)
    return note(state, "tent_placed", side, tile=tile)


def take_back_tent(state: State, tile: str, side: int) -> State:
    """A tent goes from a tile back to the personal supply of its owner."""
    state = give_tents(move_tents(state, tile, side, -1), side, 1)
    return note(state, "tent_taken_back", side, tile=tile)


def lay_tile(state: State, tile: str, cell: tuple[int, int], sides: int) -> State:
    """A tile lies on the map; nobody is there yet."""
    place = Place(tile, *cell, tents=(0,) * sides, house=NOBODY)
    return replace(state, map=(*state.map, place))


def replace_tents_by_house(state: State, tile: str, side: int) -> State:
    """Tents become a house; they go to the general supply."""
    at = index_of(state, tile)
    place, tents = state.map[at], content(state).numbers["govern_tents"]
    built = replace(place, tents=put(place.tents, side, place.tents[side] - tents), house=side)
    return note(with_place(state, at, built), "house_built", side, tile=tile)


def leads_enough(place: Place, side: int, lead: int) -> bool:
    """Whether a side has so many tents more than each other one."""
    others = max((count for other, count in enumerate(place.tents) if other != side), default=0)
    return place.tents[side] >= others + lead
