"""Points, each with its rule, and who won."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.medievalia.content import GOLD, content
from referee_service.games.medievalia.realm import sides
from referee_service.games.medievalia.state import State, buildings_of, hand_size, produces
from referee_service.kernel.score import Result, award, total


def points_of(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """The points of every building of a player with their rule; a second one of a kind counts nothing."""
    rows = content(state).buildings
    for name in sorted(set(buildings_of(state.players[seat]))):
        yield rows[name].points, rows[name].rule


def score(state: State) -> State:
    """The points of everybody, once the game is over."""
    for seat in range(len(state.players)):
        for points, rule in points_of(state, seat):
            state = award(state, seat, points, rule)
    return state


def result(state: State) -> Result | None:
    """How the game ended: the winning side first, the others by points, gold output and cards in hand."""
    if state.outcome is None:
        return None
    scores = tuple(total(state, seat) for seat in range(len(state.players)))
    groups = sides(len(state.players))
    keys = {side: _rank(state, scores, side) for side in groups}
    ranking = tuple(
        tuple(sorted(seat for side in groups if keys[side] == place for seat in side))
        for place in sorted(set(keys.values()), reverse=True)
    )
    return Result(winners=ranking[0], scores=scores, ranking=ranking, lines=state.points)


def _rank(state: State, scores: tuple[int, ...], side: tuple[int, ...]) -> tuple[int, ...]:
    """What a side is ranked by, the allies together; who won outright or is still in the game comes first."""
    assert state.outcome is not None
    return (
        side == state.outcome.winners,
        any(state.players[seat].alive for seat in side),
        sum(scores[seat] for seat in side),
        sum(produces(state, seat, GOLD) for seat in side),
        sum(hand_size(state, seat) for seat in side),
    )
