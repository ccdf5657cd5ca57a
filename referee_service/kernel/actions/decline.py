"""Leave an optional question unanswered. It is open only where a question lists it, so it is never refused itself."""

from __future__ import annotations

from typing import TypeVar

from referee_service.kernel.events import emit
from referee_service.kernel.game import Verb, verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action, State

S = TypeVar("S", bound=State)


class Decline(Action, frozen=True, tag="decline"):
    """Leave an optional question unanswered."""


def candidates(state: State) -> list[Decline]:
    """Declining is one single action."""
    return [Decline()]


def objections(state: State, action: Decline) -> tuple[Refusal, ...]:
    """Nothing forbids declining where it is offered."""
    return ()


def apply(state: S, action: Decline) -> S:
    """The question is closed and nothing else happens."""
    return emit(pop(state), "declined", state.pending[-1].seat)


def decline_verb() -> Verb[S]:
    """The verb, for any game."""
    return verb(Decline, candidates, objections, apply, exact=True)
