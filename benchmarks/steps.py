"""Cost of one request in the engine, and the same step in python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import chess

from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.state import Action

Position = tuple[Match, Action]


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


def best_of(run: Callable[[], object], *, rounds: int = 7) -> float:
    """Return the time of the fastest run in seconds; it has the least noise."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)
