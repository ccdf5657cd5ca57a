"""What lies beneath an open question: the effect that asks it, whoever is asked, and what may wait there."""

from __future__ import annotations

from referee_service.games.empires_north.binding import Effect
from referee_service.games.empires_north.questions import (
    Boosted,
    DrawEvent,
    DrawIsle,
    Effects,
    Found,
    Guard,
    Perform,
    Told,
)
from referee_service.games.empires_north.running import listed
from referee_service.games.empires_north.state import Player, State
from referee_service.kernel.events import Simultaneous
from referee_service.kernel.state import Frame

CARRIERS = (Effects, Told, Boosted, Perform, Simultaneous, Guard, DrawEvent, DrawIsle, Found)
"""What may wait beneath something that happens in between."""


def below(state: State, index: int) -> Frame | None:
    """What lies directly beneath a question."""
    return state.pending[index - 1] if index else None


def effect_below(state: State, index: int) -> Effect | None:
    """The effect in progress directly beneath a question, of the same seat."""
    frame = below(state, index)
    if not isinstance(frame, Effects) or not frame.step:
        return None
    return listed(state, frame)[frame.step - 1]


def is_carried(state: State, index: int) -> bool:
    """Whether something may happen in between here."""
    beneath = below(state, index)
    return beneath is None or isinstance(beneath, CARRIERS)


def owner(state: State, frame: Frame) -> Player:
    """The player who is asked."""
    assert isinstance(frame.seat, int)
    return state.players[frame.seat]
