"""Rounds, phases and turns: who comes next."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.main_actions import can_act
from referee_service.games.dice_settlers.map_tiles import houses_remaining, quota_of
from referee_service.games.dice_settlers.printed_bot.hexagon import roll_for_bot
from referee_service.games.dice_settlers.questions import BotMoveFrame, DrawDiceFrame, KeepDiceFrame, RemoveTentFrame
from referee_service.games.dice_settlers.state import State, is_bot, number_bonus, points_remaining, sides_of
from referee_service.kernel.bags import bag_of, merge_bags, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player


def seat_in_order(state: State, place: int) -> int:
    """The seat that is so many places after the first player; the Bot is left out."""
    if state.bot is not None:
        return 0
    return (state.first_side + place) % len(state.players)


# --- roll -----------------------------------------------------------------------------------------------------------


def begin_round(state: State) -> State:
    """The next round begins with its roll phase."""
    state = replace(state, round=state.round + 1, stage="roll")
    return begin_roll(emit(state, "round_began", CHANCE, round=state.round, first=state.first_side), 0)


def begin_roll(state: State, place: int) -> State:
    """The roller of this place finds the quota and draws dice; after all players the Bot rolls."""
    if place == len(state.players):
        state = replace(state, turn_index=place)
        return roll_for_bot(state) if state.bot is not None else begin_actions(state)
    seat = seat_in_order(state, place)
    quota = quota_of(state, seat)
    state = with_player(replace(state, turn_index=place, active_side=seat), seat, quota=quota)
    return push(emit(state, "quota_set", seat, quota=quota), DrawDiceFrame(CHANCE, seat, quota, refill=True))


def next_roll(state: State) -> State:
    """The next player rolls, or the action phase begins."""
    return begin_roll(state, state.turn_index + 1)


def refill_bag(state: State, seat: int) -> State:
    """The spent dice go back into the bag."""
    player = state.players[seat]
    state = with_player(state, seat, bag=merge_bags(player.bag, player.spent), spent=())
    return emit(state, "bag_refilled", seat)


# --- act ------------------------------------------------------------------------------------------------------------


def begin_actions(state: State) -> State:
    """The action phase begins."""
    return begin_turn(replace(state, stage="action"), 0)


def begin_turn(state: State, place: int) -> State:
    """The turn of this place; everybody has two, in order."""
    side = (state.first_side + place) % sides_of(state)
    state = replace(state, turn_index=place, active_side=side, has_acted=False)
    state = emit(state, "turn_began", side)
    return push(state, BotMoveFrame(CHANCE)) if is_bot(state, side) else state


def is_first_turn(state: State) -> bool:
    """Whether this is the first of the turns of a round, which takes a main action."""
    return state.turn_index < sides_of(state)


def may_end_turn(state: State) -> bool:
    """A first turn ends after a main action, or where none is possible; a second one at any time."""
    return state.has_acted or not is_first_turn(state) or not can_act(state)


def next_turn(state: State) -> State:
    """The next side has a turn; after two turns each comes the clean-up."""
    if not is_bot(state, state.active_side):
        state = with_player(state, state.active_side, extra_symbols=())
    if state.turn_index + 1 < sides_of(state) * content(state).numbers["turns"]:
        return begin_turn(state, state.turn_index + 1)
    return begin_cleanup(replace(state, stage="cleanup", has_acted=False), 0)


# --- clean up -------------------------------------------------------------------------------------------------------


def begin_cleanup(state: State, place: int) -> State:
    """The player of this place chooses the dice to keep."""
    seat = seat_in_order(state, place)
    return push(replace(state, turn_index=place, active_side=seat), KeepDiceFrame(seat))


def max_kept_dice(state: State) -> int:
    """How many dice the player who cleans up may keep."""
    return content(state).numbers["kept_dice"] + number_bonus(state, state.active_player, "kept_dice")


def keep_dice(state: State, seat: int, kept: tuple[str, ...]) -> State:
    """All active dice but these are spent, and markers are turned back."""
    faces, player = content(state).faces, state.players[seat]
    active = player.active
    for die in kept:
        active = remove_from(active, die)
    spent = merge_bags(player.spent, bag_of(faces[die][0] for die, count in active for _ in range(count)))
    state = with_player(
        state, seat, active=bag_of(kept), spent=spent, used_technologies=(), used_factories=(), actions_done=()
    )
    state = emit(state, "dice_kept", seat, dice=kept)
    return push(state, RemoveTentFrame(seat)) if state.bot is not None else state


# --- the end ----------------------------------------------------------------------------------------------------------


def is_end_triggered(state: State) -> bool:
    """Whether a condition for the end is met: houses, points, tiles or colours of dice are out, or time is."""
    numbers = content(state).numbers
    return (
        any(not houses_remaining(state, side) for side in range(sides_of(state)))
        or not points_remaining(state)
        or not state.deck
        or len(state.supply) <= numbers["last_colours"]
        or state.round >= numbers["most_rounds"]
    )
