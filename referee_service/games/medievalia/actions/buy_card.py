"""Verb `buy_card`: buy one more card of a deck."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import Bag
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import ANY_RESOURCE, DECKS, content
from ..fields import Deck
from ..payment.rules import can_afford, request_purchase_payment
from ..questions import PurchaseFrame
from ..spots import Facts
from ..state import State


class BuyCard(Action, frozen=True, tag="buy_card"):
    """A purchase of a card of a deck for resources of any kinds."""

    deck: Deck


def price(state: State) -> Bag:
    """Return the price of a card, in resources of any kinds."""
    return ((ANY_RESOURCE, content(state).numbers["card_price"]),)


def candidates(state: State) -> list[BuyCard]:
    """Return an action for every deck with cards, if the player can pay."""
    if not can_afford(state, PurchaseFrame(state.active_seat, "card"), price(state)):
        return []
    return [BuyCard(name) for name, deck in zip(DECKS, state.decks, strict=True) if deck.remaining]


def objections(state: State, action: BuyCard) -> Iterator[Refusal]:
    """Yield every reason why no card of this deck may be bought."""
    if not state.decks[DECKS.index(action.deck)].remaining:
        yield refuse("buy_card.empty", deck=action.deck)
    if not can_afford(state, PurchaseFrame(state.active_seat, "card"), price(state)):
        yield refuse("buy_card.price", price=price(state)[0][1])


def apply(state: State, action: BuyCard) -> State:
    """Request the price. The card is drawn once it is paid."""
    purchase = PurchaseFrame(state.active_seat, "card", pile=DECKS.index(action.deck))
    return request_purchase_payment(replace(state, moved_units=()), purchase, price(state))


def facts(state: State, action: BuyCard) -> Facts:
    """Return the price of a card."""
    return {"price": price(state)[0][1]}


BUY_CARD = verb(BuyCard, candidates, objections, apply, exact=True, kinds={"deck": "deck.kind"}, facts=facts)
