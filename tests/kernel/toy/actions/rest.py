"""The verb `rest`: end the turn."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import only_verb
from tests.kernel.toy.state import State


class Rest(Action, frozen=True, tag="rest"):
    """End the turn."""


def apply(state: State, action: Rest) -> State:
    """Close the turn's question."""
    return emit(pop(state), "rested", state.active_seat)


REST = only_verb(Rest, apply)
