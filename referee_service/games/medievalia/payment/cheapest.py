"""The cheapest way to pay a price: fewest hand cards, then fewest cards and lands turned, then notation order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from referee_service.games.medievalia.content.tables import (
    ANY_RESOURCE,
    FAVOUR,
    GOLD,
    MUSE,
    PACKS,
    RESOURCES,
    TRADE,
    Content,
    multiplied_source_name,
)
from referee_service.games.medievalia.payment.affordability import (
    ResourceTotals,
    Stock,
    StockUse,
    can_cover,
    is_affordable,
    muse_combinations,
    use_combinations,
)
from referee_service.kernel.bags import Bag


@lru_cache(maxsize=4096)
def plan_cheapest_steps(pack: str, stocks: tuple[Stock, ...], hand: Bag, pool: Bag, owed: Bag) -> tuple[str, ...]:
    """The names of the steps of the cheapest way; the price can be paid."""
    tables = PACKS.get(pack)
    cards = [card for card, count in hand for _ in range(count)]
    fewest = next(wild for wild in range(len(cards) + 1) if is_affordable(pack, stocks, wild, pool, owed))
    for chosen in _stock_subsets(stocks):
        for steps, heap in _totals_of(tables, chosen, pool):
            if can_cover(tables, heap, fewest, owed):
                return (*steps, *ConversionPlan(tables, heap, cards[:fewest], owed).steps())
    raise AssertionError("a price that can be paid has a cheapest way")


def _stock_subsets(stocks: tuple[Stock, ...]) -> Iterator[tuple[Stock, ...]]:
    """Every choice of stocks to turn, the smaller ones first."""
    singles = [stock._replace(size=1) for stock in stocks for _ in range(stock.size)]
    for size in range(len(singles) + 1):
        yield from dict.fromkeys(combinations(singles, size))


def _totals_of(tables: Content, stocks: tuple[Stock, ...], pool: Bag) -> Iterator[tuple[list[str], ResourceTotals]]:
    """What these stocks bring together, with the names of the steps."""
    for uses in use_combinations(stocks):
        heap = dict(pool)
        for use in uses:
            heap[use.kind] = heap.get(use.kind, 0) + use.amount
        yield [use.name for use in uses], heap
        for inspired in muse_combinations(tables, uses, heap.get(MUSE, 0)):
            more, names = dict(heap), [use.name for use in uses]
            for use, times in inspired:
                _apply_muses(tables, more, names, use, times)
            yield names, more


def _apply_muses(tables: Content, heap: ResourceTotals, names: list[str], use: StockUse, times: int) -> None:
    heap[use.kind] += use.doubled * (tables.numbers["doubling"] ** times - 1)
    names[names.index(use.name)] = multiplied_source_name(use.name, times)


class ConversionPlan:
    """How a heap that is enough settles a price: which trades, conversions and hand cards it takes."""

    def __init__(self, tables: Content, heap: ResourceTotals, cards: list[str], owed: Bag) -> None:
        price = dict(owed)
        self.rate, self.more = tables.numbers["convert"], tables.numbers["gold_trade"]
        self.held: ResourceTotals = {kind: heap.get(kind, 0) for kind in RESOURCES}
        self.spare: ResourceTotals = {kind: max(0, self.held[kind] - price.get(kind, 0)) for kind in RESOURCES}
        self.cards, self.trades = list(cards), heap.get(TRADE, 0)
        self.names: list[str] = []
        self.lacking = [
            kind for kind in reversed(RESOURCES) for _ in range(max(0, price.get(kind, 0) - self.held[kind]))
        ]
        if ANY_RESOURCE in price:
            self.lacking = [GOLD] * max(0, price[ANY_RESOURCE] - sum(self.held.values()))
            self.spare = dict.fromkeys(RESOURCES, 0)
        for _ in range(min(heap.get(FAVOUR, 0), len(self.lacking))):
            self.lacking.pop()

    def steps(self) -> list[str]:
        """The names of the steps."""
        while self.lacking and self.trades:
            self.trades -= 1
            self._trade()
        while self.lacking:
            wanted = self.lacking.pop()
            spare = self._spare_kind()
            if spare is None:
                self.names.append(f"discard_{self.cards.pop(0)}_{wanted}")
            else:
                self.spare[spare] -= self.rate
                self.names.append(f"convert_{spare}_{wanted}")
        return self.names

    def _trade(self) -> None:
        """One trade: from gold if any can be had, for it becomes more; else what is left over becomes gold."""
        if self._free_gold():
            keeps = self.trades > 0 and len(self.lacking) > self.more and not self._has_gold()
            got = [GOLD] if keeps else []
            self.spare[GOLD] += keeps
            got += [self.lacking.pop() for _ in range(min(self.more - keeps, len(self.lacking)))]
            got += [GOLD] * (self.more - len(got))
            self.names.append(f"trade_{GOLD}_{'_'.join(sorted(got))}")
            return
        scrap = next((kind for kind in RESOURCES if self.spare[kind]), None)
        if scrap is None:
            scrap = next(kind for kind in RESOURCES if self.held[kind])
            self.held[scrap] -= 1
            self.lacking.append(scrap)
        else:
            self.spare[scrap] -= 1
        makes_gold = self.trades > 0 and len(self.lacking) > 1
        self.spare[GOLD] += makes_gold
        self.names.append(f"trade_{scrap}_{GOLD if makes_gold else self.lacking.pop()}")

    def _spare_kind(self) -> str | None:
        return next((kind for kind in RESOURCES if self.spare[kind] >= self.rate), None)

    def _has_gold(self) -> bool:
        return bool(self.spare[GOLD] or self.cards or self._spare_kind() or self.held[GOLD])

    def _free_gold(self) -> bool:
        """Find a gold to trade, the least needed first; False when there is none."""
        spare = self._spare_kind()
        if self.spare[GOLD]:
            self.spare[GOLD] -= 1
        elif self.cards:
            self.names.append(f"discard_{self.cards.pop(0)}_{GOLD}")
        elif spare is not None:
            self.spare[spare] -= self.rate
            self.names.append(f"convert_{spare}_{GOLD}")
        elif self.held[GOLD]:
            self.lacking.append(GOLD)  # it pays for itself
        else:
            return False
        return True
