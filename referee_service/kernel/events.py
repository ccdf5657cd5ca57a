"""Events: emitted into the state, redacted for each seat."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Event, Seat, State

S = TypeVar("S", bound=State)


def emit(state: S, kind: str, seat: Seat, /, **facts: Fact) -> S:
    """Append an event that all seats see to the state."""
    return replace(state, events=(*state.events, Event(kind, seat, facts)))


def emit_secret(state: S, kind: str, seat: Seat, *, to: tuple[int, ...], secrets: dict[str, Fact], **facts: Fact) -> S:
    """Append an event to the state. Only the seats in `to` see its `secrets`."""
    return replace(state, events=(*state.events, Event(kind, seat, facts, secrets, to)))


def disclosed_event(event: Event) -> Event:
    """Return an event with its secrets among its facts, for a record, which hides nothing."""
    return Event(event.kind, event.seat, {**event.facts, **event.secrets}) if event.secrets else event


def redact_event(event: Event, seat: int | None) -> Event:
    """Return an event as a seat sees it. Seat None is a spectator."""
    if seat is not None and seat in event.visible_to:
        return Event(event.kind, event.seat, {**event.facts, **event.secrets})
    return Event(event.kind, event.seat, event.facts)
