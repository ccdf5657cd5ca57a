"""Turns: whose it is, and who comes next."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.state import State
from referee_service.kernel.events import emit


def next_seat(state: State) -> int | None:
    """The next seat clockwise that has not passed, the player in turn last of all; None when everybody has."""
    seats = len(state.players)
    order = ((state.active_seat + step) % seats for step in range(1, seats + 1))
    return next((seat for seat in order if not state.players[seat].passed), None)


def begin_turn(state: State, seat: int) -> State:
    """A new turn: one action and one invitation are open."""
    return emit(
        replace(state, active_seat=seat, has_acted=False, has_invited=False, evenly_exchanged=()), "turn_began", seat
    )
