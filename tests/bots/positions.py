"""Positions for bots to look at."""

from referee_service.bots import greedy
from referee_service.kernel import play
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import parse


def opening(game, seats=None):
    """The first state in which a seat decides among several actions, and that seat."""
    match = play.settle(game, play.start(game, seats=seats or 2, chance=Chance("seeded", "bots"))).match
    return match.board, game.turn(match.board).seat


def forced(game, seats):
    """The first state of a greedy game in which a seat has a single legal action."""
    match = play.settle(game, play.start(game, seats=seats, chance=Chance("seeded", "bots"))).match
    while len(play.legal_actions(game, match.board)) > 1:
        seat = game.turn(match.board).seat
        chosen = greedy.choose(game, game.view(match.board, seat), "")
        match = play.settle(game, play.move(game, match, seat, parse(game, chosen.notation)).match).match
    return match.board
