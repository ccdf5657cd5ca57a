"""Scores: points with the rule that gave them, and the result of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.state import ScoreLine, State
from referee_service.kernel.tuples import with_item

S = TypeVar("S", bound=State)


class Result(Struct, frozen=True):
    """The result of a match: winners, points per seat, places from first to last, and all score lines."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[ScoreLine, ...], ...]


def award(state: S, seat: int, points: int, rule: str, *, count: int = 1) -> S:
    """Give points to a seat under a rule. Lines of one rule are added up, and lines are sorted by rule id."""
    lines = add_score_line(state.score_lines[seat], ScoreLine(rule, count, points))
    return replace(state, score_lines=with_item(state.score_lines, seat, lines))


def add_score_line(lines: tuple[ScoreLine, ...], new: ScoreLine) -> tuple[ScoreLine, ...]:
    """Return the lines with a new one, added to the line of the same rule if there is one. They stay sorted by rule."""
    for index, line in enumerate(lines):
        if line.rule == new.rule:
            return with_item(lines, index, ScoreLine(new.rule, line.count + new.count, line.points + new.points))
    return tuple(sorted((*lines, new), key=lambda line: line.rule))


def total_points(state: State, seat: int) -> int:
    """Return the points of a seat so far."""
    return sum(line.points for line in state.score_lines[seat])


def rank_seats(state: State, *, tie_break: Callable[[int], tuple[int, ...]]) -> Result:
    """Rank the seats by points, then by the tie-break (larger is better). Equal seats share a place."""
    scores = tuple(total_points(state, seat) for seat in range(len(state.score_lines)))
    keys = [(scores[seat], *tie_break(seat)) for seat in range(len(scores))]
    places = tuple(
        tuple(seat for seat, key in enumerate(keys) if key == place) for place in sorted(set(keys), reverse=True)
    )
    return Result(winners=places[0], scores=scores, ranking=places, lines=state.score_lines)
