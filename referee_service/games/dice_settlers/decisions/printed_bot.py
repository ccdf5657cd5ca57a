"""The printed Bot of the solo game: its dice queue, its marker, ties in its priorities, and a tent to remove."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import close_top, expect_top, pop, replace_top, top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import choose_verb, draw_verb

from ..content.tables import content
from ..fields import BotTentTileField, ColourField, MapTileField, StepsField
from ..free_actions import crowded_factories
from ..map_tiles import return_tent
from ..printed_bot.actions import (
    BEGIN_BY_ACTION,
    bot_raids,
    bot_settles,
    dice_to_recruit,
    fetch_tents,
    force_used,
    govern_all_tiles,
)
from ..printed_bot.gains import score_unused_force
from ..printed_bot.hexagon import is_idle, move_marker, with_bot
from ..printed_bot.priorities import raid_choices, recruit_choices, settle_choices
from ..prompts import force_facts, frame_facts, queue_dice_facts, remove_tent_facts
from ..questions import (
    BotActFrame,
    BotMoveFrame,
    BotRaidFrame,
    BotRecruitFrame,
    BotSettleFrame,
    LayStartFrame,
    QueueDiceFrame,
    RemoveTentFrame,
)
from ..state import BOT, State, require_bot, side_name, sides_of
from ..turns import is_cleaned_up

# --- queue_dice: the order in which dice join the queue ---------------------------------------------------------------


class QueueDie(Action, frozen=True, tag="queue_die"):
    """A die that joins the end of the printed Bot's queue."""

    colour: ColourField
    """Colour of the die that joins the queue."""


def waiting_dice(state: State) -> Bag:
    """Return the dice that wait for the queue."""
    return expect_top(state, QueueDiceFrame).dice


def apply_queue_die(state: State, action: QueueDie) -> State:
    """Move the die to the end of the queue."""
    frame = expect_top(state, QueueDiceFrame)
    state = replace_top(state, replace(frame, dice=remove_from(frame.dice, action.colour)))
    return with_bot(state, dice_queue=(*require_bot(state).dice_queue, action.colour))


def auto_queue_dice(state: State, frame: QueueDiceFrame) -> State:
    """Close the question once all dice are in the queue. Dice of one colour need no chance."""
    if not frame.dice:
        return pop(state)
    if len(frame.dice) > 1:
        return state
    ((colour, count),) = frame.dice
    return with_bot(pop(state), dice_queue=(*require_bot(state).dice_queue, *[colour] * count))


def is_queue_due(state: State, frame: QueueDiceFrame, below: Below) -> bool:
    """Return whether dice join the queue here: before start tiles are laid, after a roll, or before an action."""
    frames_beneath = {"draft": sides_of(state), "roll": 0, "action": 1}
    return len(below) == frames_beneath[state.stage]


QUEUE_DIE = draw_verb(QueueDie, waiting_dice, apply_queue_die)
QUEUE_DICE = question(
    QueueDiceFrame,
    "queue_die",
    chance=True,
    stages=("draft", "bot_roll", "bot_action"),
    over=(None, LayStartFrame, BotActFrame),
    step=auto_queue_dice,
    fits=is_queue_due,
    facts=queue_dice_facts,
)


# --- bot_move: the steps of the marker --------------------------------------------------------------------------------


class MoveBot(Action, frozen=True, tag="move_bot"):
    """The move of the printed Bot's marker around its hexagon."""

    steps: StepsField
    """Result of the Bot's die, 1 to 4. Each die or token that the marker passes counts as a step."""


def move_bot_outcomes(state: State) -> list[tuple[MoveBot, int]]:
    """Return every result of the marker's die with its weight."""
    return [(MoveBot(row.steps), row.weight) for row in content(state).pack.steps]


def apply_move_bot(state: State, action: MoveBot) -> State:
    """Move the marker. The pieces at its new edge give the force of the action."""
    return move_marker(pop(state), action.steps)


def auto_bot_move(state: State, frame: BotMoveFrame) -> State:
    """Skip the printed Bot's turn if no piece lies around its hexagon."""
    if not is_idle(require_bot(state)):
        return state
    return emit(pop(state), "passed", state.active_side, who=side_name(state, state.active_side))


MOVE_BOT = chance_verb(MoveBot, move_bot_outcomes, apply_move_bot)
BOT_MOVE = question(BotMoveFrame, "move_bot", chance=True, stages=("bot_action",), step=auto_bot_move)


# --- bot_act: an action, before it begins -----------------------------------------------------------------------------


def auto_bot_act(state: State, frame: BotActFrame) -> State:
    """Govern wherever the printed Bot has the lead, then begin its action."""
    return BEGIN_BY_ACTION[frame.action](govern_all_tiles(pop(state)), frame.force)


def is_action_of_marker(state: State, frame: BotActFrame, below: Below) -> bool:
    """Return whether the action is that of the marker's edge, with some force."""
    return frame.action == content(state).hexagon[require_bot(state).marker] and frame.force > 0


