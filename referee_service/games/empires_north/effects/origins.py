"""Origins of questions: the effect or cost below that opened a question, and the frames that it may lie on.

The records of `decisions/` use these checks. All of them see only the frames beneath a question.
"""

from __future__ import annotations

from collections.abc import Callable

from referee_service.kernel.question import Below, Place
from referee_service.kernel.state import CHANCE, Frame

from ..content.cards import Effect
from ..content.schema import Cost
from ..content.tables import abilities_of
from ..questions import EffectsFrame, PayFromHandFrame, PayWithCardFrame
from ..state import Player, State
from .runner import effects_of_frame

Fits = Callable[[State, Frame, Below], bool]
"""The check of a question: its frame, and the frames beneath."""

ACTION_PLACES: tuple[Place, ...] = (None, EffectsFrame)
"""Where a part of an action may lie: at the bottom, or on the effects that order the action."""
COST_PLACES: tuple[Place, ...] = (EffectsFrame, PayWithCardFrame, PayFromHandFrame)
"""Where a part of a cost may lie: on the effects that wait for it, or on another part of the cost."""


def player_of(state: State, frame: Frame) -> Player:
    """Return the player who answers a frame. It must not be a question for chance."""
    assert isinstance(frame.seat, int)
    return state.players[frame.seat]


def effect_below(state: State, below: Below) -> Effect | None:
    """Return the effect in progress in the frame directly beneath a question, or None."""
    frame = below[-1] if below else None
    if not isinstance(frame, EffectsFrame) or not frame.step:
        return None
    return effects_of_frame(state, frame)[frame.step - 1]


def opening_effect(state: State, frame: Frame, below: Below, *names: str) -> Effect | None:
    """Return the effect directly beneath if it has one of these names and asks the seat of this frame, else None."""
    effect = effect_below(state, below)
    if effect is None or effect.name not in names or frame.seat not in (CHANCE, below[-1].seat):
        return None
    return effect


def opened_by(*names: str) -> Fits:
    """Build the check that an effect of one of these names opened the question."""

    def fits(state: State, frame: Frame, below: Below) -> bool:
        return opening_effect(state, frame, below, *names) is not None

    return fits


def part_of(action: str) -> Fits:
    """Build the check of a part of an action of the ring: the player's turn, or an effect that orders the action."""

    def fits(state: State, frame: Frame, below: Below) -> bool:
        return is_ordered(state, frame, below, action)

    return fits


def is_ordered(state: State, frame: Frame, below: Below, action: str) -> bool:
    """Return whether an action of the ring is the player's turn, or an effect directly beneath orders it."""
    if not below:
        return state.stage == "actions"
    effect = opening_effect(state, frame, below, "tile_action")
    return effect is not None and effect.target == action


def cost_below(state: State, below: Below) -> Cost | None:
    """Return the cost that the effects beneath wait for, below other parts of that cost. None if there is none."""
    for frame in reversed(below):
        if isinstance(frame, EffectsFrame):
            is_waiting = not frame.step and not frame.branch
            return abilities_of(state, frame.source)[frame.ability].cost if is_waiting else None
        if not isinstance(frame, PayWithCardFrame | PayFromHandFrame):
            return None
    return None
