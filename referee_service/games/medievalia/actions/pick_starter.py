"""Verb `pick_starter`: chance picks the seat that begins."""

from __future__ import annotations

from referee_service.games.medievalia.fields import SeatNumber
from referee_service.games.medievalia.setup import begin_draft
from referee_service.games.medievalia.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """The seat that begins."""

    seat: SeatNumber


def outcomes(state: State) -> list[tuple[PickStarter, int]]:
    """Return every seat with equal weight."""
    return [(PickStarter(seat), 1) for seat in range(len(state.players))]


def apply(state: State, action: PickStarter) -> State:
    """Begin the draft with this seat."""
    return begin_draft(emit(pop(state), "starts", action.seat), action.seat)


PICK_STARTER = chance_verb(PickStarter, outcomes, apply)
