"""Verb `take_damage`: choose the card that takes damage next, and the points of defence it gets."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.medievalia.fields import Bonus, Fighter
from referee_service.games.medievalia.questions import TakeDamageFrame
from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.war.battle import apply_damage, damage_choices, damage_targets, max_bonus
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class TakeDamage(Action, frozen=True, tag="take_damage"):
    """A card that takes damage until it falls or no damage remains."""

    card: Fighter
    bonus: Bonus


def candidates(state: State) -> list[TakeDamage]:
    """Return an action for every possible card and bonus."""
    return [TakeDamage(card, bonus) for card, bonus in damage_choices(state, expect_top(state, TakeDamageFrame))]


def objections(state: State, action: TakeDamage) -> Iterator[Refusal]:
    """Yield every reason why this card cannot take the damage with this bonus."""
    frame = expect_top(state, TakeDamageFrame)
    if action.card not in damage_targets(state, frame):
        yield refuse("take_damage.card", card=action.card)
    elif action.bonus > max_bonus(state, frame, action.card):
        yield refuse("take_damage.bonus", bonus=action.bonus, most=max_bonus(state, frame, action.card))


def apply(state: State, action: TakeDamage) -> State:
    """Deal the damage to the card, and leave the rest to the next one."""
    frame = expect_top(state, TakeDamageFrame)
    state, after = apply_damage(state, frame, action.card, action.bonus)
    state = emit(state, "hurt", frame.seat, card=action.card, damage=frame.remaining - after.remaining)
    return replace_top(state, after)


TAKE_DAMAGE = verb(TakeDamage, candidates, objections, apply, exact=True)
