"""The games that Referee knows, by name."""

from __future__ import annotations

from referee_service.games.burgundy import GAME as BURGUNDY
from referee_service.games.dice_settlers import GAME as DICE_SETTLERS
from referee_service.games.empires_north import GAME as EMPIRES_NORTH
from referee_service.games.medievalia import GAME as MEDIEVALIA
from referee_service.games.settlement import GAME as SETTLEMENT
from referee_service.kernel.game import AnyGame

GAMES: dict[str, AnyGame] = {
    game.name: game for game in (BURGUNDY, SETTLEMENT, MEDIEVALIA, DICE_SETTLERS, EMPIRES_NORTH)
}
