"""Result of the game: the team with the most points wins."""

from __future__ import annotations

from referee_service.kernel.score import Result, total_points
from tests.kernel.toy.state import State, is_over, teams


def result(state: State) -> Result | None:
    """Return the result, or None while the game runs. Partners share a place."""
    if not is_over(state):
        return None
    scores = tuple(total_points(state, seat) for seat in range(len(state.players)))
    team_points = {team: sum(scores[seat] for seat in team) for team in teams(state)}
    ranking = tuple(
        tuple(sorted(seat for team, points in team_points.items() if points == place for seat in team))
        for place in sorted(set(team_points.values()), reverse=True)
    )
    return Result(winners=ranking[0], scores=scores, ranking=ranking, lines=state.score_lines)
