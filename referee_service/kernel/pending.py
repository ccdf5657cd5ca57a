"""The stack of pending frames. It is plain data in the state; the last frame is the open question."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.state import CHANCE, ClosedQuestion, Frame, Seat, State, question_of

LAPSED: Final = "referee.lapsed"
"""The rule that closes a question without a legal answer."""
FORCED: Final = "referee.forced"
"""The rule that answers a question with one legal answer."""

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
    frame = state.pending[-1]
    return emit(pop(close_top(state, LAPSED)), "lapsed", frame.seat, question=question_of(frame))


def close_top(state: S, rule: str) -> S:
    """Note that a rule closes the top question. The caller removes or replaces the frame."""
    frame = state.pending[-1]
    return close_question(state, frame.seat, question_of(frame), rule)


def close_question(state: S, seat: Seat, question: str, rule: str, answer: str = "") -> S:
    """Note that a rule closes a question of a seat, so that refusals can cite it. Chance needs no explanation."""
    return state if seat == CHANCE else replace(state, closed=closed_with(state, seat, question, rule, answer))


def closed_with(state: State, seat: int, question: str, rule: str, answer: str = "") -> tuple[ClosedQuestion, ...]:
    """Return the closed questions of a state with one more, for a step that replaces other fields too."""
    closed = ClosedQuestion(seat, question, rule, answer)
    if not state.closed:
        return (closed,)
    return (*(each for each in state.closed if each != closed), closed)
