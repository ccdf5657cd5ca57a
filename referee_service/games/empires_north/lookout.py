"""Who has chosen in a lookout, and how many cards must be kept."""

from __future__ import annotations

from referee_service.games.empires_north.content import content
from referee_service.games.empires_north.questions import Draw, Keep
from referee_service.games.empires_north.state import State
from referee_service.kernel.values import Bag, size_of


def has_chosen(state: State, seat: int) -> bool:
    """Whether a player who looks at cards has already chosen among them."""
    waits = any(isinstance(frame, Keep) and frame.seat == seat for frame in state.pending)
    draws = any(isinstance(frame, Draw) and frame.into == "looked" for frame in state.pending)
    return not waits and not draws


def must_keep(state: State, seat: int, looked: Bag) -> int:
    """How many cards a player is sure to have kept by now."""
    if state.stage != "setup" or not has_chosen(state, seat):
        return 0
    return min(content(state).numbers["start_keep"], size_of(looked))
