"""The stack of open decisions: plain data in the state, the last frame is the one being asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.state import Frame, Seat, State, Turn, question_of

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)


def who_decides(
    questions: Mapping[str, tuple[str, ...]], in_turn: Callable[[S], tuple[Seat, str] | None]
) -> Callable[[S], Turn | None]:
    """How a game tells who decides: the last open question is asked; without one, the seat in turn has its own.

    `questions` names the verbs that answer each question; `in_turn` gives nobody once the game is over.
    """

    @lru_cache(maxsize=512)
    def asked(seat: Seat, question: str) -> Turn:
        return Turn(seat, question, questions[question])

    def turn(state: S) -> Turn | None:
        if state.pending:
            frame = state.pending[-1]
            return asked(frame.seat, question_of(frame))
        now = in_turn(state)
        return asked(*now) if now is not None else None

    return turn


def top(state: State) -> Frame | None:
    """The question being asked, if one is open."""
    return state.pending[-1] if state.pending else None


def expect_top(state: State, question: type[F]) -> F:
    """The question being asked, where it can only be one of this kind."""
    frame = state.pending[-1]
    assert isinstance(frame, question), frame
    return frame


def push(state: S, *frames: Frame) -> S:
    """Open more questions; the last one given is asked first."""
    return replace(state, pending=state.pending + frames)


def pop(state: S) -> S:
    """Close the question being asked."""
    return replace(state, pending=state.pending[:-1])


def replace_top(state: S, frame: Frame) -> S:
    """Put another question in place of the one being asked."""
    return replace(state, pending=(*state.pending[:-1], frame))


def lapse(state: S) -> S:
    """Close a question that has no answer, and say so."""
    return emit(pop(state), "lapsed", state.pending[-1].seat)
