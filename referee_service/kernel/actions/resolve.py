"""The verb `resolve`: choose which waiting trigger comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeVar

from referee_service.kernel.game import Verb, verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action, State
from referee_service.kernel.triggers import OrderTriggersFrame, PendingTrigger, TriggerSystem

S = TypeVar("S", bound=State)


class Resolve(Action, frozen=True, tag="resolve"):
    """The choice of the waiting trigger that comes next."""

    source: Annotated[str, Domain("trigger")]
    """Id of the card or tile whose waiting trigger is resolved next."""


def waiting_triggers(state: State) -> tuple[PendingTrigger, ...]:
    """Return the triggers that wait in the top frame."""
    frame = state.pending[-1]
    return frame.waiting if isinstance(frame, OrderTriggersFrame) else ()


def candidates(state: State) -> list[Resolve]:
    """Return one action per card or tile with a waiting trigger."""
    return [Resolve(source) for source in dict.fromkeys(trigger.source for trigger in waiting_triggers(state))]


def objections(state: State, action: Resolve) -> Iterator[Refusal]:
    """Yield a refusal if the source has no waiting trigger."""
    waiting = tuple(dict.fromkeys(trigger.source for trigger in waiting_triggers(state)))
    if action.source not in waiting:
        yield refuse("resolve.waiting", source=action.source, waiting=waiting)


def resolve_verb(triggers: TriggerSystem[S]) -> Verb[S]:
    """Build the verb for a game with these triggers."""

    def apply(state: S, action: Resolve) -> S:
        frame = state.pending[-1]
        assert isinstance(frame, OrderTriggersFrame)
        chosen = next(trigger for trigger in frame.waiting if trigger.source == action.source)
        return triggers.resolve(state, frame, chosen)

    return verb(Resolve, candidates, objections, apply, exact=True, any_name=True)
