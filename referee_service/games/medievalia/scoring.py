"""Points with their rules, and the result of the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.score import Result, award, total_points
from referee_service.kernel.state import ScoreLines

from .content.tables import GOLD, content
from .fiefs import teams
from .state import State, buildings_of, hand_size, production


def score_lines(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """Yield the points and the rule of every building of a player. A second one of the same kind counts nothing."""
    rows = content(state).buildings
    for name in sorted(set(buildings_of(state.players[seat]))):
        yield rows[name].points, rows[name].rule


def score(state: State) -> State:
    """Award the points of all seats. Called once, at the end of the game."""
    for seat in range(len(state.players)):
        for points, rule in score_lines(state, seat):
            state = award(state, seat, points, rule)
    return state


def points_so_far(state: State) -> ScoreLines:
    """Return the score lines of every seat that the buildings give now, before or after the end of the game."""
    return score(replace(state, score_lines=((),) * len(state.players))).score_lines


def result(state: State) -> Result | None:
    """Return the result, or None if the game is not over.

    The team that won outright comes first. The others are ranked by points, gold output and cards in hand.
    """
    if state.game_end is None:
        return None
    scores = tuple(total_points(state, seat) for seat in range(len(state.players)))
    groups = teams(len(state.players))
    keys = {team: _rank_key(state, scores, team) for team in groups}
    ranking = tuple(
        tuple(sorted(seat for team in groups if keys[team] == place for seat in team))
        for place in sorted(set(keys.values()), reverse=True)
    )
    return Result(winners=ranking[0], scores=scores, ranking=ranking, lines=state.score_lines)


def _rank_key(state: State, scores: tuple[int, ...], team: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranking key of a team; larger is better. Allies add up their numbers."""
    assert state.game_end is not None
    return (
        team == state.game_end.winners,
        any(state.players[seat].alive for seat in team),
        sum(scores[seat] for seat in team),
        sum(production(state, seat, GOLD) for seat in team),
        sum(hand_size(state, seat) for seat in team),
    )
