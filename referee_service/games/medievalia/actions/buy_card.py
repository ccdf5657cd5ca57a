"""Pay for one more card of a deck."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content import ANY, DECKS, content
from referee_service.games.medievalia.paying import can_afford, charge
from referee_service.games.medievalia.state import Deck, Purchase, State
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import Bag


class BuyCard(Action, frozen=True, tag="buy_card"):
    """Buy a card."""

    deck: Deck


def price(state: State) -> Bag:
    """So many resources of any kinds."""
    return ((ANY, content(state).numbers["card_price"]),)


def candidates(state: State) -> list[BuyCard]:
    """Every deck with cards, if there are means."""
    if not can_afford(state, Purchase(state.active, "card"), price(state)):
        return []
    return [BuyCard(name) for name, deck in zip(DECKS, state.decks, strict=True) if deck.left]


def objections(state: State, action: BuyCard) -> Iterator[Refusal]:
    """Why no card of this deck may be bought; nothing yielded means one may."""
    if not state.decks[DECKS.index(action.deck)].left:
        yield refuse("buy_card.empty", deck=action.deck)
    if not can_afford(state, Purchase(state.active, "card"), price(state)):
        yield refuse("buy_card.price", price=price(state)[0][1])


def apply(state: State, action: BuyCard) -> State:
    """The card is drawn as soon as it is paid."""
    bought = Purchase(state.active, "card", pile=DECKS.index(action.deck))
    return charge(replace(state, stationed=()), bought, price(state))


BUY_CARD = verb(BuyCard, candidates, objections, apply, exact=True)
