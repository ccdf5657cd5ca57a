"""Chance: which die comes next into the Bot's queue."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.questions import QueueDice
from referee_service.games.dice_settlers.state import Colour, State, the_bot
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.state import Action
from referee_service.kernel.values import take_from


class QueueDie(Action, frozen=True, tag="queue_die"):
    """A die of this colour is the next in the queue."""

    colour: Colour


def outcomes(state: State) -> list[tuple[QueueDie, int]]:
    """Every die that waits."""
    return [(QueueDie(colour), count) for colour, count in asking(state, QueueDice).dice]


def apply(state: State, action: QueueDie) -> State:
    """It stands at the end of the queue."""
    frame, bot = asking(state, QueueDice), the_bot(state)
    state = swap(state, replace(frame, dice=take_from(frame.dice, action.colour)))
    return replace(state, bot=replace(bot, queue=(*bot.queue, action.colour)))


QUEUE_DIE = chance_verb(QueueDie, outcomes, apply)
