"""How Medievalia pays: lands and cards are turned, hand cards discarded, resources converted; the rest is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee_service.games.medievalia.content import GOLD, MOST_MUSES, MUSE, RESOURCES, SHELF, WILD, content, multiplied
from referee_service.games.medievalia.plan import cheapest_steps
from referee_service.games.medievalia.purse import BUILDING_POWERS, HAND, POWERS, Stock, Use, is_enough, stocks_of
from referee_service.games.medievalia.realm import home
from referee_service.games.medievalia.state import FREE, Purchase, State
from referee_service.games.medievalia.units import leaves, turn_host, turn_unit
from referee_service.kernel.events import note
from referee_service.kernel.payment import Payment, Source, Till, is_paid, is_usable, produced
from referee_service.kernel.pending import push
from referee_service.kernel.values import Bag, add_to, change, count_in, size_of, take_from


def own_stocks(state: State, seat: int, *, powers: str, kept: int = FREE) -> tuple[Stock, ...]:
    """What a player can turn; the land where a building is to stand stays as it is."""
    player = state.players[seat]
    found = stocks_of(state.pack, home(seat), player.lands, player.units, powers=powers)
    return tuple(stock for stock in found if stock.name != f"host_{kept}") if kept != FREE else found


def stocks_for(state: State, purchase: Purchase) -> tuple[Stock, ...]:
    """What the player in turn can turn for this purchase."""
    if purchase.what == "building":
        return own_stocks(state, state.active, powers=BUILDING_POWERS, kept=purchase.at)
    return own_stocks(state, state.active, powers=POWERS)


def can_afford(state: State, purchase: Purchase, price: Bag) -> bool:
    """Whether the player in turn could pay this price for this purchase; a card that is played pays for nothing."""
    cards = size_of(state.me.hand) - (purchase.what in ("settle", "recruit"))
    return is_enough(state.pack, stocks_for(state, purchase), cards, state.gift, price)


def charge(state: State, purchase: Purchase, price: Bag) -> State:
    """Ask for the price of a purchase; what the ally produced lies there already."""
    payment = Payment(state.active, price, state.gift, purchase.what)
    state = replace(state, gift=(), asked=False)
    return push(state, purchase) if is_paid(TILL, payment) else push(state, purchase, payment)


def purchase_of(state: State) -> Purchase:
    """What is being paid for."""
    purchase = state.pending[-2]
    assert isinstance(purchase, Purchase)
    return purchase


def sources(state: State) -> tuple[Sequence[Source], Mapping[str, int]]:
    """Lands and cards to turn, with artists' help where they gave it; hand cards; conversions."""
    payment = state.pending[-1]
    assert isinstance(payment, Payment)
    stocks = stocks_for(state, purchase_of(state))
    hand = state.me.hand
    listed = sources_from(state.pack, stocks, tuple(card for card, _ in hand), _muses(stocks, payment.pool))
    counts = {stock.name: stock.size for stock in stocks}
    for card, count in hand:
        counts[HAND + card] = count
    return listed, counts


@lru_cache(maxsize=8192)
def sources_from(pack: str, stocks: tuple[Stock, ...], cards: tuple[str, ...], muses: int) -> tuple[Source, ...]:
    """Every source that these stocks and hand cards are, and every conversion."""
    tables = SHELF.find(pack)
    factor = tables.numbers["doubling"]
    found = [_source(stock, use) for stock in stocks for use in stock.uses]
    found += [
        Source(
            multiplied(use.name, times),
            stock=stock.name,
            gives=((use.kind, use.amount + use.doubled * (factor**times - 1)),),
            takes=((MUSE, times),),
        )
        for stock in stocks
        for use in stock.uses
        if use.doubled
        for times in range(1, muses + 1)
    ]
    found += [discard(card, resource) for card in cards for resource in RESOURCES]
    return (*found, *tables.conversions)


def _source(stock: Stock, use: Use) -> Source:
    return Source(use.name, stock=stock.name, gives=((use.kind, use.amount),))


@lru_cache(maxsize=256)
def discard(card: str, resource: str) -> Source:
    """A hand card that is discarded for a resource."""
    return Source(f"discard_{card}_{resource}", stock=HAND + card, gives=((resource, 1),))


def use(state: State, source: Source) -> State:
    """Cards are turned or discarded; a conversion touches none."""
    return bring(state, state.active, source.stock) if source.pieces else state


