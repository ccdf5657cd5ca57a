"""Sequence of play: the seat to decide, the automatic steps, and the triggers of tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from msgspec.structs import replace

from referee_service.games.burgundy.actions.load_ship import goods_within_reach
from referee_service.games.burgundy.actions.place_tile import candidates as place_candidates
from referee_service.games.burgundy.actions.sell_goods import candidates as sale_candidates
from referee_service.games.burgundy.actions.take_tile import candidates as take_candidates
from referee_service.games.burgundy.boards import place_starting_castle
from referee_service.games.burgundy.content.schema import Trigger
from referee_service.games.burgundy.content.tables import PHASES, content
from referee_service.games.burgundy.depots import auto_fill_depots, can_buy, clear_depots
from referee_service.games.burgundy.goods import auto_store_goods
from referee_service.games.burgundy.questions import (
    ChooseBoardFrame,
    ChooseCastleFrame,
    DealBoardFrame,
    DealGoodsFrame,
    FillDepotsFrame,
    RevealGoodsFrame,
    RollDiceFrame,
)
from referee_service.games.burgundy.scoring import score_leftovers
from referee_service.games.burgundy.state import Stage, State, estate_powers, turn_order_on_track
from referee_service.kernel.events import emit
from referee_service.kernel.pending import lapse, make_turn_function, pop, push
from referee_service.kernel.state import CHANCE, Event, Seat, question_of
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_item

TURN_VERBS = ("take_tile", "place_tile", "sell_goods", "take_workers", "buy_tile", "end_turn")
QUESTIONS: dict[str, tuple[str, ...]] = {
    "main": TURN_VERBS,
    "pick_starter": ("pick_starter",),
    "deal_board": ("deal_board",),
    "choose_board": ("choose_board",),
    "choose_castle": ("choose_castle",),
    "deal_goods": ("draw_goods",),
    "fill_depots": ("draw_tile",),
    "reveal_goods": ("draw_goods",),
    "roll_dice": ("roll_die",),
    "make_room": ("discard_tile",),
    "free_action": ("take_tile", "place_tile", "sell_goods", "take_workers"),
    "take_benefit": ("take_tile", "decline"),
    "sell_benefit": ("sell_goods", "decline"),
    "place_benefit": ("place_tile", "decline"),
    "load_ship": ("load_ship",),
    "load_more": ("load_ship", "decline"),
    "store_goods": ("store_goods",),
}
"""Every question of the game and the verbs that answer it."""

CANDIDATES_BY_QUESTION: dict[str, Callable[[State], Sequence[object]]] = {
    "take_benefit": take_candidates,
    "sell_benefit": sale_candidates,
    "place_benefit": place_candidates,
    "load_ship": goods_within_reach,
    "load_more": goods_within_reach,
}
"""Questions that close without an answer if there are no candidates. The benefit is then lost."""


# --- the seat to decide ---------------------------------------------------------------------------------------------


def default_turn(state: State) -> tuple[Seat, str] | None:
    """Return the seat in turn and the question `main`, or None if the game is over."""
    return None if state.stage == "over" else (state.active_seat, "main")


turn = make_turn_function(QUESTIONS, default_turn)


# --- automatic steps ------------------------------------------------------------------------------------------------


def automatic_step(state: State) -> State:
    """Perform one automatic step, or return the same state object if none is pending."""
    if not state.pending:
        return STAGE_STEPS[state.stage](state)
    question = question_of(state.pending[-1])
    step = STEP_BY_QUESTION.get(question)
    if step is not None:
        return step(state)
    answers = CANDIDATES_BY_QUESTION.get(question)
    return lapse(state) if answers is not None and not answers(state) else state


def deal_goods(state: State) -> State:
    """Ask chance for the starting goods."""
    return push(replace(state, stage="boards"), DealGoodsFrame(CHANCE))


def assign_boards(state: State) -> State:
    """Ask chance or the seats for player boards, if the options leave them open."""
    state = replace(state, stage="castles")
    if state.options.boards == "random":
        return push(state, DealBoardFrame(CHANCE))
    if state.options.boards == "chosen":
        return push(state, *(ChooseBoardFrame(seat) for seat in reversed(state.turn_order)))
    return state


def place_starting_castles(state: State) -> State:
    """Place the starting castles in the middle, or ask each seat for a space in the advanced game."""
    state = replace(state, stage="phase")
    if state.options.boards != "basic":
        return push(state, *(ChooseCastleFrame(seat) for seat in reversed(state.turn_order)))
    for seat in state.turn_order:
        state = place_starting_castle(state, seat, content(state).middle)
    return state


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
        state = replace(state, active_index=state.active_index + 1, may_buy=True)
        if state.active_index < len(state.turn_order):
            return emit(state, "turn_began", state.active_seat)
    if state.round < content(state).numbers["rounds"]:
        return begin_round(state)
    return emit(replace(state, stage="phase_over"), "phase_ended", CHANCE, phase=state.phase)


def begin_round(state: State) -> State:
    """Fix the turn order of the round from the track, and ask chance to roll all dice."""
    state = replace(
        state, round=state.round + 1, turn_order=turn_order_on_track(state), active_index=0, may_buy=True, white_die=0
    )
    state = emit(state, "round_began", CHANCE, phase=state.phase, round=state.round, order=state.turn_order)
    return push(state, RollDiceFrame(CHANCE))


def auto_roll_dice(state: State) -> State:
    """Move the next goods tile to the depot of the white die, once all dice are rolled."""
    if not state.white_die:
        return state
    goods, *remaining = state.round_goods
    depot_goods = tuple(sorted((*state.depot_goods[state.white_die - 1], goods)))
    state = replace(
        pop(state),
        round_goods=tuple(remaining),
        depot_goods=with_item(state.depot_goods, state.white_die - 1, depot_goods),
    )
    state = emit(state, "goods_arrived", CHANCE, goods=goods, depot=state.white_die)
    return emit(state, "turn_began", state.active_seat)


def end_phase(state: State) -> State:
    """Go on to the next phase, or to the final scoring. The mines have paid already."""
    upcoming = PHASES.index(state.phase) + 1
    if upcoming < len(PHASES):
        return replace(state, stage="phase", phase=PHASES[upcoming])
    return emit(replace(state, stage="scoring"), "game_ended", CHANCE)


def end_game(state: State) -> State:
    """Score the remaining pieces and end the game."""
    return replace(score_leftovers(state), stage="over")


STAGE_STEPS: dict[Stage, Callable[[State], State]] = {
    "goods": deal_goods,
    "boards": assign_boards,
    "castles": place_starting_castles,
    "phase": begin_phase,
    "turns": continue_turns,
    "phase_over": end_phase,
    "scoring": end_game,
    "over": lambda state: state,
}
"""The automatic step of each stage, taken when no question is open."""

STEP_BY_QUESTION: dict[str, Callable[[State], State]] = {
    "fill_depots": auto_fill_depots,
    "roll_dice": auto_roll_dice,
    "store_goods": auto_store_goods,
}
"""The automatic steps of questions that may need no answer, or a partial one."""


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
