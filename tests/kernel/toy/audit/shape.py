"""Shape checks: numbers are in range, and score lines name known rules."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault
from tests.kernel.toy.state import MAX_ROUNDS, State

SCORE_RULES = ("build.value", "give.thanks", "opened.hand")


def shape(state: State) -> Iterator[Fault]:
    """Yield a fault for each number out of range, and for score lines with unknown or unsorted rules."""
    seats = len(state.players)
    ranges = {
        "players": (seats, (2, 4)),
        "score_lines": (len(state.score_lines), (seats,)),
        "active_seat": (state.active_seat, range(seats)),
        "turns_remaining": (state.turns_remaining, range(MAX_ROUNDS * seats + 1)),
        **{f"players[{seat}].asks": (player.asks, range(3)) for seat, player in enumerate(state.players)},
    }
    for path, (found, possible) in ranges.items():
        if found not in possible:
            yield fault(path, "state.number", found=found)
    for seat, lines in enumerate(state.score_lines):
        rules = [line.rule for line in lines]
        if rules != sorted(set(rules) & set(SCORE_RULES)):
            yield fault(f"score_lines[{seat}]", "state.number", found=tuple(rules))
