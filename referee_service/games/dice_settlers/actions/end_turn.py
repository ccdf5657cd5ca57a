"""Verb `end_turn`: end the turn. The first turn of a round needs a main action if one is possible."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..state import State
from ..turns import can_end_turn, next_turn


class EndTurn(Action, frozen=True, tag="end_turn"):
    """The end of the player's turn. A first turn needs a main action, if one is possible."""


def candidates(state: State) -> list[EndTurn]:
    """Return the action if the turn may end."""
    return [EndTurn()] if can_end_turn(state) else []


def objections(state: State, action: EndTurn) -> Iterator[Refusal]:
    """Yield a refusal if the first turn still needs a main action."""
    if not can_end_turn(state):
        yield refuse("end_turn.first")


def apply(state: State, action: EndTurn) -> State:
    """Begin the turn of the next side, or the clean-up."""
    return next_turn(state)


END_TURN = verb(EndTurn, candidates, objections, apply, exact=True)
