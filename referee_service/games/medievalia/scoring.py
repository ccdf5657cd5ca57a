"""Points, each with its rule, and who won."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.medievalia.content.tables import GOLD, content
from referee_service.games.medievalia.fiefs import teams
from referee_service.games.medievalia.state import State, buildings_of, hand_size, production
from referee_service.kernel.score import Result, award, total_points


def score_lines(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """The points of every building of a player with their rule; a second one of a kind counts nothing."""
    rows = content(state).buildings
    for name in sorted(set(buildings_of(state.players[seat]))):
        yield rows[name].points, rows[name].rule


def score(state: State) -> State:
    """The points of everybody, once the game is over."""
    for seat in range(len(state.players)):
        for points, rule in score_lines(state, seat):
            state = award(state, seat, points, rule)
    return state


def result(state: State) -> Result | None:
    """How the game ended: the winning side first, the others by points, gold output and cards in hand."""
    if state.game_end is None:
        return None
    scores = tuple(total_points(state, seat) for seat in range(len(state.players)))
    groups = teams(len(state.players))
    keys = {side: _rank_key(state, scores, side) for side in groups}
    ranking = tuple(
        tuple(sorted(seat for side in groups if keys[side] == place for seat in side))
        for place in sorted(set(keys.values()), reverse=True)
    )
    return Result(winners=ranking[0], scores=scores, ranking=ranking, lines=state.score_lines)


def _rank_key(state: State, scores: tuple[int, ...], side: tuple[int, ...]) -> tuple[int, ...]:
    """What a side is ranked by, the allies together; who won outright or is still in the game comes first."""
    assert state.game_end is not None
    return (
        side == state.game_end.winners,
        any(state.players[seat].alive for seat in side),
        sum(scores[seat] for seat in side),
        sum(production(state, seat, GOLD) for seat in side),
        sum(hand_size(state, seat) for seat in side),
    )
