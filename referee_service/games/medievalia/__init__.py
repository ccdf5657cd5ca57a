"""Medievalia (Giochix 2007, second edition of the rules, 2009): the game record."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache

from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import Pay, pay_verb
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action

from .actions.ask_ally import ASK_ALLY
from .actions.buy_building import BUY_BUILDING
from .actions.buy_card import BUY_CARD
from .actions.clear_land import CLEAR_LAND
from .actions.declare_war import DECLARE_WAR
from .actions.dismiss import DISMISS
from .actions.end_turn import END_TURN
from .actions.march import MARCH
from .actions.play_territory import PLAY_TERRITORY
from .actions.recruit import RECRUIT
from .actions.station import STATION
from .audit import CHECKS
from .components import components
from .content.tables import PACKS, SEAT_COUNTS, content
from .decisions.alliance import CONTRIBUTE, HAND_OVER, Contribute
from .decisions.battle import ENGAGE, ENLIST, READY, STRIKE, TAKE_DAMAGE, TakeDamage
from .decisions.cards import CHOOSE_DECK, DRAW_CARD, REVEAL_BUILDING, STARVE
from .decisions.setup import PICK_STARTER, TURN_UP_LAST
from .decisions.support import HEAL, SHOOT, Heal, Shoot
from .evaluation import BOT_HINTS
from .facts import paying_facts
from .flow import FLOW
from .payment.refusals import with_reasons
from .payment.rules import PAYMENT_RULES
from .places import (
    damage_places,
    enemy_places,
    own_side_places,
    places,
    places_in_battle,
    source_card,
    source_places,
)
from .render import sections
from .scoring import points_so_far, result
from .setup import setup
from .spots import Facts, same_component
from .state import MedievaliaOptions, State
from .view import View, determinize, view


@cache
def catalogue() -> Catalogue:
    """Return the rules and texts of the game. They are read on the first call."""
    return load_catalogue(__name__)


def domains(state: State) -> Mapping[str, tuple[int | str | bool, ...]]:
    """Return the possible values of every domain that an action field declares."""
    return content(state).domains


def pay_facts(state: State, action: Action) -> Facts:
    """Return what a payment source is called here, and what it produces."""
    assert isinstance(action, Pay)
    return paying_facts(state, action.source)


PAYING_SOURCE = Domain("source", place=source_places, holds=source_card, menu=True)
PLACE_OF_TARGET = Domain("place", place=places_in_battle, group="target")

GAME: Game[State, MedievaliaOptions, View] = Game(
    name="medievalia",
    ruleset="1",
    seats=SEAT_COUNTS,
    state_type=State,
    options_type=MedievaliaOptions,
    verbs=verb_table(
        PLAY_TERRITORY,
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
        dataclasses.replace(with_reasons(pay_verb(PAYMENT_RULES), "pay.source"), facts=pay_facts),
        pay_cheapest_verb(PAYMENT_RULES),
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
    packs=PACKS,
    catalogue=catalogue,
    setup=setup,
    flow=FLOW,
    result=result,
    checks=CHECKS,
    view=view,
    view_type=View,
    determinize=determinize,
    sections=sections,
    domains=domains,
    bot_hints=BOT_HINTS,
    points_so_far=points_so_far,
    places=places,
    components=components,
    extra_marks={
        (Pay, "source"): PAYING_SOURCE,
        (Contribute, "source"): PAYING_SOURCE,
        (TakeDamage, "card"): Domain("fighter", place=damage_places, holds=same_component),
        (Shoot, "target"): Domain("troop", place=enemy_places, holds=same_component, group="target"),
        (Shoot, "place"): PLACE_OF_TARGET,
        (Heal, "target"): Domain("troop", place=own_side_places, holds=same_component, group="target"),
        (Heal, "place"): PLACE_OF_TARGET,
    },
    max_actions=250_000,  # at most 71 turns, 55 cards to turn in each, 48 free moves between two of these
)
