"""What the Bot gains: points, dice, technologies."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.hexagon import with_bot
from referee_service.games.dice_settlers.state import BOT, State, the_bot
from referee_service.kernel.events import note
from referee_service.kernel.state import Line
from referee_service.kernel.values import put, take_from


def bot_scores(state: State, points: int, rule: str, count: int = 1) -> State:
    """Give the Bot points under a rule; nothing is nothing."""
    if not points:
        return state
    held = the_bot(state).points
    for index, line in enumerate(held):
        if line.rule == rule:
            lines = put(held, index, Line(rule, line.count + count, line.points + points))
            break
    else:
        lines = tuple(sorted((*held, Line(rule, count, points)), key=lambda line: line.rule))
    return note(with_bot(state, points=lines), "points_gained", BOT, points=points, rule=rule)


def bot_leaves(state: State, force: int) -> State:
    """Force that the Bot cannot use is worth points."""
    return bot_scores(state, force * state.options.bot_leftover, "score.bot_force", force)


def bot_takes_die(state: State, colour: str) -> State:
    """A die goes from the supply to the end of the Bot's queue."""
    state = with_bot(replace(state, supply=take_from(state.supply, colour)), queue=(*the_bot(state).queue, colour))
    return note(state, "die_gained", BOT, colour=colour)
