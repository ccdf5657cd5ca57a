"""Dice Settlers (NSKN 2018): the `GAME` record with all verbs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee_service.kernel.actions.pay import Pay, pay_verb
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.shape import Domain

from . import effects as effects
from .actions.choose_colour import CHOOSE_COLOUR
from .actions.end_roll import END_ROLL
from .actions.end_turn import END_TURN
from .actions.explode import EXPLODE
from .actions.explore import EXPLORE
from .actions.govern import GOVERN
from .actions.harvest import HARVEST
from .actions.place_tile import PLACE_TILE, PlaceTile
from .actions.raid import RAID
from .actions.recruit import RECRUIT
from .actions.research import RESEARCH
from .actions.settle import SETTLE
from .actions.spend_symbol import SPEND_SYMBOL
from .actions.trade_die import TRADE_DIE
from .actions.trade_tokens import TRADE_TOKENS
from .actions.use_factory import USE_FACTORY
from .audit import CHECKS
from .components import components
from .content.tables import PACKS, SEAT_COUNTS, content
from .decisions.cleanup import KEEP_DICE
from .decisions.dice import DRAW_DIE, DRAW_TWO, REROLL, ROLL_DIE, SET_DIE, THROW_DICE
from .decisions.exploration import ADD_TENT, CHOOSE_TILE, DECLINE, DRAW_TILE
from .decisions.gains import BUILD_HOUSE, CHOOSE_TOKEN
from .decisions.main_action import END_ACTION, SELL_DIE
from .decisions.printed_bot import CHOOSE_FOR_BOT, MOVE_BOT, QUEUE_DIE, REMOVE_TENT
from .decisions.setup import BOT_START, DRAW_START, DRAW_TECHNOLOGY, PICK_STARTER, TAKE_START
from .evaluation import BOT_HINTS
from .flow import FLOW
from .payment import PAYMENT_RULES
from .places import column_places, laid_component, places, row_places, source_component, source_places
from .render import sections
from .scoring import result, rivals
from .setup import setup
from .state import DiceSettlersOptions, State
from .view import determinize, view


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
    solo_options=frozenset(
        {"bot_cap", "bot_leftover", "bot_trade", "bot_technology", "bot_token", "bot_tents", "gold_rush"}
    ),
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
        DECLINE,
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
    checks=CHECKS,
    view=view,
    view_type=State,
    determinize=determinize,
    sections=sections,
    domains=domains,
    bot_hints=BOT_HINTS,
    rivals=rivals,
    places=places,
    components=components,
    extra_marks={
        (Pay, "source"): Domain("source", place=source_places, holds=source_component),
        (PlaceTile, "q"): Domain("coordinate", place=column_places, holds=laid_component),
        (PlaceTile, "r"): Domain("coordinate", place=row_places),
    },
    max_actions=50_000,  # 61 rounds of four players who draw, set and spend every die; in play about a thousand
)
