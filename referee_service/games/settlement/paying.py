"""How Settlement pays: from the reserve, with exchanges on the way.

What is held outright is paid at once. Where it is not, the price is asked for: resources are laid down one by one and
exchanged while they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee_service.games.settlement.content import BASICS, DIAMOND, GOLD, SHELF, content
from referee_service.games.settlement.purse import Purse
from referee_service.games.settlement.reserve import give_back, holds
from referee_service.games.settlement.state import State, permits
from referee_service.kernel.events import note
from referee_service.kernel.payment import Payment, Source, Till, charge
from referee_service.kernel.values import Bag, change, merge


def sources(state: State) -> tuple[Sequence[Source], Mapping[str, int]]:
    """Everything in the reserve, every exchange, and the even ones for who may."""
    tables, me = content(state), state.me
    even = tables.even_sources if permits(state, me, "even_exchange") else ()
    return (*tables.sources, *even), dict(me.reserve)


def use(state: State, source: Source) -> State:
    """A resource goes back to the supply; an exchange moves nothing more."""
    return give_back(state, state.active, ((source.stock, source.pieces),)) if source.pieces else state


def paid(state: State, payment: Payment) -> State:
    """All is paid: what lies down beyond the price comes back, and what was bought waits beneath."""
    surplus = merge(payment.pool, tuple((resource, -count) for resource, count in payment.owed))
    state = change(state, state.active, reserve=merge(state.me.reserve, surplus))
    return note(state, "price_paid", state.active, purpose=payment.purpose)


def is_payable(state: State, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Whether a price can be paid from what lies down and what is at hand, by the rates of exchange."""
    return reckoned(state.pack, permits(state, state.me, "even_exchange"), owed, pool, tuple(sorted(stocks.items())))


@lru_cache(maxsize=16384)
def reckoned(pack: str, even: bool, owed: Bag, pool: Bag, reserve: Bag) -> bool:  # noqa: FBT001 a key of the cache
    """Reckon it without a search, once for each case.

    Gold lacking is made of diamonds, diamonds lacking of one basic of each kind; basics lacking come from gold,
    from diamonds by way of gold, and from basics to spare: evenly with a permit, for what does not lie down yet.
    """
    numbers, price, laid, stocks = SHELF.find(pack).numbers, dict(owed), dict(pool), dict(reserve)
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


def cheapest_way(state: State, payment: Payment) -> tuple[str, ...]:
    """The fewest pieces that pay the rest: each kind by itself first, then by exchange; what lies down goes first."""
    return Purse(state, payment).way()


TILL: Till[State] = Till(sources=sources, use=use, paid=paid, payable=is_payable, way=cheapest_way)


def can_afford(state: State, price: Bag) -> bool:
    """Whether the player in turn can pay this price, exchanges included."""
    me = state.me
    return reckoned(state.pack, permits(state, me, "even_exchange"), price, (), me.reserve)


def ask_price(state: State, price: Bag, purpose: str) -> State:
    """Pay at once what is held outright; else ask how the price is paid."""
    seat = state.active
    if holds(state.me.reserve, price):
        return note(give_back(state, seat, price), "price_paid", seat, purpose=purpose)
    return charge(TILL, state, seat, price, purpose)
