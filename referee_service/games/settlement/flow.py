"""Sequence of play: the seat to decide, the automatic steps, and the triggers of artefacts."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from referee_service.games.settlement.actions.exchange import candidates as exchange_candidates
from referee_service.games.settlement.common_board import EMPTY_SLOT, merge_market_slots, remove_from_game, remove_hero
from referee_service.games.settlement.content.schema import Trigger
from referee_service.games.settlement.content.tables import content
from referee_service.games.settlement.effects import gain_villagers
from referee_service.games.settlement.encounters import auto_encounter
from referee_service.games.settlement.questions import CollectTerrainFrame, RevealArtefactsFrame, WelcomeHeroFrame
from referee_service.games.settlement.reserve import discard_other_basics, receive_from
from referee_service.games.settlement.scoring import score
from referee_service.games.settlement.state import EMPTY, State, basics_of, is_last_round, max_kept_basics, resource_of
from referee_service.games.settlement.turns import begin_turn, next_seat
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, make_turn_function, pop
from referee_service.kernel.state import CHANCE, Event, Seat, question_of
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player

ACTION_VERBS = (
    *("build", "explore", "hunt", "fortify"),
    *("activate_region", "activate_street", "activate_fortification"),
)
"""The seven actions. A turn has one of them."""
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


# --- the seat to decide ---------------------------------------------------------------------------------------------


def default_turn(state: State) -> tuple[Seat, str] | None:
    """Return the seat in turn and the question `main`, or None if the game is over."""
    return None if state.stage == "over" else (state.active_seat, "main")


turn = make_turn_function(QUESTIONS, default_turn)


# --- automatic steps ------------------------------------------------------------------------------------------------


def automatic_step(state: State) -> State:
    """Perform one automatic step, or return the same state object if none is pending."""
    if state.pending:
        step = STEP_BY_QUESTION.get(question_of(state.pending[-1]))
        return step(state) if step is not None else state
    if state.stage == "draft":
        return begin_turn(begin_round(replace(state, stage="turns")), state.first_seat)
    if state.stage == "over" or not state.active_player.passed:
        return state
    seat = next_seat(state)
    return end_round(state) if seat is None else begin_turn(state, seat)


def begin_round(state: State) -> State:
    """Begin the next round."""
    state = replace(state, round=state.round + 1, next_first_seat=None)
    return emit(state, "round_began", CHANCE, round=state.round, first=state.first_seat)


def end_round(state: State) -> State:
    """End the round: clean up the market and the hero row, and begin the next round.

    The first seat to pass begins it. After the last round the game is scored.
    """
    if is_last_round(state):
        return replace(emit(score(state), "game_ended", CHANCE), stage="over")
    starter = state.next_first_seat
    assert starter is not None, "every round has a first player to pass"
    state = emit(state, "round_ended", CHANCE, round=state.round)
    for seat in range(len(state.players)):
        state = with_player(state, seat, passed=False)
    state = begin_turn(begin_round(replace(state, first_seat=starter)), starter)
    return discard_hero(merge_market_slots(state))


def discard_hero(state: State) -> State:
    """Remove the rightmost hero from the game, if there is one."""
    hero = state.hero_row[-1]
    return remove_hero(remove_from_game(state, hero), hero) if hero else state


def auto_fill_market(state: State) -> State:
    """Close the question once no slot is empty or the pile is."""
    return state if EMPTY_SLOT in state.market and state.supply.buildings else pop(state)


def auto_fill_row(state: State) -> State:
    """Close the question once the row is full or the pile is empty."""
    return state if EMPTY in state.hero_row and state.supply.heroes else pop(state)


def auto_reveal_artefacts(state: State) -> State:
    """Close the question once enough artefacts are on offer or the pile is empty."""
    wanted = expect_top(state, RevealArtefactsFrame).target_count
    return state if len(state.artefacts) < wanted and state.supply.artefacts else pop(state)


def auto_welcome_hero(state: State) -> State:
    """Give a paid hero and its bonus villagers to the active player, and move the row."""
    frame, seat = expect_top(state, WelcomeHeroFrame), state.active_seat
    state = with_player(pop(state), seat, heroes=tuple(sorted((*state.active_player.heroes, frame.hero))))
    villagers = content(state).heroes[frame.hero].villagers
    state = emit(remove_hero(state, frame.hero), "hero_invited", seat, hero=frame.hero)
    return gain_villagers(state, seat, villagers) if villagers else state


def auto_keep_basics(state: State) -> State:
    """Keep basic resources if there is no choice: none or all may stay, or they are of one kind."""
    basics, max_kept = basics_of(state.active_player), max_kept_basics(state, state.active_player)
    is_one_kind = len(set(basics)) == 1
    if max_kept and len(basics) > max_kept and not is_one_kind:
        return state
    return discard_other_basics(pop(state), state.active_seat, basics[:max_kept])


def auto_collect_terrain(state: State) -> State:
    """Collect automatically if all terrains yield the same resource."""
    spaces = expect_top(state, CollectTerrainFrame).spaces
    is_one_kind = len({resource_of(state, state.active_player, space) for space in spaces}) == 1
    return receive_from(pop(state), state.active_seat, spaces[0]) if is_one_kind else state


def auto_last_exchanges(state: State) -> State:
    """Close the question once no exchange is possible."""
    return state if exchange_candidates(state) else pop(state)


STEP_BY_QUESTION: dict[str, Callable[[State], State]] = {
    "fill_market": auto_fill_market,
    "fill_row": auto_fill_row,
    "reveal_artefacts": auto_reveal_artefacts,
    "welcome_hero": auto_welcome_hero,
    "encounter": auto_encounter,
    "collect_terrain": auto_collect_terrain,
    "keep_basics": auto_keep_basics,
    "last_exchanges": auto_last_exchanges,
}
"""The automatic steps of questions that may need no answer."""


# --- triggers of artefacts ------------------------------------------------------------------------------------------


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """Return the trigger of the seat's artefact, if the event starts it."""
    assert event.seat != CHANCE
    artefact = state.players[event.seat].artefact
    is_triggered = artefact and event.kind in content(state).artefacts[artefact].triggers
    return [PendingTrigger(event.seat, artefact, event.kind)] if is_triggered else []


def fire(state: State, trigger: PendingTrigger) -> State:
    """Apply the effects of an artefact's trigger."""
    for effect in content(state).artefacts[trigger.source].triggers[trigger.event]:
        state = effect(state, trigger.seat)
    return state


# Every seat has one artefact, so there is no order to choose.
TRIGGERS: TriggerSystem[State] = TriggerSystem(frozenset(get_args(Trigger)), listeners, fire, order_matters=False)
