"""Turns: the next seat and the start of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import close_question

from .state import State

ACTION_VERBS = (
    *("build", "explore", "hunt", "fortify"),
    *("activate_region", "activate_street", "activate_fortification"),
)
"""The seven actions. A turn has one of them."""


def next_seat(state: State) -> int | None:
    """Return the next seat clockwise that has not passed, the active seat last. Return None if all have passed."""
    seats = len(state.players)
    order = ((state.active_seat + step) % seats for step in range(1, seats + 1))
    return next((seat for seat in order if not state.players[seat].passed), None)


def begin_turn(state: State, seat: int) -> State:
    """Begin the turn of a seat, with one action and one invitation. Players who have passed are out of the round."""
    for other, player in enumerate(state.players):
        if player.passed:
            state = close_question(state, other, "main", "pass_round.out")
    return emit(
        replace(state, active_seat=seat, has_acted=False, has_invited=False, evenly_exchanged=()), "turn_began", seat
    )
