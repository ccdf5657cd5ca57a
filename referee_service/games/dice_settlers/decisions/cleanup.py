"""Clean-up of a player: the dice that stay active for the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.question import question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..fields import ActiveDieField
from ..labels import lacking_dice_facts
from ..prompts import keep_dice_facts
from ..questions import KeepDiceFrame
from ..state import State, has_no_active_die
from ..turns import keep_dice, max_kept_dice

# --- keep_dice: the dice that stay active for the next round ----------------------------------------------------------


class KeepDice(Action, frozen=True, tag="keep_dice"):
    """The active dice that stay active for the next round. All others become spent."""

    dice: tuple[ActiveDieField, ...]
    """Active dice that stay, by colour and face, sorted: none, one, or more with a technology."""


def keep_dice_candidates(state: State) -> list[KeepDice]:
    """Return every selection of active dice up to the limit, including none."""
    names = [die for die, _ in state.active_player.active]
    return [
        KeepDice(dice)
        for count in range(max_kept_dice(state, state.active_player) + 1)
        for dice in combinations_with_replacement(names, count)
        if count < 2 or _has_dice(state, dice)
    ]


def _has_dice(state: State, dice: tuple[str, ...]) -> bool:
    """Return whether the active player has all these dice, duplicates included."""
    return all(count_in(state.active_player.active, die) >= count for die, count in Counter(dice).items())


def keep_dice_objections(state: State, action: KeepDice) -> Iterator[Refusal]:
    """Yield every reason against keeping these dice."""
    if len(action.dice) > max_kept_dice(state, state.active_player):
        yield refuse("keep_dice.count", found=len(action.dice), most=max_kept_dice(state, state.active_player))
    if list(action.dice) != sorted(action.dice):
        yield refuse("keep_dice.sorted")
    if not _has_dice(state, action.dice):
        lacking = lacking_dice_facts(state.active_player.active, action.dice)
        yield refuse("die.active", die=action.dice, **lacking)


def apply_keep_dice(state: State, action: KeepDice) -> State:
    """Move the other active dice to the spent area."""
    return keep_dice(pop(state), state.active_side, action.dice)


def kept_dice_facts(state: State, action: KeepDice) -> dict[str, Fact]:
    """Return the word for what is not kept if no die is."""
    return {"nothing": None if action.dice else "die"}


KEEP_DICE = verb(
    KeepDice,
    keep_dice_candidates,
    keep_dice_objections,
    apply_keep_dice,
    exact=True,
    kinds={"dice": "keep_dice.kind"},
    facts=kept_dice_facts,
)
KEEP_DICE_QUESTION = question(
    KeepDiceFrame, "keep_dice", stages=("cleanup",), forced=has_no_active_die, facts=keep_dice_facts
)
