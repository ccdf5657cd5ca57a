"""The verb `decline`: leave an optional question unanswered. Only questions that list it allow it."""

from __future__ import annotations

from typing import TypeVar

from referee_service.kernel.events import emit
from referee_service.kernel.game import Verb, verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action, State

S = TypeVar("S", bound=State)


class Decline(Action, frozen=True, tag="decline"):
    """No answer to an optional question. The seat goes without what it offers."""


def candidates(state: State) -> list[Decline]:
    """Return the only action of this verb."""
    return [Decline()]


def objections(state: State, action: Decline) -> tuple[Refusal, ...]:
    """Return no refusal: declining is always legal where a question lists it."""
    return ()


def apply(state: S, action: Decline) -> S:
    """Close the question."""
    return emit(pop(state), "declined", state.pending[-1].seat)


def decline_verb() -> Verb[S]:
    """Build the verb for any game."""
    return verb(Decline, candidates, objections, apply, exact=True)
