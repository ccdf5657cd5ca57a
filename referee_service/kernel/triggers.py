"""Triggers: effects that events start, and the frame in which a seat orders simultaneous ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.state import Event, Frame, State
from referee_service.kernel.tuples import without

S = TypeVar("S", bound=State)


class PendingTrigger(Struct, frozen=True, forbid_unknown_fields=True):
    """A trigger that heard its event and waits to be resolved: whose, which card or tile, and about what."""

    seat: int
    source: str
    event: str
    subject: str = ""


class OrderTriggersFrame(Frame, frozen=True, tag="simultaneous"):
    """Several triggers of one owner wait; the owner picks the order."""

    waiting: tuple[PendingTrigger, ...]


@dataclass(frozen=True, slots=True)
class TriggerSystem(Generic[S]):
    """How a game listens. `listeners` answers in the order in which owners resolve: current seat first."""

    event_kinds: frozenset[str]
    listeners: Callable[[S, Event], Sequence[PendingTrigger]]
    fire: Callable[[S, PendingTrigger], S]
    order_matters: bool = True
    """False where no order can make a difference: then nobody is asked."""

    def process(self, state: S) -> S:
        """Hear what was noted, and resolve what needs no choice; the same state when there is nothing."""
        for event in state.events[state.processed_events :]:
            if event.kind in self.event_kinds:
                state = self.collect(state)
                break
        return self.resolve_forced(state) if self.order_matters else state

    def collect(self, state: S) -> S:
        """Turn what was noted since the last hearing into waiting triggers, or resolve it where order is nothing."""
        fresh = state.events[state.processed_events :]
        if not fresh:
            return state
        state = replace(state, processed_events=len(state.events))
        for event in reversed(fresh) if self.order_matters else fresh:
            if event.kind in self.event_kinds:
                state = self._queue_or_fire(state, self.listeners(state, event))
        return state

    def _queue_or_fire(self, state: S, heard: Sequence[PendingTrigger]) -> S:
        if not self.order_matters:
            for fired in heard:
                state = self.fire(state, fired)
            return state
        frames = [
            OrderTriggersFrame(seat, tuple(waiting)) for seat, waiting in groupby(heard, key=lambda fired: fired.seat)
        ]
        return replace(state, pending=(*state.pending, *reversed(frames)))

    def resolve_forced(self, state: S) -> S:
        """A lone waiting trigger, or several just alike, need no choice: the first is resolved by itself."""
        frame = state.pending[-1] if state.pending else None
        if isinstance(frame, OrderTriggersFrame) and len(set(frame.waiting)) == 1:
            return self.resolve(state, frame, frame.waiting[0])
        return state

    def resolve(self, state: S, frame: OrderTriggersFrame, chosen: PendingTrigger) -> S:
        """Resolve one of the triggers that wait in the question being asked; the others wait on."""
        rest = without(frame.waiting, chosen)
        kept = (replace(frame, waiting=rest),) if rest else ()
        return self.fire(replace(state, pending=(*state.pending[:-1], *kept)), chosen)