def bring(state: State, seat: int, stock: str) -> State:
    """Use a stock of a player once."""
    if stock.startswith(HAND):
        card = stock[len(HAND) :]
        state = leaves(change(state, seat, hand=take_from(state.players[seat].hand, card)), [card])
        return note(state, "card_discarded", seat, card=card)
    if stock.startswith("host_"):
        return note(turn_host(state, seat, int(stock[5:])), "land_turned", seat, host=int(stock[5:]))
    unit = next(
        unit
        for unit in state.players[seat].units
        if unit.card == stock and unit.fief == home(seat) and unit.host == FREE and not unit.turned
    )
    return note(turn_unit(state, seat, unit), "card_turned", seat, card=stock)


def paid(state: State, payment: Payment) -> State:
    """All is paid and the surplus lost; what was bought waits beneath."""
    return note(state, "price_paid", state.active)


def is_payable(state: State, owed: Bag, pool: Bag, left: Mapping[str, int]) -> bool:
    """Whether the rest of a price can be paid with what is left."""
    stocks = stocks_for(state, purchase_of(state))
    sizes = ((stock, left[stock.name]) for stock in stocks)
    kept = tuple(stock if size == stock.size else stock._replace(size=size) for stock, size in sizes if size)
    wild = sum(count for name, count in left.items() if name.startswith(HAND))
    return is_enough(state.pack, kept, wild, pool, owed)


def usable(state: State, payment: Payment) -> tuple[Source, ...]:
    """The sources that can be used now and leave the rest payable; hand cards differ only in what they are for."""
    stocks, hand = stocks_for(state, purchase_of(state)), state.me.hand
    cards = tuple(card for card, _ in hand)
    return usable_from(state.pack, stocks, cards, size_of(hand), payment.pool, payment.owed)


@lru_cache(maxsize=8192)
def usable_from(
    pack: str, stocks: tuple[Stock, ...], cards: tuple[str, ...], wild: int, pool: Bag, owed: Bag
) -> tuple[Source, ...]:
    """The same, for these stocks and hand cards."""
    by_name = {stock.name: stock for stock in stocks}
    judged: dict[tuple[str, Bag, Bag], bool] = {}
    found = []
    brought = sources_from(pack, stocks, cards, _muses(stocks, pool))[: -len(SHELF.find(pack).conversions)]
    for source in (*brought, *conversions_of(pack, pool)):
        if source.takes and not is_usable(source, pool, 1):
            continue
        stock = by_name.get(source.stock)
        key = (stock.name if stock is not None else HAND if source.pieces else "", source.gives, source.takes)
        if key not in judged:
            left = stocks if stock is None else tuple(each for each in map(_once(stock), stocks) if each.size)
            spent = wild - 1 if key[0] == HAND else wild
            judged[key] = is_enough(pack, left, spent, produced(pool, source), owed)
        if judged[key]:
            found.append(source)
    return tuple(found)


@lru_cache(maxsize=4096)
def conversions_of(pack: str, pool: Bag) -> tuple[Source, ...]:
    """The conversions and trades that can be made of what lies there."""
    return tuple(source for source in SHELF.find(pack).conversions if is_usable(source, pool, 0))


def _once(used: Stock) -> Callable[[Stock], Stock]:
    """What a use of a stock leaves of it."""
    return lambda stock: stock._replace(size=stock.size - 1) if stock is used else stock


def _muses(stocks: tuple[Stock, ...], pool: Bag) -> int:
    """How many artists may join for one output: as many as there are, if there are any."""
    inspired = count_in(pool, MUSE) or any(use.kind == MUSE for stock in stocks for use in stock.uses)
    return MOST_MUSES if inspired else 0


def cheapest_way(state: State, payment: Payment) -> tuple[str, ...]:
    """The steps of the cheapest way to pay the rest."""
    return cheapest_steps(state.pack, stocks_for(state, purchase_of(state)), state.me.hand, payment.pool, payment.owed)


TILL: Till[State] = Till(
    sources=sources, use=use, paid=paid, wild=WILD, payable=is_payable, way=cheapest_way, usable=usable
)


def price_of(state: State, card: str) -> Bag:
    """What a card costs now: more without its building in the fief."""
    tables = content(state)
    troop, cost = tables.troops[card], tables.costs[card]
    if not troop.requires or any(troop.requires in land.buildings for land in state.me.lands):
        return cost
    return add_to(cost, GOLD, tables.numbers["missing_price"])
