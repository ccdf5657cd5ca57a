"""Place functions of action fields: where a value lies on the table, and which component lies there.

`fields.py` puts them on the marks of action fields. They use the shape of a state only, because the state itself uses
`fields.py`. `places.py` lists all places of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .content.tables import content

if TYPE_CHECKING:
    from .state import MapTile, State

Spots = tuple[str, ...]
"""The places that show one value."""


def find_tile(state: State, tile: str) -> MapTile | None:
    """Return a tile of the map, or None if it does not lie there."""
    return next((map_tile for map_tile in state.map if map_tile.tile == tile), None)


def tent_place(tile: str, side: int) -> str:
    """Return the place of a side's tents on a tile."""
    return f"map.{tile}.tents.{side}"


# --- tiles ------------------------------------------------------------------------------------------------------------


def map_places(state: State, seat: int, tile: str) -> Spots:
    """Return a tile of the map."""
    return (f"map.{tile}",) if find_tile(state, tile) else ()


def hand_places(state: State, seat: int, tile: str) -> Spots:
    """Return a tile that lies beside the map: on offer, drawn, or to be laid."""
    return (f"hand.{tile}",)


def tile_and_tent_places(state: State, seat: int, tile: str) -> Spots:
    """Return a tile of the map, and the tents of the seat on it. Another field says which of them is meant."""
    map_tile = find_tile(state, tile)
    if map_tile is None:
        return ()
    return (f"map.{tile}", tent_place(tile, seat)) if map_tile.tents[seat] else (f"map.{tile}",)


def option_places(state: State, seat: int, option: str) -> Spots:
    """Return where an option of a settle symbol begins: the tent supply, all tiles, or all own tents on tiles."""
    if option == "take":
        return (f"seat.{seat}.tents",)
    if option == "place":
        return tuple(f"map.{map_tile.tile}" for map_tile in state.map)
    return tuple(tent_place(map_tile.tile, seat) for map_tile in state.map if map_tile.tents[seat])


def raided_places(state: State, seat: int, tile: str) -> Spots:
    """Return the tents of all other sides on a tile."""
    map_tile = find_tile(state, tile)
    if map_tile is None:
        return ()
    return tuple(tent_place(tile, side) for side, tents in enumerate(map_tile.tents) if tents and side != seat)


def side_places(state: State, seat: int, side: int) -> Spots:
    """Return the tents of a side on all tiles."""
    return tuple(
        tent_place(map_tile.tile, side) for map_tile in state.map if side < len(map_tile.tents) and map_tile.tents[side]
    )


def last_side_places(state: State, seat: int, tile: str) -> Spots:
    """Return the tents of the last side on a tile: in a solo game that is the printed Bot."""
    map_tile = find_tile(state, tile)
    return (tent_place(tile, len(map_tile.tents) - 1),) if map_tile and map_tile.tents[-1] else ()


# --- dice, tokens and technologies ------------------------------------------------------------------------------------


def active_places(state: State, seat: int, die: str) -> Spots:
    """Return every active die of the seat with this colour and face. Active dice lie in the order of their names."""
    first = 0
    for name, count in state.players[seat].active:
        if name == die:
            return tuple(f"seat.{seat}.active.{index}" for index in range(first, first + count))
        first += count
    return ()


def saleable_places(state: State, seat: int, die: str) -> Spots:
    """Return the active dice of this colour and face, or the spent dice of this colour."""
    if die in content(state).faces:
        return active_places(state, seat, die)
    return (f"seat.{seat}.spent.{die}",) if any(colour == die for colour, _ in state.players[seat].spent) else ()


def supply_places(state: State, seat: int, colour: str) -> Spots:
    """Return the dice of a colour in the general supply."""
    return (f"supply.{colour}",)


def token_places(state: State, seat: int, token: str) -> Spots:
    """Return the tokens of a kind in the supply of the seat."""
    return (f"seat.{seat}.tokens.{token}",)


def table_places(state: State, seat: int, technology: str) -> Spots:
    """Return a technology on the table."""
    return (f"table.{technology}",) if technology in state.technologies else ()


# --- components -------------------------------------------------------------------------------------------------------


def same_component(state: State, seat: int, piece: str) -> str:
    """Return the component of a value that is its own id."""
    return piece


def die_component(state: State, seat: int, die: str) -> str:
    """Return the kind of dice that a die belongs to."""
    return content(state).faces[die][0] if die in content(state).faces else die
