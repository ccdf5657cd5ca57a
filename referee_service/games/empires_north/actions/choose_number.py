"""Choice of how many workers to recover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.economy.supply import recover_workers
from referee_service.games.empires_north.questions import RecoverFrame
from referee_service.games.empires_north.state import State, deciding_seat
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class ChooseNumber(Action, frozen=True, tag="choose_number"):
    """The number of workers to recover."""

    number: Annotated[int, Domain("number")]


def candidates(state: State) -> list[ChooseNumber]:
    """Return every number from 0 to the limit of the effect."""
    return [ChooseNumber(number) for number in range(expect_top(state, RecoverFrame).max_count + 1)]


def objections(state: State, action: ChooseNumber) -> Iterator[Refusal]:
    """Yield the reason if the number is above the limit."""
    limit = expect_top(state, RecoverFrame).max_count
    if action.number > limit:
        yield refuse("choose_number.most", number=action.number, most=limit)


def apply(state: State, action: ChooseNumber) -> State:
    """Move this many spent workers back to the supply."""
    return recover_workers(pop(state), deciding_seat(state), action.number)


CHOOSE_NUMBER = verb(ChooseNumber, candidates, objections, apply, exact=True)
