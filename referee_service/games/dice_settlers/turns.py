"""Rounds, phases and turns: the order of sides, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import bag_of, merge_bags, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player

from .content.tables import content
from .main_actions import can_act
from .map_tiles import houses_remaining, quota_of
from .printed_bot.hexagon import roll_for_bot
from .questions import BotMoveFrame, DrawDiceFrame, KeepDiceFrame, RemoveTentFrame
from .state import Player, State, is_bot, number_bonus, points_remaining, side_name, sides_of


def seat_in_order(state: State, turn_index: int) -> int:
    """Return the seat at this index of the order, counted from the first player. Skips the printed Bot."""
    if state.bot is not None:
        return 0
    return (state.first_side + turn_index) % len(state.players)


# --- roll phase -----------------------------------------------------------------------------------------------------


CLEANUP_QUESTIONS = ("keep_dice", "remove_tent")
"""Questions of the clean-up. What closed earlier belongs to the last round."""


def begin_round(state: State) -> State:
    """Begin the next round with its roll phase."""
    closed = tuple(each for each in state.closed if each.question in CLEANUP_QUESTIONS)
    state = replace(state, round=state.round + 1, stage="roll", closed=closed)
    first = state.first_side
    state = emit(state, "round_began", CHANCE, round=state.round, first=first, who=side_name(state, first))
    return begin_roll(state, 0)


def begin_roll(state: State, turn_index: int) -> State:
    """Set the quota of the player at this index and ask chance for the dice.

    After all players the printed Bot rolls, or the action phase begins.
    """
    if turn_index == len(state.players):
        state = replace(state, turn_index=turn_index)
        return roll_for_bot(state) if state.bot is not None else begin_actions(state)
    seat = seat_in_order(state, turn_index)
    quota = quota_of(state, seat)
    state = with_player(replace(state, turn_index=turn_index, active_side=seat), seat, quota=quota)
    return push(emit(state, "quota_set", seat, quota=quota), DrawDiceFrame(CHANCE, seat, quota, refill=True))


def is_bot_roll(state: State) -> bool:
    """Return whether all players have rolled, so that the printed Bot rolls."""
    return state.turn_index == len(state.players)


def next_roll(state: State) -> State:
    """Begin the roll of the next player, or what follows the last one."""
    return begin_roll(state, state.turn_index + 1)


def refill_bag(state: State, seat: int) -> State:
    """Move the seat's spent dice back into its bag."""
    player = state.players[seat]
    state = with_player(state, seat, bag=merge_bags(player.bag, player.spent), spent=())
    return emit(state, "bag_refilled", seat)


# --- action phase ---------------------------------------------------------------------------------------------------


def begin_actions(state: State) -> State:
    """Begin the action phase."""
    return begin_turn(replace(state, stage="action"), 0)


def begin_turn(state: State, turn_index: int) -> State:
    """Begin the turn with this index. Every side has two turns, in order."""
    side = (state.first_side + turn_index) % sides_of(state)
    state = replace(state, turn_index=turn_index, active_side=side, has_acted=False)
    state = emit(state, "turn_began", side, who=side_name(state, side))
    return push(state, BotMoveFrame(CHANCE)) if is_bot(state, side) else state


def is_first_turn(state: State) -> bool:
    """Return whether the active side is in its first turn of the round."""
    return state.turn_index < sides_of(state)


def can_end_turn(state: State) -> bool:
    """Return whether the turn may end. A first turn needs a main action if one is possible."""
    return state.has_acted or not is_first_turn(state) or not can_act(state)


def next_turn(state: State) -> State:
    """Begin the turn of the next side. The clean-up follows the last turn."""
    if not is_bot(state, state.active_side) and state.active_player.extra_symbols:
        state = with_player(state, state.active_side, extra_symbols=())
    if state.turn_index + 1 < sides_of(state) * content(state).numbers["turns"]:
        return begin_turn(state, state.turn_index + 1)
    return begin_cleanup(replace(state, stage="cleanup", has_acted=False), 0)


# --- clean-up -------------------------------------------------------------------------------------------------------


def begin_cleanup(state: State, turn_index: int) -> State:
    """Ask the player at this index which dice to keep."""
    seat = seat_in_order(state, turn_index)
    return push(replace(state, turn_index=turn_index, active_side=seat), KeepDiceFrame(seat))


def max_kept_dice(state: State, player: Player) -> int:
    """Return how many dice a player may keep."""
    return content(state).numbers["kept_dice"] + number_bonus(state, player, "kept_dice")


def is_cleaned_up(state: State, player: Player) -> bool:
    """Return whether a player has no markers and actions of the round, and not too many active dice."""
    is_reset = not (player.actions_done or player.used_factories or player.used_technologies)
    return is_reset and size_of(player.active) <= max_kept_dice(state, player)


def keep_dice(state: State, seat: int, dice: tuple[str, ...]) -> State:
    """Spend all active dice except the kept ones, and reset technologies, factories and actions of the round.

    In a solo game the player may then remove a tent of the printed Bot.
    """
    faces, player = content(state).faces, state.players[seat]
    active = player.active
    for die in dice:
        active = remove_from(active, die)
    spent = merge_bags(player.spent, bag_of(faces[die][0] for die, count in active for _ in range(count)))
    state = with_player(
        state, seat, active=bag_of(dice), spent=spent, used_technologies=(), used_factories=(), actions_done=()
    )
    state = emit(state, "dice_kept", seat, dice=dice)
    return push(state, RemoveTentFrame(seat)) if state.bot is not None else state


# --- end of the game ------------------------------------------------------------------------------------------------


def is_end_triggered(state: State) -> bool:
    """Return whether an end condition is met: houses, points, tiles, dice colours or rounds have run out."""
    numbers = content(state).numbers
    return (
        any(not houses_remaining(state, side) for side in range(sides_of(state)))
        or not points_remaining(state)
        or not state.deck
        or len(state.supply) <= numbers["last_colours"]
        or state.round >= numbers["most_rounds"]
    )
