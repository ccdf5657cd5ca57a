"""Pay for one more card of a deck."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import ANY_RESOURCE, DECKS, content
from referee_service.games.medievalia.payment.rules import can_afford, request_purchase_payment
from referee_service.games.medievalia.state import Deck, PurchaseFrame, State
from referee_service.kernel.bags import Bag
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class BuyCard(Action, frozen=True, tag="buy_card"):
    """Buy a card."""

    deck: Deck


def price(state: State) -> Bag:
    """So many resources of any kinds."""
    return ((ANY_RESOURCE, content(state).numbers["card_price"]),)


def candidates(state: State) -> list[BuyCard]:
    """Every deck with cards, if there are means."""
    if not can_afford(state, PurchaseFrame(state.active_seat, "card"), price(state)):
        return []
    return [BuyCard(name) for name, deck in zip(DECKS, state.decks, strict=True) if deck.remaining]


def objections(state: State, action: BuyCard) -> Iterator[Refusal]:
    """Why no card of this deck may be bought; nothing yielded means one may."""
    if not state.decks[DECKS.index(action.deck)].remaining:
        yield refuse("buy_card.empty", deck=action.deck)
    if not can_afford(state, PurchaseFrame(state.active_seat, "card"), price(state)):
        yield refuse("buy_card.price", price=price(state)[0][1])


def apply(state: State, action: BuyCard) -> State:
    """The card is drawn as soon as it is paid."""
    bought = PurchaseFrame(state.active_seat, "card", pile=DECKS.index(action.deck))
    return request_purchase_payment(replace(state, moved_units=()), bought, price(state))


BUY_CARD = verb(BuyCard, candidates, objections, apply, exact=True)
