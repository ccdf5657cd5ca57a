"""Positions for bots to look at."""

from referee_service.bots import greedy_bot
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import parse_notation


def opening(game, seats=None):
    """The first state in which a seat decides among several actions, and that seat."""
    match = play_chance(game, new_match(game, seats=seats or 2, chance=Chance("seeded", "bots"))).match
    return match.state, game.turn(match.state).seat


def forced(game, seats):
    """The first state of a greedy game in which a seat has a single legal action."""
    match = play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", "bots"))).match
    while len(engine.legal_actions(game, match.state)) > 1:
        seat = game.turn(match.state).seat
        chosen = greedy_bot.choose(game, game.view(match.state, seat), "")
        match = play_chance(game, play_move(game, match, seat, parse_notation(game, chosen.notation)).match).match
    return match.state
