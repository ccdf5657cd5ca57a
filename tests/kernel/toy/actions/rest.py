"""End your turn."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action
from tests.kernel.toy.state import State


class Rest(Action, frozen=True, tag="rest"):
    """End your turn."""


def candidates(state: State) -> list[Rest]:
    """Resting is one single action."""
    return [Rest()]


def objections(state: State, action: Rest) -> tuple[Refusal, ...]:
    """Nothing forbids resting."""
    return ()


def apply(state: State, action: Rest) -> State:
    """The turn is over."""
    return emit(pop(state), "rested", state.current)


REST = verb(Rest, candidates, objections, apply, exact=True)
