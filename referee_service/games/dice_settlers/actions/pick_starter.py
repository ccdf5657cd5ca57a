"""Chance verb `pick_starter`: the seat that begins."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.dice_settlers.setup import begin_draft
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """The seat that begins."""

    seat: Annotated[int, Domain("side")]


def outcomes(state: State) -> list[tuple[PickStarter, int]]:
    """Return every seat with equal weight."""
    return [(PickStarter(seat), 1) for seat in range(len(state.players))]


def apply(state: State, action: PickStarter) -> State:
    """Begin the draft with this seat as the first player."""
    return emit(begin_draft(pop(state), action.seat), "starter_picked", CHANCE, starter=action.seat)


PICK_STARTER = chance_verb(PickStarter, outcomes, apply)
