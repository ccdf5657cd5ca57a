"""Timing checks: score lines in order, and nothing built, paid or scored before the first deal is over."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault
from tests.kernel.toy.flow import stage_of
from tests.kernel.toy.state import State


def timing(state: State) -> Iterator[Fault]:
    """Yield a fault for score lines that are not sorted by rule, and for a first deal in the middle of the game."""
    for seat, lines in enumerate(state.score_lines):
        rules = [line.rule for line in lines]
        if rules != sorted(set(rules)):
            yield fault(f"score_lines[{seat}]", "audit.sorted")
    if stage_of(state) == "deal" and not is_first_deal(state):
        yield fault("pending", "audit.question", question="deal_cards")


def is_first_deal(state: State) -> bool:
    """Return whether no turn has begun: the whole rounds are left, and no seat has stalls, asks or points."""
    seats = len(state.players)
    is_untouched = not any(player.stalls or player.asks for player in state.players) and not any(state.score_lines)
    return (
        is_untouched
        and not state.discard
        and state.active_seat == seats - 1
        and state.turns_remaining > 0
        and state.turns_remaining % seats == 0
    )
