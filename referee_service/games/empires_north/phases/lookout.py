"""The lookout: what happens in it, who has chosen, and how many cards must be kept."""

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
    """Whether a player who looks at cards has already chosen among them."""
    waits = any(isinstance(frame, KeepFrame) and frame.seat == seat for frame in state.pending)
    draws = any(isinstance(frame, DrawFrame) and frame.into == "looked_at" for frame in state.pending)
    return not waits and not draws


def min_kept(state: State, seat: int, looked: Bag) -> int:
    """How many cards a player is sure to have kept by now."""
    if state.stage != "setup" or not has_chosen(state, seat):
        return 0
    return min(content(state).numbers["start_keep"], size_of(looked))


def lookout_frames(state: State) -> tuple[Question, ...]:
    """All that happens in a lookout, the first thing last: everybody looks at cards, chooses, and shows the rest."""
    seats, looked = range(len(state.players)), content(state).numbers["lookout_draw"]
    asked: list[Question] = [DrawFrame(CHANCE, seat, looked, "looked_at") for seat in seats]
    asked += [KeepFrame(seat, None) for seat in seats]
    asked += [DiscardUnkeptFrame(CHANCE, seat) for seat in seats]
    asked.append(EndLookoutFrame(CHANCE))
    return tuple(reversed(asked))
