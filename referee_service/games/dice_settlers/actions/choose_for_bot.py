"""Verb `choose_for_bot`: the player breaks a tie between tiles of the printed Bot."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.printed_bot.actions import bot_raids, bot_settles
from referee_service.games.dice_settlers.printed_bot.priorities import raid_choices, settle_choices
from referee_service.games.dice_settlers.questions import BotRaidFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseForBot(Action, frozen=True, tag="choose_for_bot"):
    """The tile where the printed Bot settles or raids."""

    tile: TileField


def tile_choices(state: State) -> list[str]:
    """Return the tiles that tie by the printed Bot's priorities."""
    frame = top(state)
    return raid_choices(state, frame.force) if isinstance(frame, BotRaidFrame) else settle_choices(state)


def candidates(state: State) -> list[ChooseForBot]:
    """Return one action per tied tile."""
    return [ChooseForBot(tile) for tile in tile_choices(state)]


def objections(state: State, action: ChooseForBot) -> Iterator[Refusal]:
    """Yield a refusal if the printed Bot's priorities exclude this tile."""
    if action.tile not in tile_choices(state):
        yield refuse("bot.priority", tile=action.tile)


def apply(state: State, action: ChooseForBot) -> State:
    """Let the printed Bot raid or settle on this tile."""
    return bot_raids(state, action.tile) if isinstance(top(state), BotRaidFrame) else bot_settles(state, action.tile)


CHOOSE_FOR_BOT = verb(ChooseForBot, candidates, objections, apply, exact=True)
