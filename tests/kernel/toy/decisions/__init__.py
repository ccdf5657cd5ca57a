"""Questions of Caravan, and the verbs that answer only them."""

from __future__ import annotations

from referee_service.kernel.question import Question
from tests.kernel.toy.decisions.cards import DEAL_CARDS, ROLL_PACE
from tests.kernel.toy.decisions.requests import REQUEST
from tests.kernel.toy.decisions.trade import ORDER_TRIGGERS, PAYMENT, TRADE
from tests.kernel.toy.state import State

QUESTIONS: tuple[Question[State], ...] = (ROLL_PACE, DEAL_CARDS, TRADE, REQUEST, PAYMENT, ORDER_TRIGGERS)
