"""Sequence of play: the stages of a round with their steps, and the parts of a stage that the printed Bot has."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import close_question
from referee_service.kernel.question import Flow, Stage
from referee_service.kernel.state import CHANCE

from .decisions import QUESTIONS
from .exploration import place_start_tents
from .free_actions import has_free_action
from .main_actions import MAIN_VERBS, can_act, has_two_actions
from .prompts import main_facts, roll_facts
from .roll_phase import can_spend_any
from .scoring import score
from .setup import draft_order, draft_plan
from .state import State, answering_seat, is_bot, side_name, sides_of
from .symbols import max_symbols
from .turns import (
    begin_actions,
    begin_cleanup,
    begin_round,
    is_bot_roll,
    is_end_triggered,
    is_first_turn,
    next_roll,
    next_turn,
)

# --- stages -----------------------------------------------------------------------------------------------------------


def stage_of(state: State) -> str:
    """Return the stage."""
    return state.stage


def current_stages(state: State) -> tuple[str]:
    """Return the stage, or the part of it in which the printed Bot rolls or acts."""
    if state.stage == "roll" and is_bot_roll(state):
        return ("bot_roll",)
    if state.stage == "action" and is_bot(state, state.active_side):
        return ("bot_action",)
    return (state.stage,)


def seat_to_answer(state: State) -> int:
    """Return the seat that answers questions about the active side."""
    return answering_seat(state, state.active_side)


# --- automatic steps --------------------------------------------------------------------------------------------------


def begin_play(state: State) -> State:
    """Begin the first round once all start tiles lie: place tents and apply bonuses first."""
    return begin_round(place_start_tents(state, draft_order(state)))


def continue_roll_phase(state: State) -> State:
    """End a roll in which the player can spend no symbol. The action phase follows the last roll."""
    if is_bot_roll(state):
        return begin_actions(state)
    return state if can_spend_any(state) else next_roll(close_question(state, state.active_side, "roll", "roll.ended"))


def continue_action_phase(state: State) -> State:
    """End the turn if the active side can do no action."""
    if is_bot(state, state.active_side):
        return next_turn(state)
    if (not state.has_acted and can_act(state)) or has_free_action(state):
        return state
    if state.has_acted:
        return next_turn(close_question(state, state.active_side, "main", "turn.ended"))
    state = close_question(state, state.active_side, "main", "turn.passed")
    return next_turn(emit(state, "passed", state.active_side, who=side_name(state, state.active_side)))


def may_have_one_action(state: State) -> bool:
    """Return whether one action may be left: a first turn needs a main action. Other turns may end instead.

    It is quick, because it runs after every action: a player who settles may take a tent, or recall one of the map.
    """
    if state.has_acted or not is_first_turn(state):
        return False
    side, player = state.active_side, state.active_player
    if not player.actions_done and max_symbols(state, player, "settle"):
        return not any(map_tile.tents[side] for map_tile in state.map)
    return not has_two_actions(state)


def continue_cleanup(state: State) -> State:
    """Begin the clean-up of the next player, or end the round. After the last round, end the game."""
    if state.turn_index + 1 < len(state.players):
        return begin_cleanup(state, state.turn_index + 1)
    state = emit(state, "round_ended", CHANCE, round=state.round)
    if state.is_last_round:
        return replace(emit(score(state), "game_ended", CHANCE), stage="over")
    if is_end_triggered(state):
        state = emit(replace(state, is_last_round=True), "end_triggered", CHANCE)
    return begin_round(replace(state, first_side=(state.first_side + 1) % sides_of(state)))


FLOW = Flow(
    QUESTIONS,
    (
        Stage("draft", step=begin_play, plan=draft_plan),
        Stage(
            "roll",
            "roll",
            ("spend_symbol", "end_roll"),
            step=continue_roll_phase,
            closed_by=("roll.ended",),
            facts=roll_facts,
        ),
        Stage(
            "action",
            "main",
            (*MAIN_VERBS, "use_factory", "govern", "explode", "end_turn"),
            step=continue_action_phase,
            forced=may_have_one_action,
            closed_by=("turn.ended", "turn.passed"),
            facts=main_facts,
        ),
        Stage("cleanup", step=continue_cleanup),
        Stage("over"),
    ),
    stage=stage_of,
    seat=seat_to_answer,
    current_stages=current_stages,
)
