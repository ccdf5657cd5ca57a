"""Questions of Medievalia, and the verbs that answer only them."""

from __future__ import annotations

from referee_service.kernel.question import Question

from ..state import State
from .alliance import ALLY_HELP
from .battle import ENGAGE_QUESTION, MUSTER, STRIKE_QUESTION, TAKE_DAMAGE_QUESTION
from .cards import CHOOSE_DECK_QUESTION, DRAW_CARD_QUESTION, REVEAL_BUILDING_QUESTION, STARVE_QUESTION
from .payment import PAYMENT, PURCHASE
from .setup import PICK_STARTER_QUESTION, TURN_UP_LAST_QUESTION
from .support import HEAL_QUESTION, SHOOT_QUESTION

QUESTIONS: tuple[Question[State], ...] = (
    PICK_STARTER_QUESTION,
    TURN_UP_LAST_QUESTION,
    CHOOSE_DECK_QUESTION,
    DRAW_CARD_QUESTION,
    REVEAL_BUILDING_QUESTION,
    STARVE_QUESTION,
    PURCHASE,
    PAYMENT,
    ALLY_HELP,
    MUSTER,
    ENGAGE_QUESTION,
    STRIKE_QUESTION,
    TAKE_DAMAGE_QUESTION,
    SHOOT_QUESTION,
    HEAL_QUESTION,
)
