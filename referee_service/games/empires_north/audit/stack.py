"""What lies beneath an open question: the effect that asks it, whoever is asked, and what may wait there."""

from __future__ import annotations

from referee_service.games.empires_north.content.cards import Effect
from referee_service.games.empires_north.effects.runner import effects_of_frame
from referee_service.games.empires_north.questions import (
    DiscardBoostFrame,
    DrawEventFrame,
    DrawIsleFrame,
    EffectsFrame,
    EmitEventFrame,
    GuardFrame,
    PerformActionFrame,
    StartingCardFrame,
)
from referee_service.games.empires_north.state import Player, State
from referee_service.kernel.state import Frame
from referee_service.kernel.triggers import OrderTriggersFrame

CARRIER_FRAMES = (
    EffectsFrame,
    EmitEventFrame,
    DiscardBoostFrame,
    PerformActionFrame,
    OrderTriggersFrame,
    GuardFrame,
    DrawEventFrame,
    DrawIsleFrame,
    StartingCardFrame,
)
"""What may wait beneath something that happens in between."""


def frame_below(state: State, index: int) -> Frame | None:
    """What lies directly beneath a question."""
    return state.pending[index - 1] if index else None


def effect_below(state: State, index: int) -> Effect | None:
    """The effect in progress directly beneath a question, of the same seat."""
    frame = frame_below(state, index)
    if not isinstance(frame, EffectsFrame) or not frame.step:
        return None
    return effects_of_frame(state, frame)[frame.step - 1]


def has_carrier_below(state: State, index: int) -> bool:
    """Whether something may happen in between here."""
    beneath = frame_below(state, index)
    return beneath is None or isinstance(beneath, CARRIER_FRAMES)


def owner(state: State, frame: Frame) -> Player:
    """The player who is asked."""
    assert isinstance(frame.seat, int)
    return state.players[frame.seat]
