"""Dice Settlers (NSKN 2018): the `GAME` record with all verbs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee_service.games.dice_settlers import effects as effects
from referee_service.games.dice_settlers.actions.choose_colour import CHOOSE_COLOUR
from referee_service.games.dice_settlers.actions.end_roll import END_ROLL
from referee_service.games.dice_settlers.actions.end_turn import END_TURN
from referee_service.games.dice_settlers.actions.explode import EXPLODE
from referee_service.games.dice_settlers.actions.explore import EXPLORE
from referee_service.games.dice_settlers.actions.govern import GOVERN
from referee_service.games.dice_settlers.actions.harvest import HARVEST
from referee_service.games.dice_settlers.actions.place_tile import PLACE_TILE
from referee_service.games.dice_settlers.actions.raid import RAID
from referee_service.games.dice_settlers.actions.recruit import RECRUIT
from referee_service.games.dice_settlers.actions.research import RESEARCH
from referee_service.games.dice_settlers.actions.settle import SETTLE
from referee_service.games.dice_settlers.actions.spend_symbol import SPEND_SYMBOL
from referee_service.games.dice_settlers.actions.trade_die import TRADE_DIE
from referee_service.games.dice_settlers.actions.trade_tokens import TRADE_TOKENS
from referee_service.games.dice_settlers.actions.use_factory import USE_FACTORY
from referee_service.games.dice_settlers.audit import audit
from referee_service.games.dice_settlers.content.tables import PACKS, SEAT_COUNTS, content
from referee_service.games.dice_settlers.decisions.dice import (
    DRAW_DIE,
    DRAW_TWO,
    KEEP_DICE,
    REROLL,
    ROLL_DIE,
    SET_DIE,
    THROW_DICE,
)
from referee_service.games.dice_settlers.decisions.exploration import ADD_TENT, CHOOSE_TILE, DRAW_TILE
from referee_service.games.dice_settlers.decisions.gains import BUILD_HOUSE, CHOOSE_TOKEN
from referee_service.games.dice_settlers.decisions.main_action import END_ACTION, SELL_DIE
from referee_service.games.dice_settlers.decisions.printed_bot import CHOOSE_FOR_BOT, MOVE_BOT, QUEUE_DIE, REMOVE_TENT
from referee_service.games.dice_settlers.decisions.setup import (
    BOT_START,
    DRAW_START,
    DRAW_TECHNOLOGY,
    PICK_STARTER,
    TAKE_START,
)
from referee_service.games.dice_settlers.evaluation import BOT_HINTS
from referee_service.games.dice_settlers.flow import FLOW
from referee_service.games.dice_settlers.payment import PAYMENT_RULES
from referee_service.games.dice_settlers.render import render_text
from referee_service.games.dice_settlers.scoring import result
from referee_service.games.dice_settlers.setup import setup
from referee_service.games.dice_settlers.state import DiceSettlersOptions, State
from referee_service.games.dice_settlers.view import determinize, view
from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import pay_verb
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table


@cache
def catalogue() -> Catalogue:
    """Load the rules and texts of the game. Cached."""
    return load_catalogue(__name__)


def domains(state: State) -> Mapping[str, tuple[int | str | bool, ...]]:
    """Return the values of every domain that action fields declare."""
    return content(state).domains


GAME: Game[State, DiceSettlersOptions, State] = Game(
    name="dice_settlers",
    ruleset="1",
    seats=tuple(SEAT_COUNTS),
    state_type=State,
    options_type=DiceSettlersOptions,
    verbs=verb_table(
        RECRUIT,
        EXPLORE,
        SETTLE,
        RAID,
        HARVEST,
        TRADE_TOKENS,
        TRADE_DIE,
        SELL_DIE,
        RESEARCH,
        END_ACTION,
        USE_FACTORY,
        GOVERN,
        EXPLODE,
        END_TURN,
        SPEND_SYMBOL,
        SET_DIE,
        REROLL,
        THROW_DICE,
        DRAW_TWO,
        END_ROLL,
        pay_verb(PAYMENT_RULES),
        pay_cheapest_verb(PAYMENT_RULES),
        CHOOSE_TILE,
        PLACE_TILE,
        ADD_TENT,
        decline_verb(),
        CHOOSE_COLOUR,
        CHOOSE_TOKEN,
        BUILD_HOUSE,
        KEEP_DICE,
        TAKE_START,
        CHOOSE_FOR_BOT,
        REMOVE_TENT,
        PICK_STARTER,
        DRAW_TECHNOLOGY,
        DRAW_START,
        BOT_START,
        DRAW_DIE,
        ROLL_DIE,
        DRAW_TILE,
        QUEUE_DIE,
        MOVE_BOT,
    ),
    packs=PACKS,
    catalogue=catalogue,
    setup=setup,
    flow=FLOW,
    result=result,
    audit=audit,
    view=view,
    view_type=State,
    determinize=determinize,
    render_text=render_text,
    domains=domains,
    bot_hints=BOT_HINTS,
    max_actions=50_000,  # 61 rounds of four players who draw, set and spend every die; in play about a thousand
)
