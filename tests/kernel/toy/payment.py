"""Payment rules of Caravan: cards from the hand pay. Gold pays any debt, and two equal cards convert into gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations_with_replacement, product

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, bag_of, count_in, merge_bags, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, covers, pool_after
from referee_service.kernel.score import award
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.schema import ANY, GOLD, GOODS
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.state import State

CARDS = {good: PaymentSource(good, stock=good, produces=((good, 1),)) for good in GOODS}
CONVERSIONS = [
    PaymentSource(f"change_{good}", stock="", produces=((GOLD, 1),), consumes=((good, 2),), piece_cost=0)
    for good in GOODS
    if good != GOLD
]
SOURCES = (*CARDS.values(), *CONVERSIONS)
WILDCARDS = {ANY: frozenset(GOODS), **{good: frozenset({good, GOLD}) for good in GOODS}}


def sources(state: State) -> tuple[Sequence[PaymentSource], dict[str, int]]:
    """Return the cards in hand and all conversions, and the number of cards of each kind."""
    hand = dict(state.active_player.hand)
    return [*(CARDS[good] for good in hand), *CONVERSIONS], hand


def use(state: State, source: PaymentSource) -> State:
    """Move a card to the discard pile. A conversion moves nothing."""
    if not source.piece_cost:
        return state
    state = with_player(state, state.active_seat, hand=remove_from(state.active_player.hand, source.stock))
    return replace(state, discard=add_to(state.discard, source.stock))


def open_stall(state: State, payment: PaymentFrame) -> State:
    """Give the paid stall to the player, score it, and apply its effects."""
    seat, stall = state.active_seat, content(state).stalls[payment.purpose]
    state = with_player(state, seat, stalls=tuple(sorted((*state.active_player.stalls, payment.purpose))))
    state = replace(state, market=remove_from(state.market, payment.purpose))
    state = award(state, seat, stall.value, "build.value")
    for effect in stall.on_build:
        state = effect(state, seat)
    return emit(state, "opened", seat, stall=payment.purpose)


def cheapest_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """Return the steps of the cheapest way to pay the rest. The price must be payable."""
    steps = cheapest_payment(payment.owed, payment.pool, dict(state.active_player.hand))
    assert steps is not None, "a payment that opened can be completed"
    return steps


def cheapest_payment(owed: Bag, pool: Bag, held: Mapping[str, int]) -> tuple[str, ...] | None:
    """Return the steps of the cheapest way to pay with these cards, or None if there is none.

    Cheapest means: fewest cards, then least surplus, then fewest steps, then notation order.
    """
    if covers(pool, owed, WILDCARDS):
        return ()
    for size in range(2 * size_of(owed) + 1):  # a piece owed needs two cards at most
        ways = [
            (size_of(paid), len(steps), steps)
            for cards in combinations_with_replacement(sorted(held), size)
            if all(cards.count(good) <= held[good] for good in cards)
            for steps, paid in _complete_payments(owed, merge_bags(pool, bag_of(cards)), cards)
        ]
        if ways:
            return min(ways)[2]
    return None


def _complete_payments(owed: Bag, laid: Bag, cards: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Bag]]:
    """Yield every way to cover the price with these cards and conversions, as all steps and the pool after them."""
    for counts in product(*(range(count_in(laid, source.consumes[0][0]) // 2 + 1) for source in CONVERSIONS)):
        used = [source for source, count in zip(CONVERSIONS, counts, strict=True) for _ in range(count)]
        paid = reduce(pool_after, used, laid)
        before_last = [merge_bags(paid, source.consumes, ((GOLD, -1),)) for source in used]
        # A payment closes as soon as its price is covered, so one of the steps must be needed as the last one.
        is_last_needed = bool(cards) or any(not covers(before, owed, WILDCARDS) for before in before_last)
        if is_last_needed and covers(paid, owed, WILDCARDS):
            yield tuple(sorted((*cards, *(source.name for source in used)))), paid


PAYMENT_RULES = PaymentRules(
    sources=sources, use=use, on_paid=open_stall, wildcards=WILDCARDS, cheapest_steps=cheapest_steps
)
