"""Turns: the next seat and the start of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit

from .state import State


def next_seat(state: State) -> int | None:
    """Return the next seat clockwise that has not passed, the active seat last. Return None if all have passed."""
    seats = len(state.players)
    order = ((state.active_seat + step) % seats for step in range(1, seats + 1))
    return next((seat for seat in order if not state.players[seat].passed), None)


def begin_turn(state: State, seat: int) -> State:
    """Begin the turn of a seat, with one action and one invitation."""
    return emit(
        replace(state, active_seat=seat, has_acted=False, has_invited=False, evenly_exchanged=()), "turn_began", seat
    )
