"""Sequence of play: the stages, their automatic steps, and the triggers of tiles."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import closed_with, push
from referee_service.kernel.question import Flow, Stage
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Event
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem

from .actions.take_tile import FREE_STEP
from .boards import place_starting_castle
from .content.schema import Trigger
from .content.tables import PHASES, content
from .decisions import QUESTIONS
from .depots import can_buy, clear_depots
from .dice import reachable_faces
from .questions import (
    AnyFrame,
    ChooseBoardFrame,
    ChooseCastleFrame,
    DealBoardFrame,
    DealGoodsFrame,
    FillDepotsFrame,
    RevealGoodsFrame,
    RollDiceFrame,
)
from .scoring import score_leftovers
from .state import State, estate_powers, rule_number, turn_order_on_track

# --- set-up -----------------------------------------------------------------------------------------------------------


def deal_goods(state: State) -> State:
    """Ask chance for the starting goods."""
    return push(replace(state, stage="boards"), DealGoodsFrame(CHANCE))


def board_questions(state: State) -> tuple[AnyFrame, ...]:
    """Return the questions for player boards: to chance or to every seat, if the options leave the boards open."""
    if state.options.boards == "random":
        return (DealBoardFrame(CHANCE),)
    if state.options.boards == "chosen":
        return tuple(ChooseBoardFrame(seat) for seat in reversed(state.turn_order))
    return ()


def assign_boards(state: State) -> State:
    """Ask for player boards."""
    return push(replace(state, stage="castles"), *board_questions(state))


def castle_questions(state: State) -> tuple[AnyFrame, ...]:
    """Return the questions for the starting castles: to every seat in the advanced game."""
    if state.options.boards == "basic":
        return ()
    return tuple(ChooseCastleFrame(seat) for seat in reversed(state.turn_order))


def place_starting_castles(state: State) -> State:
    """Place the starting castles in the middle, or ask each seat for a space in the advanced game."""
    state = replace(state, stage="phase")
    if state.options.boards != "basic":
        return push(state, *castle_questions(state))
    for seat in state.turn_order:
        state = place_starting_castle(state, seat, content(state).middle)
    return state


# --- phases, rounds and turns -----------------------------------------------------------------------------------------


def begin_phase(state: State) -> State:
    """Clear the depots, then ask chance for the tiles and the goods of the phase."""
    state = replace(clear_depots(state), stage="turns", round=0, active_index=len(state.players))
    state = emit(state, "phase_began", CHANCE, phase=state.phase)
    return push(state, RevealGoodsFrame(CHANCE), FillDepotsFrame(CHANCE, 0))


def continue_turns(state: State) -> State:
    """End the turn of a player who has no dice and can buy nothing. Begin the next turn or round, or end the phase.

    Returns the same state while the active player can act.
    """
    if state.active_index < len(state.turn_order):
        if state.active_player.dice or can_buy(state):
            return state
        closed = closed_with(state, state.active_seat, "main", "ruling.turn_ends")
        state = replace(state, active_index=state.active_index + 1, may_buy=True, closed=closed)
        if state.active_index < len(state.turn_order):
            return emit(state, "turn_began", state.active_seat)
    if state.round < content(state).numbers["rounds"]:
        return begin_round(state)
    return emit(replace(state, stage="phase_over"), "phase_ended", CHANCE, phase=state.phase)


def may_have_one_use(state: State) -> bool:
    """Return whether the unused dice may have one use. It is quick, because it runs after every action.

    Two values give two answers: workers for either. A tile within reach of the die gives one more.
    """
    player = state.active_player
    dice = player.dice
    if not dice or dice[0] != dice[-1] or state.depots[dice[0]]:
        return False
    powers = estate_powers(state, player)
    reachable = reachable_faces(powers, player.workers, dice[0], powers.numbers[FREE_STEP])
    return not any(state.depots[depot] for depot in reachable)


def begin_round(state: State) -> State:
    """Fix the turn order of the round from the track, and ask chance to roll all dice."""
    state = replace(
        state, round=state.round + 1, turn_order=turn_order_on_track(state), active_index=0, may_buy=True, white_die=0
    )
    state = emit(state, "round_began", CHANCE, phase=state.phase, round=state.round, order=state.turn_order)
    return push(state, RollDiceFrame(CHANCE))


def end_phase(state: State) -> State:
    """Go on to the next phase, or to the final scoring. The mines have paid already."""
    upcoming = PHASES.index(state.phase) + 1
    if upcoming < len(PHASES):
        return replace(state, stage="phase", phase=PHASES[upcoming])
    return emit(replace(state, stage="scoring"), "game_ended", CHANCE)


def end_game(state: State) -> State:
    """Score the remaining pieces and end the game."""
    return replace(score_leftovers(state), stage="over")


# --- the flow ---------------------------------------------------------------------------------------------------------


def stage_of(state: State) -> str:
    """Return the stage: the step that comes next when no question is open."""
    return state.stage


def active_seat(state: State) -> int | None:
    """Return the seat in turn, or None before and after a round."""
    return state.active_seat if state.active_index < len(state.turn_order) else None


def current_stages(state: State) -> tuple[str, ...]:
    """Return the stage. `turns` has three parts: the layout of a phase, the roll of a round, and the turns proper."""
    if state.stage != "turns":
        return (state.stage,)
    if not state.round:
        return ("layout",)
    return ("turn",) if state.white_die else ("roll",)


def main_facts(state: State) -> dict[str, Fact]:
    """Return the unused dice, and the price of a tile if one can be bought: beside the dice, or as the last choice."""
    player = state.active_player
    price = rule_number(state, player, "purchase_price") if can_buy(state) else None
    return {"dice": player.dice, "price": price if player.dice else None, "last_price": None if player.dice else price}


FLOW = Flow(
    QUESTIONS,
    (
        Stage("goods", step=deal_goods),
        Stage("boards", step=assign_boards),
        Stage("castles", step=place_starting_castles, plan=board_questions),
        Stage("phase", step=begin_phase, plan=castle_questions),
        Stage(
            "turns",
            "main",
            ("take_tile", "place_tile", "sell_goods", "take_workers", "buy_tile", "end_turn"),
            step=continue_turns,
            forced=may_have_one_use,
            closed_by=("ruling.turn_ends",),
            facts=main_facts,
        ),
        Stage("phase_over", step=end_phase),
        Stage("scoring", step=end_game),
        Stage("over"),
    ),
    stage=stage_of,
    seat=active_seat,
    current_stages=current_stages,
)


# --- triggers of tiles ----------------------------------------------------------------------------------------------


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """Return the triggers that an event starts: tiles of the event's seat, or of all seats for an event of chance."""
    seats = state.turn_order if event.seat == CHANCE else (event.seat,)
    return [
        PendingTrigger(seat, tile, event.kind)
        for seat in seats
        for tile in estate_powers(state, state.players[seat]).listeners.get(event.kind, ())
    ]


def fire(state: State, trigger: PendingTrigger) -> State:
    """Apply the effects of a tile's trigger."""
    for effect in content(state).tiles[trigger.source].triggers[trigger.event]:
        state = effect(state, trigger.seat)
    return state


# No effect of a tile depends on the order of effects, so no seat has to choose an order.
TRIGGERS: TriggerSystem[State] = TriggerSystem(frozenset(get_args(Trigger)), listeners, fire, order_matters=False)
