"""Questions of The Castles of Burgundy, and the verbs that answer only them."""

from __future__ import annotations

from referee_service.kernel.question import Question

from ..state import State
from .benefits import FREE_ACTION, MAKE_ROOM, PLACE_BENEFIT, SELL_BENEFIT, TAKE_BENEFIT
from .chance import DEAL_GOODS, FILL_DEPOTS, REVEAL_GOODS, ROLL_DICE
from .setup import CHOOSE_BOARD_QUESTION, CHOOSE_CASTLE_QUESTION, DEAL_BOARD_QUESTION, PICK_STARTER_QUESTION
from .ships import LOAD_MORE, LOAD_SHIP_QUESTION, STORE_GOODS_QUESTION

QUESTIONS: tuple[Question[State], ...] = (
    *(PICK_STARTER_QUESTION, DEAL_GOODS, DEAL_BOARD_QUESTION, CHOOSE_BOARD_QUESTION, CHOOSE_CASTLE_QUESTION),
    *(FILL_DEPOTS, REVEAL_GOODS, ROLL_DICE),
    *(FREE_ACTION, TAKE_BENEFIT, SELL_BENEFIT, PLACE_BENEFIT, MAKE_ROOM),
    *(LOAD_SHIP_QUESTION, LOAD_MORE, STORE_GOODS_QUESTION),
)
