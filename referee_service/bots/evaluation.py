"""Evaluation: the expected score lead of each seat, in open and finished states."""

from __future__ import annotations

from collections.abc import Sequence

from referee_service.kernel.game import AnyGame
from referee_service.kernel.score import Result
from referee_service.kernel.state import State

ScoreLeads = tuple[float, ...]
"""The lead of each seat: its points minus the best opponent's. For a single seat, its points."""


def score_leads(game: AnyGame, state: State) -> ScoreLeads:
    """Return the lead that each seat may expect at the end of the game."""
    result = game.result(state)
    points: Sequence[float] = (
        terminal_scores(game, result) if result is not None else game.bot_hints.expected_scores(state)
    )
    if len(points) == 2 and game.bot_hints.teams is None:
        lead = points[0] - points[1]
        return (lead, -lead)
    teams = (
        game.bot_hints.teams(state) if game.bot_hints.teams is not None else [(seat,) for seat in range(len(points))]
    )
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    rivals = game.bot_hints.rival_scores(state) if game.bot_hints.rival_scores is not None else ()
    return tuple(_lead(points, team_of, seat, rivals) for seat in range(len(points)))


def terminal_scores(game: AnyGame, result: Result) -> Sequence[float]:
    """Return the final scores, plus the bonus for a win in games that are not won by points."""
    bonus = game.bot_hints.win_bonus
    if not bonus:
        return result.scores
    return [score + bonus * (seat in result.winners) for seat, score in enumerate(result.scores)]


def _lead(points: Sequence[float], team_of: dict[int, int], seat: int, rivals: Sequence[float]) -> float:
    others = [points[other] for other in range(len(points)) if team_of[other] != team_of[seat]]
    return points[seat] - max((*others, *rivals), default=0.0)
