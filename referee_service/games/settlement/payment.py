"""Payment of prices from the reserve, with exchanges on the way.

A price that the reserve covers is paid at once. Otherwise the player lays down resources one by one and may exchange
those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee_service.kernel.bags import Bag, merge_bags, pieces_of, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, request_payment
from referee_service.kernel.pending import close_question
from referee_service.kernel.state import question_of
from referee_service.kernel.tuples import with_player

from .cheapest_payment import PaymentPlanner
from .content.tables import BASICS, DIAMOND, GOLD, PACKS, content
from .reserve import covers_price, give_back
from .state import State, has_permit, resource_pieces


def sources(state: State) -> tuple[Sequence[PaymentSource], Mapping[str, int]]:
    """Return every resource and exchange that can pay, even exchanges with a permit, and the reserve."""
    tables, player = content(state), state.active_player
    even_sources = tables.even_sources if has_permit(state, player, "even_exchange") else ()
    return (*tables.sources, *even_sources), dict(player.reserve)


def use(state: State, source: PaymentSource) -> State:
    """Move a laid resource from the reserve to the supply, and emit an exchange, which is paid from there too.

    An exchange of laid resources moves nothing.
    """
    seat, laid = state.active_seat, ((source.stock, source.piece_cost),) if source.piece_cost else ()
    given = resource_pieces(source.consumes or laid)
    (get,) = pieces_of(source.produces)
    after = give_back(state, seat, laid) if laid else state
    return after if given == (get,) else emit(after, "exchanged", seat, give=given, get=get)


def on_paid(state: State, payment: PaymentFrame) -> State:
    """Close a payment: return the surplus to the reserve. The frame beneath then continues."""
    surplus = merge_bags(payment.pool, tuple((resource, -count) for resource, count in payment.owed))
    state = with_player(state, state.active_seat, reserve=merge_bags(state.active_player.reserve, surplus))
    return close_payment(state, payment.purpose, payment.owed, "pay.paid")


def close_payment(state: State, purpose: str, price: Bag, rule: str) -> State:
    """Close the question and emit that the price is paid. A further step of the payment breaks the rule."""
    seat = state.active_seat
    state = close_question(state, seat, question_of(PaymentFrame), rule)
    return emit(state, "price_paid", seat, purpose=purpose, price=resource_pieces(price))


class Funds(NamedTuple):
    """What a seat can pay with: its reserve, and whether it may exchange basic resources evenly."""

    pack: str
    has_even_exchange: bool
    reserve: Bag


def funds_of(state: State) -> Funds:
    """Return the funds of the active player."""
    player = state.active_player
    return Funds(state.pack, has_permit(state, player, "even_exchange"), player.reserve)


def is_payable(state: State, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Return whether a price can be paid from the laid resources and the reserve, exchanges included."""
    return is_price_payable(funds_of(state)._replace(reserve=tuple(sorted(stocks.items()))), owed, pool)


@lru_cache(maxsize=MEMO_ENTRIES)
def is_price_payable(funds: Funds, owed: Bag, pool: Bag = ()) -> bool:
    """Compute whether a price is payable, without a search. Cached.

    Missing gold is made of diamonds, missing diamonds of one basic resource of each kind. Missing basics come from
    gold, from diamonds by way of gold, and from spare basics. With a permit, spare basics that are not laid down yet
    exchange evenly.
    """
    if size_of(owed) > size_of(pool) + size_of(funds.reserve):
        return False  # no exchange brings more pieces than it takes
    numbers, price, laid, stocks = PACKS.get(funds.pack).numbers, dict(owed), dict(pool), dict(funds.reserve)
    diamonds_per_gold = numbers["diamonds_for_gold"]
    gold = stocks.get(GOLD, 0) + laid.get(GOLD, 0) - price.get(GOLD, 0)
    diamonds = stocks.get(DIAMOND, 0) + laid.get(DIAMOND, 0) - price.get(DIAMOND, 0) + min(0, gold) * diamonds_per_gold
    sets = max(0, -diamonds)
    lacking = spare_laid = spare_held = 0
    for basic in BASICS:
        held = stocks.get(basic, 0)
        remaining = held + laid.get(basic, 0) - price.get(basic, 0) - sets
        lacking += max(0, -remaining)
        spare_held += min(held, max(0, remaining))
        spare_laid += max(0, remaining - held)
    rare = max(0, gold) + max(0, diamonds) // diamonds_per_gold
    rate = numbers["basics_for_basic"]
    if funds.has_even_exchange:
        return lacking <= rare + spare_held + spare_laid // rate
    return lacking <= rare + (spare_held + spare_laid) // rate


def cheapest_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """Return the steps that pay the rest with the fewest pieces. Laid resources are used first."""
    return PaymentPlanner(state, payment).plan()


PAYMENT_RULES: PaymentRules[State] = PaymentRules(
    sources=sources, use=use, on_paid=on_paid, is_payable=is_payable, cheapest_steps=cheapest_steps
)


def can_afford(state: State, price: Bag) -> bool:
    """Return whether the active player can pay this price, exchanges included."""
    return is_price_payable(funds_of(state), price)


def request_price(state: State, price: Bag, purpose: str) -> State:
    """Pay the price at once if the reserve covers it. Otherwise ask the active player for a payment."""
    seat = state.active_seat
    if covers_price(state.active_player.reserve, price):
        return close_payment(give_back(state, seat, price), purpose, price, "ruling.payment")
    return request_payment(PAYMENT_RULES, state, seat, price, purpose)
