"""One moment of the game: the open questions, the round, the dice and the turn order fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.burgundy.content.tables import PHASES, Content, content
from referee_service.games.burgundy.depots import slots_to_fill
from referee_service.games.burgundy.state import (
    ChooseBoardFrame,
    ChooseCastleFrame,
    DealBoardFrame,
    DealGoodsFrame,
    FillDepotsFrame,
    LoadMoreFrame,
    MakeRoomFrame,
    PickStarterFrame,
    Question,
    RevealGoodsFrame,
    RollDiceFrame,
    State,
    StoreGoodsFrame,
    TakeBenefitFrame,
    has_permit,
    neighbour_depots,
    turn_order,
)
from referee_service.kernel.rules import Fact, Fault, fault
from referee_service.kernel.state import CHANCE, question_of

EFFECT_BY_QUESTION = {
    "free_action": "ask_free_action",
    "take_benefit": "ask_tile",
    "sell_benefit": "ask_sale",
    "place_benefit": "ask_placement",
    "load_ship": "load_ship",
    "load_more": "load_ship",
    "store_goods": "load_ship",
}
"""The effect that opens each question of a placed tile."""


def timing(state: State) -> Iterator[Fault]:
    """Everything that depends on when it is."""
    tables = content(state)
    if not STAGE_CHECKS[state.stage](state, tables):
        yield fault("pending" if state.pending else "stage", "audit.stage", stage=state.stage)
        return
    yield from _question_sources(state, tables)
    yield from _dice(state, tables)
    yield from _turn_order_fits(state)
    yield from _round_goods(state, tables)


# --- which questions can be open --------------------------------------------------------------------------------------


def _before_the_start(state: State) -> bool:
    """Nobody has done anything yet: no turn, no sale, no points, and no estate before its time."""
    untouched = (state.phase, state.round, state.active_index, state.white_die) == ("A", 0, 0, 0)
    early = state.stage != "phase" and any(player.estate for player in state.players)
    done = any(state.score_lines) or any(player.sold for player in state.players) or bool(state.round_goods)
    return untouched and not early and not done


def _picking_the_starter(state: State, tables: Content) -> bool:
    return _before_the_start(state) and state.pending == (PickStarterFrame(CHANCE),)


def _dealing_goods(state: State, tables: Content) -> bool:
    full = tables.numbers["start_goods"]
    held = [len(state.players[seat].goods) for seat in state.turn_order]
    dealt = [max(0, min(full, sum(held) - full * place)) for place in range(len(held))]
    asked = state.pending == (DealGoodsFrame(CHANCE),)
    return _before_the_start(state) and asked and held == dealt and held[-1] < full


def _handing_out_boards(state: State, tables: Content) -> bool:
    without = tuple(seat for seat in state.turn_order if not state.players[seat].board)
    choosing = tuple(ChooseBoardFrame(seat) for seat in reversed(without))
    asked: tuple[Question, ...] = (DealBoardFrame(CHANCE),) if state.options.boards == "random" else choosing
    return _before_the_start(state) and _are_last(state, without) and state.pending == asked


def _founding_estates(state: State, tables: Content) -> bool:
    without = tuple(seat for seat in state.turn_order if not state.players[seat].estate)
    asked = tuple(ChooseCastleFrame(seat) for seat in reversed(without))
    return _before_the_start(state) and _are_last(state, without) and state.pending == asked


def _are_last(state: State, seats: tuple[int, ...]) -> bool:
    """Whether these seats are asked now and next: at least one, and the last of the turn order."""
    return bool(seats) and seats == state.turn_order[-len(seats) :]


def _taking_turns(state: State, tables: Content) -> bool:
    if not state.round:
        return _laying_out(state, tables)
    if state.pending == (RollDiceFrame(CHANCE),):
        return not state.active_index and not state.white_die
    mine = all(frame.seat == state.seat for frame in state.pending)
    return state.white_die > 0 and mine and _asked_in_a_turn(state, tables)


def _laying_out(state: State, tables: Content) -> bool:
    if state.active_index != len(state.players):
        return False
    if state.pending == (RevealGoodsFrame(CHANCE),):
        return len(state.round_goods) < tables.numbers["goods_per_phase"]
    beneath, laying = state.pending[:-1], state.pending[-1] if state.pending else None
    filling = (
        isinstance(laying, FillDepotsFrame) and laying.seat == CHANCE and 0 <= laying.laid < len(slots_to_fill(state))
    )
    return filling and beneath == (RevealGoodsFrame(CHANCE),) and not state.round_goods


def _asked_in_a_turn(state: State, tables: Content) -> bool:
    """One question of the player in turn, or none; beneath a ship's second depot waits what it loaded in the first."""
    frame, beneath = state.pending[-1] if state.pending else None, state.pending[:-1]
    if isinstance(frame, LoadMoreFrame):
        waiting = (StoreGoodsFrame(frame.seat, (frame.first,)),)
        return beneath == waiting and has_permit(state, state.active_player, "second_goods_depot")
    if isinstance(frame, StoreGoodsFrame) and len(frame.depots) != 1:
        first, second = frame.depots if len(frame.depots) == 2 else (0, 0)
        paired = (
            first > 0
            and second in neighbour_depots(first)
            and has_permit(state, state.active_player, "second_goods_depot")
        )
        return paired and not beneath
    if isinstance(frame, MakeRoomFrame):
        return not beneath and len(state.active_player.storage) == tables.numbers["storage_spaces"]
    asked = frame is None or question_of(frame) in EFFECT_BY_QUESTION
    return asked and not beneath


