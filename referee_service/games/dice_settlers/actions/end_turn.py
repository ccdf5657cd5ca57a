"""End your turn; the first one of a round only after a main action, if one is possible."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.turns import may_end_turn, next_turn
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn."""


def candidates(state: State) -> list[EndTurn]:
    """After a main action, in the second turn, or where none is possible."""
    return [EndTurn()] if may_end_turn(state) else []


def objections(state: State, action: EndTurn) -> Iterator[Refusal]:
    """Why the turn may not end; nothing yielded means it may."""
    if not may_end_turn(state):
        yield refuse("end_turn.first")


def apply(state: State, action: EndTurn) -> State:
    """The next one has a turn."""
    return next_turn(state)


END_TURN = verb(EndTurn, candidates, objections, apply, exact=True)
