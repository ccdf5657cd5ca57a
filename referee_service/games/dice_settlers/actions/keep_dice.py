"""Clean-up: keep an active die as it lies; the others are spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee_service.games.dice_settlers.state import DieField, State
from referee_service.games.dice_settlers.turns import keep_dice, max_kept_dice
from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class KeepDice(Action, frozen=True, tag="keep_dice"):
    """Keep these active dice, in order of their names."""

    dice: tuple[DieField, ...]


def candidates(state: State) -> list[KeepDice]:
    """Every choice of no more dice than may be kept."""
    names = [die for die, _ in state.active_player.active]
    return [
        KeepDice(dice)
        for count in range(max_kept_dice(state) + 1)
        for dice in combinations_with_replacement(names, count)
        if count < 2 or _has_dice(state, dice)
    ]


def _has_dice(state: State, dice: tuple[str, ...]) -> bool:
    return all(count_in(state.active_player.active, die) >= count for die, count in Counter(dice).items())


def objections(state: State, action: KeepDice) -> Iterator[Refusal]:
    """Why these may not be kept; nothing yielded means they may."""
    if len(action.dice) > max_kept_dice(state):
        yield refuse("keep_dice.count", found=len(action.dice), most=max_kept_dice(state))
    if list(action.dice) != sorted(action.dice):
        yield refuse("keep_dice.sorted")
    if not _has_dice(state, action.dice):
        yield refuse("die.active", die=action.dice)


def apply(state: State, action: KeepDice) -> State:
    """The others go to the spent area."""
    return keep_dice(pop(state), state.active_side, action.dice)


KEEP_DICE = verb(KeepDice, candidates, objections, apply, exact=True)
