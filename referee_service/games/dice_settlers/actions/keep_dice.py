"""Verb `keep_dice` of the clean-up: active dice that stay active; the others are spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee_service.games.dice_settlers.fields import DieField
from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.turns import keep_dice, max_kept_dice
from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class KeepDice(Action, frozen=True, tag="keep_dice"):
    """The active dice to keep, sorted by name."""

    dice: tuple[DieField, ...]


def candidates(state: State) -> list[KeepDice]:
    """Return every selection of active dice up to the limit, including none."""
    names = [die for die, _ in state.active_player.active]
    return [
        KeepDice(dice)
        for count in range(max_kept_dice(state) + 1)
        for dice in combinations_with_replacement(names, count)
        if count < 2 or _has_dice(state, dice)
    ]


def _has_dice(state: State, dice: tuple[str, ...]) -> bool:
    """Return whether the active player has all these dice, duplicates included."""
    return all(count_in(state.active_player.active, die) >= count for die, count in Counter(dice).items())


def objections(state: State, action: KeepDice) -> Iterator[Refusal]:
    """Yield every reason against keeping these dice."""
    if len(action.dice) > max_kept_dice(state):
        yield refuse("keep_dice.count", found=len(action.dice), most=max_kept_dice(state))
    if list(action.dice) != sorted(action.dice):
        yield refuse("keep_dice.sorted")
    if not _has_dice(state, action.dice):
        yield refuse("die.active", die=action.dice)


def apply(state: State, action: KeepDice) -> State:
    """Move the other active dice to the spent area."""
    return keep_dice(pop(state), state.active_side, action.dice)


KEEP_DICE = verb(KeepDice, candidates, objections, apply, exact=True)
