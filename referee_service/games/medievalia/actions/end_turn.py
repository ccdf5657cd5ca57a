"""Verb `end_turn`: end the turn."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import only_verb

from ..state import State
from ..turns import end_turn


class EndTurn(Action, frozen=True, tag="end_turn"):
    """The end of the turn. The next seat clockwise that is still in the game follows."""


def apply(state: State, action: EndTurn) -> State:
    """End the turn and begin the next player's turn."""
    return end_turn(emit(state, "turn_ended", state.active_seat))


END_TURN = only_verb(EndTurn, apply)
