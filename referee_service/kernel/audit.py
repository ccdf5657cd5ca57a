"""Audits in stages: whether a state is possible. Later checks rely on what earlier checks have established."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from referee_service.kernel.pending import top
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import State, question_of

S = TypeVar("S", bound=State)


Check = Callable[[S], Iterable[Fault]]
"""A group of checks: it yields the faults of a state."""


def staged_audit(*groups: Check[S]) -> Callable[[S], Iterator[Fault]]:
    """Combine groups of checks into one audit. A group runs only if no earlier group found a fault."""

    def audit(state: S) -> Iterator[Fault]:
        for group in groups:
            faults = list(group(state))
            yield from faults
            if faults:
                return

    return audit


def seat_check(seats: Sequence[int]) -> Callable[[S], Iterator[Fault]]:
    """Build the check that a state has a possible number of players. All other checks rely on it."""

    def check(state: S) -> Iterator[Fault]:
        if len(state.players) not in seats:
            yield fault("players", "audit.shape", found=len(state.players), wanted=", ".join(map(str, seats)))

    return check


def quiescence_check(automatic_step: Callable[[S], S]) -> Callable[[S], Iterator[Fault]]:
    """Build the check that no automatic step is pending.

    The service returns only states that wait for a decision or are over.
    """

    def check(state: S) -> Iterator[Fault]:
        if automatic_step(state) is not state:
            frame = top(state)
            yield fault("pending", "referee.rest", question=question_of(frame) if frame else None)

    return check
