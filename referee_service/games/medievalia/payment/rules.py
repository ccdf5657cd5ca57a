"""Payment rules: lands and units are turned, hand cards discarded, resources converted. Any surplus is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, count_in, pieces_of, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, is_paid, is_usable, pool_after
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player

from ..content.tables import (
    ARTIST_POWER,
    GOLD,
    MAX_ARTISTS,
    PACKS,
    RESOURCES,
    WILDCARDS,
    content,
    host_name,
    multiplied_source_name,
)
from ..fiefs import home_fief
from ..fields import NO_HOST
from ..questions import PurchaseFrame
from ..spots import land_facts
from ..state import State
from ..units import remove_pieces, turn_host, turn_unit
from .affordability import BUILDING_POWERS, HAND_PREFIX, PURCHASE_POWERS, Stock, StockUse, is_affordable, stocks_of
from .cheapest import plan_cheapest_steps


def turnable_stocks(state: State, seat: int, *, powers: str, reserved_host: int = NO_HOST) -> tuple[Stock, ...]:
    """Return what a player can turn. The reserved host, where a building is to stand, may not be turned."""
    player = state.players[seat]
    stocks = stocks_of(state.pack, home_fief(seat), player.lands, player.units, powers=powers)
    if reserved_host == NO_HOST:
        return stocks
    return tuple(stock for stock in stocks if stock.name != host_name(reserved_host))


def stocks_for_purchase(state: State, purchase: PurchaseFrame) -> tuple[Stock, ...]:
    """Return what the player in turn can turn for a purchase."""
    if purchase.what == "building":
        return turnable_stocks(state, state.active_seat, powers=BUILDING_POWERS, reserved_host=purchase.at)
    return turnable_stocks(state, state.active_seat, powers=PURCHASE_POWERS)


def can_afford(state: State, purchase: PurchaseFrame, price: Bag) -> bool:
    """Return whether the player in turn can pay this price. A hand card that is played itself cannot pay."""
    cards = size_of(state.active_player.hand) - (purchase.what in ("play_territory", "recruit"))
    return is_affordable(state.pack, stocks_for_purchase(state, purchase), cards, state.ally_pool, price)


def request_purchase_payment(state: State, purchase: PurchaseFrame, price: Bag) -> State:
    """Open the payment of a purchase. The resources of the ally are in its pool; if they suffice, no payment opens."""
    payment = PaymentFrame(state.active_seat, price, state.ally_pool, purchase.what)
    state = replace(state, ally_pool=(), ally_asked=False)
    return push(state, purchase) if is_paid(PAYMENT_RULES, payment) else push(state, purchase, payment)


def current_purchase(state: State) -> PurchaseFrame:
    """Return the purchase that waits below the open payment."""
    purchase = state.pending[-2]
    assert isinstance(purchase, PurchaseFrame)
    return purchase


def sources(state: State) -> tuple[Sequence[PaymentSource], Mapping[str, int]]:
    """Return the sources of the open payment, and the number of pieces of each stock."""
    payment = state.pending[-1]
    assert isinstance(payment, PaymentFrame)
    stocks = stocks_for_purchase(state, current_purchase(state))
    hand = state.active_player.hand
    available = build_sources(state.pack, stocks, tuple(card for card, _ in hand), _max_artists(stocks, payment.pool))
    counts = {stock.name: stock.size for stock in stocks}
    for card, count in hand:
        counts[HAND_PREFIX + card] = count
    return available, counts


@lru_cache(maxsize=MEMO_ENTRIES)
def build_sources(
    pack: str, stocks: tuple[Stock, ...], cards: tuple[str, ...], artists: int
) -> tuple[PaymentSource, ...]:
    """Return the sources of these stocks and hand cards, and all conversions.

    `artists` is the largest number of artists that may double one output.
    """
    tables = PACKS.get(pack)
    factor = tables.numbers["doubling"]
    built = [_source(stock, use) for stock in stocks for use in stock.uses]
    built += [
        PaymentSource(
            multiplied_source_name(use.name, times),
            stock=stock.name,
            produces=((use.kind, use.amount + use.doubled * (factor**times - 1)),),
            consumes=((ARTIST_POWER, times),),
        )
        for stock in stocks
        for use in stock.uses
        if use.doubled
        for times in range(1, artists + 1)
    ]
    built += [discard_source(card, resource) for card in cards for resource in RESOURCES]
    return (*built, *tables.conversions)


def _source(stock: Stock, use: StockUse) -> PaymentSource:
    """Return the source of one use of a stock."""
    return PaymentSource(use.name, stock=stock.name, produces=((use.kind, use.amount),))


@lru_cache(maxsize=256)
def discard_source(card: str, resource: str) -> PaymentSource:
    """Return the source that discards a hand card for a resource."""
    return PaymentSource(f"discard_{card}_{resource}", stock=HAND_PREFIX + card, produces=((resource, 1),))


def use(state: State, source: PaymentSource) -> State:
    """Turn or discard the pieces of a source. A conversion uses no piece."""
    return use_stock(state, state.active_seat, source.stock) if source.piece_cost else state


def use_stock(state: State, seat: int, stock: str) -> State:
    """Use one piece of a stock: discard a hand card, turn a land, or turn a free unit."""
    if stock.startswith(HAND_PREFIX):
        card = stock[len(HAND_PREFIX) :]
        state = remove_pieces(with_player(state, seat, hand=remove_from(state.players[seat].hand, card)), [card])
        return emit(state, "card_discarded", seat, card=card)
    if stock.startswith("host_"):
        host = int(stock[5:])
        return emit(turn_host(state, seat, host), "land_turned", seat, host=host, **land_facts(state, seat, host))
    unit = next(
        unit
        for unit in state.players[seat].units
        if unit.card == stock and unit.fief == home_fief(seat) and unit.host == NO_HOST and not unit.turned
    )
    return emit(turn_unit(state, seat, unit), "card_turned", seat, card=stock)


def on_paid(state: State, payment: PaymentFrame) -> State:
    """Emit the event of a completed payment. The purchase below takes effect as an automatic step."""
    return emit(state, "price_paid", state.active_seat, price=pieces_of(payment.owed))


def is_payable(state: State, owed: Bag, pool: Bag, remaining: Mapping[str, int]) -> bool:
    """Return whether a price can be paid from the pool and the remaining pieces of each stock."""
    stocks = stocks_for_purchase(state, current_purchase(state))
    sizes = ((stock, remaining[stock.name]) for stock in stocks)
    unused = tuple(stock if size == stock.size else stock._replace(size=size) for stock, size in sizes if size)
    wild = sum(count for name, count in remaining.items() if name.startswith(HAND_PREFIX))
    return is_affordable(state.pack, unused, wild, pool, owed)


def usable_sources(state: State, payment: PaymentFrame) -> tuple[PaymentSource, ...]:
    """Return the sources that can be used now and keep the payment payable."""
    stocks, hand = stocks_for_purchase(state, current_purchase(state)), state.active_player.hand
    cards = tuple(card for card, _ in hand)
    return usable_sources_from(state.pack, stocks, cards, size_of(hand), payment.pool, payment.owed)


@lru_cache(maxsize=MEMO_ENTRIES)
def usable_sources_from(
    pack: str, stocks: tuple[Stock, ...], cards: tuple[str, ...], wild: int, pool: Bag, owed: Bag
) -> tuple[PaymentSource, ...]:
    """Return the usable sources for these stocks and hand cards. Sources with equal effects are checked once."""
    by_name = {stock.name: stock for stock in stocks}
    payable: dict[tuple[str, Bag, Bag], bool] = {}
    usable = []
    produced = build_sources(pack, stocks, cards, _max_artists(stocks, pool))[: -len(PACKS.get(pack).conversions)]
    for source in (*produced, *conversions_of(pack, pool)):
        if source.consumes and not is_usable(source, pool, 1):
            continue
        stock = by_name.get(source.stock)
        key = (
            stock.name if stock is not None else HAND_PREFIX if source.piece_cost else "",
            source.produces,
            source.consumes,
        )
        if key not in payable:
            unused = (
                stocks if stock is None else tuple(each for each in map(_after_one_use(stock), stocks) if each.size)
            )
            remaining_cards = wild - 1 if key[0] == HAND_PREFIX else wild
            payable[key] = is_affordable(pack, unused, remaining_cards, pool_after(pool, source), owed)
        if payable[key]:
            usable.append(source)
    return tuple(usable)


@lru_cache(maxsize=MEMO_ENTRIES)
def conversions_of(pack: str, pool: Bag) -> tuple[PaymentSource, ...]:
    """Return the conversions and trades that the pool allows."""
    return tuple(source for source in PACKS.get(pack).conversions if is_usable(source, pool, 0))


def _after_one_use(used: Stock) -> Callable[[Stock], Stock]:
    """Return a function that takes one piece from the used stock and leaves the others unchanged."""
    return lambda stock: stock._replace(size=stock.size - 1) if stock is used else stock


def _max_artists(stocks: tuple[Stock, ...], pool: Bag) -> int:
    """Return how many artists may double one output: `MAX_ARTISTS` if any artist can be used, else 0."""
    has_artist = count_in(pool, ARTIST_POWER) or any(use.kind == ARTIST_POWER for stock in stocks for use in stock.uses)
    return MAX_ARTISTS if has_artist else 0


def cheapest_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """Return the steps of the cheapest way to pay the rest."""
    return plan_cheapest_steps(
        state.pack,
        stocks_for_purchase(state, current_purchase(state)),
        state.active_player.hand,
        payment.pool,
        payment.owed,
    )


PAYMENT_RULES: PaymentRules[State] = PaymentRules(
    sources=sources,
    use=use,
    on_paid=on_paid,
    wildcards=WILDCARDS,
    is_payable=is_payable,
    cheapest_steps=cheapest_steps,
    usable_sources=usable_sources,
)


def price_of(state: State, card: str) -> Bag:
    """Return the current cost of a unit: more gold if its building is missing in the fief."""
    tables = content(state)
    cost = tables.costs[card]
    return cost if missing_building(state, card) is None else add_to(cost, GOLD, tables.numbers["missing_price"])


def missing_building(state: State, card: str) -> str | None:
    """Return the building of a unit if the fief of the player in turn lacks it, else None."""
    building = content(state).troops[card].requires
    if not building or any(building in land.buildings for land in state.active_player.lands):
        return None
    return building
