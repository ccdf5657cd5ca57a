"""Verb `end_turn`: end the turn."""

from __future__ import annotations

from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.turns import end_turn
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class EndTurn(Action, frozen=True, tag="end_turn"):
    """The end of a turn."""


def candidates(state: State) -> list[EndTurn]:
    """Return the only action."""
    return [EndTurn()]


def objections(state: State, action: EndTurn) -> tuple[Refusal, ...]:
    """Return no refusals: a turn may always end here."""
    return ()


def apply(state: State, action: EndTurn) -> State:
    """End the turn and begin the next player's turn."""
    return end_turn(emit(state, "turn_ended", state.active_seat))


END_TURN = verb(EndTurn, candidates, objections, apply, exact=True)
