"""One moment of the game: the open questions, the round, the dice and the turn order fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.burgundy.content import PHASES, Content, content
from referee_service.games.burgundy.depots import slots_of
from referee_service.games.burgundy.state import (
    ChooseBoard,
    ChooseCastle,
    DealBoard,
    DealGoods,
    FillDepots,
    LoadMore,
    MakeRoom,
    PickStarter,
    Question,
    RevealGoods,
    RollDice,
    State,
    StoreGoods,
    TakeBenefit,
    neighbour_depots,
    permits,
    turn_order,
)
from referee_service.kernel.ruling import Fact, Fault, fault
from referee_service.kernel.state import CHANCE, question_of

ASKED_BY = {
    "free_action": "ask_free_action",
    "take_benefit": "ask_tile",
    "sell_benefit": "ask_sale",
    "place_benefit": "ask_placement",
    "load_ship": "load_ship",
    "load_more": "load_ship",
    "store_goods": "load_ship",
}
"""The effect that opens each question of a placed tile."""


def moment(state: State) -> Iterator[Fault]:
    """Everything that depends on when it is."""
    tables = content(state)
    if not MOMENTS[state.stage](state, tables):
        yield fault("pending" if state.pending else "stage", "audit.stage", stage=state.stage)
        return
    yield from _askers(state, tables)
    yield from _dice(state, tables)
    yield from _order(state)
    yield from _round_goods(state, tables)


# --- which questions can be open --------------------------------------------------------------------------------------


def _before_the_start(state: State) -> bool:
    """Nobody has done anything yet: no turn, no sale, no points, and no estate before its time."""
    untouched = (state.phase, state.round, state.active, state.white) == ("A", 0, 0, 0)
    early = state.stage != "phase" and any(player.estate for player in state.players)
    done = any(state.points) or any(player.sold for player in state.players) or bool(state.round_goods)
    return untouched and not early and not done


def _picking_the_starter(state: State, tables: Content) -> bool:
    return _before_the_start(state) and state.pending == (PickStarter(CHANCE),)


def _dealing_goods(state: State, tables: Content) -> bool:
    full = tables.numbers["start_goods"]
    held = [len(state.players[seat].goods) for seat in state.order]
    dealt = [max(0, min(full, sum(held) - full * place)) for place in range(len(held))]
    asked = state.pending == (DealGoods(CHANCE),)
    return _before_the_start(state) and asked and held == dealt and held[-1] < full


def _handing_out_boards(state: State, tables: Content) -> bool:
    without = tuple(seat for seat in state.order if not state.players[seat].board)
    choosing = tuple(ChooseBoard(seat) for seat in reversed(without))
    asked: tuple[Question, ...] = (DealBoard(CHANCE),) if state.options.boards == "random" else choosing
    return _before_the_start(state) and _are_last(state, without) and state.pending == asked


def _founding_estates(state: State, tables: Content) -> bool:
    without = tuple(seat for seat in state.order if not state.players[seat].estate)
    asked = tuple(ChooseCastle(seat) for seat in reversed(without))
    return _before_the_start(state) and _are_last(state, without) and state.pending == asked


def _are_last(state: State, seats: tuple[int, ...]) -> bool:
    """Whether these seats are asked now and next: at least one, and the last of the turn order."""
    return bool(seats) and seats == state.order[-len(seats) :]


def _taking_turns(state: State, tables: Content) -> bool:
    if not state.round:
        return _laying_out(state, tables)
    if state.pending == (RollDice(CHANCE),):
        return not state.active and not state.white
    mine = all(frame.seat == state.seat for frame in state.pending)
    return state.white > 0 and mine and _asked_in_a_turn(state, tables)


def _laying_out(state: State, tables: Content) -> bool:
    if state.active != len(state.players):
        return False
    if state.pending == (RevealGoods(CHANCE),):
        return len(state.round_goods) < tables.numbers["goods_per_phase"]
    beneath, laying = state.pending[:-1], state.pending[-1] if state.pending else None
    filling = isinstance(laying, FillDepots) and laying.seat == CHANCE and 0 <= laying.laid < len(slots_of(state))
    return filling and beneath == (RevealGoods(CHANCE),) and not state.round_goods


def _asked_in_a_turn(state: State, tables: Content) -> bool:
    """One question of the player in turn, or none; beneath a ship's second depot waits what it loaded in the first."""
    frame, beneath = state.pending[-1] if state.pending else None, state.pending[:-1]
    if isinstance(frame, LoadMore):
        waiting = (StoreGoods(frame.seat, (frame.first,)),)
        return beneath == waiting and permits(state, state.me, "second_goods_depot")
    if isinstance(frame, StoreGoods) and len(frame.depots) != 1:
        first, second = frame.depots if len(frame.depots) == 2 else (0, 0)
        paired = first > 0 and second in neighbour_depots(first) and permits(state, state.me, "second_goods_depot")
        return paired and not beneath
    if isinstance(frame, MakeRoom):
        return not beneath and len(state.me.storage) == tables.numbers["storage_spaces"]
    asked = frame is None or question_of(frame) in ASKED_BY
    return asked and not beneath


