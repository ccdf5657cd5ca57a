"""Bots against each other: one game, and how sure a share of wins is."""

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
"""Standard deviations to each side of an interval that holds 95% of the time."""


def play_game(game: AnyGame, players: Sequence[BotFunction], seed: str) -> Result:
    """One game to its end. Every move is judged as anybody's is; an illegal one raises Refused."""
    match = new_match(game, seats=len(players), chance=Chance("seeded", seed))
    match = play_chance(game, match).match
    while (turn := game.turn(match.state)) is not None:
        assert isinstance(turn.seat, int), "chance has acted"
        chosen = players[turn.seat](game, game.view(match.state, turn.seat), f"{seed}/{match.ply}")
        match = play_move(game, match, turn.seat, parse_notation(game, chosen.notation)).match
        match = play_chance(game, match).match
    result = game.result(match.state)
    assert result is not None, "nobody is to move, so the game is over"
    return result


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share of wins in 95 of 100 such tournaments (Wilson 1927)."""
    share, doubt = wins / games, Z_95 * Z_95 / games
    middle = share + doubt / 2
    width = Z_95 * sqrt(share * (1 - share) / games + doubt / (4 * games))
    return (middle - width) / (1 + doubt), (middle + width) / (1 + doubt)
