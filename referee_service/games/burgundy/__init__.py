"""The Castles of Burgundy (alea 2011, first edition): the `GAME` record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table

from .actions.buy_tile import BUY_TILE
from .actions.decline import DECLINE
from .actions.end_turn import END_TURN
from .actions.place_tile import PLACE_TILE
from .actions.sell_goods import SELL_GOODS
from .actions.take_tile import TAKE_TILE
from .actions.take_workers import TAKE_WORKERS
from .audit import CHECKS
from .components import components
from .content.tables import PACKS, SEAT_COUNTS, content
from .decisions.benefits import DISCARD_TILE
from .decisions.chance import DRAW_GOODS, DRAW_TILE, ROLL_DIE
from .decisions.setup import CHOOSE_BOARD, CHOOSE_CASTLE, DEAL_BOARD, PICK_STARTER
from .decisions.ships import LOAD_SHIP, STORE_GOODS
from .evaluation import BOT_HINTS
from .flow import FLOW, TRIGGERS
from .places import places
from .render import sections
from .scoring import result
from .setup import setup
from .state import BurgundyOptions, State
from .view import determinize, view

# Effects register themselves; content rows name them.
from . import effects  # noqa: F401  isort:skip


@cache
def catalogue() -> Catalogue:
    """Load the rules and texts of the game. Cached after the first call."""
    return load_catalogue(__name__)


def domains(state: State) -> Mapping[str, tuple[int | str, ...]]:
    """Return the values of every domain that fields of actions declare."""
    return content(state).domains


GAME: Game[State, BurgundyOptions, State] = Game(
    name="burgundy",
    ruleset="1",
    seats=tuple(SEAT_COUNTS),
    state_type=State,
    options_type=BurgundyOptions,
    verbs=verb_table(
        TAKE_TILE,
        PLACE_TILE,
        SELL_GOODS,
        TAKE_WORKERS,
        BUY_TILE,
        END_TURN,
        DISCARD_TILE,
        LOAD_SHIP,
        STORE_GOODS,
        DECLINE,
        CHOOSE_BOARD,
        CHOOSE_CASTLE,
        PICK_STARTER,
        DEAL_BOARD,
        DRAW_GOODS,
        DRAW_TILE,
        ROLL_DIE,
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
    max_actions=2000,
    bot_hints=BOT_HINTS,
    places=places,
    components=components,
)
