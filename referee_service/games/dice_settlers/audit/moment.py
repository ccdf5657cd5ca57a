"""One moment of the game: stage, round, whose turn it is, and the open questions fit each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee_service.games.dice_settlers.audit.land import draft_order_at_start
from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.questions import DealStart, DrawTechnologies, PickStarter, QueueDice
from referee_service.games.dice_settlers.setup import begin_draft, new_bot, new_player, start_dice, technology_draws
from referee_service.games.dice_settlers.state import State, is_bot, sides_of
from referee_service.games.dice_settlers.turns import seat_in_order
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.state import CHANCE, Frame, question_of

BY_CHANCE = frozenset(
    {"draw_dice", "roll_dice", "draw_tiles", "queue_dice", "bot_move"},
)
"""Questions of a round that chance answers."""
ROLLING = re.compile(r"(draw_dice |roll_dice |reroll |adjust (payment )?)?")
BOT_ROLLING = re.compile(r"roll_dice |queue_dice ")
ACTING = re.compile(
    r"(recruiting payment |choose_tile (draw_tiles )?(payment )?|place_tile |extra_action |gain_die |gain_tokens "
    r"|build_house |acting (sell_die )?(payment )?|researching (payment ){1,2})?"
)
FOLLOWING = re.compile(
    r"defend (follow )*(recruiting payment |extra_action |gain_die |acting (sell_die )?(payment )?"
    r"|researching (payment ){1,2})?"
)
BOT_ACTING = re.compile(
    r"bot_move |bot_act queue_dice |choose_tile draw_tiles |place_tile |defend (follow )?|bot_recruit |bot_settle "
    r"|bot_raid "
)
CLEANING = re.compile(r"keep_dice |remove_tent ")


def asked(state: State) -> str:
    """The open questions as one line, from the first to the last."""
    return "".join(f"{question_of(frame)} " for frame in state.pending)


def moment(state: State) -> Iterator[Fault]:
    """Everything that depends on when it is."""
    if not FITS[state.stage](state) or not _first_fits(state):
        yield fault("pending" if state.pending else "stage", "audit.moment", stage=state.stage)
    elif not _table_fits(state):
        yield fault("table", "audit.moment", stage=state.stage)


def _first_fits(state: State) -> bool:
    """The first player tile goes round from who began."""
    named = 0 if state.bot is not None else state.options.first_player
    return named is None or state.first == (named + max(0, state.round - 1)) % sides_of(state)


def _table_fits(state: State) -> bool:
    """The technologies on the table are those of the options, as many of each type as were drawn."""
    tables, options = content(state), state.options
    fixed = tables.sets.get(options.technologies, ())
    drawn = state.table[len(fixed) :]
    left = {frame.seal: frame.left for frame in state.pending if isinstance(frame, DrawTechnologies)}
    wanted: list[str] = []
    for frame in technology_draws(tables, options):
        assert isinstance(frame, DrawTechnologies)
        wanted += [frame.seal] * (frame.left - left.get(frame.seal, 0))
    rows = [tables.technologies[name].row for name in drawn]
    fitting = all(row.players <= len(state.players) for row in rows)
    return state.table[: len(fixed)] == fixed and [row.seal for row in rows] == wanted and fitting


# --- before the game ------------------------------------------------------------------------------------------------


def _drafting(state: State) -> bool:
    """Just the questions that are left of the draft, and nobody has anything more than at the start."""
    tables = content(state)
    fresh = (state.round, state.turn, state.active, state.acted, state.ending, state.sold)
    if fresh != (0, 0, state.first, False, False, ()) or any(p != new_player(tables) for p in state.players):
        return False
    expected, found = _draft_stack(state), state.pending
    if not 1 <= len(found) <= len(expected) or found[:-1] != expected[: len(found) - 1]:
        return False
    return _is_left_of(found[-1], expected[len(found) - 1]) and _drafted(state) and _bot_waits(state)


def _draft_stack(state: State) -> tuple[Frame, ...]:
    """All questions of the draft, the last one asked first."""
    tables = content(state)
    draws = tuple(reversed(technology_draws(tables, state.options)))
    by_lot = state.options.first_player is None and state.bot is None
    if by_lot and state.pending and isinstance(state.pending[0], PickStarter):
        return (PickStarter(CHANCE), *draws) if state.first == 0 else ()
    frames = begin_draft(replace(state, pending=()), state.first).pending
    return frames if by_lot else (*frames, *draws)


def _is_left_of(found: Frame, whole: Frame) -> bool:
    """Whether a question is one of the draft, perhaps partly answered."""
    if isinstance(found, DealStart | DrawTechnologies) and isinstance(whole, DealStart | DrawTechnologies):
        return replace(found, left=whole.left) == whole and 0 < found.left <= whole.left
    if isinstance(found, QueueDice) and isinstance(whole, QueueDice):
        return found.seat == CHANCE
    return found == whole


def _drafted(state: State) -> bool:
    """Who has chosen, what lies on offer and what lies on the map follows from the questions that are left."""
    line, order = asked(state), draft_order_at_start(state)
    waiting = line.count("take_start ") + line.count("bot_start ")
    if "pick_starter" in line:
        waiting = len(order)
    chosen = order[: len(order) - waiting]
    if [bool(tile) for tile in state.starts] != [side in chosen for side in range(len(order))]:
        return False
    if len(state.map) != (0 if waiting else len(order) - line.count("lay_start ")):
        return False
    return _offered(state, waiting, len(chosen))


def _offered(state: State, waiting: int, chosen: int) -> bool:
    """So many start tiles have been dealt; the rest is in the deck until all have chosen."""
    tables = content(state)
    if not waiting:
        return not state.offer and not state.start_deck
    dealing = state.pending[-1] if isinstance(state.pending[-1], DealStart) else None
    begun = chosen or not any(isinstance(frame, DrawTechnologies | PickStarter) for frame in state.pending)
    dealt = tables.numbers["start_offer"] + chosen if begun else 0
    dealt -= dealing.left if dealing and begun else 0
    whole = sum(tile.row.start for tile in tables.tiles.values())
    return len(state.offer) == dealt - chosen and len(state.start_deck) == whole - dealt


def _bot_waits(state: State) -> bool:
    """The Bot has its dice once they are in the queue, and nothing else."""
    if state.bot is None:
        return True
    tables = content(state)
    if replace(state.bot, queue=()) != new_bot(tables, state.options):
        return False
    queued = len(state.bot.queue)
    whole = sum(count for _, count in start_dice(tables))
    waits = [frame for frame in state.pending if isinstance(frame, QueueDice)]
    return queued == whole - sum(count for frame in waits for _, count in frame.dice)


# --- in a round -----------------------------------------------------------------------------------------------------


def _seats_fit(state: State) -> bool:
    """Chance is asked what chance answers, the player in turn the rest; others only whether they follow."""
    mine = 0 if is_bot(state, state.active) else state.active
    for frame in state.pending:
        question = question_of(frame)
        if question == "follow":
            continue
        if frame.seat != (CHANCE if question in BY_CHANCE else mine):
            return False
    return state.round > 0 and all(state.starts) and not state.offer and not state.start_deck


def _rolling(state: State) -> bool:
    line, seats = asked(state), len(state.players)
    if not _seats_fit(state) or state.acted:
        return False
    if state.turn == seats:
        return state.bot is not None and state.active == 0 and bool(BOT_ROLLING.fullmatch(line))
    in_turn = state.turn < seats and state.active == seat_in_order(state, state.turn)
    return in_turn and bool(ROLLING.fullmatch(line))


def _acting(state: State) -> bool:
    line = asked(state)
    if not _seats_fit(state) or state.active != (state.first + state.turn) % sides_of(state):
        return False
    if is_bot(state, state.active):
        return not state.acted and bool(BOT_ACTING.fullmatch(line))
    return bool(ACTING.fullmatch(line) or FOLLOWING.fullmatch(line))


def _cleaning(state: State) -> bool:
    in_turn = state.turn < len(state.players) and state.active == seat_in_order(state, state.turn)
    line = asked(state)
    alone = state.bot is not None or line != "remove_tent "
    return _seats_fit(state) and in_turn and not state.acted and alone and bool(CLEANING.fullmatch(line))


def _over(state: State) -> bool:
    last = state.turn == len(state.players) - 1 and state.active == seat_in_order(state, state.turn)
    return not state.pending and state.ending and not state.acted and last and _seats_fit(state)


FITS: dict[str, Callable[[State], bool]] = {
    "draft": _drafting,
    "roll": _rolling,
    "action": _acting,
    "cleanup": _cleaning,
    "over": _over,
}
