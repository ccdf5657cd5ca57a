"""Payments, made step by step or at once. A payment opens only if it can be completed, and every step keeps it so.

A payment owes a bag of kinds. A source adds money to a pool (a turned card, a spent coin) or converts money in the pool
(three of one kind for one of another). The game's `on_paid` decides what happens to a surplus in the pool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, count_in, merge_bags, pieces_of, size_of
from referee_service.kernel.pending import pop, push, replace_top
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Frame, State

S = TypeVar("S", bound=State)


class PaymentSource(Struct, frozen=True, gc=False):
    """One way to add money to the pool: what it produces, what it consumes, and which stock of pieces it uses."""

    name: str
    stock: str
    produces: Bag
    consumes: Bag = ()
    piece_cost: int = 1
    """Pieces of the stock that one use costs the payer. A conversion costs none."""

    def __post_init__(self) -> None:
        if not self.piece_cost and not self.consumes:
            raise ValueError(f"{self.name} would produce money without a cost")


class PaymentFrame(Frame, frozen=True, tag="payment"):
    """An open payment. The seat pays source by source, or the rest at once."""

    owed: Bag
    """Whole price, as [kind, count] pairs. It does not shrink while the seat pays."""
    pool: Bag
    """What is paid so far, as [kind, count] pairs. The payment ends when it covers the price."""
    purpose: str
    """What is paid for: the id of a card, tile or technology, or the name of an action."""


@dataclass(frozen=True, slots=True)
class PaymentRules(Generic[S]):
    """The payment rules of a game: where money comes from, what using a source does, and what a paid price buys."""

    sources: Callable[[S], tuple[Sequence[PaymentSource], Mapping[str, int]]]
    """Return the sources of the payer, and the number of pieces in each stock."""
    use: Callable[[S, PaymentSource], S]
    """Return the state after one use of a source."""
    on_paid: Callable[[S, PaymentFrame], S]
    """Return the state after the purchase. The payment frame is already popped."""
    cheapest_steps: Callable[[S, PaymentFrame], tuple[str, ...]]
    """Return the source names of the cheapest way to pay the rest of a payable price, in order.

    The game defines what is cheapest. Its rules say so where it is not simply the fewest pieces.
    """
    wildcards: Mapping[str, frozenset[str]] | None = None
    """Kinds of debt that several kinds of money can pay: {"any": frozenset({...})}."""
    is_payable: Callable[[S, Bag, Bag, Mapping[str, int]], bool] | None = None
    """Return whether a debt can be paid from pool and stocks, for a game that knows it without a search."""
    usable_sources: Callable[[S, PaymentFrame], Sequence[PaymentSource]] | None = None
    """Return the sources that are usable now and leave the rest payable, for a game that knows them without a
    search.
    """


def payment_facts(state: State) -> dict[str, Fact]:
    """Return the facts of the prompt of a payment: the price, what is paid so far, and the purpose.

    Price and payment list equal pieces one by one.
    """
    frame = state.pending[-1]
    assert isinstance(frame, PaymentFrame)
    return {"owed": pieces_of(frame.owed), "paid": pieces_of(frame.pool), "purpose": frame.purpose}


def covers(pool: Bag, owed: Bag, wild: Mapping[str, frozenset[str]]) -> bool:
    """Return whether a pool covers a debt.

    Wildcard debts may compete for the same money, so every group of them must find enough.
    """
    if size_of(pool) < size_of(owed):
        return False  # every piece owed takes one
    unspent = dict(pool)
    for kind, count in owed:
        if kind not in wild:
            unspent[kind] = unspent.get(kind, 0) - count
            if unspent[kind] < 0:
                return False
    debts = [(wild[kind], count) for kind, count in owed if kind in wild]
    for size in range(1, len(debts) + 1):
        for group in combinations(debts, size):
            takes = frozenset[str]().union(*(money for money, _ in group))
            if sum(count for _, count in group) > sum(unspent.get(kind, 0) for kind in takes):
                return False
    return True


def is_payable(
    owed: Bag,
    pool: Bag,
    sources: Sequence[PaymentSource],
    stocks: Mapping[str, int],
    wild: Mapping[str, frozenset[str]] | None = None,
) -> bool:
    """Return whether any way to pay exists.

    Surplus money does no harm, so a stock with a single use is produced completely at the start.
    """
    wildcards = wild or {}
    users = [source.stock for source in sources if source.piece_cost]
    plain = [
        source for source in sources if source.piece_cost and not source.consumes and users.count(source.stock) == 1
    ]
    others = [source for source in sources if source not in plain]
    brought_in = [(source, stocks.get(source.stock, 0) // source.piece_cost) for source in plain]
    held = merge_bags(
        pool, *(tuple((kind, count * uses) for kind, count in source.produces) for source, uses in brought_in)
    )
    frontier: list[tuple[Bag, Bag]] = [(held, ())]
    seen = set(frontier)
    while frontier:
        held, used = frontier.pop()
        if covers(held, owed, wildcards):
            return True
        for source in others:
            if is_usable(source, held, stocks.get(source.stock, 0) - count_in(used, source.stock)):
                way = (pool_after(held, source), merge_bags(used, ((source.stock, source.piece_cost),)))
                if way not in seen:
                    seen.add(way)
                    frontier.append(way)
    return False


def is_usable(source: PaymentSource, pool: Bag, remaining: int) -> bool:
    """Return whether a source can be used once, given the pieces remaining in its stock and the money in the pool."""
    return source.piece_cost <= remaining and all(count_in(pool, kind) >= count for kind, count in source.consumes)


def pool_after(pool: Bag, source: PaymentSource) -> Bag:
    """Return the pool after one use of a source."""
    return merge_bags(pool, source.produces, tuple((kind, -count) for kind, count in source.consumes))


def next_step(names: tuple[str, ...], pool: Bag, sources: Mapping[str, PaymentSource]) -> PaymentSource:
    """Return the first named source that is usable now. Sources that consume nothing come before conversions."""
    named = [sources[name] for name in names]
    ready = [source for source in named if all(count_in(pool, kind) >= count for kind, count in source.consumes)]
    return min(ready, key=lambda source: bool(source.consumes))


def payment_after(frame: PaymentFrame, source: PaymentSource) -> PaymentFrame:
    """Return the payment frame after one use of a source."""
    return replace(frame, pool=pool_after(frame.pool, source))


def use_source(rules: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource) -> S:
    """Use one source. If the price is then covered, close the payment and run the purchase."""
    state, frame = rules.use(state, source), payment_after(frame, source)
    if is_paid(rules, frame):
        return rules.on_paid(pop(state), frame)
    return replace_top(state, frame)


def is_paid(rules: PaymentRules[S], frame: PaymentFrame) -> bool:
    """Return whether the pool covers the whole price."""
    return covers(frame.pool, frame.owed, rules.wildcards or {})


def request_payment(rules: PaymentRules[S], state: S, seat: int, owed: Bag, purpose: str) -> S:
    """Open a payment that the seat can complete. A price of nothing is paid at once."""
    frame = PaymentFrame(seat, owed, (), purpose)
    return rules.on_paid(state, frame) if is_paid(rules, frame) else push(state, frame)


def can_pay(rules: PaymentRules[S], state: S, owed: Bag) -> bool:
    """Return whether a payment of this price may open."""
    return _is_payable_at(rules, state, owed, (), rules.sources(state)[1])


def can_use(rules: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource) -> bool:
    """Return whether a source is usable for this payment now."""
    return is_usable(source, frame.pool, rules.sources(state)[1].get(source.stock, 0))


def usable_sources(rules: PaymentRules[S], state: S, frame: PaymentFrame) -> Sequence[PaymentSource]:
    """Return the sources that are usable for this payment now and leave the rest payable."""
    if rules.usable_sources is not None:
        return rules.usable_sources(state, frame)
    sources, stocks = rules.sources(state)
    usable = (source for source in sources if is_usable(source, frame.pool, stocks.get(source.stock, 0)))
    return [source for source in usable if _leaves_payable(rules, state, frame, source, stocks)]


def keeps_payable(rules: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource) -> bool:
    """Return whether the price stays payable after one use of a source."""
    return _leaves_payable(rules, state, frame, source, rules.sources(state)[1])


def _leaves_payable(
    rules: PaymentRules[S], state: S, frame: PaymentFrame, source: PaymentSource, stocks: Mapping[str, int]
) -> bool:
    remaining = {**stocks, source.stock: stocks.get(source.stock, 0) - source.piece_cost}
    return _is_payable_at(rules, state, frame.owed, pool_after(frame.pool, source), remaining)


def _is_payable_at(rules: PaymentRules[S], state: S, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Return whether a debt can be paid, by the game's own function if it has one, else by a search."""
    if rules.is_payable is not None:
        return rules.is_payable(state, owed, pool, stocks)
    return is_payable(owed, pool, rules.sources(state)[0], stocks, rules.wildcards)
