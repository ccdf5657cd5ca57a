"""End a settle, raid, harvest or trade that could go on."""

from __future__ import annotations

from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class EndAction(Action, frozen=True, tag="end_action"):
    """Spend no more symbols on this action."""


def candidates(state: State) -> list[EndAction]:
    """A symbol was spent, so it may end."""
    return [EndAction()]


def objections(state: State, action: EndAction) -> tuple[Refusal, ...]:
    """Nothing forbids it."""
    return ()


def apply(state: State, action: EndAction) -> State:
    """The action is over."""
    return pop(state)


END_ACTION = verb(EndAction, candidates, objections, apply, exact=True)
