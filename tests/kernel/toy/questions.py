"""Frames of Caravan: one class per question."""

from __future__ import annotations

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame
from referee_service.kernel.triggers import OrderTriggersFrame
from tests.kernel.toy.content.schema import Good
from tests.kernel.toy.fields import CardCount, SeatIndex


class RollPaceFrame(Frame, frozen=True, tag="roll_pace"):
    """Chance rolls the pace of the caravan."""


class DealCardsFrame(Frame, frozen=True, tag="deal_cards"):
    """Chance deals cards from the deck to one seat."""

    to: SeatIndex
    remaining: CardCount


class TradeFrame(Frame, frozen=True, tag="trade"):
    """A player takes a turn."""


class RequestFrame(Frame, frozen=True, tag="request"):
    """The seat `by` asks this seat for a card.

    The question opens even if the hand lacks the card, so that it reveals nothing.
    """

    good: Good
    by: SeatIndex
    haggled: bool = False


AnyFrame = RollPaceFrame | DealCardsFrame | TradeFrame | RequestFrame | PaymentFrame | OrderTriggersFrame
