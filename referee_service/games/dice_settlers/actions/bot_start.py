"""Chance verb `bot_start`: the start tile of the printed Bot."""

from __future__ import annotations

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.setup import assign_start_tile
from referee_service.games.dice_settlers.state import BOT, State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action


class BotStart(Action, frozen=True, tag="bot_start"):
    """The start tile that the printed Bot keeps."""

    tile: TileField


def outcomes(state: State) -> list[tuple[BotStart, int]]:
    """Return every start tile on offer with equal weight."""
    return [(BotStart(tile), 1) for tile in state.start_offer]


def apply(state: State, action: BotStart) -> State:
    """Give the start tile to the printed Bot."""
    return assign_start_tile(pop(state), BOT, action.tile)


BOT_START = chance_verb(BotStart, outcomes, apply)
