"""Places of the table of Burgundy, and what lies there: depots, track, bonus tiles, and each seat with its estate.

A depot, a storage and a row of dice have no order of their own, so places count their entries in the state: `depot.5.1`
is the second tile of depot 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee_service.kernel.places import Group

from .content.tables import BLACK_DEPOT, DEPOTS, KINDS, PHASES, content

if TYPE_CHECKING:
    from .state import Player, State

# --- places of action fields ------------------------------------------------------------------------------------------


def die_places(state: State, seat: int, die: int) -> Group:
    """Return the unused dice of a seat that show a value."""
    return tuple([f"seat.{seat}.die.{at}" for at, face in enumerate(state.players[seat].dice) if face == die])


def depot_places(state: State, seat: int, depot: int) -> Group:
    """Return a depot as a whole."""
    return (f"depot.{depot}",)


def depot_slot_places(state: State, seat: int, depot: int) -> Group:
    """Return every tile in a depot."""
    return tuple([f"depot.{depot}.{at}" for at in range(len(state.depots[depot]))])


def depot_tile_places(state: State, seat: int, tile: str) -> Group:
    """Return every copy of a tile in all depots."""
    return tuple(
        [
            f"depot.{depot}.{at}"
            for depot, lying in enumerate(state.depots)
            if tile in lying
            for at, there in enumerate(lying)
            if there == tile
        ]
    )


def storage_places(state: State, seat: int, tile: str) -> Group:
    """Return every copy of a tile in the storage of a seat."""
    return tuple([f"storage.{seat}.{at}" for at, there in enumerate(state.players[seat].storage) if there == tile])


def space_places(state: State, seat: int, space: int) -> Group:
    """Return a space of the seat's estate."""
    return (f"estate.{seat}.{space}",)


def goods_places(state: State, seat: int, goods: str) -> Group:
    """Return the goods of a kind that a seat has stored."""
    return (f"seat.{seat}.goods.{goods}",) if goods in state.players[seat].goods else ()


def board_places(state: State, seat: int, board: int) -> Group:
    """Return a player board that lies in the middle."""
    return (f"board.{board}",)


# --- components of action fields --------------------------------------------------------------------------------------


def same_component(state: State, seat: int, piece: str) -> str:
    """Return the component of a value that is its own id: a tile or goods."""
    return piece


def depot_component(state: State, seat: int, depot: int) -> str:
    """Return the id of a depot."""
    return f"depot_{depot}"


def board_component(state: State, seat: int, board: int) -> str:
    """Return the id of a player board."""
    return next(row.id for row in content(state).pack.boards if row.number == board)


# --- the whole table --------------------------------------------------------------------------------------------------


def places(state: State, viewer: int | None) -> tuple[str, ...]:
    """Return all places of the table. Nothing is hidden, so all viewers see the same."""
    return (
        *(f"phase.{phase.lower()}" for phase in PHASES),
        *(f"coming.{at}" for at in range(len(state.round_goods))),
        "white",
        *_depot_places(state),
        *(f"track.{space}" for space in range(len(state.track))),
        *(f"bonus.{kind}" for kind in KINDS),
        *_board_places(state),
        *(place for seat, player in enumerate(state.players) for place in _seat_places(state, seat, player)),
    )


def _depot_places(state: State) -> Iterator[str]:
    """Yield every depot with its spaces for tiles, empty or not, and the goods in it."""
    seats = len(state.players)
    for depot in (BLACK_DEPOT, *DEPOTS):
        spaces = seats if depot else content(state).by_players["black_tiles"][seats]
        yield f"depot.{depot}"
        yield from (f"depot.{depot}.{at}" for at in range(max(spaces, len(state.depots[depot]))))
        if depot:
            yield from (f"depot.{depot}.goods.{goods}" for goods in dict.fromkeys(state.depot_goods[depot - 1]))


def _board_places(state: State) -> Iterator[str]:
    """Yield the boards in the middle, while seats choose theirs."""
    if state.options.boards == "chosen" and not all(player.board for player in state.players):
        yield from (f"board.{number}" for number in content(state).boards)


def _seat_places(state: State, seat: int, player: Player) -> Iterator[str]:
    """Yield the area of a seat: its pieces, its storage, and the spaces of its estate."""
    tables = content(state)
    yield from (f"seat.{seat}{part}" for part in ("", ".score", ".silver", ".workers"))
    yield from (f"seat.{seat}.die.{at}" for at in range(len(player.dice)))
    yield from (f"seat.{seat}.goods.{goods}" for goods in dict.fromkeys(player.goods))
    yield from (f"storage.{seat}.{at}" for at in range(tables.numbers["storage_spaces"]))
    if player.board:
        yield from (f"estate.{seat}.{space}" for space in tables.domains["space"])