BOT_ACT = question(BotActFrame, stages=("bot_action",), step=auto_bot_act, fits=is_action_of_marker)


# --- bot_recruit: a die for the printed Bot, if colours tie -----------------------------------------------------------


def auto_bot_recruit(state: State, frame: BotRecruitFrame) -> State:
    """Score the unused force once all dice are taken, or no colour is possible."""
    if frame.remaining and recruit_choices(state):
        return state
    used = force_used(state, frame.force, dice_to_recruit(state, frame.force) - frame.remaining)
    return score_unused_force(pop(state), frame.force - used)


def can_bot_recruit(state: State, frame: BotRecruitFrame, below: Below) -> bool:
    """Return whether this number of dice is possible with this force."""
    return frame.force > 0 and frame.remaining <= dice_to_recruit(state, frame.force)


BOT_RECRUIT = question(
    BotRecruitFrame,
    "choose_colour",
    stages=("bot_action",),
    step=auto_bot_recruit,
    fits=can_bot_recruit,
    forced=True,
    facts=frame_facts("remaining"),
)


# --- bot_settle: a tile for a tent, if tiles tie ----------------------------------------------------------------------


class ChooseForBot(Action, frozen=True, tag="choose_for_bot"):
    """The player's choice of a tile where the printed Bot settles or raids."""

    tile: MapTileField
    """One of the tiles that tie by the printed Bot's priorities."""


def tied_tiles(state: State) -> list[str]:
    """Return the tiles that tie by the printed Bot's priorities."""
    frame = top(state)
    return raid_choices(state, frame.force) if isinstance(frame, BotRaidFrame) else settle_choices(state)


def apply_choose_for_bot(state: State, action: ChooseForBot) -> State:
    """Let the printed Bot raid or settle on this tile."""
    return bot_raids(state, action.tile) if isinstance(top(state), BotRaidFrame) else bot_settles(state, action.tile)


def auto_bot_settle(state: State, frame: BotSettleFrame) -> State:
    """Close the question without force or a tile. Without tents, fetch some with all remaining force."""
    if not frame.force and not frame.free:
        return pop(state)
    if not require_bot(state).tents:
        return fetch_tents(pop(state), frame.force) if not frame.free else pop(state)
    return state if settle_choices(state) else score_unused_force(pop(state), frame.force)


def is_free_or_forced(state: State, frame: BotSettleFrame, below: Below) -> bool:
    """Return whether either force remains or the tent is free."""
    return frame.free == (frame.force == 0)


def choose_for_bot_facts(state: State, action: ChooseForBot) -> dict[str, Fact]:
    """Return what the printed Bot does on the tile."""
    return {"deed": "raid" if isinstance(top(state), BotRaidFrame) else "settle"}


CHOOSE_FOR_BOT = choose_verb(
    ChooseForBot, tied_tiles, apply_choose_for_bot, rule="bot.priority", facts=choose_for_bot_facts
)
BOT_SETTLE = question(
    BotSettleFrame,
    "choose_for_bot",
    stages=("bot_action",),
    step=auto_bot_settle,
    fits=is_free_or_forced,
    forced=True,
    facts=force_facts,
)


# --- bot_raid: a tile for a raid, if tiles tie ------------------------------------------------------------------------


def auto_bot_raid(state: State, frame: BotRaidFrame) -> State:
    """Score the force if no tile can be raided."""
    return state if raid_choices(state, frame.force) else score_unused_force(pop(state), frame.force)


BOT_RAID = question(
    BotRaidFrame,
    "choose_for_bot",
    stages=("bot_action",),
    step=auto_bot_raid,
    forced=True,
    facts=force_facts,
)


# --- remove_tent: a tent of the printed Bot, taken off a factory in the clean-up --------------------------------------


class RemoveTent(Action, frozen=True, tag="remove_tent"):
    """A tent of the printed Bot that the player takes off a factory."""

    tile: BotTentTileField


def apply_remove_tent(state: State, action: RemoveTent) -> State:
    """Return the tent to the printed Bot's supply."""
    return return_tent(pop(state), action.tile, BOT)


def auto_remove_tent(state: State, frame: RemoveTentFrame) -> State:
    """Close the question if no factory is crowded by the printed Bot."""
    return state if crowded_factories(state) else pop(close_top(state, "remove_tent.none"))


def is_solo_cleanup(state: State, frame: RemoveTentFrame, below: Below) -> bool:
    """Return whether the player of a solo game has kept dice."""
    return state.bot is not None and is_cleaned_up(state, state.active_player)


REMOVE_TENT = choose_verb(RemoveTent, crowded_factories, apply_remove_tent, rule="remove_tent.factory")
REMOVE_TENT_QUESTION = question(
    RemoveTentFrame,
    *("remove_tent", "decline"),
    stages=("cleanup",),
    step=auto_remove_tent,
    fits=is_solo_cleanup,
    closed_by=("remove_tent.none",),
    facts=remove_tent_facts,
)
