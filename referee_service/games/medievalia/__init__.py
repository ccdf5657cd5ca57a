"""Medievalia (Giochix 2007, rules of 2009): the table of contents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee_service.games.medievalia.actions.ask_ally import ASK_ALLY
from referee_service.games.medievalia.actions.buy_building import BUY_BUILDING
from referee_service.games.medievalia.actions.buy_card import BUY_CARD
from referee_service.games.medievalia.actions.choose_deck import CHOOSE_DECK
from referee_service.games.medievalia.actions.clear_land import CLEAR_LAND
from referee_service.games.medievalia.actions.contribute import CONTRIBUTE
from referee_service.games.medievalia.actions.declare_war import DECLARE_WAR
from referee_service.games.medievalia.actions.dismiss import DISMISS
from referee_service.games.medievalia.actions.draw_card import DRAW_CARD
from referee_service.games.medievalia.actions.end_turn import END_TURN
from referee_service.games.medievalia.actions.engage import ENGAGE
from referee_service.games.medievalia.actions.enlist import ENLIST
from referee_service.games.medievalia.actions.hand_over import HAND_OVER
from referee_service.games.medievalia.actions.heal import HEAL
from referee_service.games.medievalia.actions.march import MARCH
from referee_service.games.medievalia.actions.pick_starter import PICK_STARTER
from referee_service.games.medievalia.actions.ready import READY
from referee_service.games.medievalia.actions.recruit import RECRUIT
from referee_service.games.medievalia.actions.reveal_building import REVEAL_BUILDING
from referee_service.games.medievalia.actions.settle import SETTLE
from referee_service.games.medievalia.actions.shoot import SHOOT
from referee_service.games.medievalia.actions.starve import STARVE
from referee_service.games.medievalia.actions.station import STATION
from referee_service.games.medievalia.actions.strike import STRIKE
from referee_service.games.medievalia.actions.take_damage import TAKE_DAMAGE
from referee_service.games.medievalia.actions.turn_up_last import TURN_UP_LAST
from referee_service.games.medievalia.audit import audit
from referee_service.games.medievalia.bot import BOT
from referee_service.games.medievalia.content import SEATS, SHELF, content
from referee_service.games.medievalia.flow import proceed, turn
from referee_service.games.medievalia.paying import TILL
from referee_service.games.medievalia.scoring import result
from referee_service.games.medievalia.setup import setup
from referee_service.games.medievalia.state import MedievaliaOptions, State
from referee_service.games.medievalia.view import View, describe, imagine, view
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.ruling import Catalogue, read_catalogue
from referee_service.kernel.verbs.decline import decline_verb
from referee_service.kernel.verbs.pay import pay_verb
from referee_service.kernel.verbs.pay_cheapest import pay_cheapest_verb


@cache
def catalogue() -> Catalogue:
    """The rules and words of the game, read on first use."""
    return read_catalogue(__name__)


def domains(state: State) -> Mapping[str, tuple[int | str | bool, ...]]:
    """The values of every domain that fields of actions declare."""
    return content(state).domains


GAME: Game[State, MedievaliaOptions, View] = Game(
    name="medievalia",
    ruleset="1",
    seats=SEATS,
    state=State,
    options=MedievaliaOptions,
    verbs=verb_table(
        SETTLE,
        RECRUIT,
        BUY_BUILDING,
        BUY_CARD,
        CLEAR_LAND,
        STATION,
        DISMISS,
        ASK_ALLY,
        MARCH,
        DECLARE_WAR,
        END_TURN,
        pay_verb(TILL),
        pay_cheapest_verb(TILL),
        CHOOSE_DECK,
        STARVE,
        CONTRIBUTE,
        HAND_OVER,
        ENLIST,
        ENGAGE,
        READY,
        STRIKE,
        TAKE_DAMAGE,
        SHOOT,
        HEAL,
        decline_verb(),
        PICK_STARTER,
        TURN_UP_LAST,
        DRAW_CARD,
        REVEAL_BUILDING,
    ),
    shelf=SHELF,
    catalogue=catalogue,
    setup=setup,
    turn=turn,
    proceed=proceed,
    result=result,
    audit=audit,
    view=view,
    view_type=View,
    imagine=imagine,
    describe=describe,
    domains=domains,
    bot=BOT,
    longest=250_000,  # 71 turns draw a card each, 55 things may be turned in one, 48 free moves lie between
)
