"""Choose which of your cards takes damage next, and whether it is given points of defence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.medievalia.conflict import damage_choices, most_bonus, standing, take
from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.state import TakeDamage as Question
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain


class TakeDamage(Action, frozen=True, tag="take_damage"):
    """A card takes damage until it falls or nothing is left."""

    card: Annotated[str, Domain("fighter")]
    bonus: Annotated[int, Domain("bonus")]


def candidates(state: State) -> list[TakeDamage]:
    """Every card that stands there, with every part of the bonus it may have."""
    return [TakeDamage(card, bonus) for card, bonus in damage_choices(state, asking(state, Question))]


def objections(state: State, action: TakeDamage) -> Iterator[Refusal]:
    """Why this card cannot take it; nothing yielded means it can."""
    frame = asking(state, Question)
    if action.card not in standing(state, frame):
        yield refuse("take_damage.card", card=action.card)
    elif action.bonus > most_bonus(state, frame, action.card):
        yield refuse("take_damage.bonus", bonus=action.bonus, most=most_bonus(state, frame, action.card))


def apply(state: State, action: TakeDamage) -> State:
    """It takes what it can."""
    frame = asking(state, Question)
    state, after = take(state, frame, action.card, action.bonus)
    state = note(state, "hurt", frame.seat, card=action.card, damage=frame.left - after.left)
    return swap(state, after)


TAKE_DAMAGE = verb(TakeDamage, candidates, objections, apply, exact=True)
