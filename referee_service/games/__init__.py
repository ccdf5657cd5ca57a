"""The games that Referee knows, by name."""

from __future__ import annotations

from referee_service.games.burgundy import GAME as BURGUNDY
from referee_service.games.empires_north import GAME as EMPIRES_NORTH
from referee_service.games.settlement import GAME as SETTLEMENT
from referee_service.kernel.game import AnyGame

GAMES: dict[str, AnyGame] = {game.name: game for game in (BURGUNDY, SETTLEMENT, EMPIRES_NORTH)}