def _over(state: State, tables: Content) -> bool:
    last = (PHASES[-1], tables.numbers["rounds"], len(state.players))
    return not state.pending and (state.phase, state.round, state.active) == last


def _never(state: State, tables: Content) -> bool:
    """Stages that pass by themselves: nobody is ever asked there."""
    return False


MOMENTS: dict[str, Callable[[State, Content], bool]] = {
    "goods": _picking_the_starter,
    "boards": _dealing_goods,
    "castles": _handing_out_boards,
    "phase": _founding_estates,
    "turns": _taking_turns,
    "phase_over": _never,
    "scoring": _never,
    "over": _over,
}


# --- what goes with them ----------------------------------------------------------------------------------------------


def _askers(state: State, tables: Content) -> Iterator[Fault]:
    """A castle, ship or building asks only if its owner has placed one that does."""
    for index, frame in enumerate(state.pending):
        effect = ASKED_BY.get(question_of(frame))
        if effect is None:
            continue
        asks = {effect: {"kinds": list(frame.kinds)} if isinstance(frame, TakeBenefit) else True}
        asking = [tile for tile in state.me.estate if tile and asks in tables.tiles[tile].row.on_place]
        if len(asking) <= (tables.starting_tile in asking):
            yield fault(f"pending[{index}]", "audit.asker", question=question_of(frame))


def _dice(state: State, tables: Content) -> Iterator[Fault]:
    """Who has played has no dice left, who has not has them all; while they are rolled they come in turn order."""
    rolling = state.pending == (RollDice(CHANCE),)
    playing = state.stage == "turns" and state.round > 0
    full, missing = tables.numbers["dice_each"], False
    for place, seat in enumerate(state.order):
        found = len(state.players[seat].dice)
        if rolling:
            fits = 0 <= found <= (0 if missing else full)
            missing = missing or found < full
        elif not playing or place < state.active:
            fits = found == 0
        else:
            fits = found <= full if place == state.active else found == full
        if not fits:
            wanted = full if playing and place >= state.active else 0
            yield fault(f"players[{seat}].dice", "audit.dice", seat=seat, found=found, wanted=wanted)


def _order(state: State) -> Iterator[Fault]:
    """Who has not acted in this round has not moved on the track, so the order among them is still to be seen there."""
    waiting = state.order[state.active + 1 :] if state.stage == "turns" and state.round else ()
    seen = tuple(seat for seat in turn_order(state) if seat in waiting)
    rolling = state.pending == (RollDice(CHANCE),)
    if seen != waiting or (rolling and turn_order(state) != state.order):
        yield fault("order", "audit.order", found=state.order)


def _round_goods(state: State, tables: Content) -> Iterator[Fault]:
    """The goods laid out for the phase shrink round by round."""
    wanted = tables.numbers["goods_per_phase"] - state.round + (state.pending == (RollDice(CHANCE),))
    if state.round and len(state.round_goods) != wanted:
        facts: dict[str, Fact] = {"found": len(state.round_goods), "round": state.round, "wanted": wanted}
        yield fault("round_goods", "audit.round_goods", **facts)
