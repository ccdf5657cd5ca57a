"""The verb `rest`: end the turn."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action
from tests.kernel.toy.state import State


class Rest(Action, frozen=True, tag="rest"):
    """End the turn."""


def candidates(state: State) -> list[Rest]:
    """Return the only action of this verb."""
    return [Rest()]


def objections(state: State, action: Rest) -> tuple[Refusal, ...]:
    """Return no refusal: a player may always rest."""
    return ()


def apply(state: State, action: Rest) -> State:
    """Close the turn's question."""
    return emit(pop(state), "rested", state.active_seat)


REST = verb(Rest, candidates, objections, apply, exact=True)
