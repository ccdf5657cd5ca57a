"""Sequence of play: the question that is open now, and the automatic steps between two decisions."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.dice_settlers.automatic_answers import STEP_BY_QUESTION
from referee_service.games.dice_settlers.exploration import place_start_tents
from referee_service.games.dice_settlers.free_actions import has_free_action
from referee_service.games.dice_settlers.main_actions import can_act
from referee_service.games.dice_settlers.roll_phase import can_spend_any
from referee_service.games.dice_settlers.scoring import score
from referee_service.games.dice_settlers.setup import draft_order
from referee_service.games.dice_settlers.state import State, is_bot, sides_of
from referee_service.games.dice_settlers.turns import (
    begin_actions,
    begin_cleanup,
    begin_round,
    is_end_triggered,
    next_roll,
    next_turn,
)
from referee_service.kernel.events import emit
from referee_service.kernel.pending import make_turn_function
from referee_service.kernel.state import CHANCE, Seat, question_of

MAIN_VERBS = ("recruit", "explore", "settle", "raid", "harvest", "trade_tokens", "trade_die", "research")
"""Verbs of the main actions."""
QUESTIONS: dict[str, tuple[str, ...]] = {
    "roll": ("spend_symbol", "end_roll"),
    "main": (*MAIN_VERBS, "use_factory", "govern", "explode", "end_turn"),
    "pick_starter": ("pick_starter",),
    "draw_technologies": ("draw_technology",),
    "deal_start": ("draw_start",),
    "take_start": ("take_start",),
    "bot_start": ("bot_start",),
    "lay_start": ("place_tile",),
    "draw_dice": ("draw_die",),
    "roll_dice": ("roll_die",),
    "adjust": ("set_die", "reroll", "draw_two"),
    "reroll": ("reroll", "throw_dice"),
    "keep_dice": ("keep_dice",),
    "acting": ("settle", "raid", "harvest", "trade_tokens", "trade_die", "end_action"),
    "extra_action": MAIN_VERBS,
    "recruiting": (),
    "researching": (),
    "sell_die": ("sell_die",),
    "draw_tiles": ("draw_tile",),
    "choose_tile": ("choose_tile",),
    "place_tile": ("place_tile",),
    "follow": ("add_tent", "decline"),
    "defend": ("add_tent", "decline"),
    "gain_die": ("choose_colour",),
    "gain_tokens": ("choose_token",),
    "build_house": ("build_house",),
    "queue_dice": ("queue_die",),
    "bot_move": ("move_bot",),
    "bot_act": (),
    "bot_recruit": ("choose_colour",),
    "bot_settle": ("choose_for_bot",),
    "bot_raid": ("choose_for_bot",),
    "remove_tent": ("remove_tent", "decline"),
    "payment": ("pay", "pay_cheapest"),
}
"""Verbs that answer each question. A question without verbs has only an automatic step."""


# --- turn -----------------------------------------------------------------------------------------------------------


def default_turn(state: State) -> tuple[Seat, str] | None:
    """Return the active side and its question if the stack is empty, or None if the game is over."""
    if state.stage == "over":
        return None
    return state.active_side, "roll" if state.stage == "roll" else "main"


turn = make_turn_function(QUESTIONS, default_turn)


# --- automatic steps ------------------------------------------------------------------------------------------------


def automatic_step(state: State) -> State:
    """Perform one automatic step, or return the same state object if none is pending."""
    if state.pending:
        step = STEP_BY_QUESTION.get(question_of(state.pending[-1]))
        return step(state) if step is not None else state
    return STAGE_STEPS[state.stage](state)


def begin_play(state: State) -> State:
    """Begin the first round once all start tiles lie: place tents and apply bonuses first."""
    return begin_round(place_start_tents(state, draft_order(state)))


def continue_roll_phase(state: State) -> State:
    """End a roll in which the player can spend no symbol. The action phase follows the last roll."""
    if state.turn_index == len(state.players):
        return begin_actions(state)
    return state if can_spend_any(state) else next_roll(state)


def continue_action_phase(state: State) -> State:
    """End the turn if the active side can do no action."""
    if is_bot(state, state.active_side):
        return next_turn(state)
    if (not state.has_acted and can_act(state)) or has_free_action(state):
        return state
    return next_turn(state if state.has_acted else emit(state, "passed", state.active_side))


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


STAGE_STEPS: dict[str, Callable[[State], State]] = {
    "draft": begin_play,
    "roll": continue_roll_phase,
    "action": continue_action_phase,
    "cleanup": continue_cleanup,
    "over": lambda state: state,
}
"""Automatic step of each stage, for an empty stack."""
