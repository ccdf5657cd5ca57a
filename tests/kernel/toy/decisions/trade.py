"""Questions of a turn: the trade, the payment of a stall, and the order of stalls that react to an opening."""

from __future__ import annotations

from referee_service.kernel.bags import count_in, size_of
from referee_service.kernel.payment import PaymentFrame, is_payable, payment_facts
from referee_service.kernel.question import Below, question
from referee_service.kernel.triggers import OrderTriggersFrame
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.payment import PAYMENT_RULES
from tests.kernel.toy.questions import DealCardsFrame, TradeFrame
from tests.kernel.toy.state import State


def is_stall_payment(state: State, frame: PaymentFrame, below: Below) -> bool:
    """Return whether a payment is for a stall of the market, at its price, and can be completed."""
    if not count_in(state.market, frame.purpose) or frame.owed != content(state).stalls[frame.purpose].price:
        return False
    if size_of(frame.pool) > size_of(state.discard):
        return False
    return is_payable(frame.owed, frame.pool, *PAYMENT_RULES.sources(state), PAYMENT_RULES.wildcards)


def can_triggers_wait(state: State, frame: OrderTriggersFrame, below: Below) -> bool:
    """Return whether every waiting trigger belongs to a stall of the seat that reacts to openings."""
    assert frame.seat != "chance"
    reacting = [stall for stall in state.players[frame.seat].stalls if content(state).stalls[stall].on_opened]
    return bool(frame.waiting) and all(
        (trigger.seat, trigger.event) == (frame.seat, "opened") and trigger.source in reacting
        for trigger in frame.waiting
    )


TRADE = question(TradeFrame, "build", "ask", "rest", stages=("turn",))
PAYMENT = question(PaymentFrame, "pay", "pay_cheapest", over=(TradeFrame,), fits=is_stall_payment, facts=payment_facts)
ORDER_TRIGGERS = question(
    OrderTriggersFrame,
    "resolve",
    any_seat=True,
    over=(TradeFrame, DealCardsFrame, OrderTriggersFrame),
    fits=can_triggers_wait,
)
