"""The sequence of play: who decides now, and what happens by itself between two decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from msgspec.structs import replace

from referee_service.games.burgundy.actions.load_ship import goods_within_reach
from referee_service.games.burgundy.actions.place_tile import candidates as placements
from referee_service.games.burgundy.actions.sell_goods import candidates as sales
from referee_service.games.burgundy.actions.take_tile import candidates as takings
from referee_service.games.burgundy.boards import place_starting_castle
from referee_service.games.burgundy.content.schema import Trigger
from referee_service.games.burgundy.content.tables import PHASES, content
from referee_service.games.burgundy.depots import clear_depots, lay_forced_tiles
from referee_service.games.burgundy.goods import store_forced_goods
from referee_service.games.burgundy.scoring import score_leftovers
from referee_service.games.burgundy.state import (
    ChooseBoardFrame,
    ChooseCastleFrame,
    DealBoardFrame,
    DealGoodsFrame,
    FillDepotsFrame,
    RevealGoodsFrame,
    RollDiceFrame,
    Stage,
    State,
    can_buy,
    powers,
    turn_order,
)
from referee_service.kernel.events import emit
from referee_service.kernel.pending import lapse, pop, push, who_decides
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
    "take_benefit": takings,
    "sell_benefit": sales,
    "place_benefit": placements,
    "load_ship": goods_within_reach,
    "load_more": goods_within_reach,
}
"""Questions that may turn out to have no answer that does anything; the benefit is then lost."""


# --- who decides ----------------------------------------------------------------------------------------------------


def default_turn(state: State) -> tuple[Seat, str] | None:
    """Where no question is open, the player in turn acts."""
    return None if state.stage == "over" else (state.seat, "main")


turn = who_decides(QUESTIONS, default_turn)


# --- what happens by itself -----------------------------------------------------------------------------------------


def automatic_step(state: State) -> State:
    """The next thing that happens without anybody deciding, or the same state."""
    if not state.pending:
        return STAGE_STEPS[state.stage](state)
    question = question_of(state.pending[-1])
    step = BY_ITSELF.get(question)
    if step is not None:
        return step(state)
    answers = CANDIDATES_BY_QUESTION.get(question)
    return lapse(state) if answers is not None and not answers(state) else state


def deal_goods(state: State) -> State:
    """Everybody gets starting goods."""
    return push(replace(state, stage="boards"), DealGoodsFrame(CHANCE))


def assign_boards(state: State) -> State:
    """Advanced game: boards are dealt, or chosen in turn order."""
    state = replace(state, stage="castles")
    if state.options.boards == "random":
        return push(state, DealBoardFrame(CHANCE))
    if state.options.boards == "chosen":
        return push(state, *(ChooseBoardFrame(seat) for seat in reversed(state.turn_order)))
    return state


def place_starting_castles(state: State) -> State:
    """The starting castle stands in the middle, or in the advanced game where its owner wants it."""
    state = replace(state, stage="phase")
    if state.options.boards != "basic":
        return push(state, *(ChooseCastleFrame(seat) for seat in reversed(state.turn_order)))
    for seat in state.turn_order:
        state = place_starting_castle(state, seat, content(state).middle)
    return state


def begin_phase(state: State) -> State:
    """Old tiles leave, new ones are laid out, and the goods of the phase are turned up."""
    state = replace(clear_depots(state), stage="turns", round=0, active_index=len(state.players))
    state = emit(state, "phase_began", CHANCE, phase=state.phase)
    return push(state, RevealGoodsFrame(CHANCE), FillDepotsFrame(CHANCE, 0))


def continue_turns(state: State) -> State:
    """A turn with neither dice nor purchase left is over; after the last one comes the next round or the phase ends."""
    if state.active_index < len(state.turn_order):
        if state.active_player.dice or can_buy(state):
            return state
        state = replace(state, active_index=state.active_index + 1, may_buy=True)
        if state.active_index < len(state.turn_order):
            return emit(state, "turn_began", state.seat)
    if state.round < content(state).numbers["rounds"]:
        return begin_round(state)
    return emit(replace(state, stage="phase_over"), "phase_ended", CHANCE, phase=state.phase)


def begin_round(state: State) -> State:
    """Turn order is read off the track and holds for the whole round; then all dice are rolled at once."""
    state = replace(
        state, round=state.round + 1, turn_order=turn_order(state), active_index=0, may_buy=True, white_die=0
    )
    state = emit(state, "round_began", CHANCE, phase=state.phase, round=state.round, order=state.turn_order)
    return push(state, RollDiceFrame(CHANCE))


def read_dice(state: State) -> State:
    """Once all dice lie, the next goods tile goes to the depot that the white die names."""
    if not state.white_die:
        return state
    goods, *left = state.round_goods
    there = tuple(sorted((*state.depot_goods[state.white_die - 1], goods)))
    state = replace(
        pop(state), round_goods=tuple(left), depot_goods=with_item(state.depot_goods, state.white_die - 1, there)
    )
    state = emit(state, "goods_arrived", CHANCE, goods=goods, depot=state.white_die)
    return emit(state, "turn_began", state.seat)


def after_phase(state: State) -> State:
    """The mines have paid: on to the next phase, or to the final scoring."""
    last = PHASES.index(state.phase) + 1
    if last < len(PHASES):
        return replace(state, stage="phase", phase=PHASES[last])
    return emit(replace(state, stage="scoring"), "game_ended", CHANCE)


def end_game(state: State) -> State:
    """What is left is scored, and the game is over."""
    return replace(score_leftovers(state), stage="over")


STAGE_STEPS: dict[Stage, Callable[[State], State]] = {
    "goods": deal_goods,
    "boards": assign_boards,
    "castles": place_starting_castles,
    "phase": begin_phase,
    "turns": continue_turns,
    "phase_over": after_phase,
    "scoring": end_game,
    "over": lambda state: state,
}
"""What follows when nothing is asked, stage by stage."""

BY_ITSELF: dict[str, Callable[[State], State]] = {
    "fill_depots": lay_forced_tiles,
    "roll_dice": read_dice,
    "store_goods": store_forced_goods,
}
"""Questions that partly answer themselves."""


# --- what tiles listen to -------------------------------------------------------------------------------------------


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """The tiles that wait for this event: those of the seat it happened to, or everybody's."""
    seats = state.turn_order if event.seat == CHANCE else (event.seat,)
    return [
        PendingTrigger(seat, tile, event.kind)
        for seat in seats
        for tile in powers(state, state.players[seat]).listeners.get(event.kind, ())
    ]


def fire(state: State, fired: PendingTrigger) -> State:
    """The tile does what its row says."""
    for effect in content(state).tiles[fired.source].triggers[fired.event]:
        state = effect(state, fired.seat)
    return state


# Nothing that tiles do here depends on the order in which they do it, so nobody is asked for one.
TRIGGERS: TriggerSystem[State] = TriggerSystem(frozenset(get_args(Trigger)), listeners, fire, order_matters=False)
