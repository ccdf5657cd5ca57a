"""Gains of the printed Bot: points and dice."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.score import add_score_line
from referee_service.kernel.state import ScoreLine

from ..state import BOT, State, require_bot, side_name
from .hexagon import with_bot


def award_bot(state: State, points: int, rule: str, count: int = 1) -> State:
    """Add points of a rule to the printed Bot's score lines. Zero points add no line."""
    if not points:
        return state
    lines = add_score_line(require_bot(state).points, ScoreLine(rule, count, points))
    state = with_bot(state, points=lines)
    return emit(state, "points_gained", BOT, points=points, rule=rule, who=side_name(state, BOT))


def score_unused_force(state: State, force: int) -> State:
    """Award the printed Bot the points for force that it cannot use."""
    return award_bot(state, force * state.options.bot_leftover, "score.bot_force", force)


def take_bot_die(state: State, colour: str) -> State:
    """Move a die from the general supply to the end of the printed Bot's queue."""
    state = with_bot(
        replace(state, supply=remove_from(state.supply, colour)), dice_queue=(*require_bot(state).dice_queue, colour)
    )
    return emit(state, "die_gained", BOT, colour=colour, who=side_name(state, BOT))
