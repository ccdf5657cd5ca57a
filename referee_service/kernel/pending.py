"""The stack of pending frames. It is plain data in the state; the last frame is the open question."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.state import Frame, State

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)


def top(state: State) -> Frame | None:
    """Return the top frame, or None if the stack is empty."""
    return state.pending[-1] if state.pending else None


def expect_top(state: State, frame_type: type[F]) -> F:
    """Return the top frame, which must be of this class."""
    frame = state.pending[-1]
    assert isinstance(frame, frame_type), frame
    return frame


def push(state: S, *frames: Frame) -> S:
    """Push frames. The last one given becomes the open question."""
    return replace(state, pending=state.pending + frames)


def pop(state: S) -> S:
    """Remove the top frame."""
    return replace(state, pending=state.pending[:-1])


def replace_top(state: S, frame: Frame) -> S:
    """Replace the top frame."""
    return replace(state, pending=(*state.pending[:-1], frame))


def lapse(state: S) -> S:
    """Remove a top frame that has no legal answer, and emit the event `lapsed`."""
    return emit(pop(state), "lapsed", state.pending[-1].seat)
