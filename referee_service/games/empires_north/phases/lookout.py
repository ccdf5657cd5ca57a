"""Lookout: its questions, which players have chosen, and how many cards they must keep."""

from __future__ import annotations

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.questions import (
    DiscardUnkeptFrame,
    DrawFrame,
    EndLookoutFrame,
    KeepFrame,
    Question,
)
from referee_service.games.empires_north.state import State
from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.state import CHANCE


def has_chosen(state: State, seat: int) -> bool:
    """Return whether a player who looks at cards has chosen which to keep."""
    waits = any(isinstance(frame, KeepFrame) and frame.seat == seat for frame in state.pending)
    draws = any(isinstance(frame, DrawFrame) and frame.into == "looked_at" for frame in state.pending)
    return not waits and not draws


def min_kept(state: State, seat: int, looked: Bag) -> int:
    """Return how many cards a player has kept at least."""
    if state.stage != "setup" or not has_chosen(state, seat):
        return 0
    return min(content(state).numbers["start_keep"], size_of(looked))


def lookout_frames(state: State) -> tuple[Question, ...]:
    """Return the questions of a lookout. The last frame is answered first."""
    seats, looked = range(len(state.players)), content(state).numbers["lookout_draw"]
    frames: list[Question] = [DrawFrame(CHANCE, seat, looked, "looked_at") for seat in seats]
    frames += [KeepFrame(seat, None) for seat in seats]
    frames += [DiscardUnkeptFrame(CHANCE, seat) for seat in seats]
    frames.append(EndLookoutFrame(CHANCE))
    return tuple(reversed(frames))
