"""How Settlement pays: from the reserve, with exchanges on the way.

What is held outright is paid at once. Where it is not, the price is asked for: resources are laid down one by one and
exchanged while they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee_service.games.settlement.cheapest_payment import PaymentPlanner
from referee_service.games.settlement.content.tables import BASICS, DIAMOND, GOLD, PACKS, content
from referee_service.games.settlement.reserve import covers_price, give_back
from referee_service.games.settlement.state import State, has_permit
from referee_service.kernel.bags import Bag, merge_bags
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, request_payment
from referee_service.kernel.tuples import with_player


def sources(state: State) -> tuple[Sequence[PaymentSource], Mapping[str, int]]:
    """Everything in the reserve, every exchange, and the even ones for who may."""
    tables, me = content(state), state.active_player
    even = tables.even_sources if has_permit(state, me, "even_exchange") else ()
    return (*tables.sources, *even), dict(me.reserve)


def use(state: State, source: PaymentSource) -> State:
    """A resource goes back to the supply; an exchange moves nothing more."""
    return give_back(state, state.active_seat, ((source.stock, source.piece_cost),)) if source.piece_cost else state


def on_paid(state: State, payment: PaymentFrame) -> State:
    """All is paid: what lies down beyond the price comes back, and what was bought waits beneath."""
    surplus = merge_bags(payment.pool, tuple((resource, -count) for resource, count in payment.owed))
    state = with_player(state, state.active_seat, reserve=merge_bags(state.active_player.reserve, surplus))
    return emit(state, "price_paid", state.active_seat, purpose=payment.purpose)


def is_payable(state: State, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Whether a price can be paid from what lies down and what is at hand, by the rates of exchange."""
    return compute_payable(
        state.pack, has_permit(state, state.active_player, "even_exchange"), owed, pool, tuple(sorted(stocks.items()))
    )


@lru_cache(maxsize=16384)
def compute_payable(pack: str, even: bool, owed: Bag, pool: Bag, reserve: Bag) -> bool:  # noqa: FBT001 a key of the cache
    """Reckon it without a search, once for each case.

    Gold lacking is made of diamonds, diamonds lacking of one basic of each kind; basics lacking come from gold,
    from diamonds by way of gold, and from basics to spare: evenly with a permit, for what does not lie down yet.
    """
    numbers, price, laid, stocks = PACKS.get(pack).numbers, dict(owed), dict(pool), dict(reserve)
    dear = numbers["diamonds_for_gold"]
    gold = stocks.get(GOLD, 0) + laid.get(GOLD, 0) - price.get(GOLD, 0)
    diamonds = stocks.get(DIAMOND, 0) + laid.get(DIAMOND, 0) - price.get(DIAMOND, 0) + min(0, gold) * dear
    sets = max(0, -diamonds)
    lacking = spare_laid = spare_held = 0
    for basic in BASICS:
        held = stocks.get(basic, 0)
        left = held + laid.get(basic, 0) - price.get(basic, 0) - sets
        lacking += max(0, -left)
        spare_held += min(held, max(0, left))
        spare_laid += max(0, left - held)
    rare = max(0, gold) + max(0, diamonds) // dear
    rate = numbers["basics_for_basic"]
    if even:
        return lacking <= rare + spare_held + spare_laid // rate
    return lacking <= rare + (spare_held + spare_laid) // rate


def cheapest_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """The fewest pieces that pay the rest: each kind by itself first, then by exchange; what lies down goes first."""
    return PaymentPlanner(state, payment).way()


PAYMENT_RULES: PaymentRules[State] = PaymentRules(
    sources=sources, use=use, on_paid=on_paid, is_payable=is_payable, cheapest_steps=cheapest_steps
)


def can_afford(state: State, price: Bag) -> bool:
    """Whether the player in turn can pay this price, exchanges included."""
    me = state.active_player
    return compute_payable(state.pack, has_permit(state, me, "even_exchange"), price, (), me.reserve)


def request_price(state: State, price: Bag, purpose: str) -> State:
    """Pay at once what is held outright; else ask how the price is paid."""
    seat = state.active_seat
    if covers_price(state.active_player.reserve, price):
        return emit(give_back(state, seat, price), "price_paid", seat, purpose=purpose)
    return request_payment(PAYMENT_RULES, state, seat, price, purpose)
