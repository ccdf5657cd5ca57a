"""Caravan: a small game that uses all parts of the kernel. It is also the pattern for a new game.

Players trade goods from a secret hand for stalls. In each turn chance rolls a pace and deals that number of cards. Then
the player builds stalls, asks others for cards, and rests. A player who is asked gives the card for a point, haggles
for another card in return, or declines. Some stalls react to every opening. Partners sit opposite each other, and the
team with the most points wins.
"""

from __future__ import annotations

from functools import cache

from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import Pay, pay_verb
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.actions.resolve import Resolve, resolve_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.rules import Fact
from referee_service.kernel.shape import Domain
from tests.kernel.toy.actions.ask import ASK
from tests.kernel.toy.actions.build import BUILD
from tests.kernel.toy.actions.rest import REST
from tests.kernel.toy.audit import CHECKS
from tests.kernel.toy.components import components
from tests.kernel.toy.content.schema import GOODS
from tests.kernel.toy.content.tables import PACKS, content
from tests.kernel.toy.decisions.cards import DRAW, ROLL
from tests.kernel.toy.decisions.requests import GIVE, HAGGLE
from tests.kernel.toy.evaluation import BOT_HINTS
from tests.kernel.toy.flow import FLOW, TRIGGERS
from tests.kernel.toy.payment import PAYMENT_RULES, SOURCES
from tests.kernel.toy.places import places, same_component, source_places, stall_places
from tests.kernel.toy.render import sections
from tests.kernel.toy.scoring import result
from tests.kernel.toy.setup import setup
from tests.kernel.toy.state import SEAT_COUNTS, CaravanOptions, State
from tests.kernel.toy.view import View, determinize, view

# Importing the module registers the effects that content rows name.
import tests.kernel.toy.effects  # noqa: F401  isort:skip


@cache
def catalogue() -> Catalogue:
    """Return the rules and texts of the game. They are read on the first call."""
    return load_catalogue(__name__)


def domains(state: State) -> dict[str, tuple[Fact, ...]]:
    """Return the values of each domain that action fields declare."""
    tables = content(state)
    return {
        "good": GOODS,
        "pace": tuple(tables.paces),
        "seat": tuple(range(len(state.players))),
        "stall": tuple(tables.stalls),
        "source": tuple(source.name for source in SOURCES),
        "trigger": tuple(tables.stalls),
    }


GAME = Game(
    name="caravan",
    ruleset="1",
    seats=SEAT_COUNTS,
    state_type=State,
    options_type=CaravanOptions,
    verbs=verb_table(
        BUILD,
        ASK,
        REST,
        GIVE,
        HAGGLE,
        decline_verb(),
        pay_verb(PAYMENT_RULES),
        pay_cheapest_verb(PAYMENT_RULES),
        resolve_verb(TRIGGERS),
        ROLL,
        DRAW,
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
    max_actions=600,
    bot_hints=BOT_HINTS,
    triggers=TRIGGERS,
    places=places,
    extra_marks={
        (Pay, "source"): Domain("source", place=source_places),
        (Resolve, "source"): Domain("trigger", place=stall_places, holds=same_component),
    },
    components=components,
)
