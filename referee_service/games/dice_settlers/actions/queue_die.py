"""Chance verb `queue_die`: the die that joins the printed Bot's queue next."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.fields import ColourField
from referee_service.games.dice_settlers.questions import QueueDiceFrame
from referee_service.games.dice_settlers.state import State, require_bot
from referee_service.kernel.bags import remove_from
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import Action


class QueueDie(Action, frozen=True, tag="queue_die"):
    """A die of this colour at the end of the queue."""

    colour: ColourField


def outcomes(state: State) -> list[tuple[QueueDie, int]]:
    """Return every colour that waits, weighted by its dice."""
    return [(QueueDie(colour), count) for colour, count in expect_top(state, QueueDiceFrame).dice]


def apply(state: State, action: QueueDie) -> State:
    """Move the die to the end of the queue."""
    frame, bot = expect_top(state, QueueDiceFrame), require_bot(state)
    state = replace_top(state, replace(frame, dice=remove_from(frame.dice, action.colour)))
    return replace(state, bot=replace(bot, dice_queue=(*bot.dice_queue, action.colour)))


QUEUE_DIE = chance_verb(QueueDie, outcomes, apply)
