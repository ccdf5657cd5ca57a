"""The arena: bots that play each other, and the confidence interval of a win rate."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from referee_service.bots.registry import BotFunction
from referee_service.kernel.chance import Chance
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.score import Result

Z_95 = 1.96
"""Standard deviations on each side of a 95% interval."""


def play_game(game: AnyGame, players: Sequence[BotFunction], seed: str) -> Result:
    """Play one game to its end and return the result.

    Every move is judged like the move of any client. Raises MoveRefused for an illegal one.
    """
    match = new_match(game, seats=len(players), chance=Chance("seeded", seed))
    match = play_chance(game, match).match
    while (turn := game.turn(match.state)) is not None:
        assert isinstance(turn.seat, int), "chance has acted"
        chosen = players[turn.seat](game, game.view(match.state, turn.seat), f"{seed}/{match.ply}")
        match = play_move(game, match, turn.seat, parse_notation(game, chosen.notation)).match
        match = play_chance(game, match).match
    result = game.result(match.state)
    assert result is not None, "no seat is to move, so the game is over"
    return result


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a win rate (Wilson score interval)."""
    win_rate, z2_per_game = wins / games, Z_95 * Z_95 / games
    center = win_rate + z2_per_game / 2
    margin = Z_95 * sqrt(win_rate * (1 - win_rate) / games + z2_per_game / (4 * games))
    return (center - margin) / (1 + z2_per_game), (center + margin) / (1 + z2_per_game)
