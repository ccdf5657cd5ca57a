"""Clean-up: keep an active die as it lies; the others are spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee_service.games.dice_settlers.state import DieField, State
from referee_service.games.dice_settlers.turns import keep_dice, most_kept
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import count_in


class KeepDice(Action, frozen=True, tag="keep_dice"):
    """Keep these active dice, in order of their names."""

    dice: tuple[DieField, ...]


def candidates(state: State) -> list[KeepDice]:
    """Every choice of no more dice than may be kept."""
    names = [die for die, _ in state.me.active]
    return [
        KeepDice(dice)
        for count in range(most_kept(state) + 1)
        for dice in combinations_with_replacement(names, count)
        if count < 2 or _holds(state, dice)
    ]


def _holds(state: State, dice: tuple[str, ...]) -> bool:
    return all(count_in(state.me.active, die) >= count for die, count in Counter(dice).items())


def objections(state: State, action: KeepDice) -> Iterator[Refusal]:
    """Why these may not be kept; nothing yielded means they may."""
    if len(action.dice) > most_kept(state):
        yield refuse("keep_dice.count", found=len(action.dice), most=most_kept(state))
    if list(action.dice) != sorted(action.dice):
        yield refuse("keep_dice.sorted")
    if not _holds(state, action.dice):
        yield refuse("die.active", die=action.dice)


def apply(state: State, action: KeepDice) -> State:
    """The others go to the spent area."""
    return keep_dice(pop(state), state.active, action.dice)


KEEP_DICE = verb(KeepDice, candidates, objections, apply, exact=True)
