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
    """A trigger whose event happened and that waits to be resolved.

    `source` is its card or tile, and `subject` what the event was about.
    """

    seat: int
    """Seat with the card or tile that reacts, counted from 0."""
    source: str
    """Id of the card or tile that reacts."""
    event: str
    """Kind of the event that it reacts to."""
    subject: str = ""
    """Slot of the card that the event was about, as text. `-1` or an empty string means none."""


class OrderTriggersFrame(Frame, frozen=True, tag="simultaneous"):
    """Several triggers of one seat wait. The seat chooses the order."""

    waiting: tuple[PendingTrigger, ...]
    """Triggers of this seat that still wait. The seat chooses which one is resolved next."""


@dataclass(frozen=True, slots=True)
class TriggerSystem(Generic[S]):
    """The triggers of a game. `listeners` returns them in the order in which seats resolve: the current seat first."""

    event_kinds: frozenset[str]
    """Kinds of events that start triggers."""
    listeners: Callable[[S, Event], Sequence[PendingTrigger]]
    """Return the triggers that an event starts."""
    fire: Callable[[S, PendingTrigger], S]
    """Return the state after the effect of one trigger."""
    order_matters: bool = True
    """False if no order can make a difference. Triggers then fire without a question."""

    def process(self, state: S) -> S:
        """Collect the triggers of new events and resolve a forced one. Returns the same state object if there is
        nothing to do.
        """
        for event in state.events[state.processed_events :]:
            if event.kind in self.event_kinds:
                state = self.collect(state)
                break
        return self.resolve_forced(state) if self.order_matters else state

    def collect(self, state: S) -> S:
        """Turn the events since the last call into pending triggers, or fire them if the order does not matter."""
        fresh = state.events[state.processed_events :]
        if not fresh:
            return state
        state = replace(state, processed_events=len(state.events))
        for event in reversed(fresh) if self.order_matters else fresh:
            if event.kind in self.event_kinds:
                state = self._queue_or_fire(state, self.listeners(state, event))
        return state

    def _queue_or_fire(self, state: S, triggers: Sequence[PendingTrigger]) -> S:
        if not self.order_matters:
            for trigger in triggers:
                state = self.fire(state, trigger)
            return state
        frames = [
            OrderTriggersFrame(seat, tuple(waiting))
            for seat, waiting in groupby(triggers, key=lambda trigger: trigger.seat)
        ]
        return replace(state, pending=(*state.pending, *reversed(frames)))

    def resolve_forced(self, state: S) -> S:
        """Resolve the first waiting trigger if all that wait in the top frame are equal. No choice is needed then."""
        frame = state.pending[-1] if state.pending else None
        if isinstance(frame, OrderTriggersFrame) and len(set(frame.waiting)) == 1:
            return self.resolve(state, frame, frame.waiting[0])
        return state

    def resolve(self, state: S, frame: OrderTriggersFrame, chosen: PendingTrigger) -> S:
        """Resolve one trigger of the top frame. The others stay pending."""
        rest = without(frame.waiting, chosen)
        frames = (replace(frame, waiting=rest),) if rest else ()
        return self.fire(replace(state, pending=(*state.pending[:-1], *frames)), chosen)
