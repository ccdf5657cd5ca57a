"""Timing checks: the round, the turn, the dice, the turn order and the goods of the phase fit the stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.kernel.rules import Fact, Fault, fault

from ..boards import seats_without_board, seats_without_estate
from ..content.tables import PHASES, content
from ..state import Stage, State, turn_order_on_track


def timing(state: State) -> Iterator[Fault]:
    """Yield the faults of the stage: an impossible round or turn, and dice, turn order or goods that do not fit it."""
    last = len(state.players) - 1
    if state.stage == "turns" and state.round and state.active_index > last:
        yield fault("active_index", "audit.range", found=state.active_index, low=0, high=last)
    elif not STAGE_CHECKS[state.stage](state):
        yield fault("stage", "audit.stage", stage=state.stage)
    else:
        yield from _check_dice(state)
        yield from _check_turn_order(state)
        yield from _check_round_goods(state)


# --- stages -----------------------------------------------------------------------------------------------------------


def _is_before_start(state: State) -> bool:
    """Return whether nothing has been played: no turn, no sale, no points, and no estate before its stage."""
    is_untouched = (state.phase, state.round, state.active_index, state.white_die) == ("A", 0, 0, 0)
    has_early_estate = state.stage != "phase" and any(player.estate for player in state.players)
    has_result = any(state.score_lines) or any(player.sold for player in state.players) or bool(state.round_goods)
    return is_untouched and not has_early_estate and not has_result


def _are_boards_in_order(state: State) -> bool:
    """Return whether boards are given out in turn order."""
    return _is_before_start(state) and _are_last(state, seats_without_board(state))


def _are_castles_in_order(state: State) -> bool:
    """Return whether starting castles are placed in turn order."""
    return _is_before_start(state) and _are_last(state, seats_without_estate(state))


def _are_last(state: State, seats: tuple[int, ...]) -> bool:
    """Return whether these seats are the last of the turn order, or none."""
    return not seats or seats == state.turn_order[-len(seats) :]


def _is_phase(state: State) -> bool:
    """Return whether no seat is in turn during the layout, and a round begins with the first seat and an open roll."""
    if not state.round:
        return state.active_index == len(state.players)
    return not _is_roll(state) or (state.active_index == 0 and bool(state.pending))


def _is_roll(state: State) -> bool:
    """Return whether the dice of a round are being rolled. The white die is the last."""
    return state.stage == "turns" and state.round > 0 and not state.white_die


def _is_over(state: State) -> bool:
    """Return whether the last turn of the last round has been played."""
    last = (PHASES[-1], content(state).numbers["rounds"], len(state.players))
    return (state.phase, state.round, state.active_index) == last


def _is_left_at_once(state: State) -> bool:
    """Return False: an automatic step leaves this stage, so no state waits in it."""
    return False


STAGE_CHECKS: dict[Stage, Callable[[State], bool]] = {
    "goods": _is_before_start,
    "boards": _is_before_start,
    "castles": _are_boards_in_order,
    "phase": _are_castles_in_order,
    "turns": _is_phase,
    "phase_over": _is_left_at_once,
    "scoring": _is_left_at_once,
    "over": _is_over,
}
"""For each stage, the check of its round and turn. A stage names the step that comes after its questions."""


# --- dice, turn order and goods that go with them ---------------------------------------------------------------------


def _check_dice(state: State) -> Iterator[Fault]:
    """Yield a fault for each seat with an impossible number of dice.

    A seat that has played has none, a seat that has not has all of them. During the roll they come in turn order.
    """
    is_round = state.stage == "turns" and state.round > 0
    full, is_short = content(state).numbers["dice_each"], False
    for place, seat in enumerate(state.turn_order):
        dice_count = len(state.players[seat].dice)
        if _is_roll(state):
            fits = dice_count <= (0 if is_short else full)
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
    on_track = turn_order_on_track(state)
    is_same = tuple(seat for seat in on_track if seat in waiting) == waiting
    if not is_same or (_is_roll(state) and on_track != state.turn_order):
        yield fault("turn_order", "audit.order", found=state.turn_order)


def _check_round_goods(state: State) -> Iterator[Fault]:
    """Yield a fault unless one goods tile of the phase is used per round. The tile of a round goes after its roll."""
    wanted = content(state).numbers["goods_per_phase"] - state.round + _is_roll(state)
    if state.round and len(state.round_goods) != wanted:
        facts: dict[str, Fact] = {"found": len(state.round_goods), "round": state.round, "wanted": wanted}
        yield fault("round_goods", "audit.round_goods", **facts)
