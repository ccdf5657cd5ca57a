"""Verb `choose_colour`: the colour of a die gained by the player, or by the printed Bot if colours tie."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop, replace_top, top
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..fields import SupplyDieField
from ..gains import take_die
from ..main_actions import access_objections
from ..map_tiles import recruitable
from ..printed_bot.gains import take_bot_die
from ..printed_bot.priorities import recruit_choices
from ..questions import BotRecruitFrame
from ..state import BOT, State, side_name


class ChooseColour(Action, frozen=True, tag="choose_colour"):
    """A die gained from the general supply, for the player or for the printed Bot."""

    colour: SupplyDieField


def colour_choices(state: State) -> list[str]:
    """Return the colours that the open question allows, for the player or for the printed Bot."""
    return recruit_choices(state) if isinstance(top(state), BotRecruitFrame) else recruitable(state, state.active_side)


def candidates(state: State) -> list[ChooseColour]:
    """Return one action per allowed colour."""
    return [ChooseColour(colour) for colour in colour_choices(state)]


def objections(state: State, action: ChooseColour) -> Iterator[Refusal]:
    """Yield every reason against this colour."""
    if isinstance(top(state), BotRecruitFrame):
        if action.colour not in colour_choices(state):
            yield refuse("bot.recruit", colour=action.colour)
        return
    yield from access_objections(state, action.colour)
    if not count_in(state.supply, action.colour):
        yield refuse("recruit.supply", dice=(action.colour,), absent=action.colour)


def apply(state: State, action: ChooseColour) -> State:
    """Take the die from the general supply, for the player or for the printed Bot."""
    frame = top(state)
    if isinstance(frame, BotRecruitFrame):
        return take_bot_die(replace_top(state, replace(frame, remaining=frame.remaining - 1)), action.colour)
    return take_die(pop(state), state.active_side, action.colour)


def facts(state: State, action: ChooseColour) -> dict[str, Fact]:
    """Return the printed Bot if the die is for it."""
    return {"who": side_name(state, BOT) if isinstance(top(state), BotRecruitFrame) else None}


CHOOSE_COLOUR = verb(
    ChooseColour, candidates, objections, apply, exact=True, kinds={"colour": "colour.kind"}, facts=facts
)
