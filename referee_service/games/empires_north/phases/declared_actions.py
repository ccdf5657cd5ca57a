"""Actions of the ring: declaring and performing them, and moving the pawns that declare them."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player, without

from ..questions import BoostWindowFrame, PawnArrivalFrame, PerformActionFrame
from ..state import Pawn, State


def declare(state: State, seat: int, action: str) -> State:
    """Declare an action. The boost window comes first, then the action itself."""
    state = emit(state, "declared", seat, action=action)
    return push(state, PerformActionFrame(seat, action), BoostWindowFrame(seat, action))


def place_pawn(state: State, seat: int, tile: str) -> State:
    """Put a pawn of the supply on a tile, active side up."""
    pawns = tuple(sorted((*state.players[seat].pawns, Pawn(tile, exhausted=False))))
    return emit(with_player(state, seat, pawns=pawns), "pawn_placed", seat, tile=tile)


def move_pawn(state: State, seat: int, arrival: PawnArrivalFrame, *, spent: bool) -> State:
    """Move an active pawn to another tile. A pawn that was paid for becomes exhausted."""
    assert arrival.start is not None
    return shift_pawn(state, seat, Pawn(arrival.start, exhausted=False), Pawn(arrival.tile, exhausted=spent))


def shift_pawn(state: State, seat: int, old: Pawn, new: Pawn) -> State:
    """Replace a pawn on the ring by one on another tile."""
    pawns = tuple(sorted((*without(state.players[seat].pawns, old), new)))
    return emit(with_player(state, seat, pawns=pawns), "pawn_moved", seat, start=old.tile, tile=new.tile)
