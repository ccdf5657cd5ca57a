"""Timing checks: the open questions, the round, the dice and the turn order fit the stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.burgundy.content.tables import PHASES, Content, content
from referee_service.games.burgundy.depots import neighbour_depots, slots_to_fill
from referee_service.games.burgundy.questions import (
    AnyFrame,
    ChooseBoardFrame,
    ChooseCastleFrame,
    DealBoardFrame,
    DealGoodsFrame,
    FillDepotsFrame,
    LoadMoreFrame,
    MakeRoomFrame,
    PickStarterFrame,
    RevealGoodsFrame,
    RollDiceFrame,
    StoreGoodsFrame,
    TakeBenefitFrame,
)
from referee_service.games.burgundy.state import State, has_permit, turn_order_on_track
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
"""Questions that a placed tile opens, each with the effect that opens it."""


def timing(state: State) -> Iterator[Fault]:
    """Yield the faults of the stage: impossible open questions, dice, turn order or goods of the phase."""
    tables = content(state)
    if state.active_index == len(state.players) and state.round and state.stage != "over":
        yield fault("active_index", "audit.range", found=state.active_index, low=0, high=len(state.players) - 1)
        return
    if not STAGE_CHECKS[state.stage](state, tables):
        yield fault("pending" if state.pending else "stage", "audit.stage", stage=state.stage)
        return
    yield from _check_question_sources(state, tables)
    yield from _check_dice(state, tables)
    yield from _check_turn_order(state)
    yield from _check_round_goods(state, tables)


# --- questions that can be open, stage by stage -----------------------------------------------------------------------


def _is_before_start(state: State) -> bool:
    """Return whether nothing has been played: no turn, no sale, no points, and no estate before its stage."""
    is_untouched = (state.phase, state.round, state.active_index, state.white_die) == ("A", 0, 0, 0)
    has_early_estate = state.stage != "phase" and any(player.estate for player in state.players)
    has_result = any(state.score_lines) or any(player.sold for player in state.players) or bool(state.round_goods)
    return is_untouched and not has_early_estate and not has_result


def _is_starter_pick(state: State, tables: Content) -> bool:
    """Return whether chance picks the starting player."""
    return _is_before_start(state) and state.pending == (PickStarterFrame(CHANCE),)


def _is_goods_deal(state: State, tables: Content) -> bool:
    """Return whether chance deals starting goods, seat by seat in turn order."""
    full = tables.numbers["start_goods"]
    held = [len(state.players[seat].goods) for seat in state.turn_order]
    dealt = [max(0, min(full, sum(held) - full * place)) for place in range(len(held))]
    is_open = state.pending == (DealGoodsFrame(CHANCE),)
    return _is_before_start(state) and is_open and held == dealt and held[-1] < full


def _is_board_choice(state: State, tables: Content) -> bool:
    """Return whether boards are dealt or chosen by the seats that have none yet."""
    waiting = tuple(seat for seat in state.turn_order if not state.players[seat].board)
    choices = tuple(ChooseBoardFrame(seat) for seat in reversed(waiting))
    expected: tuple[AnyFrame, ...] = (DealBoardFrame(CHANCE),) if state.options.boards == "random" else choices
    return _is_before_start(state) and _are_last(state, waiting) and state.pending == expected


def _is_castle_choice(state: State, tables: Content) -> bool:
    """Return whether the seats without an estate choose the space of their starting castle."""
    waiting = tuple(seat for seat in state.turn_order if not state.players[seat].estate)
    expected = tuple(ChooseCastleFrame(seat) for seat in reversed(waiting))
    return _is_before_start(state) and _are_last(state, waiting) and state.pending == expected


def _are_last(state: State, seats: tuple[int, ...]) -> bool:
    """Return whether these seats are the last of the turn order, and at least one."""
    return bool(seats) and seats == state.turn_order[-len(seats) :]


def _is_turn(state: State, tables: Content) -> bool:
    """Return whether the depots are filled, the dice are rolled, or a player is in turn."""
    if not state.round:
        return _is_layout(state, tables)
    if state.pending == (RollDiceFrame(CHANCE),):
        return not state.active_index and not state.white_die
    is_own = all(frame.seat == state.active_seat for frame in state.pending)
    return state.white_die > 0 and is_own and _is_question_of_turn(state, tables)


def _is_layout(state: State, tables: Content) -> bool:
    """Return whether chance lays out the tiles or the goods of a phase."""
    if state.active_index != len(state.players):
        return False
    if state.pending == (RevealGoodsFrame(CHANCE),):
        return len(state.round_goods) < tables.numbers["goods_per_phase"]
    beneath, frame = state.pending[:-1], state.pending[-1] if state.pending else None
    is_filling = (
        isinstance(frame, FillDepotsFrame) and frame.seat == CHANCE and 0 <= frame.laid < len(slots_to_fill(state))
    )
    return is_filling and beneath == (RevealGoodsFrame(CHANCE),) and not state.round_goods


def _is_question_of_turn(state: State, tables: Content) -> bool:
    """Return whether the active player has at most one open question, and it is possible.

    Only `load_more` has a frame beneath it: the goods of the first depot, which wait to be stored.
    """
    frame, beneath = state.pending[-1] if state.pending else None, state.pending[:-1]
    if isinstance(frame, LoadMoreFrame):
        first_load = (StoreGoodsFrame(frame.seat, (frame.first,)),)
        return beneath == first_load and has_permit(state, state.active_player, "second_goods_depot")
    if isinstance(frame, StoreGoodsFrame) and len(frame.depots) != 1:
        first, second = frame.depots if len(frame.depots) == 2 else (0, 0)
        is_pair = (
            first > 0
            and second in neighbour_depots(first)
            and has_permit(state, state.active_player, "second_goods_depot")
        )
        return is_pair and not beneath
    if isinstance(frame, MakeRoomFrame):
        return not beneath and len(state.active_player.storage) == tables.numbers["storage_spaces"]
    return (frame is None or question_of(frame) in EFFECT_BY_QUESTION) and not beneath


def _is_over(state: State, tables: Content) -> bool:
    """Return whether the last turn of the last round has been played."""
    last = (PHASES[-1], tables.numbers["rounds"], len(state.players))
    return not state.pending and (state.phase, state.round, state.active_index) == last


def _no_decision_here(state: State, tables: Content) -> bool:
    """Return False: an automatic step leaves this stage, so no state waits in it."""
    return False


STAGE_CHECKS: dict[str, Callable[[State, Content], bool]] = {
    "goods": _is_starter_pick,
    "boards": _is_goods_deal,
    "castles": _is_board_choice,
    "phase": _is_castle_choice,
    "turns": _is_turn,
    "phase_over": _no_decision_here,
    "scoring": _no_decision_here,
    "over": _is_over,
}
"""For each stage, the check of its open questions. A stage names the step that comes after them."""


# --- dice, turn order and goods that go with them ---------------------------------------------------------------------


def _check_question_sources(state: State, tables: Content) -> Iterator[Fault]:
    """Yield a fault for each question of a tile if the active player has placed no tile that opens it.

    The starting castle does not count: it never opened its question.
    """
    for index, frame in enumerate(state.pending):
        effect = EFFECT_BY_QUESTION.get(question_of(frame))
        if effect is None:
            continue
        row = {effect: {"kinds": list(frame.kinds)} if isinstance(frame, TakeBenefitFrame) else True}
        sources = [tile for tile in state.active_player.estate if tile and row in tables.tiles[tile].row.on_place]
        if len(sources) <= (tables.starting_tile in sources):
            yield fault(f"pending[{index}]", "audit.asker", question=question_of(frame))


def _check_dice(state: State, tables: Content) -> Iterator[Fault]:
    """Yield a fault for each seat with an impossible number of dice.

    A seat that has played has none, a seat that has not has all of them. During the roll they come in turn order.
    """
    is_rolling = state.pending == (RollDiceFrame(CHANCE),)
    is_round = state.stage == "turns" and state.round > 0
    full, is_short = tables.numbers["dice_each"], False
    for place, seat in enumerate(state.turn_order):
        dice_count = len(state.players[seat].dice)
        if is_rolling:
            fits = 0 <= dice_count <= (0 if is_short else full)
            is_short = is_short or dice_count < full
        elif not is_round or place < state.active_index:
            fits = dice_count == 0
        else:
            fits = dice_count <= full if place == state.active_index else dice_count == full
        if not fits:
            wanted = full if is_round and place >= state.active_index else 0
            yield fault(f"players[{seat}].dice", "audit.dice", seat=seat, found=dice_count, wanted=wanted)


def _check_turn_order(state: State) -> Iterator[Fault]:
    """Yield a fault if the turn order differs from the track.

    Seats that have not acted in this round have not moved on the track, so it still shows their order.
    """
    waiting = state.turn_order[state.active_index + 1 :] if state.stage == "turns" and state.round else ()
    on_track = tuple(seat for seat in turn_order_on_track(state) if seat in waiting)
    is_rolling = state.pending == (RollDiceFrame(CHANCE),)
    if on_track != waiting or (is_rolling and turn_order_on_track(state) != state.turn_order):
        yield fault("turn_order", "audit.order", found=state.turn_order)


def _check_round_goods(state: State, tables: Content) -> Iterator[Fault]:
    """Yield a fault unless one goods tile of the phase is used per round. The tile of a round goes after its roll."""
    wanted = tables.numbers["goods_per_phase"] - state.round + (state.pending == (RollDiceFrame(CHANCE),))
    if state.round and len(state.round_goods) != wanted:
        facts: dict[str, Fact] = {"found": len(state.round_goods), "round": state.round, "wanted": wanted}
        yield fault("round_goods", "audit.round_goods", **facts)
