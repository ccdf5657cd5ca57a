"""Verb `end_action`: stop a settle, raid, harvest or trade that could continue."""

from __future__ import annotations

from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class EndAction(Action, frozen=True, tag="end_action"):
    """The end of the current action."""


def candidates(state: State) -> list[EndAction]:
    """Return the one action."""
    return [EndAction()]


def objections(state: State, action: EndAction) -> tuple[Refusal, ...]:
    """Return no refusal: the first symbol is spent, so the action may end."""
    return ()


def apply(state: State, action: EndAction) -> State:
    """Close the action."""
    return pop(state)


END_ACTION = verb(EndAction, candidates, objections, apply, exact=True)
