"""The chance verb `pick_starter`: pick the starting player."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.settlement.setup import begin_draft
from referee_service.games.settlement.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """A seat receives the first player marker."""

    seat: Annotated[int, Domain("seat")]


def outcomes(state: State) -> list[tuple[PickStarter, int]]:
    """Return every seat with equal weight."""
    return [(PickStarter(seat), 1) for seat in range(len(state.players))]


def apply(state: State, action: PickStarter) -> State:
    """Set the starting player and begin the draft."""
    return begin_draft(emit(pop(state), "starter_picked", CHANCE, starter=action.seat), action.seat)


PICK_STARTER = chance_verb(PickStarter, outcomes, apply)
