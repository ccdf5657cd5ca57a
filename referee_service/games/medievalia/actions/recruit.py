"""Play a military or character card from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.paying import can_afford, charge, price_of
from referee_service.games.medievalia.state import Purchase, State, Troop, most_fed
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change, count_in, take_from


class Recruit(Action, frozen=True, tag="recruit"):
    """Play a military or character card."""

    card: Troop


def candidates(state: State) -> list[Recruit]:
    """Every such card in hand that there is food and means for."""
    troops = content(state).troops
    cards = [card for card, _ in state.me.hand if card in troops]
    if not cards or len(state.me.units) >= most_fed(state, state.active):
        return []
    return [
        Recruit(card) for card in cards if can_afford(state, Purchase(state.active, "recruit"), price_of(state, card))
    ]


def objections(state: State, action: Recruit) -> Iterator[Refusal]:
    """Why this card may not be played; nothing yielded means it may."""
    fed = most_fed(state, state.active)
    if not count_in(state.me.hand, action.card):
        yield refuse("recruit.hand", card=action.card)
    if len(state.me.units) >= fed:
        yield refuse("recruit.food", fed=fed, units=len(state.me.units))
    if not can_afford(state, Purchase(state.active, "recruit"), price_of(state, action.card)):
        yield refuse("recruit.price", card=action.card)


def apply(state: State, action: Recruit) -> State:
    """The card is shown; it stands in the fief as soon as it is paid."""
    price = price_of(state, action.card)
    state = change(state, state.active, hand=take_from(state.me.hand, action.card))
    return charge(replace(state, stationed=()), Purchase(state.active, "recruit", action.card), price)


RECRUIT = verb(Recruit, candidates, objections, apply, exact=True)
