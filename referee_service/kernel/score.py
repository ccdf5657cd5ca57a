"""Scores: points with the rule that gave them, and the result of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.state import ScoreLine, State
from referee_service.kernel.tuples import with_item

S = TypeVar("S", bound=State)


Side = int | str
"""A side that is ranked: a seat by its number, or a rival by its name."""


class Rival(Struct, frozen=True):
    """An opponent without a seat, such as an automaton of a solo game. The catalogue has its name."""

    name: str
    lines: tuple[ScoreLine, ...]

    @property
    def score(self) -> int:
        """The points of the rival."""
        return sum(line.points for line in self.lines)


class Result(Struct, frozen=True):
    """The result of a match. Points and score lines are by seat; winners and places are sides, rivals included."""

    winners: tuple[Side, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[Side, ...], ...]
    """The sides of each place, from first to last. The first place is empty if no side wins."""
    lines: tuple[tuple[ScoreLine, ...], ...]
    rivals: tuple[Rival, ...] = ()
    """The opponents without a seat, with their score lines."""

    @property
    def rival_scores(self) -> dict[str, int]:
        """The points of each rival by name."""
        return {rival.name: rival.score for rival in self.rivals}


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
    return sum([line.points for line in state.score_lines[seat]])


def rank_sides(state: State, *, tie_break: Callable[[int], tuple[int, ...]], rivals: Sequence[Rival] = ()) -> Result:
    """Rank seats and rivals by points, then seats by the tie-break (larger is better). Equal sides share a place.

    A rival has no tie-break: it comes after a seat that has the same points and a tie-break.
    """
    scores = tuple(total_points(state, seat) for seat in range(len(state.score_lines)))
    keys: dict[Side, tuple[int, ...]] = {seat: (score, *tie_break(seat)) for seat, score in enumerate(scores)}
    keys |= {rival.name: (rival.score,) for rival in rivals}
    places = tuple(
        tuple(side for side, key in keys.items() if key == place) for place in sorted(set(keys.values()), reverse=True)
    )
    return Result(places[0], scores, places, state.score_lines, tuple(rivals))


def scores_text(scores: tuple[int, ...], rivals: Mapping[str, int]) -> str:
    """Return the scores of the seats, then the rivals with theirs: `49-67`, or `27, bot 57`."""
    return ", ".join(["-".join(map(str, scores)), *(f"{name} {score}" for name, score in rivals.items())])
