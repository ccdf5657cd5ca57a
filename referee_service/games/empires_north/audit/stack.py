"""Frames below an open question: the effect that asks it, the player who answers it, and what may wait there."""

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
"""Frames that may wait while other things happen above them."""


def frame_below(state: State, index: int) -> Frame | None:
    """Return the frame directly below, or None at the bottom."""
    return state.pending[index - 1] if index else None


def effect_below(state: State, index: int) -> Effect | None:
    """Return the effect in progress directly below a question, or None."""
    frame = frame_below(state, index)
    if not isinstance(frame, EffectsFrame) or not frame.step:
        return None
    return effects_of_frame(state, frame)[frame.step - 1]


def has_carrier_below(state: State, index: int) -> bool:
    """Return whether the stack may continue here: at the bottom, or above a carrier frame."""
    below = frame_below(state, index)
    return below is None or isinstance(below, CARRIER_FRAMES)


def owner(state: State, frame: Frame) -> Player:
    """Return the player who answers a frame."""
    assert isinstance(frame.seat, int)
    return state.players[frame.seat]
