"""Affordability: whether the stocks of a player can cover a price. It is computed, not searched step by step.

A stock is a land with everything on it, or all free units of one card. A stock has one or more uses, and each piece
of it serves for one use in a payment. Each hand card gives one resource of any kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from referee_service.kernel.bags import Bag
from referee_service.kernel.memos import MEMO_ENTRIES

from ..content.tables import (
    ANY_RESOURCE,
    ARTIST_POWER,
    BUREAUCRAT_POWER,
    GOLD,
    MERCHANT_POWER,
    PACKS,
    RESOURCES,
    WORKFORCE,
    Content,
    host_name,
)
from ..fields import NO_HOST
from ..state import Land, Unit, output

HAND_PREFIX = "hand_"
"""Prefix of the names of stocks of hand cards."""


class StockUse(NamedTuple):
    """One use of a stock: an amount of one kind."""

    name: str
    kind: str
    """A resource, or `BUREAUCRAT_POWER`, `ARTIST_POWER` or `MERCHANT_POWER`."""
    amount: int
    doubled: int = 0
    """The part of the amount that an artist doubles."""


class Stock(NamedTuple):
    """Pieces that can be turned for a payment: one land, or the free units of one card."""

    name: str
    size: int
    """The number of pieces. Each can be used once."""
    uses: tuple[StockUse, ...]


ResourceTotals = dict[str, int]
"""Amounts by kind: resources, saved costs, trades and artists."""


@lru_cache(maxsize=MEMO_ENTRIES)
def stocks_of(
    pack: str, fief: str, lands: tuple[Land, ...], units: tuple[Unit, ...], *, powers: str
) -> tuple[Stock, ...]:
    """Return the unturned lands and units of a fief that can be turned for a payment.

    `powers` lists the powers that may be used, separated by spaces.
    """
    tables, stocks = PACKS.get(pack), []
    for host, land in enumerate(lands):
        host_units = tuple(unit.card for unit in units if unit.host == host and not unit.turned)
        if land.card and (uses := tuple(_host_uses(tables, pack, host, land, host_units, powers))):
            stocks.append(Stock(host_name(host), 1, uses))
    free: dict[str, int] = {}
    for unit in units:
        if unit.fief == fief and unit.host == NO_HOST and not unit.turned:
            free[unit.card] = free.get(unit.card, 0) + 1
    for card, count in free.items():
        if uses := tuple(_card_uses(tables, card, powers)):
            stocks.append(Stock(card, count, uses))
    return tuple(stocks)


def _host_uses(
    tables: Content, pack: str, host: int, land: Land, host_units: tuple[str, ...], powers: str
) -> Iterator[StockUse]:
    """Yield the output of a land, and the power of each kind of unit on it."""
    if not land.turned:
        parts = sorted(output(pack, land.card, land.buildings, host_units), reverse=True)
        doubled = sum(parts[: tables.numbers["doubled_cards"]])
        yield StockUse(host_name(host), tables.lands[land.card].resource, sum(parts), doubled)
    for card in dict.fromkeys(host_units):
        if (power := _power(tables, card, powers)) is not None:
            yield StockUse(f"{host_name(host)}_{card}", *power)


def _card_uses(tables: Content, card: str, powers: str) -> Iterator[StockUse]:
    """Yield the work of a free unit and its power."""
    if card in tables.workers:
        yield StockUse(card, WORKFORCE, 1, 1)
    if (power := _power(tables, card, powers)) is not None:
        yield StockUse(f"{card}_power", *power)


def _power(tables: Content, card: str, powers: str) -> tuple[str, int] | None:
    """Return kind and amount that the power of a card adds to a payment, or None if it may not be used."""
    power = tables.troops[card].power
    if power not in powers.split():
        return None
    return power, tables.numbers["favour"] if power == BUREAUCRAT_POWER else 1


PURCHASE_POWERS = f"{ARTIST_POWER} {MERCHANT_POWER}"
"""The powers that a player may use for any purchase in their own turn."""
BUILDING_POWERS = f"{BUREAUCRAT_POWER} {PURCHASE_POWERS}"
"""The powers that a player may use for a building."""


# --- coverage -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=MEMO_ENTRIES)
def is_affordable(pack: str, stocks: tuple[Stock, ...], wild: int, pool: Bag, owed: Bag) -> bool:
    """Return whether a price can be paid from the pool, the stocks and a number of hand cards (`wild`)."""
    tables = PACKS.get(pack)
    return any(can_cover(tables, totals, wild, owed) for totals in possible_totals(tables, stocks, pool))


def possible_totals(tables: Content, stocks: Sequence[Stock], pool: Bag) -> Iterator[ResourceTotals]:
    """Yield the totals that all stocks and the pool can reach together, one for each choice of uses and of artists."""
    for uses in use_combinations(stocks):
        totals = dict(pool)
        for use in uses:
            totals[use.kind] = totals.get(use.kind, 0) + use.amount
        artists = totals.pop(ARTIST_POWER, 0)
        yield totals
        for doublings in artist_combinations(uses, artists):
            doubled = dict(totals)
            for use, times in doublings:
                doubled[use.kind] += use.doubled * (tables.numbers["doubling"] ** times - 1)
            yield doubled


def use_combinations(stocks: Sequence[Stock]) -> Iterator[tuple[StockUse, ...]]:
    """Yield every way to choose one use for each piece of the stocks."""
    if all(len(stock.uses) == 1 for stock in stocks):
        yield tuple(stock.uses[0] for stock in stocks for _ in range(stock.size))
        return
    choices = [list(combinations_with_replacement(stock.uses, stock.size)) for stock in stocks]
    for choice in product(*choices):
        yield tuple(use for uses in choice for use in uses)


def artist_combinations(uses: Sequence[StockUse], artists: int) -> Iterator[list[tuple[StockUse, int]]]:
    """Yield every way to let artists double outputs, as uses with their number of artists.

    Each artist joins one output, and several may join the same.
    """
    if not artists:
        return
    outputs = [index for index, use in enumerate(uses) if use.doubled]
    for joined in set(combinations_with_replacement(outputs, artists)):
        yield [(uses[index], joined.count(index)) for index in set(joined)]


def can_cover(tables: Content, totals: ResourceTotals, wild: int, owed: Bag) -> bool:
    """Return whether totals and a number of resources of any kind (`wild`) cover a price.

    Saved costs, trades and conversions are included.
    """
    price = dict(owed)
    if ANY_RESOURCE in price:
        return _can_cover_any(totals, wild, price[ANY_RESOURCE])
    missing, surplus = 0, {}
    for kind in RESOURCES:
        balance = totals.get(kind, 0) - price.get(kind, 0)
        if balance < 0:
            missing -= balance
        else:
            surplus[kind] = balance
    missing -= totals.get(BUREAUCRAT_POWER, 0)
    if missing <= wild:
        return True
    trades = totals.get(MERCHANT_POWER, 0)
    if trades:
        wild, surplus = _after_trades(tables, totals, surplus, wild, trades)
    rate = tables.numbers["convert"]
    return missing <= wild + sum(amount // rate for amount in surplus.values())


def _can_cover_any(totals: ResourceTotals, wild: int, count: int) -> bool:
    """Return whether totals cover a price of any kinds. Each trade of a gold adds one resource."""
    held = sum(totals.get(kind, 0) for kind in RESOURCES) + wild
    trades = totals.get(MERCHANT_POWER, 0) if held else 0
    if trades and not wild and not totals.get(GOLD, 0):
        trades -= 1  # the first trade makes the gold
    return held + trades >= count


def _after_trades(
    tables: Content, totals: ResourceTotals, surplus: ResourceTotals, wild: int, trades: int
) -> tuple[int, ResourceTotals]:
    """Return the resources of any kind and the surplus after all trades, each used in the best way."""
    rate, gold_yield = tables.numbers["convert"], tables.numbers["gold_trade"]
    surplus, has_gold = dict(surplus), totals.get(GOLD, 0) > 0
    for _ in range(trades):
        if surplus.get(GOLD, 0):
            surplus[GOLD] -= 1
            wild += gold_yield
        elif wild or has_gold or any(amount >= rate for amount in surplus.values()):
            wild += gold_yield - 1
        elif spare := next((kind for kind, amount in surplus.items() if amount), None):
            surplus[spare] -= 1
            wild += 1
        elif any(totals.get(kind, 0) for kind in RESOURCES):
            has_gold = True
        else:
            break
    return wild, surplus
