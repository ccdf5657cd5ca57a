"""Cheapest payment: fewest hand cards, then fewest lands and units turned, then notation order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

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
    Content,
    multiplied_source_name,
)
from .affordability import (
    ResourceTotals,
    Stock,
    StockUse,
    artist_combinations,
    can_cover,
    is_affordable,
    use_combinations,
)


@lru_cache(maxsize=MEMO_ENTRIES)
def plan_cheapest_steps(pack: str, stocks: tuple[Stock, ...], hand: Bag, pool: Bag, owed: Bag) -> tuple[str, ...]:
    """Return the names of the steps of the cheapest payment. The price must be affordable."""
    tables = PACKS.get(pack)
    cards = [card for card, count in hand for _ in range(count)]
    fewest = next(wild for wild in range(len(cards) + 1) if is_affordable(pack, stocks, wild, pool, owed))
    for chosen in _stock_subsets(stocks):
        for steps, totals in _totals_of(tables, chosen, pool):
            if can_cover(tables, totals, fewest, owed):
                return (*steps, *ConversionPlan(tables, totals, cards[:fewest], owed).steps())
    raise AssertionError("an affordable price has a cheapest payment")


def _stock_subsets(stocks: tuple[Stock, ...]) -> Iterator[tuple[Stock, ...]]:
    """Yield every choice of single pieces to turn, fewer pieces first."""
    singles = [stock._replace(size=1) for stock in stocks for _ in range(stock.size)]
    for size in range(len(singles) + 1):
        yield from dict.fromkeys(combinations(singles, size))


def _totals_of(tables: Content, stocks: tuple[Stock, ...], pool: Bag) -> Iterator[tuple[list[str], ResourceTotals]]:
    """Yield the totals that these stocks and the pool reach, each with the names of the steps."""
    for uses in use_combinations(stocks):
        totals = dict(pool)
        for use in uses:
            totals[use.kind] = totals.get(use.kind, 0) + use.amount
        yield [use.name for use in uses], totals
        for doublings in artist_combinations(uses, totals.get(ARTIST_POWER, 0)):
            doubled, names = dict(totals), [use.name for use in uses]
            for use, times in doublings:
                _apply_artists(tables, doubled, names, use, times)
            yield names, doubled


def _apply_artists(tables: Content, totals: ResourceTotals, names: list[str], use: StockUse, times: int) -> None:
    """Double the output of one use this many times, in the totals and in the name of its step."""
    totals[use.kind] += use.doubled * (tables.numbers["doubling"] ** times - 1)
    names[names.index(use.name)] = multiplied_source_name(use.name, times)


class ConversionPlan:
    """Trades, conversions and hand cards that turn sufficient totals into a price."""

    def __init__(self, tables: Content, totals: ResourceTotals, cards: list[str], owed: Bag) -> None:
        price = dict(owed)
        self.rate, self.gold_yield = tables.numbers["convert"], tables.numbers["gold_trade"]
        self.held: ResourceTotals = {kind: totals.get(kind, 0) for kind in RESOURCES}
        self.spare: ResourceTotals = {kind: max(0, self.held[kind] - price.get(kind, 0)) for kind in RESOURCES}
        self.cards, self.trades = list(cards), totals.get(MERCHANT_POWER, 0)
        self.names: list[str] = []
        self.missing = [
            kind for kind in reversed(RESOURCES) for _ in range(max(0, price.get(kind, 0) - self.held[kind]))
        ]
        if ANY_RESOURCE in price:
            self.missing = [GOLD] * max(0, price[ANY_RESOURCE] - sum(self.held.values()))
            self.spare = dict.fromkeys(RESOURCES, 0)
        for _ in range(min(totals.get(BUREAUCRAT_POWER, 0), len(self.missing))):
            self.missing.pop()

    def steps(self) -> list[str]:
        """Return the names of the steps, in order. It may be called once."""
        while self.missing and self.trades:
            self.trades -= 1
            self._trade()
        while self.missing:
            wanted = self.missing.pop()
            spare = self._spare_kind()
            if spare is None:
                self.names.append(f"discard_{self.cards.pop(0)}_{wanted}")
            else:
                self.spare[spare] -= self.rate
                self.names.append(f"convert_{spare}_{wanted}")
        return self.names

    def _trade(self) -> None:
        """Add one trade. A gold is traded first, because it gives more; otherwise a spare resource is."""
        if self._free_gold():
            keeps_gold = self.trades > 0 and len(self.missing) > self.gold_yield and not self._has_gold()
            got = [GOLD] if keeps_gold else []
            self.spare[GOLD] += keeps_gold
            got += [self.missing.pop() for _ in range(min(self.gold_yield - keeps_gold, len(self.missing)))]
            got += [GOLD] * (self.gold_yield - len(got))
            self.names.append(f"trade_{GOLD}_{'_'.join(sorted(got))}")
            return
        scrap = next((kind for kind in RESOURCES if self.spare[kind]), None)
        if scrap is None:
            scrap = next(kind for kind in RESOURCES if self.held[kind])
            self.held[scrap] -= 1
            self.missing.append(scrap)
        else:
            self.spare[scrap] -= 1
        makes_gold = self.trades > 0 and len(self.missing) > 1
        self.spare[GOLD] += makes_gold
        self.names.append(f"trade_{scrap}_{GOLD if makes_gold else self.missing.pop()}")

    def _spare_kind(self) -> str | None:
        """Return a resource with enough surplus for a conversion, or None."""
        return next((kind for kind in RESOURCES if self.spare[kind] >= self.rate), None)

    def _has_gold(self) -> bool:
        """Return whether another gold can be traded."""
        return bool(self.spare[GOLD] or self.cards or self._spare_kind() or self.held[GOLD])

    def _free_gold(self) -> bool:
        """Take a gold for a trade, the least needed first. Return False if there is none."""
        spare = self._spare_kind()
        if self.spare[GOLD]:
            self.spare[GOLD] -= 1
        elif self.cards:
            self.names.append(f"discard_{self.cards.pop(0)}_{GOLD}")
        elif spare is not None:
            self.spare[spare] -= self.rate
            self.names.append(f"convert_{spare}_{GOLD}")
        elif self.held[GOLD]:
            self.missing.append(GOLD)  # the trade replaces this gold
        else:
            return False
        return True
