"""One moment of the game: stage, round, whose turn it is, and the open questions fit each other."""

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
    """The open questions as one line, from the first to the last."""
    return "".join(f"{question_of(frame)} " for frame in state.pending)


def timing(state: State) -> Iterator[Fault]:
    """Everything that depends on when it is."""
    if not STAGE_CHECKS[state.stage](state) or not _first_fits(state):
        yield fault("pending" if state.pending else "stage", "audit.moment", stage=state.stage)
    elif not _table_fits(state):
        yield fault("technologies", "audit.moment", stage=state.stage)


def _first_fits(state: State) -> bool:
    """The first player tile goes round from who began."""
    named = 0 if state.bot is not None else state.options.first_player
    return named is None or state.first_side == (named + max(0, state.round - 1)) % sides_of(state)


def _table_fits(state: State) -> bool:
    """The technologies on the table are those of the options, as many of each type as were drawn."""
    tables, options = content(state), state.options
    fixed = tables.sets.get(options.technologies, ())
    drawn = state.technologies[len(fixed) :]
    left = {frame.seal: frame.remaining for frame in state.pending if isinstance(frame, DrawTechnologiesFrame)}
    wanted: list[str] = []
    for frame in technology_draws(tables, options):
        assert isinstance(frame, DrawTechnologiesFrame)
        wanted += [frame.seal] * (frame.remaining - left.get(frame.seal, 0))
    rows = [tables.technologies[name].row for name in drawn]
    fitting = all(row.players <= len(state.players) for row in rows)
    return state.technologies[: len(fixed)] == fixed and [row.seal for row in rows] == wanted and fitting


# --- before the game ------------------------------------------------------------------------------------------------


def _drafting(state: State) -> bool:
    """Just the questions that are left of the draft, and nobody has anything more than at the start."""
    tables = content(state)
    fresh = (state.round, state.turn_index, state.active_side, state.has_acted, state.is_last_round, state.sold)
    if fresh != (0, 0, state.first_side, False, False, ()) or any(p != new_player(tables) for p in state.players):
        return False
    expected, found = _draft_stack(state), state.pending
    if not 1 <= len(found) <= len(expected) or found[:-1] != expected[: len(found) - 1]:
        return False
    return _is_partly_answered(found[-1], expected[len(found) - 1]) and _drafted(state) and _bot_waits(state)


def _draft_stack(state: State) -> tuple[Frame, ...]:
    """All questions of the draft, the last one asked first."""
    tables = content(state)
    draws = tuple(reversed(technology_draws(tables, state.options)))
    by_lot = state.options.first_player is None and state.bot is None
    if by_lot and state.pending and isinstance(state.pending[0], PickStarterFrame):
        return (PickStarterFrame(CHANCE), *draws) if state.first_side == 0 else ()
    frames = begin_draft(replace(state, pending=()), state.first_side).pending
    return frames if by_lot else (*frames, *draws)


def _is_partly_answered(found: Frame, whole: Frame) -> bool:
    """Whether a question is one of the draft, perhaps partly answered."""
    if isinstance(found, DealStartFrame | DrawTechnologiesFrame) and isinstance(
        whole, DealStartFrame | DrawTechnologiesFrame
    ):
        return replace(found, remaining=whole.remaining) == whole and 0 < found.remaining <= whole.remaining
    if isinstance(found, QueueDiceFrame) and isinstance(whole, QueueDiceFrame):
        return found.seat == CHANCE
    return found == whole


def _drafted(state: State) -> bool:
    """Who has chosen, what lies on offer and what lies on the map follows from the questions that are left."""
    line, order = question_line(state), draft_order_at_start(state)
    waiting = line.count("take_start ") + line.count("bot_start ")
    if "pick_starter" in line:
        waiting = len(order)
    chosen = order[: len(order) - waiting]
    if [bool(tile) for tile in state.start_tiles] != [side in chosen for side in range(len(order))]:
        return False
    if len(state.map) != (0 if waiting else len(order) - line.count("lay_start ")):
        return False
    return _offered(state, waiting, len(chosen))


def _offered(state: State, waiting: int, chosen: int) -> bool:
    """So many start tiles have been dealt; the rest is in the deck until all have chosen."""
    tables = content(state)
    if not waiting:
        return not state.start_offer and not state.start_deck
    dealing = state.pending[-1] if isinstance(state.pending[-1], DealStartFrame) else None
    begun = chosen or not any(isinstance(frame, DrawTechnologiesFrame | PickStarterFrame) for frame in state.pending)
    dealt = tables.numbers["start_offer"] + chosen if begun else 0
    dealt -= dealing.remaining if dealing and begun else 0
    whole = sum(tile.row.start for tile in tables.tiles.values())
    return len(state.start_offer) == dealt - chosen and len(state.start_deck) == whole - dealt


def _bot_waits(state: State) -> bool:
    """The Bot has its dice once they are in the queue, and nothing else."""
    if state.bot is None:
        return True
    tables = content(state)
    if replace(state.bot, dice_queue=()) != new_bot(tables, state.options):
        return False
    queued = len(state.bot.dice_queue)
    whole = sum(count for _, count in start_dice(tables))
    waits = [frame for frame in state.pending if isinstance(frame, QueueDiceFrame)]
    return queued == whole - sum(count for frame in waits for _, count in frame.dice)


# --- in a round -----------------------------------------------------------------------------------------------------


def _seats_fit(state: State) -> bool:
    """Chance is asked what chance answers, the player in turn the rest; others only whether they follow."""
    mine = 0 if is_bot(state, state.active_side) else state.active_side
    for frame in state.pending:
        question = question_of(frame)
        if question == "follow":
            continue
        if frame.seat != (CHANCE if question in CHANCE_QUESTIONS else mine):
            return False
    return state.round > 0 and all(state.start_tiles) and not state.start_offer and not state.start_deck


def _rolling(state: State) -> bool:
    line, seats = question_line(state), len(state.players)
    if not _seats_fit(state) or state.has_acted:
        return False
    if state.turn_index == seats:
        return state.bot is not None and state.active_side == 0 and bool(BOT_ROLL_STACK.fullmatch(line))
    in_turn = state.turn_index < seats and state.active_side == seat_in_order(state, state.turn_index)
    return in_turn and bool(ROLL_STACK.fullmatch(line))


def _acting(state: State) -> bool:
    line = question_line(state)
    if not _seats_fit(state) or state.active_side != (state.first_side + state.turn_index) % sides_of(state):
        return False
    if is_bot(state, state.active_side):
        return not state.has_acted and bool(BOT_ACTION_STACK.fullmatch(line))
    return bool(ACTION_STACK.fullmatch(line) or FOLLOW_STACK.fullmatch(line))


def _cleaning(state: State) -> bool:
    in_turn = state.turn_index < len(state.players) and state.active_side == seat_in_order(state, state.turn_index)
    line = question_line(state)
    alone = state.bot is not None or line != "remove_tent "
    return _seats_fit(state) and in_turn and not state.has_acted and alone and bool(CLEANUP_STACK.fullmatch(line))


def _over(state: State) -> bool:
    last = state.turn_index == len(state.players) - 1 and state.active_side == seat_in_order(state, state.turn_index)
    return not state.pending and state.is_last_round and not state.has_acted and last and _seats_fit(state)


STAGE_CHECKS: dict[str, Callable[[State], bool]] = {
    "draft": _drafting,
    "roll": _rolling,
    "action": _acting,
    "cleanup": _cleaning,
    "over": _over,
}
