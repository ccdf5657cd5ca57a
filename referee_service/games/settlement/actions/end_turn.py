"""The verb `end_turn`: end the turn without passing."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..state import State
from ..turns import begin_turn, next_seat


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn without passing. The seat must have used its action or its invitation."""


def candidates(state: State) -> list[EndTurn]:
    """Return the action if the player has acted or invited."""
    return [EndTurn()] if state.has_acted or state.has_invited else []


def objections(state: State, action: EndTurn) -> Iterator[Refusal]:
    """Yield a refusal if the player has done nothing. Such a player must pass instead."""
    if not state.has_acted and not state.has_invited:
        yield refuse("end_turn.done")


def apply(state: State, action: EndTurn) -> State:
    """Begin the turn of the next seat that has not passed. It may be the same seat."""
    seat = next_seat(state)
    assert seat is not None, "the player in turn has not passed"
    return begin_turn(state, seat)


END_TURN = verb(EndTurn, candidates, objections, apply, exact=True)
