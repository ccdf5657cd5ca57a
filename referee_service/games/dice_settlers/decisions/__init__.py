"""Questions of Dice Settlers, and the verbs that answer only them.

A question that is not `forced` always has two answers: its step closes it if nothing but an end or a refusal remains.
"""

from __future__ import annotations

from referee_service.kernel.question import Question

from ..state import State
from .cleanup import KEEP_DICE_QUESTION
from .dice import ADJUST, DRAW_DICE, REROLL_QUESTION, ROLL_DICE
from .exploration import CHOOSE_TILE_QUESTION, DEFEND, DRAW_TILES, FOLLOW, PLACE_TILE_QUESTION
from .gains import BUILD_HOUSE_QUESTION, GAIN_DIE, GAIN_TOKENS
from .main_action import ACTING, EXTRA_ACTION, RECRUITING, SELL_DIE_QUESTION
from .payment import PAYMENT
from .printed_bot import BOT_ACT, BOT_MOVE, BOT_RAID, BOT_RECRUIT, BOT_SETTLE, QUEUE_DICE, REMOVE_TENT_QUESTION
from .research import RESEARCHING
from .setup import (
    BOT_START_QUESTION,
    DEAL_START,
    DRAW_TECHNOLOGIES,
    LAY_START,
    PICK_STARTER_QUESTION,
    TAKE_START_QUESTION,
)

QUESTIONS: tuple[Question[State], ...] = (
    *(PICK_STARTER_QUESTION, DRAW_TECHNOLOGIES, DEAL_START, TAKE_START_QUESTION, BOT_START_QUESTION, LAY_START),
    *(DRAW_DICE, ROLL_DICE, ADJUST, REROLL_QUESTION, KEEP_DICE_QUESTION),
    *(DRAW_TILES, CHOOSE_TILE_QUESTION, PLACE_TILE_QUESTION, FOLLOW, DEFEND),
    *(ACTING, SELL_DIE_QUESTION, RECRUITING, RESEARCHING, EXTRA_ACTION),
    *(GAIN_DIE, GAIN_TOKENS, BUILD_HOUSE_QUESTION),
    *(QUEUE_DICE, BOT_MOVE, BOT_ACT, BOT_RECRUIT, BOT_SETTLE, BOT_RAID, REMOVE_TENT_QUESTION),
    PAYMENT,
)
