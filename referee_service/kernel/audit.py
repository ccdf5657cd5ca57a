"""How a game asks whether a position is possible: in groups, the later ones trusting what the earlier ones found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from referee_service.kernel.pending import top
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import State, question_of

S = TypeVar("S", bound=State)


def staged_audit(*groups: Callable[[S], Iterable[Fault]]) -> Callable[[S], Iterator[Fault]]:
    """Every violated invariant with its place; a later group is asked only where all before it hold."""

    def audit(state: S) -> Iterator[Fault]:
        for group in groups:
            faults = list(group(state))
            yield from faults
            if faults:
                return

    return audit


def quiescence_check(proceed: Callable[[S], S]) -> Callable[[S], Iterator[Fault]]:
    """Nothing is left to happen by itself: a state is only ever handed out when somebody must decide, or it is over."""

    def rests(state: S) -> Iterator[Fault]:
        if proceed(state) is not state:
            question = top(state)
            yield fault("pending", "referee.rest", question=question_of(question) if question else None)

    return rests
