"""Checks of score lines: during play only rules of play, at the end also the recounted final points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.score import award

from ..content.tables import scenario
from ..effects.runner import SCORE_RULE_BY_TIMING
from ..fields import MAX_NUMBER
from ..scoring import FINAL_RULES, final_score_lines
from ..state import State, workers_of

RULES_DURING_PLAY = frozenset({*SCORE_RULE_BY_TIMING.values(), "score.pillage", "score.penalty"})
"""Rules that give or take points during play."""


def cited_points(state: State) -> Iterator[Fault]:
    """Yield the faults of every seat's score lines, and of the unfed workers."""
    for seat, lines in enumerate(state.score_lines):
        rules = [line.rule for line in lines]
        known = all(rule in RULES_DURING_PLAY or (rule in FINAL_RULES and state.stage == "over") for rule in rules)
        on_way = [line for line in lines if line.rule in RULES_DURING_PLAY]
        small = all(1 <= line.count <= MAX_NUMBER and _possible(line.rule, line.points) for line in on_way)
        if rules != sorted(set(rules)) or not known or not small or _track(state, seat) < 0:
            yield fault(f"score_lines[{seat}]", "audit.points", found=tuple(rules))
        elif state.stage == "over" and lines != _recounted(state, seat):
            yield fault(f"score_lines[{seat}]", "audit.points", found=sum(line.points for line in lines))
    solo = state.solo
    if solo is not None:
        fed = state.stage == "over" and scenario(state).rules.points.feed
        if solo.unfed > (workers_of(state.players[0]) if fed else 0):
            yield fault("solo.unfed", "audit.points", found=solo.unfed)


def _possible(rule: str, points: int) -> bool:
    """Return whether a line of this rule can have these points."""
    return -MAX_NUMBER <= points <= -1 if rule == "score.penalty" else 1 <= points <= MAX_NUMBER


def _track(state: State, seat: int) -> int:
    """Return the points that a seat made during play. They must not be below 0."""
    return sum(line.points for line in state.score_lines[seat] if line.rule in RULES_DURING_PLAY)


def _recounted(state: State, seat: int) -> tuple[object, ...]:
    """Return the lines of play with the final lines counted again."""
    on_way = tuple(line for line in state.score_lines[seat] if line.rule in RULES_DURING_PLAY)
    again = replace(state, score_lines=tuple(on_way if at == seat else () for at in range(len(state.score_lines))))
    for line in final_score_lines(state, state.players[seat]):
        again = award(again, seat, line.points, line.rule, count=line.count)
    return again.score_lines[seat]
