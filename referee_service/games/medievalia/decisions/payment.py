"""Purchases: the price is paid, then the purchase takes effect."""

from __future__ import annotations

from collections.abc import Callable

from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame, is_paid
from referee_service.kernel.pending import pop, push
from referee_service.kernel.question import Below, question
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item, with_player

from ..content.tables import ANY_RESOURCE, CITY_HOST, WORKFORCE, content
from ..elimination import end_if_decided
from ..facts import price_facts
from ..fiefs import home_fief
from ..fields import NO_CARD, NO_HOST
from ..payment.affordability import is_affordable
from ..payment.rules import PAYMENT_RULES, price_of, stocks_for_purchase
from ..questions import DrawCardFrame, PurchaseFrame, RevealBuildingFrame
from ..sequence import PAYMENT_VERBS, TURN_VERBS
from ..spots import land_facts, space_of
from ..state import Land, State, Unit, max_units_fed
from ..units import first_empty_place, remove_territory, update_land

# --- purchase: what is bought; it waits below the payment -------------------------------------------------------------


def auto_purchase(state: State, frame: PurchaseFrame) -> State:
    """Complete the purchase. Its payment is done."""
    return PURCHASE_STEPS[frame.what](pop(state), frame)


def place_territory(state: State, purchase: PurchaseFrame) -> State:
    """Put a territory into its place, unturned."""
    lands = with_item(state.active_player.lands, purchase.at, Land(purchase.card))
    state = with_player(state, state.active_seat, lands=lands)
    return emit(state, "territory_played", state.active_seat, card=purchase.card, space=space_of(purchase.at))


def place_recruit(state: State, purchase: PurchaseFrame) -> State:
    """Put a unit into the fief, unturned."""
    units = tuple(sorted((*state.active_player.units, Unit(purchase.card, home_fief(state.active_seat)))))
    return emit(with_player(state, state.active_seat, units=units), "recruited", state.active_seat, card=purchase.card)


def place_building(state: State, purchase: PurchaseFrame) -> State:
    """Put a building on its land and turn up the next one of its pile. End the game if the building decides it."""
    buildings = tuple(sorted((*state.active_player.lands[purchase.at].buildings, purchase.card)))
    state = update_land(state, state.active_seat, purchase.at, buildings=buildings)
    land = land_facts(state, state.active_seat, purchase.at)
    state = emit(state, "built", state.active_seat, building=purchase.card, host=purchase.at, **land)
    decided = end_if_decided(state)
    if decided.game_end or not state.piles[purchase.pile].hidden_count:
        return decided
    return push(state, RevealBuildingFrame(CHANCE, purchase.pile))


def draw_bought_card(state: State, purchase: PurchaseFrame) -> State:
    """Draw a card from the deck of the purchase."""
    return push(state, DrawCardFrame(CHANCE, state.active_seat, purchase.pile))


def clear_territory(state: State, purchase: PurchaseFrame) -> State:
    """Remove a territory and its buildings from the game."""
    land = state.active_player.lands[purchase.at]
    facts = {"card": land.card, "buildings": land.buildings, "space": space_of(purchase.at)}
    state = emit(state, "cleared", state.active_seat, **facts)
    return remove_territory(state, state.active_seat, purchase.at)


PURCHASE_STEPS: dict[str, Callable[[State, PurchaseFrame], State]] = {
    "play_territory": place_territory,
    "recruit": place_recruit,
    "building": place_building,
    "card": draw_bought_card,
    "clear": clear_territory,
}
"""What each kind of purchase does once it is paid."""


def is_purchase_possible(state: State, frame: PurchaseFrame, below: Below) -> bool:
    """Return whether the card is of the right kind, and there is room, food, a land or a pile for it."""
    tables, player = content(state), state.active_player
    if frame.pile and frame.what not in ("building", "card"):
        return False
    match frame.what:
        case "play_territory":
            return frame.card in tables.territories and frame.at == first_empty_place(state, state.active_seat)
        case "recruit":
            has_food = len(player.units) < max_units_fed(state, state.active_seat)
            return frame.card in tables.troops and frame.at == NO_HOST and has_food
        case "building":
            land, room = player.lands[frame.at], tables.numbers["buildings_per_host"]
            has_room = frame.at != NO_HOST and bool(land.card) and not land.turned and len(land.buildings) < room
            return frame.card in tables.buildings and has_room and state.piles[frame.pile].top == NO_CARD
        case "card":
            return frame.card == NO_CARD and frame.at == NO_HOST and state.decks[frame.pile].remaining > 0
    return frame.card == NO_CARD and frame.at > CITY_HOST and bool(player.lands[frame.at].card)


PURCHASE = question(PurchaseFrame, stages=("actions",), step=auto_purchase, fits=is_purchase_possible)


# --- payment: the price of the purchase below -------------------------------------------------------------------------


def is_purchase_payment(state: State, frame: PaymentFrame, below: Below) -> bool:
    """Return whether the payment fits the purchase below it: its price, not covered yet but payable."""
    purchase = below[-1]
    assert isinstance(purchase, PurchaseFrame)
    if frame.purpose != purchase.what or frame.owed != price_of_purchase(state, purchase):
        return False
    stocks, cards = stocks_for_purchase(state, purchase), size_of(state.active_player.hand)
    return not is_paid(PAYMENT_RULES, frame) and is_affordable(state.pack, stocks, cards, frame.pool, frame.owed)


def price_of_purchase(state: State, purchase: PurchaseFrame) -> Bag:
    """Return the price of a purchase."""
    tables = content(state)
    match purchase.what:
        case "recruit":
            return price_of(state, purchase.card)
        case "card":
            return ((ANY_RESOURCE, tables.numbers["card_price"]),)
        case "clear":
            return ((WORKFORCE, tables.numbers["clear_price"]),)
    return tables.costs[purchase.card]


PAYMENT = question(  # `pay_cheapest` is always a second answer
    PaymentFrame,
    *PAYMENT_VERBS,
    over=(PurchaseFrame,),
    fits=is_purchase_payment,
    refused=dict.fromkeys((*TURN_VERBS, "decline"), "payment.first"),
    facts=price_facts,
)
