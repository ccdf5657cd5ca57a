"""Imperial Settlers: Empires of the North (Portal Games 2019): the game record and its table of contents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from referee_service.games.empires_north.actions.accept import ACCEPT
from referee_service.games.empires_north.actions.assign import ASSIGN
from referee_service.games.empires_north.actions.build import BUILD
from referee_service.games.empires_north.actions.build_field import BUILD_FIELD
from referee_service.games.empires_north.actions.choose import CHOOSE
from referee_service.games.empires_north.actions.choose_clan import CHOOSE_CLAN
from referee_service.games.empires_north.actions.choose_number import CHOOSE_NUMBER
from referee_service.games.empires_north.actions.choose_resource import CHOOSE_RESOURCE
from referee_service.games.empires_north.actions.choose_ship import CHOOSE_SHIP
from referee_service.games.empires_north.actions.construct import CONSTRUCT
from referee_service.games.empires_north.actions.deal_clan import DEAL_CLAN
from referee_service.games.empires_north.actions.discard_card import DISCARD_CARD
from referee_service.games.empires_north.actions.draw_card import DRAW_CARD
from referee_service.games.empires_north.actions.draw_event import DRAW_EVENT
from referee_service.games.empires_north.actions.draw_island import DRAW_ISLAND
from referee_service.games.empires_north.actions.go_on import GO_ON
from referee_service.games.empires_north.actions.harvest import HARVEST
from referee_service.games.empires_north.actions.keep_cards import KEEP_CARDS
from referee_service.games.empires_north.actions.land import LAND
from referee_service.games.empires_north.actions.lay_off import LAY_OFF
from referee_service.games.empires_north.actions.lay_tile import LAY_TILE
from referee_service.games.empires_north.actions.move_pawn import MOVE_PAWN
from referee_service.games.empires_north.actions.pass_round import PASS_ROUND
from referee_service.games.empires_north.actions.pick_card import PICK_CARD
from referee_service.games.empires_north.actions.pick_starter import PICK_STARTER
from referee_service.games.empires_north.actions.place_pawn import PLACE_PAWN
from referee_service.games.empires_north.actions.play_boost import PLAY_BOOST
from referee_service.games.empires_north.actions.raid import RAID
from referee_service.games.empires_north.actions.refresh_pawn import REFRESH_PAWN
from referee_service.games.empires_north.actions.release import RELEASE
from referee_service.games.empires_north.actions.sail import SAIL
from referee_service.games.empires_north.actions.shift_pawn import SHIFT_PAWN
from referee_service.games.empires_north.actions.take_card import TAKE_CARD
from referee_service.games.empires_north.actions.take_island import TAKE_ISLAND
from referee_service.games.empires_north.actions.trade import TRADE
from referee_service.games.empires_north.actions.use_location import USE_LOCATION
from referee_service.games.empires_north.audit import audit
from referee_service.games.empires_north.content.tables import PACKS, SEAT_COUNTS
from referee_service.games.empires_north.economy.costs import PAYMENT_RULES
from referee_service.games.empires_north.effects import cards, scenarios  # noqa: F401 they register the effects
from referee_service.games.empires_north.empire.cards import keeps_islands
from referee_service.games.empires_north.evaluation import BOT_HINTS
from referee_service.games.empires_north.flow import TRIGGERS, automatic_step, turn
from referee_service.games.empires_north.render import describe
from referee_service.games.empires_north.scoring import result
from referee_service.games.empires_north.setup import setup
from referee_service.games.empires_north.state import EmpiresOptions, State
from referee_service.games.empires_north.view import View, determinize, view
from referee_service.kernel.actions.decline import decline_verb
from referee_service.kernel.actions.pay import pay_verb
from referee_service.kernel.actions.pay_cheapest import pay_cheapest_verb
from referee_service.kernel.actions.resolve import resolve_verb
from referee_service.kernel.catalogue import Catalogue, load_catalogue
from referee_service.kernel.game import Game, verb_table


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
        CONSTRUCT,
        HARVEST,
        SAIL,
        LAND,
        TAKE_ISLAND,
        pay_verb(PAYMENT_RULES),
        pay_cheapest_verb(PAYMENT_RULES),
        PICK_CARD,
        DISCARD_CARD,
        CHOOSE,
        CHOOSE_RESOURCE,
        CHOOSE_NUMBER,
        CHOOSE_SHIP,
        TAKE_CARD,
        ASSIGN,
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
    turn=turn,
    automatic_step=automatic_step,
    triggers=TRIGGERS,
    result=result,
    audit=audit,
    view=view,
    view_type=View,
    determinize=determinize,
    render_text=describe,
    domains=domains,
    bot_hints=BOT_HINTS,
    max_actions=20_000,  # games have some hundreds; a game without points ends after twenty rounds
)
