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
    hints, result = game.bot_hints, game.result(state)
    points: Sequence[float] = terminal_scores(game, result) if result is not None else hints.expected_scores(state)
    rivals = hints.rival_scores(state) if hints.rival_scores is not None else ()
    if hints.teams is None:
        opponents = _best_opponents([*points, *rivals])
        return tuple([own - best for own, best in zip(points, opponents, strict=False)])
    teams = hints.teams(state)
    opponents = _best_opponents([*[max([points[seat] for seat in team]) for team in teams], *rivals])
    best_of = {seat: best for team, best in zip(teams, opponents, strict=False) for seat in team}
    return tuple([own - best_of[seat] for seat, own in enumerate(points)])


def _best_opponents(sides: list[float]) -> list[float]:
    """Return the points of the best other side, for each side. A single side has an opponent without points."""
    second, first = sorted(sides)[-2:] if len(sides) > 1 else (0.0, sides[0])
    return [second if each == first else first for each in sides]


def terminal_scores(game: AnyGame, result: Result) -> Sequence[float]:
    """Return the final scores, plus the bonus for a win in games that are not won by points."""
    bonus = game.bot_hints.win_bonus
    if not bonus:
        return result.scores
    return [score + bonus * (seat in result.winners) for seat, score in enumerate(result.scores)]
