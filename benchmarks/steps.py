"""Cost of one request in the engine, and the same step in python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time

import chess

from benchmarks.games import game_positions
from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import play_move
from referee_service.kernel.notation import notation, parse_notation

GAMES_PER_ROUND = 4


def referee_step(game: AnyGame, raw: bytes, line: str) -> bytes:
    """Decode, judge, apply, list and encode: the engine's work for `POST moves`, without chance."""
    match = decode(game, raw)
    turn = game.turn(match.state)
    assert turn is not None
    match = play_move(game, match, turn.seat, parse_notation(game, line)).match
    _ = [notation(action) for action in engine.legal_actions(game, match.state)]
    return encode(match)


def chess_positions(seed: int = 1) -> list[tuple[str, str]]:
    """Return the positions of one random chess game as FEN, each with the chosen move."""
    rng, board, positions = random.Random(seed), chess.Board(), []
    while not board.is_game_over() and len(positions) < 200:
        move = rng.choice(list(board.legal_moves))
        positions.append((board.fen(), move.uci()))
        board.push(move)
    return positions


def chess_step(fen: str, uci: str) -> str:
    """Parse a FEN, check and push a move, list the legal moves, and return the new FEN."""
    board = chess.Board(fen)
    board.push(board.parse_uci(uci))
    _ = [move.uci() for move in board.legal_moves]
    return board.fen()


def race(game: AnyGame, *, rounds: int) -> list[float]:
    """Return for each round the time of a full step of Referee, divided by that of python-chess.

    Another process plays the games, so that all states are new to this one.
    """
    ratios, seats = [], max(game.seats)
    chess_moves = chess_positions()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        seeds = range(1, GAMES_PER_ROUND * rounds + 1)
        steps = list(other.map(decision_lines, [game.name] * len(seeds), [seats] * len(seeds), seeds))
    for first in range(0, len(steps), GAMES_PER_ROUND):
        new = [step for each in steps[first : first + GAMES_PER_ROUND] for step in each]
        own = _cpu_seconds(lambda new=new: [referee_step(game, *step) for step in new]) / len(new)
        peer = _cpu_seconds(lambda: [chess_step(*move) for move in chess_moves]) / len(chess_moves)
        ratios.append(own / peer)
    return ratios


def decision_lines(name: str, seats: int, seed: int) -> list[tuple[bytes, str]]:
    """Return the decisions of one random game as JSON, each with the chosen action as notation."""
    positions = game_positions(GAMES[name], seats=seats, seed=seed)[:-1]
    return [(encode(match), notation(action)) for match, action in positions]


def _cpu_seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def best_of(run: Callable[[], object], *, rounds: int = 7) -> float:
    """Return the CPU time of the fastest run in seconds; it has the least noise."""
    return min(_cpu_seconds(run) for _ in range(rounds))
