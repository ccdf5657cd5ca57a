"""Who won: the team with the most points together."""

from __future__ import annotations

from referee_service.kernel.score import Result, total_points
from tests.kernel.toy.state import State, is_over, teams


def result(state: State) -> Result | None:
    """How the game ended, once it has: partners share their place."""
    if not is_over(state):
        return None
    scores = tuple(total_points(state, seat) for seat in range(len(state.players)))
    together = {team: sum(scores[seat] for seat in team) for team in teams(state)}
    places = sorted(set(together.values()), reverse=True)
    ranking = tuple(
        tuple(sorted(seat for team, points in together.items() if points == place for seat in team)) for place in places
    )
    return Result(winners=ranking[0], scores=scores, ranking=ranking, lines=state.score_lines)
