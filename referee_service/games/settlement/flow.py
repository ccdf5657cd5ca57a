"""The sequence of play: who decides now, and what happens by itself between two decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from referee_service.games.settlement.actions.exchange import candidates as exchanges
from referee_service.games.settlement.content import content
from referee_service.games.settlement.effects import gain_villagers
from referee_service.games.settlement.encounters import meet
from referee_service.games.settlement.pack import Trigger
from referee_service.games.settlement.reserve import keep_only, receive_from
from referee_service.games.settlement.scoring import score
from referee_service.games.settlement.state import (
    EMPTY,
    CollectTerrain,
    RevealArtefacts,
    State,
    WelcomeHero,
    basics_of,
    is_last_round,
    most_kept,
    resource_of,
)
from referee_service.games.settlement.table import NOTHING, group_market, leave_row, to_the_box
from referee_service.games.settlement.turns import begin_turn, next_seat
from referee_service.kernel.events import Fired, Triggers, note
from referee_service.kernel.pending import asking, pop, who_decides
from referee_service.kernel.state import CHANCE, Event, Seat, question_of
from referee_service.kernel.values import change

ACTIONS = (
    *("build", "explore", "hunt", "fortify"),
    *("activate_region", "activate_street", "activate_fortification"),
)
"""The seven actions, of which a turn has one."""
QUESTIONS: dict[str, tuple[str, ...]] = {
    "turn": (*ACTIONS, "invite_hero", "exchange", "end_turn", "pass_round"),
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


def in_turn(state: State) -> tuple[Seat, str] | None:
    """Where no question is open, the player in turn acts."""
    return None if state.stage == "over" else (state.active, "turn")


turn = who_decides(QUESTIONS, in_turn)


# --- what happens by itself -----------------------------------------------------------------------------------------


def proceed(state: State) -> State:
    """The next thing that happens without anybody deciding, or the same state."""
    if state.pending:
        step = BY_ITSELF.get(question_of(state.pending[-1]))
        return step(state) if step is not None else state
    if state.stage == "draft":
        return begin_turn(begin_round(replace(state, stage="turns")), state.first)
    if state.stage == "over" or not state.me.passed:
        return state
    seat = next_seat(state)
    return end_round(state) if seat is None else begin_turn(state, seat)


def begin_round(state: State) -> State:
    """The next round begins."""
    state = replace(state, round=state.round + 1, next_first=None)
    return note(state, "round_began", CHANCE, round=state.round, first=state.first)


def end_round(state: State) -> State:
    """The rightmost hero leaves, the market is put in order, and whoever passed first begins; at last, points."""
    if is_last_round(state):
        return replace(note(score(state), "game_ended", CHANCE), stage="over")
    starter = state.next_first
    assert starter is not None, "somebody was the first to pass"
    state = note(state, "round_ended", CHANCE, round=state.round)
    for seat in range(len(state.players)):
        state = change(state, seat, passed=False)
    state = begin_turn(begin_round(replace(state, first=starter)), starter)
    return discard_hero(group_market(state))


def discard_hero(state: State) -> State:
    """The rightmost hero leaves the game."""
    hero = state.row[-1]
    return leave_row(to_the_box(state, hero), hero) if hero else state


def fill_market(state: State) -> State:
    """Nothing is left to lay out, or no slot is empty."""
    return state if NOTHING in state.market and state.supply.buildings else pop(state)


def fill_row(state: State) -> State:
    """No hero is left, or the row is full."""
    return state if EMPTY in state.row and state.supply.heroes else pop(state)


def reveal_artefacts(state: State) -> State:
    """Enough artefacts lie open."""
    wanted = asking(state, RevealArtefacts).wanted
    return state if len(state.artefacts) < wanted and state.supply.artefacts else pop(state)


def welcome_hero(state: State) -> State:
    """The hero is paid: bonus villagers come along, and the row moves on."""
    frame, seat = asking(state, WelcomeHero), state.active
    state = change(pop(state), seat, heroes=tuple(sorted((*state.me.heroes, frame.hero))))
    villagers = content(state).heroes[frame.hero].villagers
    state = note(leave_row(state, frame.hero), "hero_invited", seat, hero=frame.hero)
    return gain_villagers(state, seat, villagers) if villagers else state


def keep_what_needs_no_choice(state: State) -> State:
    """Without fortifications all basics go; with enough of them all stay."""
    basics, most = basics_of(state.me), most_kept(state, state.me)
    alike = len(set(basics)) == 1
    if most and len(basics) > most and not alike:
        return state
    return keep_only(pop(state), state.active, basics[:most])


def collect_what_needs_no_choice(state: State) -> State:
    """Where all terrains yield the same there is nothing to choose."""
    spaces = asking(state, CollectTerrain).spaces
    alike = len({resource_of(state, state.me, space) for space in spaces}) == 1
    return receive_from(pop(state), state.active, spaces[0]) if alike else state


def close_exchanges(state: State) -> State:
    """Nothing can be exchanged any more."""
    return state if exchanges(state) else pop(state)


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "fill_market": fill_market,
    "fill_row": fill_row,
    "reveal_artefacts": reveal_artefacts,
    "welcome_hero": welcome_hero,
    "encounter": meet,
    "collect_terrain": collect_what_needs_no_choice,
    "keep_basics": keep_what_needs_no_choice,
    "last_exchanges": close_exchanges,
}
"""Questions that partly answer themselves."""


# --- what artefacts listen to ---------------------------------------------------------------------------------------


def listeners(state: State, event: Event) -> list[Fired]:
    """The artefact of the seat it happened to, if it waits for this."""
    assert event.seat != CHANCE
    artefact = state.players[event.seat].artefact
    hears = artefact and event.kind in content(state).artefacts[artefact].triggers
    return [Fired(event.seat, artefact, event.kind)] if hears else []


def fire(state: State, fired: Fired) -> State:
    """The artefact does what its row says."""
    for effect in content(state).artefacts[fired.source].triggers[fired.event]:
        state = effect(state, fired.seat)
    return state


# Everybody has one artefact, so there is no order to choose.
TRIGGERS: Triggers[State] = Triggers(frozenset(get_args(Trigger)), listeners, fire, ordered=False)
