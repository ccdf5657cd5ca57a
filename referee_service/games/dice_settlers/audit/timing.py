"""Audit of timing: stage, round and turn must fit each other. No frame is read here: the stack is judged later."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import content
from ..setup import new_player
from ..state import State, is_bot, sides_of
from ..turns import is_bot_roll, seat_in_order


def timing(state: State) -> Iterator[Fault]:
    """Yield a fault if stage, round, turn and first player do not fit each other."""
    if not STAGE_CHECKS[state.stage](state) or not _first_side_fits(state):
        yield fault("stage", "audit.moment", stage=state.stage)


def _first_side_fits(state: State) -> bool:
    """Return whether the first player tile has moved on by one side per round from the first player."""
    named = 0 if state.bot is not None else state.options.first_player
    return named is None or state.first_side == (named + max(0, state.round - 1)) % sides_of(state)


def _is_valid_draft(state: State) -> bool:
    """Return whether no round has begun, and no player has more than the start pieces."""
    fresh = (state.round, state.turn_index, state.active_side, state.has_acted, state.is_last_round, state.sold)
    is_fresh = fresh == (0, 0, state.first_side, False, False, ())
    return is_fresh and all(player == new_player(content(state)) for player in state.players)


def _is_draft_over(state: State) -> bool:
    """Return whether a round has begun, and every side has its start tile."""
    return state.round > 0 and all(state.start_tiles) and not state.start_offer and not state.start_deck


def _is_in_turn(state: State) -> bool:
    """Return whether the active side is the player at this index of the order."""
    return state.turn_index < len(state.players) and state.active_side == seat_in_order(state, state.turn_index)


def _is_valid_roll(state: State) -> bool:
    """Return whether a state of the roll phase has the right roller. The printed Bot rolls after the player."""
    is_bot_next = is_bot_roll(state) and state.bot is not None and state.active_side == 0
    return _is_draft_over(state) and not state.has_acted and (is_bot_next or _is_in_turn(state))


def _is_valid_action(state: State) -> bool:
    """Return whether a state of the action phase has the right active side."""
    if not _is_draft_over(state) or state.active_side != (state.first_side + state.turn_index) % sides_of(state):
        return False
    return not (state.has_acted and is_bot(state, state.active_side))


def _is_valid_cleanup(state: State) -> bool:
    """Return whether a state of the clean-up has the right player."""
    return _is_draft_over(state) and _is_in_turn(state) and not state.has_acted


def _is_valid_end(state: State) -> bool:
    """Return whether a finished game stopped after the last clean-up of the last round."""
    is_last = state.is_last_round and state.turn_index == len(state.players) - 1
    return is_last and _is_valid_cleanup(state)


STAGE_CHECKS: dict[str, Callable[[State], bool]] = {
    "draft": _is_valid_draft,
    "roll": _is_valid_roll,
    "action": _is_valid_action,
    "cleanup": _is_valid_cleanup,
    "over": _is_valid_end,
}
"""Check of each stage."""
