"""What the Bot gains: points, dice, technologies."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.printed_bot.hexagon import with_bot
from referee_service.games.dice_settlers.state import BOT, State, require_bot
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.state import ScoreLine
from referee_service.kernel.tuples import with_item


def award_bot(state: State, points: int, rule: str, count: int = 1) -> State:
    """Give the Bot points under a rule; nothing is nothing."""
    if not points:
        return state
    held = require_bot(state).points
    for index, line in enumerate(held):
        if line.rule == rule:
            lines = with_item(held, index, ScoreLine(rule, line.count + count, line.points + points))
            break
    else:
        lines = tuple(sorted((*held, ScoreLine(rule, count, points)), key=lambda line: line.rule))
    return emit(with_bot(state, points=lines), "points_gained", BOT, points=points, rule=rule)


def score_unused_force(state: State, force: int) -> State:
    """Force that the Bot cannot use is worth points."""
    return award_bot(state, force * state.options.bot_leftover, "score.bot_force", force)


def take_bot_die(state: State, colour: str) -> State:
    """A die goes from the supply to the end of the Bot's queue."""
    state = with_bot(
        replace(state, supply=remove_from(state.supply, colour)), dice_queue=(*require_bot(state).dice_queue, colour)
    )
    return emit(state, "die_gained", BOT, colour=colour)
