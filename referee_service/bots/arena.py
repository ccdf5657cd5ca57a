"""Bots against each other: one game, and how sure a share of wins is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from referee_service.bots.players import Player
from referee_service.kernel import play
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import parse
from referee_service.kernel.game import AnyGame
from referee_service.kernel.score import Result

SURE = 1.96
"""Standard deviations to each side of an interval that holds 95% of the time."""


def play_game(game: AnyGame, players: Sequence[Player], seed: str) -> Result:
    """One game to its end. Every move is judged as anybody's is; an illegal one raises Refused."""
    match = play.start(game, seats=len(players), chance=Chance("seeded", seed))
    match = play.settle(game, match).match
    while (turn := game.turn(match.board)) is not None:
        assert isinstance(turn.seat, int), "chance has acted"
        chosen = players[turn.seat](game, game.view(match.board, turn.seat), f"{seed}/{match.ply}")
        match = play.move(game, match, turn.seat, parse(game, chosen.notation)).match
        match = play.settle(game, match).match
    result = game.result(match.board)
    assert result is not None, "nobody is to move, so the game is over"
    return result


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share of wins in 95 of 100 such tournaments (Wilson 1927)."""
    share, doubt = wins / games, SURE * SURE / games
    middle = share + doubt / 2
    width = SURE * sqrt(share * (1 - share) / games + doubt / (4 * games))
    return (middle - width) / (1 + doubt), (middle + width) / (1 + doubt)
