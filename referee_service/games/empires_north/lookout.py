"""The lookout: what happens in it, who has chosen, and how many cards must be kept."""

from __future__ import annotations

from referee_service.games.empires_north.content import content
from referee_service.games.empires_north.questions import Draw, EndLookout, Keep, LayOff, Question
from referee_service.games.empires_north.state import State
from referee_service.kernel.state import CHANCE
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


def lookout_frames(state: State) -> tuple[Question, ...]:
    """All that happens in a lookout, the first thing last: everybody looks at cards, chooses, and shows the rest."""
    seats, looked = range(len(state.players)), content(state).numbers["lookout_draw"]
    asked: list[Question] = [Draw(CHANCE, seat, looked, "looked") for seat in seats]
    asked += [Keep(seat, None) for seat in seats]
    asked += [LayOff(CHANCE, seat) for seat in seats]
    asked.append(EndLookout(CHANCE))
    return tuple(reversed(asked))
