"""Sequence of play: the stages with their steps, and the triggers of artefacts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import close_question
from referee_service.kernel.question import Flow, Stage
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Event
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player

from .actions import (
    activate_fortification,
    activate_region,
    activate_street,
    build,
    explore,
    fortify,
    hunt,
    invite_hero,
)
from .common_board import merge_market_slots, remove_from_game, remove_hero
from .content.schema import Trigger
from .content.tables import COLUMNS, content
from .decisions import QUESTIONS
from .questions import AnyFrame, PickStarterFrame
from .scoring import score
from .setup import draft_questions, first_questions, is_starter_fixed
from .state import EMPTY, State, is_last_round
from .turns import ACTION_VERBS, begin_turn, next_seat
from .villagers import villager_pieces

# --- stages -----------------------------------------------------------------------------------------------------------


def stage_of(state: State) -> str:
    """Return the part of the match."""
    return state.stage


def seat_in_turn(state: State) -> int:
    """Return the seat in turn."""
    return state.active_seat


def current_stages(state: State) -> tuple[str, ...]:
    """Return the stage, or what the seat in turn has done: passed, acted, invited, or nothing in a new round."""
    if state.stage != "turns":
        return (state.stage,)
    if state.active_player.passed:
        return ("last_pass",) if is_last_round(state) else ("passed",)
    if state.has_acted or state.has_invited:
        return (*(("acted",) if state.has_acted else ()), *(("invited",) if state.has_invited else ()))
    is_first_turn = state.active_seat == state.first_seat and state.next_first_seat is None
    return ("new_round",) if is_first_turn and state.round > 1 else ()


def draft_plan(state: State) -> Sequence[AnyFrame]:
    """Return the questions of the set-up until chance has picked the starting player, then those of the draft."""
    is_picked = not is_starter_fixed(state) and PickStarterFrame not in map(type, state.pending)
    if is_picked or any(player.artefact for player in state.players):
        return draft_questions(state)
    return first_questions(state)


def begin_play(state: State) -> State:
    """Begin the first round after the draft."""
    return begin_turn(begin_round(replace(state, stage="turns")), state.first_seat)


def continue_turns(state: State) -> State:
    """Begin the next turn once the seat in turn has passed, or end the round if every seat has."""
    if not state.active_player.passed:
        return state
    state = close_question(state, state.active_seat, "main", "pass_round.out")
    seat = next_seat(state)
    return end_round(state) if seat is None else begin_turn(state, seat)


def may_have_to_pass(state: State) -> bool:
    """Return whether passing may be the only answer.

    After an action or an invitation the turn may end as well. A player with enough villagers can explore: a free space
    of region I, or else of a farther region.
    """
    if state.has_acted or state.has_invited:
        return False
    player, explorers = state.active_player, content(state).explorers
    needed = explorers[0] if EMPTY in player.wilderness[:COLUMNS] else max(explorers)
    return EMPTY not in player.wilderness or player.villagers + player.bonus_villagers < needed


def turn_facts(state: State) -> dict[str, Fact]:
    """Return what the seat in turn may still do, and the villagers that it has left."""
    player, is_begun = state.active_player, state.has_acted or state.has_invited
    steps = {
        "action": any(action.candidates(state) for action in ACTIONS),
        "hero": bool(invite_hero.candidates(state)),
        "end": is_begun,
        "pass": True,
    }
    left = villager_pieces(player.villagers + player.bonus_villagers, player.bonus_villagers)
    return {
        "steps": tuple([name for name, is_open in steps.items() if is_open]),
        "left": left,
        "lacking": None if left else "villager",
    }


ACTIONS = (explore, fortify, activate_region, activate_street, activate_fortification, build, hunt)
"""The seven actions, those first that a seat can often take."""


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


FLOW = Flow(
    QUESTIONS,
    (
        Stage("draft", step=begin_play, plan=draft_plan),
        Stage(
            "turns",
            "main",
            (*ACTION_VERBS, "invite_hero", "exchange", "end_turn", "pass_round"),
            step=continue_turns,
            forced=may_have_to_pass,
            closed_by=("pass_round.out",),
            facts=turn_facts,
        ),
        Stage("over"),
    ),
    stage=stage_of,
    seat=seat_in_turn,
    current_stages=current_stages,
)


# --- triggers of artefacts --------------------------------------------------------------------------------------------


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
