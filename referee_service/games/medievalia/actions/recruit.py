"""Verb `recruit`: play a military or character card from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import count_in, pieces_of, remove_from
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import content
from ..fields import HandTroop
from ..payment.rules import can_afford, missing_building, price_of, request_purchase_payment
from ..questions import PurchaseFrame
from ..spots import Facts
from ..state import State, max_units_fed


class Recruit(Action, frozen=True, tag="recruit"):
    """A military or character card played from the hand. Its price is paid next."""

    card: HandTroop


def candidates(state: State) -> list[Recruit]:
    """Return an action for every affordable military or character card in hand, if there is food for one more."""
    troops = content(state).troops
    cards = [card for card, _ in state.active_player.hand if card in troops]
    if not cards or len(state.active_player.units) >= max_units_fed(state, state.active_seat):
        return []
    return [
        Recruit(card)
        for card in cards
        if can_afford(state, PurchaseFrame(state.active_seat, "recruit"), price_of(state, card))
    ]


def objections(state: State, action: Recruit) -> Iterator[Refusal]:
    """Yield every reason why this card may not be played."""
    fed = max_units_fed(state, state.active_seat)
    if not count_in(state.active_player.hand, action.card):
        yield refuse("recruit.hand", card=action.card)
    if len(state.active_player.units) >= fed:
        yield refuse("recruit.food", fed=fed, units=len(state.active_player.units))
    if not can_afford(state, PurchaseFrame(state.active_seat, "recruit"), price_of(state, action.card)):
        yield refuse("recruit.price", card=action.card, **facts(state, action))


def apply(state: State, action: Recruit) -> State:
    """Take the card from the hand and request its price. It stands in the fief once it is paid."""
    price = price_of(state, action.card)
    state = with_player(state, state.active_seat, hand=remove_from(state.active_player.hand, action.card))
    return request_purchase_payment(
        replace(state, moved_units=()), PurchaseFrame(state.active_seat, "recruit", action.card), price
    )


def facts(state: State, action: Recruit) -> Facts:
    """Return the price of the card. Without its building, it is named with the gold that it costs more."""
    if action.card not in content(state).troops:
        return {}
    price, building = pieces_of(price_of(state, action.card)), missing_building(state, action.card)
    if building is None:
        return {"price": price}
    return {"full_price": price, "surcharge": content(state).numbers["missing_price"], "building": building}


RECRUIT = verb(Recruit, candidates, objections, apply, exact=True, kinds={"card": "recruit.kind"}, facts=facts)
