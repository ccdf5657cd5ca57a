"""Choose which of your waiting triggers comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeVar

from referee_service.kernel.game import Verb, verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Domain, State
from referee_service.kernel.triggers import OrderTriggersFrame, PendingTrigger, TriggerSystem

S = TypeVar("S", bound=State)


class Resolve(Action, frozen=True, tag="resolve"):
    """Choose which of your waiting triggers comes next."""

    source: Annotated[str, Domain("trigger")]


def waiting_triggers(state: State) -> tuple[PendingTrigger, ...]:
    """The triggers that wait in the question being asked."""
    frame = state.pending[-1]
    return frame.waiting if isinstance(frame, OrderTriggersFrame) else ()


def candidates(state: State) -> list[Resolve]:
    """Each different card or tile that waits."""
    return [Resolve(source) for source in dict.fromkeys(fired.source for fired in waiting_triggers(state))]


def objections(state: State, action: Resolve) -> Iterator[Refusal]:
    """Only what waits can be resolved."""
    waiting = tuple(dict.fromkeys(fired.source for fired in waiting_triggers(state)))
    if action.source not in waiting:
        yield refuse("resolve.waiting", source=action.source, waiting=waiting)


def resolve_verb(triggers: TriggerSystem[S]) -> Verb[S]:
    """The verb, for a game with these triggers."""

    def apply(state: S, action: Resolve) -> S:
        frame = state.pending[-1]
        assert isinstance(frame, OrderTriggersFrame)
        chosen = next(fired for fired in frame.waiting if fired.source == action.source)
        return triggers.resolve(state, frame, chosen)

    return verb(Resolve, candidates, objections, apply, exact=True)
