"""Sample records of Caravan: a random seeded game, and a short record written by hand."""

import random

from msgspec.structs import replace

from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import Match, play_chance, play_move
from referee_service.kernel.records import Record
from referee_service.kernel.replay import new_record
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import new_toy_match
from tests.kernel.toy import GAME


def random_game(rounds: int = 2, seed: str = "tea") -> tuple[Record, Match]:
    """Play a seeded game at random. Return its record and the match at its end."""
    rng, start = random.Random(seed), new_toy_match(seed=seed, rounds=rounds)
    step = play_chance(GAME, start)
    moves = [*step.recorded_moves]
    while turn := GAME.turn(step.match.state):
        action = rng.choice(legal_actions(GAME, step.match.state))
        step = play_move(GAME, step.match, turn.seat, action)
        moves += step.recorded_moves
        step = play_chance(GAME, step.match)
        moves += step.recorded_moves
    record = new_record(GAME, start, seats=2, options=GAME.options_type(rounds=rounds))
    return replace(record, moves=tuple(moves)), step.match


RECORD, LAST_MATCH = random_game()
MOVES_OF_SEATS = tuple(move for move in RECORD.moves if move.seat != CHANCE)
"""The moves of the record without those of chance."""
HANDWRITTEN = """
# Two friends, one afternoon.
game: caravan
ruleset: 1
content: oasis
seats: 2
options: {"rounds": 1}
chance: table

chance draw good=silk   # first cards
chance draw good=salt
chance draw good=gold
chance draw good=gold
chance roll pace=slow

# the first turn
chance draw good=spice
0 rest  # nothing to do yet
"""
