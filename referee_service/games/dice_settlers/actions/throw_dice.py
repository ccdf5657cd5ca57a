"""Roll the dice in hand."""

from __future__ import annotations

from referee_service.games.dice_settlers.questions import Reroll, RollDice
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.ruling import Refusal
from referee_service.kernel.state import CHANCE, Action


class ThrowDice(Action, frozen=True, tag="throw_dice"):
    """Roll the dice that were picked up."""


def candidates(state: State) -> list[ThrowDice]:
    """At least one die is in hand."""
    return [ThrowDice()]


def objections(state: State, action: ThrowDice) -> tuple[Refusal, ...]:
    """Nothing forbids it once a die is in hand."""
    return ()


def apply(state: State, action: ThrowDice) -> State:
    """Chance rolls them."""
    frame = asking(state, Reroll)
    return swap(state, RollDice(CHANCE, state.active, frame.dice))


THROW_DICE = verb(ThrowDice, candidates, objections, apply, exact=True)
