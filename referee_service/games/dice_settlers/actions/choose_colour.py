"""Choose the colour of a die that is gained, by you or among equals by the Bot."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.dice_settlers.bot_gains import bot_takes_die
from referee_service.games.dice_settlers.bot_priorities import recruit_choices
from referee_service.games.dice_settlers.gains import gain_a_die
from referee_service.games.dice_settlers.questions import BotRecruit
from referee_service.games.dice_settlers.state import Colour, State, recruitable
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop, swap, top
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseColour(Action, frozen=True, tag="choose_colour"):
    """Take a die of this colour."""

    colour: Colour


def colours(state: State) -> list[str]:
    """The colours to choose from."""
    return recruit_choices(state) if isinstance(top(state), BotRecruit) else recruitable(state, state.active)


def candidates(state: State) -> list[ChooseColour]:
    """Every colour to choose from."""
    return [ChooseColour(colour) for colour in colours(state)]


def objections(state: State, action: ChooseColour) -> Iterator[Refusal]:
    """Why this colour may not be taken; nothing yielded means it may."""
    if action.colour not in colours(state):
        rule = "bot.recruit" if isinstance(top(state), BotRecruit) else "recruit.access"
        yield refuse(rule, colour=action.colour)


def apply(state: State, action: ChooseColour) -> State:
    """The die is taken."""
    frame = top(state)
    if isinstance(frame, BotRecruit):
        return bot_takes_die(swap(state, replace(frame, left=frame.left - 1)), action.colour)
    return gain_a_die(pop(state), state.active, action.colour)


CHOOSE_COLOUR = verb(ChooseColour, candidates, objections, apply, exact=True)
