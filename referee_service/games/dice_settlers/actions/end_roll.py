"""End your roll phase."""

from __future__ import annotations

from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.turns import next_roll
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class EndRoll(Action, frozen=True, tag="end_roll"):
    """Leave the dice as they are."""


def candidates(state: State) -> list[EndRoll]:
    """It is always possible."""
    return [EndRoll()]


def objections(state: State, action: EndRoll) -> tuple[Refusal, ...]:
    """Nothing forbids it."""
    return ()


def apply(state: State, action: EndRoll) -> State:
    """The next player rolls."""
    return next_roll(state)


END_ROLL = verb(EndRoll, candidates, objections, apply, exact=True)
