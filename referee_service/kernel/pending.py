"""The stack of pending frames. It is plain data in the state; the last frame is the open question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.state import Frame, Seat, State, Turn, question_of

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)


def make_turn_function(
    questions: Mapping[str, tuple[str, ...]], default_turn: Callable[[S], tuple[Seat, str] | None]
) -> Callable[[S], Turn | None]:
    """Build the `turn` function of a game: the top frame decides, else the seat and question of `default_turn`.

    `questions` has the verbs that answer each question. `default_turn` returns None if the game is over.
    """

    @lru_cache(maxsize=512)
    def cached_turn(seat: Seat, question: str) -> Turn:
        return Turn(seat, question, questions[question])

    def turn(state: S) -> Turn | None:
        if state.pending:
            frame = state.pending[-1]
            return cached_turn(frame.seat, question_of(frame))
        due = default_turn(state)
        return cached_turn(*due) if due is not None else None

    return turn


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
