"""Payment oracle: a slow but general search of all ways to pay, with which tests compare the payments of the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

from referee_service.kernel.bags import Bag, count_in, merge_bags, size_of
from referee_service.kernel.payment import PaymentSource, covers, is_usable, pool_after

Cost = tuple[int, ...]
"""What a payment costs, most important number first."""
Measure = Callable[[PaymentSource], Cost]
"""Return the cost of one use of a source. Sources with equal stocks and piece costs must have equal costs."""


def pieces_of(source: PaymentSource) -> Cost:
    """Return the number of pieces that one use costs: the kernel's measure."""
    return (source.piece_cost,)


def search_cheapest_steps(
    owed: Bag,
    pool: Bag,
    sources: Sequence[PaymentSource],
    stocks: Mapping[str, int],
    wild: Mapping[str, frozenset[str]] | None = None,
    cost_of: Measure = pieces_of,
) -> tuple[str, ...] | None:
    """Return the source names of the cheapest way to pay, or None if there is none.

    Cheapest means: lowest cost, then least surplus, then fewest steps, then notation order.
    """
    wildcards, price = wild or {}, size_of(owed)
    frontier: list[tuple[Cost, int, tuple[str, ...], Bag, Bag]] = [((), 0, (), pool, ())]
    seen: set[tuple[Bag, Bag]] = set()
    best: tuple[Cost, int, int, tuple[str, ...]] | None = None
    while frontier:
        cost, length, steps, held, used = heappop(frontier)
        if best is not None and cost > best[0]:
            break
        if (held, used) in seen:
            continue
        seen.add((held, used))
        if covers(held, owed, wildcards):
            found = (cost, size_of(held) - price, length, steps)
            best = found if best is None else min(best, found)
            continue
        for source in sources:
            if is_usable(source, held, stocks.get(source.stock, 0) - count_in(used, source.stock)):
                after, spent = pool_after(held, source), merge_bags(used, ((source.stock, source.piece_cost),))
                way = tuple(sorted((*steps, source.name)))
                heappush(frontier, (add_costs(cost, cost_of(source)), length + 1, way, after, spent))
    return best[3] if best else None


def add_costs(*costs: Cost) -> Cost:
    """Return the sum of costs, number by number. An empty cost is zero."""
    return tuple(map(sum, zip(*filter(None, costs), strict=True)))
