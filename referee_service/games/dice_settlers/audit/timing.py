"""Audit of timing: stage, round, turn and the questions on the stack must fit each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee_service.games.dice_settlers.audit.map_layout import draft_order_at_start
from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.questions import (
    DealStartFrame,
    DrawTechnologiesFrame,
    PickStarterFrame,
    QueueDiceFrame,
)
from referee_service.games.dice_settlers.setup import begin_draft, new_bot, new_player, start_dice, technology_draws
from referee_service.games.dice_settlers.state import State, is_bot, sides_of
from referee_service.games.dice_settlers.turns import seat_in_order
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of

CHANCE_QUESTIONS = frozenset(
    {"draw_dice", "roll_dice", "draw_tiles", "queue_dice", "bot_move"},
)
"""Questions of a round that chance answers."""
ROLL_STACK = re.compile(r"(draw_dice |roll_dice |reroll |adjust (payment )?)?")
"""Pattern of the stack, from bottom to top, while a player rolls. The others are for other parts of a round."""
BOT_ROLL_STACK = re.compile(r"roll_dice |queue_dice ")
ACTION_STACK = re.compile(
    r"(recruiting payment |choose_tile (draw_tiles )?(payment )?|place_tile |extra_action |gain_die |gain_tokens "
    r"|build_house |acting (sell_die )?(payment )?|researching (payment ){1,2})?"
)
FOLLOW_STACK = re.compile(
    r"defend (follow )*(recruiting payment |extra_action |gain_die |acting (sell_die )?(payment )?"
    r"|researching (payment ){1,2})?"
)
BOT_ACTION_STACK = re.compile(
    r"bot_move |bot_act queue_dice |choose_tile draw_tiles |place_tile |defend (follow )?|bot_recruit |bot_settle "
    r"|bot_raid "
)
CLEANUP_STACK = re.compile(r"keep_dice |remove_tent ")


def question_line(state: State) -> str:
    """Return the questions of the stack as one line, from bottom to top."""
    return "".join(f"{question_of(frame)} " for frame in state.pending)


def timing(state: State) -> Iterator[Fault]:
    """Yield a fault if stage, turn, stack or table of technologies do not fit each other."""
    if not STAGE_CHECKS[state.stage](state) or not _first_side_fits(state):
        yield fault("pending" if state.pending else "stage", "audit.moment", stage=state.stage)
    elif not _technologies_fit(state):
        yield fault("technologies", "audit.moment", stage=state.stage)


def _first_side_fits(state: State) -> bool:
    """Return whether the first player tile has moved on by one side per round from the first player."""
    named = 0 if state.bot is not None else state.options.first_player
    return named is None or state.first_side == (named + max(0, state.round - 1)) % sides_of(state)


def _technologies_fit(state: State) -> bool:
    """Return whether the table has the technologies of the options, and the drawn ones type by type."""
    tables, options = content(state), state.options
    fixed = tables.sets.get(options.technologies, ())
    drawn = state.technologies[len(fixed) :]
    remaining = {frame.seal: frame.remaining for frame in state.pending if isinstance(frame, DrawTechnologiesFrame)}
    wanted: list[str] = []
    for frame in technology_draws(tables, options):
        assert isinstance(frame, DrawTechnologiesFrame)
        wanted += [frame.seal] * (frame.remaining - remaining.get(frame.seal, 0))
    rows = [tables.technologies[name].row for name in drawn]
    fitting = all(row.players <= len(state.players) for row in rows)
    return state.technologies[: len(fixed)] == fixed and [row.seal for row in rows] == wanted and fitting


# --- draft ----------------------------------------------------------------------------------------------------------


def _is_valid_draft(state: State) -> bool:
    """Return whether the stack is the rest of a draft, and no player has more than the start pieces."""
    tables = content(state)
    fresh = (state.round, state.turn_index, state.active_side, state.has_acted, state.is_last_round, state.sold)
    if fresh != (0, 0, state.first_side, False, False, ()) or any(p != new_player(tables) for p in state.players):
        return False
    expected, actual = _draft_stack(state), state.pending
    if not 1 <= len(actual) <= len(expected) or actual[:-1] != expected[: len(actual) - 1]:
        return False
    return (
        _is_partly_answered(actual[-1], expected[len(actual) - 1])
        and _start_tiles_fit(state)
        and _bot_fits_draft(state)
    )


def _draft_stack(state: State) -> tuple[Frame, ...]:
    """Return the whole stack that the draft begins with."""
    tables = content(state)
    draws = tuple(reversed(technology_draws(tables, state.options)))
    is_random_starter = state.options.first_player is None and state.bot is None
    if is_random_starter and state.pending and isinstance(state.pending[0], PickStarterFrame):
        return (PickStarterFrame(CHANCE), *draws) if state.first_side == 0 else ()
    frames = begin_draft(replace(state, pending=()), state.first_side).pending
    return frames if is_random_starter else (*frames, *draws)


def _is_partly_answered(actual: Frame, whole: Frame) -> bool:
    """Return whether a frame is this frame of the draft, perhaps partly answered."""
    if isinstance(actual, DealStartFrame | DrawTechnologiesFrame) and isinstance(
        whole, DealStartFrame | DrawTechnologiesFrame
    ):
        return replace(actual, remaining=whole.remaining) == whole and 0 < actual.remaining <= whole.remaining
    if isinstance(actual, QueueDiceFrame) and isinstance(whole, QueueDiceFrame):
        return actual.seat == CHANCE
    return actual == whole


def _start_tiles_fit(state: State) -> bool:
    """Return whether start tiles, offer and map follow from the questions that remain of the draft."""
    line, order = question_line(state), draft_order_at_start(state)
    waiting = line.count("take_start ") + line.count("bot_start ")
    if "pick_starter" in line:
        waiting = len(order)
    chosen = order[: len(order) - waiting]
    if [bool(tile) for tile in state.start_tiles] != [side in chosen for side in range(len(order))]:
        return False
    if len(state.map) != (0 if waiting else len(order) - line.count("lay_start ")):
        return False
    return _start_offer_fits(state, waiting, len(chosen))


def _start_offer_fits(state: State, waiting: int, chosen: int) -> bool:
    """Return whether the offer and the start deck have the right sizes.

    `waiting` counts the sides without a start tile, `chosen` those with one.
    """
    tables = content(state)
    if not waiting:
        return not state.start_offer and not state.start_deck
    dealing = state.pending[-1] if isinstance(state.pending[-1], DealStartFrame) else None
    begun = chosen or not any(isinstance(frame, DrawTechnologiesFrame | PickStarterFrame) for frame in state.pending)
    dealt = tables.numbers["start_offer"] + chosen if begun else 0
    dealt -= dealing.remaining if dealing and begun else 0
    whole = sum(tile.row.start for tile in tables.tiles.values())
    return len(state.start_offer) == dealt - chosen and len(state.start_deck) == whole - dealt


def _bot_fits_draft(state: State) -> bool:
    """Return whether the printed Bot has only its start pieces, and its dice are queued or waiting."""
    if state.bot is None:
        return True
    tables = content(state)
    if replace(state.bot, dice_queue=()) != new_bot(tables, state.options):
        return False
    queued = len(state.bot.dice_queue)
    whole = sum(count for _, count in start_dice(tables))
    waits = [frame for frame in state.pending if isinstance(frame, QueueDiceFrame)]
    return queued == whole - sum(count for frame in waits for _, count in frame.dice)


# --- stages of a round ----------------------------------------------------------------------------------------------


def _seats_fit(state: State) -> bool:
    """Return whether every question goes to the right seat, and the draft is complete.

    Chance answers its own questions, the active seat the others. Only `follow` goes to other seats.
    """
    player_seat = 0 if is_bot(state, state.active_side) else state.active_side
    for frame in state.pending:
        question = question_of(frame)
        if question == "follow":
            continue
        if frame.seat != (CHANCE if question in CHANCE_QUESTIONS else player_seat):
            return False
    return state.round > 0 and all(state.start_tiles) and not state.start_offer and not state.start_deck


def _is_valid_roll(state: State) -> bool:
    """Return whether a state of the roll phase has the right roller and stack."""
    line, seats = question_line(state), len(state.players)
    if not _seats_fit(state) or state.has_acted:
        return False
    if state.turn_index == seats:
        return state.bot is not None and state.active_side == 0 and bool(BOT_ROLL_STACK.fullmatch(line))
    in_turn = state.turn_index < seats and state.active_side == seat_in_order(state, state.turn_index)
    return in_turn and bool(ROLL_STACK.fullmatch(line))


def _is_valid_action(state: State) -> bool:
    """Return whether a state of the action phase has the right active side and stack."""
    line = question_line(state)
    if not _seats_fit(state) or state.active_side != (state.first_side + state.turn_index) % sides_of(state):
        return False
    if is_bot(state, state.active_side):
        return not state.has_acted and bool(BOT_ACTION_STACK.fullmatch(line))
    return bool(ACTION_STACK.fullmatch(line) or FOLLOW_STACK.fullmatch(line))


def _is_valid_cleanup(state: State) -> bool:
    """Return whether a state of the clean-up has the right player and stack."""
    in_turn = state.turn_index < len(state.players) and state.active_side == seat_in_order(state, state.turn_index)
    line = question_line(state)
    alone = state.bot is not None or line != "remove_tent "
    return _seats_fit(state) and in_turn and not state.has_acted and alone and bool(CLEANUP_STACK.fullmatch(line))


def _is_valid_end(state: State) -> bool:
    """Return whether a finished game has an empty stack and stopped after the last clean-up."""
    last = state.turn_index == len(state.players) - 1 and state.active_side == seat_in_order(state, state.turn_index)
    return not state.pending and state.is_last_round and not state.has_acted and last and _seats_fit(state)


STAGE_CHECKS: dict[str, Callable[[State], bool]] = {
    "draft": _is_valid_draft,
    "roll": _is_valid_roll,
    "action": _is_valid_action,
    "cleanup": _is_valid_cleanup,
    "over": _is_valid_end,
}
"""Check of each stage."""
