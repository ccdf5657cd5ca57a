"""Random games that feed the benchmarks: their decisions in order of play, and records of whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.records import RecordedMove, record_text
from referee_service.kernel.replay import new_record
from referee_service.kernel.state import Action

Position = tuple[Match, Action]


class Decision(NamedTuple):
    """A state as JSON, the action played in it, and another legal action, or the same if there is no other."""

    state: bytes
    played: str
    other: str


def game_positions(game: AnyGame, *, seats: int, seed: int = 1) -> list[Position]:
    """Return every decision of one random game with the chosen action. The last entry is the final match."""
    rng, positions = random.Random(seed), []
    match = play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", str(seed)))).match
    while (turn := game.turn(match.state)) is not None:
        action = rng.choice(engine.legal_actions(game, match.state))
        positions.append((match, action))
        match = play_chance(game, play_move(game, match, turn.seat, action).match).match
    positions.append((match, action))
    return positions


def segments(game: AnyGame, length: int, *, seats: int = 2) -> Iterator[list[Decision]]:
    """Yield consecutive decisions of new games in pieces of this length, endlessly. No state occurs twice."""
    for number in count():
        rng, seed = random.Random(number), f"new {number}"
        match = play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", seed))).match
        segment: list[Decision] = []
        while (turn := game.turn(match.state)) is not None:
            legal = engine.legal_actions(game, match.state)
            action = rng.choice(legal)
            other = rng.choice([each for each in legal if each is not action] or legal)
            segment.append(Decision(encode(match), notation(action), notation(other)))
            match = play_chance(game, play_move(game, match, turn.seat, action).match).match
            if len(segment) == length:
                yield segment
                segment = []


def random_record(game: AnyGame, *, seats: int, seed: int) -> str:
    """Return the record of one random game as text. Its chance is seeded, so only the moves of seats are listed."""
    start = new_match(game, seats=seats, chance=Chance("seeded", str(seed)))
    moves = []
    for match, action in game_positions(game, seats=seats, seed=seed)[:-1]:
        turn = game.turn(match.state)
        assert turn is not None
        moves.append(RecordedMove(turn.seat, notation(action)))
    return record_text(replace(new_record(game, start, seats=seats), moves=tuple(moves)))
