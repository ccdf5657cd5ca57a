"""Speed of `referee judge` on one core: verdicts on moves in states that it has seen, and in new ones."""

from __future__ import annotations

import random
from time import process_time
from typing import NamedTuple

import msgspec

from referee_service.cli.judge import LineJudge
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.state import Action

SEEN_RATE, NEW_RATE = 2_000, 600
"""Verdicts per second that a game must reach."""
MOVES = 3
"""About how many legal moves are judged in each state that was seen, beside one that is mostly refused."""


class JudgeRates(NamedTuple):
    """Verdicts per second: in states that were seen, on moves that were not, and in states that were never seen."""

    seen: float
    new: float


def judge_lines(game: AnyGame, *, seats: int, seed: int) -> list[list[bytes]]:
    """Return the lines of one random game: for each position the move that was played, and then other moves.

    The last one was legal in the position before.
    """
    rng, found, earlier = random.Random(seed), list[list[bytes]](), list[Action]()
    match = play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", f"judge {seed}"))).match
    while (turn := game.turn(match.state)) is not None:
        legal = engine.legal_actions(game, match.state)
        action, state = rng.choice(legal), msgspec.Raw(encode(match))
        moves, earlier = [action, *rng.choices(legal, k=MOVES), *earlier], [action]
        found.append([_line(game, state, notation(each)) for each in dict.fromkeys(moves)])
        match = play_chance(game, play_move(game, match, turn.seat, action).match).match
    return found


def _line(game: AnyGame, state: msgspec.Raw, line: str) -> bytes:
    return msgspec.json.encode({"game": game.name, "state": state, "notation": line})


def judge_rates(game: AnyGame, *, games: int = 2) -> JudgeRates:
    """Judge the positions of random games with the fewest and the most seats, each by a command of its own."""
    seats = sorted({min(game.seats), max(game.seats)})
    rows = [row for count in seats for seed in range(games) for row in judge_lines(game, seats=count, seed=seed)]
    rows.reverse()  # a verdict caches the state after the move, so each state comes before the one that led to it
    line_judge = LineJudge()
    line_judge.answer(rows[0][0])  # the first line builds the parser
    new = [row[0] for row in rows[1:]]
    seen = [line for row in rows[1:] for line in row[1:]]
    new_rate = _rate(line_judge, new)
    return JudgeRates(_rate(line_judge, seen), new_rate)


def _rate(line_judge: LineJudge, lines: list[bytes]) -> float:
    start = process_time()
    for line in lines:
        assert b'"status":200' in line_judge.answer(line)[:40]
    return len(lines) / (process_time() - start)
