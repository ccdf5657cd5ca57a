"""Timing checks: every frame of the pending stack can be open at its place."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import count_in, size_of
from referee_service.kernel.payment import PaymentFrame, is_payable
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of
from referee_service.kernel.triggers import OrderTriggersFrame
from tests.kernel.toy.audit.pieces import is_bag
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.payment import PAYMENT_RULES
from tests.kernel.toy.questions import DealCardsFrame, RequestFrame, RollPaceFrame, TradeFrame
from tests.kernel.toy.state import State


def timing(state: State) -> Iterator[Fault]:
    """Yield a fault for each frame that cannot be open at its place."""
    for index, frame in enumerate(state.pending):
        if not is_possible(state, index, frame):
            yield fault(f"pending[{index}]", "state.pending", question=question_of(frame))


def is_possible(state: State, index: int, frame: Frame) -> bool:
    """Return whether a frame can be open at this index of the pending stack."""
    seats, is_top = range(len(state.players)), frame is state.pending[-1]
    in_turn = isinstance(state.pending[0], TradeFrame)
    match frame:
        case TradeFrame():
            return index == 0 and frame.seat == state.active_seat
        case RollPaceFrame():
            return in_turn and is_top and frame.seat == CHANCE
        case DealCardsFrame():
            return frame.seat == CHANCE and frame.to in seats and frame.remaining > 0
        case RequestFrame():
            return in_turn and frame.seat in seats and frame.by in seats and frame.seat != frame.by
        case PaymentFrame():
            return in_turn and is_top and frame.seat == state.active_seat and is_stall_payment(state, frame)
        case OrderTriggersFrame():
            return in_turn and frame.seat in seats and bool(frame.waiting) and can_wait(state, frame)
    return False


def is_stall_payment(state: State, frame: PaymentFrame) -> bool:
    """Return whether a payment is for a stall of the market, at its price, and can be completed."""
    if not count_in(state.market, frame.purpose) or frame.owed != content(state).stalls[frame.purpose].price:
        return False
    if not is_bag(frame.pool) or size_of(frame.pool) > size_of(state.discard):
        return False
    return is_payable(frame.owed, frame.pool, *PAYMENT_RULES.sources(state), PAYMENT_RULES.wildcards)


def can_wait(state: State, frame: OrderTriggersFrame) -> bool:
    """Return whether every waiting trigger belongs to a stall of the seat that reacts to openings."""
    reacting = [stall for stall in state.players[frame.seat].stalls if content(state).stalls[stall].on_opened]
    return all(trigger.seat == frame.seat and trigger.source in reacting for trigger in frame.waiting)
