"""Paying step by step or at once: a payment opens only if it can be completed, and every step keeps it so.

A payment owes a bag of kinds. Sources put pieces of money into a pool (a card that is turned, a coin that is spent)
or convert what lies there (three of a kind for one of another). What the pool holds too much when the price is
covered is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, count_in, merge_bags, size_of
from referee_service.kernel.pending import pop, push, replace_top
from referee_service.kernel.state import Frame, State

S = TypeVar("S", bound=State)


class PaymentSource(Struct, frozen=True, gc=False):
    """One way to bring money: what it gives, what it takes from the pool, and which stock of pieces it uses up."""

    name: str
    stock: str
    produces: Bag
    consumes: Bag = ()
    piece_cost: int = 1
    """How many pieces of its stock a use costs the payer; a conversion costs none."""

    def __post_init__(self) -> None:
        if not self.piece_cost and not self.consumes:
            raise ValueError(f"{self.name} would give money for nothing")


class PaymentFrame(Frame, frozen=True, tag="payment"):
    """A price being paid: what is owed, what has been produced so far, and for what."""

    owed: Bag
    pool: Bag
    purpose: str


@dataclass(frozen=True, slots=True)
class PaymentRules(Generic[S]):
    """How a game pays: where money comes from, what using a source does, and what happens once all is paid."""

    sources: Callable[[S], tuple[Sequence[PaymentSource], Mapping[str, int]]]
    """The sources open to the payer, and how many pieces each stock holds."""
    use: Callable[[S, PaymentSource], S]
    on_paid: Callable[[S, PaymentFrame], S]
    wildcards: Mapping[str, frozenset[str]] | None = None
    """Kinds of debt that several kinds of money settle: {"any": frozenset({...})}."""
    is_payable: Callable[[S, Bag, Bag, Mapping[str, int]], bool] | None = None
    """Whether what is owed can be paid from pool and stocks, where a game can tell without searching."""
    cheapest_steps: Callable[[S, PaymentFrame], tuple[str, ...]] | None = None
    """The names of the sources of the cheapest way to pay the rest, in order, where a game can tell at once."""
    usable_sources: Callable[[S, PaymentFrame], Sequence[PaymentSource]] | None = None
    """The sources that can be used now and leave the rest payable, where a game can tell without trying each."""


def covers(pool: Bag, owed: Bag, wild: Mapping[str, frozenset[str]]) -> bool:
    """Whether the pool settles the debt: wild debts may want the same money, so each group of them must find enough."""
    if size_of(pool) < size_of(owed):
        return False  # every piece owed takes one
    left = dict(pool)
    for kind, count in owed:
        if kind not in wild:
            left[kind] = left.get(kind, 0) - count
            if left[kind] < 0:
                return False
    debts = [(wild[kind], count) for kind, count in owed if kind in wild]
    for size in range(1, len(debts) + 1):
        for group in combinations(debts, size):
            takes = frozenset[str]().union(*(money for money, _ in group))
            if sum(count for _, count in group) > sum(left.get(kind, 0) for kind in takes):
                return False
    return True


def cheapest_steps(
    owed: Bag,
    pool: Bag,
    sources: Sequence[PaymentSource],
    stocks: Mapping[str, int],
    wild: Mapping[str, frozenset[str]] | None = None,
) -> tuple[str, ...] | None:
    """The names of the sources of the cheapest way to pay, or None when there is no way.

    Cheapest: fewest pieces used, then least surplus, then fewest steps, then notation order.
    """
    debts, price = wild or {}, size_of(owed)
    open_ways: list[tuple[int, int, tuple[str, ...], Bag, Bag]] = [(0, 0, (), pool, ())]
    seen: set[tuple[Bag, Bag]] = set()
    best: tuple[int, int, int, tuple[str, ...]] | None = None
    while open_ways:
        pieces, length, steps, held, used = heappop(open_ways)
        if best is not None and pieces > best[0]:
            break
        if (held, used) in seen:
            continue
        seen.add((held, used))
        if covers(held, owed, debts):
            found = (pieces, size_of(held) - price, length, steps)
            best = found if best is None else min(best, found)
            continue
        for source in sources:
            if is_usable(source, held, stocks.get(source.stock, 0) - count_in(used, source.stock)):
                after, spent = pool_after(held, source), merge_bags(used, ((source.stock, source.piece_cost),))
                way = tuple(sorted((*steps, source.name)))
                heappush(open_ways, (pieces + source.piece_cost, length + 1, way, after, spent))
    return best[3] if best else None


def is_payable(
    owed: Bag,
    pool: Bag,
    sources: Sequence[PaymentSource],
    stocks: Mapping[str, int],
    wild: Mapping[str, frozenset[str]] | None = None,
) -> bool:
    """Whether there is any way to pay. Money never hurts, so a stock that has only one use is brought at once."""
    debts = wild or {}
    users = [source.stock for source in sources if source.piece_cost]
    plain = [
        source for source in sources if source.piece_cost and not source.consumes and users.count(source.stock) == 1
    ]
    others = [source for source in sources if source not in plain]
    brought_in = [(source, stocks.get(source.stock, 0) // source.piece_cost) for source in plain]
    held = merge_bags(
        pool, *(tuple((kind, count * uses) for kind, count in source.produces) for source, uses in brought_in)
    )
    open_ways: list[tuple[Bag, Bag]] = [(held, ())]
    seen = set(open_ways)
    while open_ways:
        held, used = open_ways.pop()
        if covers(held, owed, debts):
            return True
        for source in others:
            if is_usable(source, held, stocks.get(source.stock, 0) - count_in(used, source.stock)):
                way = (pool_after(held, source), merge_bags(used, ((source.stock, source.piece_cost),)))
                if way not in seen:
                    seen.add(way)
                    open_ways.append(way)
    return False


def is_usable(source: PaymentSource, pool: Bag, left: int) -> bool:
    """Whether a source can be used once: so many pieces are left in its stock, and the pool holds what it takes."""
    return source.piece_cost <= left and all(count_in(pool, kind) >= count for kind, count in source.consumes)


def pool_after(pool: Bag, source: PaymentSource) -> Bag:
    """The pool after one use of a source."""
    return merge_bags(pool, source.produces, tuple((kind, -count) for kind, count in source.consumes))


def next_step(names: tuple[str, ...], pool: Bag, sources: Mapping[str, PaymentSource]) -> PaymentSource:
    """The first of the named sources that can be used now: one that brings money before one that converts it."""
    named = [sources[name] for name in names]
    ready = [source for source in named if all(count_in(pool, kind) >= count for kind, count in source.consumes)]
    return min(ready, key=lambda source: bool(source.consumes))


def payment_after(frame: PaymentFrame, source: PaymentSource) -> PaymentFrame:
    """The payment after one use of a source."""
    return replace(frame, pool=pool_after(frame.pool, source))


def use_source(till: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource) -> S:
    """Use one source; when the price is covered the purchase happens and the surplus is lost."""
    state, frame = till.use(state, source), payment_after(frame, source)
    if is_paid(till, frame):
        return till.on_paid(pop(state), frame)
    return replace_top(state, frame)


def is_paid(till: PaymentRules[S], frame: PaymentFrame) -> bool:
    """Whether the pool covers the whole price."""
    return covers(frame.pool, frame.owed, till.wildcards or {})


def request_payment(till: PaymentRules[S], state: S, seat: int, owed: Bag, purpose: str) -> S:
    """Ask a seat for a price that it can pay; a price of nothing is paid at once."""
    frame = PaymentFrame(seat, owed, (), purpose)
    return till.on_paid(state, frame) if is_paid(till, frame) else push(state, frame)


def can_pay(till: PaymentRules[S], state: S, owed: Bag) -> bool:
    """Whether a payment of this price may open at all."""
    return _is_payable_at(till, state, owed, (), till.sources(state)[1])


def can_use(till: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource) -> bool:
    """Whether this source can be used for this payment now."""
    return is_usable(source, frame.pool, till.sources(state)[1].get(source.stock, 0))


def usable_sources(till: PaymentRules[S], state: S, frame: PaymentFrame) -> Sequence[PaymentSource]:
    """The sources that can be used for this payment now and leave the rest payable."""
    if till.usable_sources is not None:
        return till.usable_sources(state, frame)
    sources, stocks = till.sources(state)
    usable = (source for source in sources if is_usable(source, frame.pool, stocks.get(source.stock, 0)))
    return [source for source in usable if _leaves_payable(till, state, frame, source, stocks)]


def keeps_payable(till: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource) -> bool:
    """Whether the price can still be paid after one use of this source."""
    return _leaves_payable(till, state, frame, source, till.sources(state)[1])


def _leaves_payable(
    till: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource, stocks: Mapping[str, int]
) -> bool:
    left = {**stocks, source.stock: stocks.get(source.stock, 0) - source.piece_cost}
    return _is_payable_at(till, state, frame.owed, payment_after(frame, source).pool, left)


def _is_payable_at(till: PaymentRules[S], state: S, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Whether a till can settle a debt: by the game's own reckoning, or else by searching for a way."""
    if till.is_payable is not None:
        return till.is_payable(state, owed, pool, stocks)
    return is_payable(owed, pool, till.sources(state)[0], stocks, till.wildcards)
