"""Points, each with the rule that gave them, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.state import Line, State
from referee_service.kernel.values import put

S = TypeVar("S", bound=State)


class Result(Struct, frozen=True):
    """How a game ended: who won, the points of every seat, the places from first to last, and the cited lines."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[Line, ...], ...]


def award(state: S, seat: int, points: int, rule: str, *, count: int = 1) -> S:
    """Give a seat points under a rule; lines of one rule are added up and stand in order of their ids."""
    held = state.points[seat]
    for index, line in enumerate(held):
        if line.rule == rule:
            lines = put(held, index, Line(rule, line.count + count, line.points + points))
            break
    else:
        lines = tuple(sorted((*held, Line(rule, count, points)), key=lambda line: line.rule))
    return replace(state, points=put(state.points, seat, lines))


def total(state: State, seat: int) -> int:
    """All points of a seat so far."""
    return sum(line.points for line in state.points[seat])


def result_by(state: State, *, tie_break: Callable[[int], tuple[int, ...]]) -> Result:
    """Rank the seats by points, then by the tie-break (larger is better); seats equal in both share their place."""
    scores = tuple(total(state, seat) for seat in range(len(state.points)))
    keys = [(scores[seat], *tie_break(seat)) for seat in range(len(scores))]
    places = tuple(
        tuple(seat for seat, key in enumerate(keys) if key == place) for place in sorted(set(keys), reverse=True)
    )
    return Result(winners=places[0], scores=scores, ranking=places, lines=state.points)
