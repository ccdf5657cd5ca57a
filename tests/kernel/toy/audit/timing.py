"""Timing checks: score lines in order, and no asks or deals that the stage does not allow."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault
from tests.kernel.toy.state import State


def timing(state: State) -> Iterator[Fault]:
    """Yield a fault for score lines that are not sorted by rule."""
    for seat, lines in enumerate(state.score_lines):
        rules = [line.rule for line in lines]
        if rules != sorted(set(rules)):
            yield fault(f"score_lines[{seat}]", "audit.sorted")
