"""What a player can bring for a price, and whether it is enough: reckoned, not searched for.

Every stock is a land with all on it, or the free cards of a kind; each has one use or several, of which a payment
takes one. Hand cards are worth one resource of any kind each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from referee_service.games.medievalia.content.tables import (
    ANY_RESOURCE,
    FAVOUR,
    GOLD,
    MUSE,
    PACKS,
    RESOURCES,
    TRADE,
    WORKFORCE,
    Content,
    host_name,
)
from referee_service.games.medievalia.state import NO_HOST, Land, Unit, output
from referee_service.kernel.bags import Bag

HAND_PREFIX = "hand_"
"""Stocks of hand cards begin with this."""


class StockUse(NamedTuple):
    """One use of a stock: what it brings, and which part of it artists double."""

    name: str
    kind: str
    amount: int
    doubled: int = 0


class Stock(NamedTuple):
    """Cards that turn together or one by one, and how often they can."""

    name: str
    size: int
    uses: tuple[StockUse, ...]


ResourceTotals = dict[str, int]
"""Resources, favours, trades and muses at hand."""


@lru_cache(maxsize=32768)
def stocks_of(
    pack: str, fief: str, lands: tuple[Land, ...], units: tuple[Unit, ...], *, powers: str
) -> tuple[Stock, ...]:
    """Everything unturned in a fief that can be turned for a payment; a turned land yields nothing any more.

    `powers` says which may be used: none when an ally helps, favours for a building only.
    """
    tables, found = PACKS.get(pack), []
    for host, land in enumerate(lands):
        here = tuple(unit.card for unit in units if unit.host == host and not unit.turned)
        if land.card and (uses := tuple(_host_uses(tables, pack, host, land, here, powers))):
            found.append(Stock(host_name(host), 1, uses))
    free: dict[str, int] = {}
    for unit in units:
        if unit.fief == fief and unit.host == NO_HOST and not unit.turned:
            free[unit.card] = free.get(unit.card, 0) + 1
    for card, count in free.items():
        if uses := tuple(_card_uses(tables, card, powers)):
            found.append(Stock(card, count, uses))
    return tuple(found)


def _host_uses(
    tables: Content, pack: str, host: int, land: Land, here: tuple[str, ...], powers: str
) -> Iterator[StockUse]:
    if not land.turned:
        parts = sorted(output(pack, land.card, land.buildings, here), reverse=True)
        doubled = sum(parts[: tables.numbers["doubled_cards"]])
        yield StockUse(host_name(host), tables.lands[land.card].resource, sum(parts), doubled)
    for card in dict.fromkeys(here):
        if (power := _power(tables, card, powers)) is not None:
            yield StockUse(f"{host_name(host)}_{card}", *power)


def _card_uses(tables: Content, card: str, powers: str) -> Iterator[StockUse]:
    if card in tables.workers:
        yield StockUse(card, WORKFORCE, 1, 1)
    if (power := _power(tables, card, powers)) is not None:
        yield StockUse(f"{card}_power", *power)


def _power(tables: Content, card: str, powers: str) -> tuple[str, int] | None:
    """What the power of a card brings into a payment, if it may be used for this one."""
    power = tables.troops[card].power
    if power not in powers.split():
        return None
    return power, tables.numbers["favour"] if power == FAVOUR else 1


PURCHASE_POWERS = f"{MUSE} {TRADE}"
"""The powers that serve for any purchase in one's own turn."""
BUILDING_POWERS = f"{FAVOUR} {PURCHASE_POWERS}"
"""Those that serve for a building."""


# --- is it enough? --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def is_affordable(pack: str, stocks: tuple[Stock, ...], wild: int, pool: Bag, owed: Bag) -> bool:
    """Whether a price can be paid from the pool, the stocks and so many hand cards."""
    tables = PACKS.get(pack)
    return any(can_cover(tables, heap, wild, owed) for heap in possible_totals(tables, stocks, pool))


def possible_totals(tables: Content, stocks: Sequence[Stock], pool: Bag) -> Iterator[ResourceTotals]:
    """Everything that all stocks together can bring, one heap for each choice of uses."""
    for uses in use_combinations(stocks):
        heap = dict(pool)
        for use in uses:
            heap[use.kind] = heap.get(use.kind, 0) + use.amount
        muses = heap.pop(MUSE, 0)
        yield heap
        for inspired in muse_combinations(tables, uses, muses):
            more = dict(heap)
            for use, times in inspired:
                more[use.kind] += use.doubled * (tables.numbers["doubling"] ** times - 1)
            yield more


def use_combinations(stocks: Sequence[Stock]) -> Iterator[tuple[StockUse, ...]]:
    """Every choice of a use for each card or land."""
    if all(len(stock.uses) == 1 for stock in stocks):
        yield tuple(stock.uses[0] for stock in stocks for _ in range(stock.size))
        return
    ways = [list(combinations_with_replacement(stock.uses, stock.size)) for stock in stocks]
    for way in product(*ways):
        yield tuple(use for uses in way for use in uses)


def muse_combinations(tables: Content, uses: Sequence[StockUse], muses: int) -> Iterator[list[tuple[StockUse, int]]]:
    """Every way to let artists double outputs: each joins one output, several may join the same."""
    if not muses:
        return
    outputs = [index for index, use in enumerate(uses) if use.doubled]
    for joined in set(combinations_with_replacement(outputs, muses)):
        yield [(uses[index], joined.count(index)) for index in set(joined)]


def can_cover(tables: Content, heap: ResourceTotals, wild: int, owed: Bag) -> bool:
    """Whether a heap and so many resources of any kind settle a debt, conversions and trades included."""
    price = dict(owed)
    if ANY_RESOURCE in price:
        return _can_cover_any(heap, wild, price[ANY_RESOURCE])
    lack, surplus = 0, {}
    for kind in RESOURCES:
        left = heap.get(kind, 0) - price.get(kind, 0)
        if left < 0:
            lack -= left
        else:
            surplus[kind] = left
    lack -= heap.get(FAVOUR, 0)
    if lack <= wild:
        return True
    trades = heap.get(TRADE, 0)
    if trades:
        wild, surplus = _after_trades(tables, heap, surplus, wild, trades)
    rate = tables.numbers["convert"]
    return lack <= wild + sum(left // rate for left in surplus.values())


def _can_cover_any(heap: ResourceTotals, wild: int, count: int) -> bool:
    """Any kinds will do: a trade adds one when it starts from gold, and one kind of thing must be there at all."""
    held = sum(heap.get(kind, 0) for kind in RESOURCES) + wild
    trades = heap.get(TRADE, 0) if held else 0
    if trades and not wild and not heap.get(GOLD, 0):
        trades -= 1  # the first one makes the gold
    return held + trades >= count


def _after_trades(
    tables: Content, heap: ResourceTotals, surplus: ResourceTotals, wild: int, trades: int
) -> tuple[int, ResourceTotals]:
    """What trades make of a surplus, each used as well as it can be."""
    rate, more = tables.numbers["convert"], tables.numbers["gold_trade"]
    surplus, has_gold = dict(surplus), heap.get(GOLD, 0) > 0
    for _ in range(trades):
        if surplus.get(GOLD, 0):
            surplus[GOLD] -= 1
            wild += more
        elif wild or has_gold or any(left >= rate for left in surplus.values()):
            wild += more - 1
        elif spare := next((kind for kind, left in surplus.items() if left), None):
            surplus[spare] -= 1
            wild += 1
        elif any(heap.get(kind, 0) for kind in RESOURCES):
            has_gold = True
        else:
            break
    return wild, surplus
