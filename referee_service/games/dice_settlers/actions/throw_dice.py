"""Verb `throw_dice`: roll the dice in hand."""

from __future__ import annotations

from referee_service.games.dice_settlers.questions import RerollFrame, RollDiceFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import CHANCE, Action


class ThrowDice(Action, frozen=True, tag="throw_dice"):
    """A roll of the dice that were picked up."""


def candidates(state: State) -> list[ThrowDice]:
    """Return the one action."""
    return [ThrowDice()]


def objections(state: State, action: ThrowDice) -> tuple[Refusal, ...]:
    """Return no refusal: at least one die is in hand."""
    return ()


def apply(state: State, action: ThrowDice) -> State:
    """Ask chance to roll the dice."""
    frame = expect_top(state, RerollFrame)
    return replace_top(state, RollDiceFrame(CHANCE, state.active_side, frame.dice))


THROW_DICE = verb(ThrowDice, candidates, objections, apply, exact=True)
