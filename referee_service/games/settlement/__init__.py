"""Settlement: the `GAME` record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.shape import Domain

from .actions.activate_fortification import ACTIVATE_FORTIFICATION
from .actions.activate_region import ACTIVATE_REGION
from .actions.activate_street import ACTIVATE_STREET
from .actions.build import BUILD
from .actions.end_turn import END_TURN
from .actions.exchange import EXCHANGE
from .actions.explore import EXPLORE
from .actions.fortify import FORTIFY
from .actions.hunt import HUNT
from .actions.invite_hero import INVITE_HERO
from .actions.pass_round import PASS_ROUND
from .audit import CHECKS
from .components import components
from .content.tables import PACKS, SEAT_COUNTS, content
from .decisions.basics import CHOOSE_BASIC, KEEP_BASICS
from .decisions.buildings import PLACE_BUILDING, USE_BUILDING
from .decisions.exploration import COLLECT_TERRAIN, DECIDE_ENCOUNTER, DRAW_TERRAIN
from .decisions.payment import PAY
from .decisions.setup import PICK_STARTER, TAKE_ARTEFACT
from .decisions.supply import DRAW_ARTEFACT, DRAW_BUILDING, DRAW_HERO
from .evaluation import BOT_HINTS
from .flow import FLOW, TRIGGERS
from .payment import PAYMENT_RULES
from .places import places, source_places
from .render import sections
from .scoring import points_so_far, result
from .setup import setup
from .state import SettlementOptions, State
from .view import determinize, view


@cache
def catalogue() -> Catalogue:
    """Load the rules and texts of the game. Cached after the first call."""
    return load_catalogue(__name__)


def domains(state: State) -> Mapping[str, tuple[int | str | bool, ...]]:
    """Return the values of every domain that fields of actions declare."""
    return content(state).domains


GAME: Game[State, SettlementOptions, State] = Game(
    name="settlement",
    ruleset="1",
    seats=tuple(SEAT_COUNTS),
    state_type=State,
    options_type=SettlementOptions,
    verbs=verb_table(
        BUILD,
        EXPLORE,
        HUNT,
        FORTIFY,
        ACTIVATE_REGION,
        ACTIVATE_STREET,
        ACTIVATE_FORTIFICATION,
        INVITE_HERO,
        EXCHANGE,
        END_TURN,
        PASS_ROUND,
        PAY,
        pay_cheapest_verb(PAYMENT_RULES),
        PLACE_BUILDING,
        USE_BUILDING,
        CHOOSE_BASIC,
        COLLECT_TERRAIN,
        DECIDE_ENCOUNTER,
        decline_verb(),
        KEEP_BASICS,
        TAKE_ARTEFACT,
        PICK_STARTER,
        DRAW_ARTEFACT,
        DRAW_BUILDING,
        DRAW_HERO,
        DRAW_TERRAIN,
    ),
    packs=PACKS,
    catalogue=catalogue,
    setup=setup,
    flow=FLOW,
    triggers=TRIGGERS,
    result=result,
    checks=CHECKS,
    view=view,
    view_type=State,
    determinize=determinize,
    sections=sections,
    domains=domains,
    max_actions=50_000,  # in play a few hundred; a hoarder with even exchanges may take very long, but not for ever
    bot_hints=BOT_HINTS,
    points_so_far=points_so_far,
    places=places,
    extra_marks={(Pay, "source"): Domain("source", place=source_places)},
    components=components,
)
