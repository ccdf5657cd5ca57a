"""The sequence of play: who decides now, and what happens by itself between two decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from referee_service.games.settlement.actions.exchange import candidates as exchanges
from referee_service.games.settlement.common_board import EMPTY_SLOT, merge_market_slots, remove_from_game, remove_hero
from referee_service.games.settlement.content.schema import Trigger
from referee_service.games.settlement.content.tables import content
from referee_service.games.settlement.effects import gain_villagers
from referee_service.games.settlement.encounters import auto_encounter
from referee_service.games.settlement.reserve import discard_other_basics, receive_from
from referee_service.games.settlement.scoring import score
from referee_service.games.settlement.state import (
    EMPTY,
    CollectTerrainFrame,
    RevealArtefactsFrame,
    State,
    WelcomeHeroFrame,
    basics_of,
    is_last_round,
    max_kept_basics,
    resource_of,
)
from referee_service.games.settlement.turns import begin_turn, next_seat
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, pop, who_decides
from referee_service.kernel.state import CHANCE, Event, Seat, question_of
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player

ACTION_VERBS = (
    *("build", "explore", "hunt", "fortify"),
    *("activate_region", "activate_street", "activate_fortification"),
)
"""The seven actions, of which a turn has one."""
QUESTIONS: dict[str, tuple[str, ...]] = {
    "main": (*ACTION_VERBS, "invite_hero", "exchange", "end_turn", "pass_round"),
    "pick_starter": ("pick_starter",),
    "reveal_artefacts": ("draw_artefact",),
    "fill_market": ("draw_building",),
    "fill_row": ("draw_hero",),
    "draw_terrain": ("draw_terrain",),
    "take_artefact": ("take_artefact",),
    "place_building": ("place_building",),
    "use_buildings": ("use_building", "exchange", "decline"),
    "give_basic": ("choose_basic",),
    "gain_basic": ("choose_basic",),
    "collect_terrain": ("collect_terrain",),
    "encounter": ("decide_encounter",),
    "keep_basics": ("keep_basics",),
    "last_exchanges": ("exchange", "decline"),
    "payment": ("pay", "pay_cheapest"),
}
"""Every question of the game and the verbs that answer it."""


# --- who decides ----------------------------------------------------------------------------------------------------


def default_turn(state: State) -> tuple[Seat, str] | None:
    """Where no question is open, the player in turn acts."""
    return None if state.stage == "over" else (state.active_seat, "main")


turn = who_decides(QUESTIONS, default_turn)


# --- what happens by itself -----------------------------------------------------------------------------------------


def automatic_step(state: State) -> State:
    """The next thing that happens without anybody deciding, or the same state."""
    if state.pending:
        step = BY_ITSELF.get(question_of(state.pending[-1]))
        return step(state) if step is not None else state
    if state.stage == "draft":
        return begin_turn(begin_round(replace(state, stage="turns")), state.first_seat)
    if state.stage == "over" or not state.active_player.passed:
        return state
    seat = next_seat(state)
    return end_round(state) if seat is None else begin_turn(state, seat)


def begin_round(state: State) -> State:
    """The next round begins."""
    state = replace(state, round=state.round + 1, next_first_seat=None)
    return emit(state, "round_began", CHANCE, round=state.round, first=state.first_seat)


def end_round(state: State) -> State:
    """The rightmost hero leaves, the market is put in order, and whoever passed first begins; at last, points."""
    if is_last_round(state):
        return replace(emit(score(state), "game_ended", CHANCE), stage="over")
    starter = state.next_first_seat
    assert starter is not None, "somebody was the first to pass"
    state = emit(state, "round_ended", CHANCE, round=state.round)
    for seat in range(len(state.players)):
        state = with_player(state, seat, passed=False)
    state = begin_turn(begin_round(replace(state, first_seat=starter)), starter)
    return discard_hero(merge_market_slots(state))


def discard_hero(state: State) -> State:
    """The rightmost hero leaves the game."""
    hero = state.hero_row[-1]
    return remove_hero(remove_from_game(state, hero), hero) if hero else state


def fill_market(state: State) -> State:
    """Nothing is left to lay out, or no slot is empty."""
    return state if EMPTY_SLOT in state.market and state.supply.buildings else pop(state)


def fill_row(state: State) -> State:
    """No hero is left, or the row is full."""
    return state if EMPTY in state.hero_row and state.supply.heroes else pop(state)


def reveal_artefacts(state: State) -> State:
    """Enough artefacts lie open."""
    wanted = expect_top(state, RevealArtefactsFrame).target_count
    return state if len(state.artefacts) < wanted and state.supply.artefacts else pop(state)


def auto_welcome_hero(state: State) -> State:
    """The hero is paid: bonus villagers come along, and the row moves on."""
    frame, seat = expect_top(state, WelcomeHeroFrame), state.active_seat
    state = with_player(pop(state), seat, heroes=tuple(sorted((*state.active_player.heroes, frame.hero))))
    villagers = content(state).heroes[frame.hero].villagers
    state = emit(remove_hero(state, frame.hero), "hero_invited", seat, hero=frame.hero)
    return gain_villagers(state, seat, villagers) if villagers else state


def auto_keep_basics(state: State) -> State:
    """Without fortifications all basics go; with enough of them all stay."""
    basics, most = basics_of(state.active_player), max_kept_basics(state, state.active_player)
    alike = len(set(basics)) == 1
    if most and len(basics) > most and not alike:
        return state
    return discard_other_basics(pop(state), state.active_seat, basics[:most])


def auto_collect_terrain(state: State) -> State:
    """Where all terrains yield the same there is nothing to choose."""
    spaces = expect_top(state, CollectTerrainFrame).spaces
    alike = len({resource_of(state, state.active_player, space) for space in spaces}) == 1
    return receive_from(pop(state), state.active_seat, spaces[0]) if alike else state


def auto_last_exchanges(state: State) -> State:
    """Nothing can be exchanged any more."""
    return state if exchanges(state) else pop(state)


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "fill_market": fill_market,
    "fill_row": fill_row,
    "reveal_artefacts": reveal_artefacts,
    "welcome_hero": auto_welcome_hero,
    "encounter": auto_encounter,
    "collect_terrain": auto_collect_terrain,
    "keep_basics": auto_keep_basics,
    "last_exchanges": auto_last_exchanges,
}
"""Questions that partly answer themselves."""


# --- what artefacts listen to ---------------------------------------------------------------------------------------


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """The artefact of the seat it happened to, if it waits for this."""
    assert event.seat != CHANCE
    artefact = state.players[event.seat].artefact
    hears = artefact and event.kind in content(state).artefacts[artefact].triggers
    return [PendingTrigger(event.seat, artefact, event.kind)] if hears else []


def fire(state: State, fired: PendingTrigger) -> State:
    """The artefact does what its row says."""
    for effect in content(state).artefacts[fired.source].triggers[fired.event]:
        state = effect(state, fired.seat)
    return state


# Everybody has one artefact, so there is no order to choose.
TRIGGERS: TriggerSystem[State] = TriggerSystem(frozenset(get_args(Trigger)), listeners, fire, order_matters=False)
