"""Caravan: a small game that uses everything the kernel has. It is also the pattern for writing a game.

Trade goods from a secret hand for stalls. On your turn chance rolls your pace and deals you so many cards; then build
stalls, ask others for cards, and rest. Whoever is asked may give (and earn thanks), haggle for something in return, or
decline. Open stalls hear of every opening. Partners sit opposite; the team with the most points wins.
"""

from __future__ import annotations

from functools import cache

from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import pay_verb
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.actions.resolve import resolve_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.rules import Fact
from tests.kernel.toy.actions.ask import ASK
from tests.kernel.toy.actions.build import BUILD
from tests.kernel.toy.actions.draw import DRAW
from tests.kernel.toy.actions.give import GIVE
from tests.kernel.toy.actions.haggle import HAGGLE
from tests.kernel.toy.actions.rest import REST
from tests.kernel.toy.actions.roll import ROLL
from tests.kernel.toy.audit import audit
from tests.kernel.toy.content.tables import GOODS, SHELF, content
from tests.kernel.toy.evaluation import BOT
from tests.kernel.toy.flow import TRIGGERS, proceed, setup, turn
from tests.kernel.toy.payment import SOURCES, TILL
from tests.kernel.toy.scoring import result
from tests.kernel.toy.state import CaravanOptions, State
from tests.kernel.toy.view import View, describe, imagine, view

# Effects register themselves; content rows name them.
import tests.kernel.toy.effects  # noqa: F401  isort:skip


@cache
def catalogue() -> Catalogue:
    """The rules and words of the game, read on first use."""
    return load_catalogue(__name__)


def domains(state: State) -> dict[str, tuple[Fact, ...]]:
    """The values that fields of actions may take."""
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
    seats=(2, 4),
    state_type=State,
    options_type=CaravanOptions,
    verbs=verb_table(
        BUILD,
        ASK,
        REST,
        GIVE,
        HAGGLE,
        decline_verb(),
        pay_verb(TILL),
        pay_cheapest_verb(TILL),
        resolve_verb(TRIGGERS),
        ROLL,
        DRAW,
    ),
    packs=SHELF,
    catalogue=catalogue,
    setup=setup,
    turn=turn,
    automatic_step=proceed,
    result=result,
    audit=audit,
    view=view,
    view_type=View,
    determinize=imagine,
    render_text=describe,
    domains=domains,
    max_actions=600,
    bot_hints=BOT,
    triggers=TRIGGERS,
)
