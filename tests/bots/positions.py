"""Games and positions that the tests of bots share."""

import pytest

from referee_service.bots import greedy_bot
from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import parse_notation
from tests.kernel.toy import GAME as TOY

BURGUNDY, SETTLEMENT = GAMES["burgundy"], GAMES["settlement"]
each_game = pytest.mark.parametrize("game", [BURGUNDY, SETTLEMENT, TOY], ids=lambda game: game.name)


def opening(game, seats=2):
    """Return the first state in which a seat decides, and that seat."""
    match = play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", "bots"))).match
    return match.state, game.turn(match.state).seat


def forced(game, seats):
    """Return the first state of a greedy game in which a seat has a single legal action, and must give it itself.

    An answer that depends on hidden pieces is never given automatically.
    """
    match = play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", "bots"))).match
    while len(engine.legal_actions(game, match.state)) > 1:
        seat = game.turn(match.state).seat
        chosen = greedy_bot.choose(game, game.view(match.state, seat), "")
        match = play_chance(game, play_move(game, match, seat, parse_notation(game, chosen.notation)).match).match
    return match.state
