"""What one request costs the engine: its parts, and the whole referee step beside python-chess's."""

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


def our_positions(game: AnyGame, *, seats: int, seed: int = 1) -> list[Position]:
    """Every decision of one random game with the action that was chosen."""
    choose = random.Random(seed)
    match, found = (
        play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", str(seed)))).match,
        [],
    )
    while (turn := game.turn(match.state)) is not None:
        action = choose.choice(engine.legal_actions(game, match.state))
        found.append((match, action))
        match = play_chance(game, play_move(game, match, turn.seat, action).match).match
    found.append((match, action))
    return found


def our_step(game: AnyGame, raw: bytes, line: str) -> bytes:
    """Decode, judge, apply, list, encode: what `POST moves` asks of the engine, chance apart."""
    match = decode(game, raw)
    turn = game.turn(match.state)
    assert turn is not None
    match = play_move(game, match, turn.seat, parse_notation(game, line)).match
    _ = [notation(action) for action in engine.legal_actions(game, match.state)]
    return encode(match)


def peer_positions(seed: int = 1) -> list[tuple[str, str]]:
    """Every position of one random game of chess, as FEN, with the move that was chosen."""
    choose, board, found = random.Random(seed), chess.Board(), []
    while not board.is_game_over() and len(found) < 200:
        move = choose.choice(list(board.legal_moves))
        found.append((board.fen(), move.uci()))
        board.push(move)
    return found


def peer_step(fen: str, uci: str) -> str:
    """The same for chess: parse the FEN, check the move, push it, list, emit."""
    board = chess.Board(fen)
    board.push(board.parse_uci(uci))
    _ = [move.uci() for move in board.legal_moves]
    return board.fen()


def best_of(measured: Callable[[], object], *, rounds: int = 7) -> float:
    """The fastest of several runs in seconds: the one least disturbed."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        measured()
        times.append(perf_counter() - began)
    return min(times)