def _over(state: State, tables: Content) -> bool:
    last = (PHASES[-1], tables.numbers["rounds"], len(state.players))
    return not state.pending and (state.phase, state.round, state.active_index) == last


def _no_decision_here(state: State, tables: Content) -> bool:
    """Stages that pass by themselves: nobody is ever asked there."""
    return False


STAGE_CHECKS: dict[str, Callable[[State, Content], bool]] = {
    "goods": _picking_the_starter,
    "boards": _dealing_goods,
    "castles": _handing_out_boards,
    "phase": _founding_estates,
    "turns": _taking_turns,
    "phase_over": _no_decision_here,
    "scoring": _no_decision_here,
    "over": _over,
}


# --- what goes with them ----------------------------------------------------------------------------------------------


def _question_sources(state: State, tables: Content) -> Iterator[Fault]:
    """A castle, ship or building asks only if its owner has placed one that does."""
    for index, frame in enumerate(state.pending):
        effect = EFFECT_BY_QUESTION.get(question_of(frame))
        if effect is None:
            continue
        asks = {effect: {"kinds": list(frame.kinds)} if isinstance(frame, TakeBenefitFrame) else True}
        asking = [tile for tile in state.active_player.estate if tile and asks in tables.tiles[tile].row.on_place]
        if len(asking) <= (tables.starting_tile in asking):
            yield fault(f"pending[{index}]", "audit.asker", question=question_of(frame))


def _dice(state: State, tables: Content) -> Iterator[Fault]:
    """Who has played has no dice left, who has not has them all; while they are rolled they come in turn order."""
    rolling = state.pending == (RollDiceFrame(CHANCE),)
    playing = state.stage == "turns" and state.round > 0
    full, missing = tables.numbers["dice_each"], False
    for place, seat in enumerate(state.turn_order):
        found = len(state.players[seat].dice)
        if rolling:
            fits = 0 <= found <= (0 if missing else full)
            missing = missing or found < full
        elif not playing or place < state.active_index:
            fits = found == 0
        else:
            fits = found <= full if place == state.active_index else found == full
        if not fits:
            wanted = full if playing and place >= state.active_index else 0
            yield fault(f"players[{seat}].dice", "audit.dice", seat=seat, found=found, wanted=wanted)


def _turn_order_fits(state: State) -> Iterator[Fault]:
    """Who has not acted in this round has not moved on the track, so the order among them is still to be seen there."""
    waiting = state.turn_order[state.active_index + 1 :] if state.stage == "turns" and state.round else ()
    seen = tuple(seat for seat in turn_order(state) if seat in waiting)
    rolling = state.pending == (RollDiceFrame(CHANCE),)
    if seen != waiting or (rolling and turn_order(state) != state.turn_order):
        yield fault("turn_order", "audit.order", found=state.turn_order)


def _round_goods(state: State, tables: Content) -> Iterator[Fault]:
    """The goods laid out for the phase shrink round by round."""
    wanted = tables.numbers["goods_per_phase"] - state.round + (state.pending == (RollDiceFrame(CHANCE),))
    if state.round and len(state.round_goods) != wanted:
        facts: dict[str, Fact] = {"found": len(state.round_goods), "round": state.round, "wanted": wanted}
        yield fault("round_goods", "audit.round_goods", **facts)
