"""Imperial Settlers: Empires of the North (Portal Games 2019): the game record and its table of contents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.actions.resolve import Resolve, resolve_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table
from referee_service.kernel.shape import Domain

from .actions.accept import ACCEPT
from .actions.build import BUILD
from .actions.draw_island import DRAW_ISLAND
from .actions.go_on import GO_ON
from .actions.move_pawn import MOVE_PAWN
from .actions.pass_round import PASS_ROUND
from .actions.place_pawn import PLACE_PAWN
from .actions.raid import RAID
from .actions.trade import TRADE
from .actions.use_location import USE_LOCATION
from .audit import CHECKS
from .components import components
from .content.tables import PACKS, SEAT_COUNTS
from .decisions.boosts import BUILD_FIELD, HARVEST, PLAY_BOOST
from .decisions.card_picks import PICK_CARD
from .decisions.expedition import LAND, TAKE_ISLAND
from .decisions.goods import ASSIGN, CHOOSE_NUMBER, CHOOSE_RESOURCE, RELEASE
from .decisions.lookout import DRAW_CARD, KEEP_CARDS, LAY_OFF
from .decisions.options import CHOOSE
from .decisions.pawns import REFRESH_PAWN, SHIFT_PAWN
from .decisions.payment import PAY
from .decisions.pile_picks import CONSTRUCT, DISCARD_CARD, TAKE_CARD
from .decisions.scenarios import DRAW_EVENT
from .decisions.setup import CHOOSE_CLAN, DEAL_CLAN, LAY_TILE, PICK_STARTER
from .decisions.ships import CHOOSE_SHIP, SAIL
from .effects import cards, scenarios  # noqa: F401 they register the effects
from .effects.commitments import COMMITTED_PAYMENT, committed
from .empire.cards import keeps_islands
from .evaluation import BOT_HINTS
from .flow import FLOW, TRIGGERS
from .places import card_places, good_places, places, same_component
from .render import sections
from .scoring import result
from .setup import setup
from .state import EmpiresOptions, State
from .view import View, determinize, view


@cache
def catalogue() -> Catalogue:
    """Return the rules and texts of the game. The files are read on the first call."""
    return load_catalogue(__name__)


def domains(state: State) -> Mapping[str, tuple[int | str | bool, ...]]:
    """Return the values of every domain that action fields declare. `own_card` has the cards of the deciding clan."""
    frame = state.pending[-1] if state.pending else None
    seat = getattr(frame, "player", frame.seat if frame is not None else 0)
    return _domains(state.pack, state.players[seat].clan if isinstance(seat, int) else "", keeps_islands(state))


@lru_cache(maxsize=64)
def _domains(pack: str, clan: str, islands: bool) -> dict[str, tuple[int | str | bool, ...]]:  # noqa: FBT001 a key
    tables = PACKS.get(pack)
    clan_cards = tuple(card for card, _ in tables.decks[clan]) if clan else tables.domains["card"]
    return {**tables.domains, "own_card": (*clan_cards, *tables.domains["island"]) if clan and islands else clan_cards}


GAME: Game[State, EmpiresOptions, View] = Game(
    name="empires_north",
    ruleset="1",
    seats=tuple(SEAT_COUNTS),
    state_type=State,
    options_type=EmpiresOptions,
    solo_options=frozenset({"scenario", "slots"}),
    verbs=verb_table(
        BUILD,
        PLACE_PAWN,
        MOVE_PAWN,
        RAID,
        USE_LOCATION,
        TRADE,
        PASS_ROUND,
        KEEP_CARDS,
        PLAY_BOOST,
        BUILD_FIELD,
        GO_ON,
        committed(CONSTRUCT),
        HARVEST,
        SAIL,
        LAND,
        TAKE_ISLAND,
        committed(PAY),
        pay_cheapest_verb(COMMITTED_PAYMENT),
        committed(PICK_CARD),
        committed(DISCARD_CARD),
        committed(CHOOSE),
        committed(CHOOSE_RESOURCE),
        CHOOSE_NUMBER,
        CHOOSE_SHIP,
        TAKE_CARD,
        committed(ASSIGN),
        RELEASE,
        REFRESH_PAWN,
        SHIFT_PAWN,
        resolve_verb(TRIGGERS),
        ACCEPT,
        decline_verb(),
        CHOOSE_CLAN,
        DEAL_CLAN,
        PICK_STARTER,
        LAY_TILE,
        DRAW_CARD,
        LAY_OFF,
        DRAW_ISLAND,
        DRAW_EVENT,
    ),
    packs=PACKS,
    catalogue=catalogue,
    setup=setup,
    flow=FLOW,
    triggers=TRIGGERS,
    result=result,
    checks=CHECKS,
    view=view,
    view_type=View,
    determinize=determinize,
    sections=sections,
    domains=domains,
    bot_hints=BOT_HINTS,
    places=places,
    extra_marks={
        (Pay, "source"): Domain("source", place=good_places, holds=same_component),
        (Resolve, "source"): Domain("trigger", place=card_places, holds=same_component),
    },
    components=components,
    max_actions=20_000,  # games have some hundreds; a game without points ends after twenty rounds
)
