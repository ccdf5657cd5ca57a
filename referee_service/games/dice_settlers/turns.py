"""Rounds, phases and turns: who comes next."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.hexagon import roll_for_bot
from referee_service.games.dice_settlers.mains import can_act
from referee_service.games.dice_settlers.questions import BotMove, DrawDice, KeepDice, RemoveTent
from referee_service.games.dice_settlers.state import State, is_bot, number, quota_of, sides_of
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import bag_of, change, merge, take_from


def seat_in_order(state: State, place: int) -> int:
    """The seat that is so many places after the first player; the Bot is left out."""
    if state.bot is not None:
        return 0
    return (state.first + place) % len(state.players)


# --- roll -----------------------------------------------------------------------------------------------------------


def begin_round(state: State) -> State:
    """The next round begins with its roll phase."""
    state = replace(state, round=state.round + 1, stage="roll")
    return roll(note(state, "round_began", CHANCE, round=state.round, first=state.first), 0)


def roll(state: State, place: int) -> State:
    """The roller of this place finds the quota and draws dice; after all players the Bot rolls."""
    if place == len(state.players):
        state = replace(state, turn=place)
        return roll_for_bot(state) if state.bot is not None else begin_actions(state)
    seat = seat_in_order(state, place)
    quota = quota_of(state, seat)
    state = change(replace(state, turn=place, active=seat), seat, quota=quota)
    return push(note(state, "quota_set", seat, quota=quota), DrawDice(CHANCE, seat, quota, refill=True))


def next_roll(state: State) -> State:
    """The next player rolls, or the action phase begins."""
    return roll(state, state.turn + 1)


def refill_bag(state: State, seat: int) -> State:
    """The spent dice go back into the bag."""
    player = state.players[seat]
    state = change(state, seat, bag=merge(player.bag, player.spent), spent=())
    return note(state, "bag_refilled", seat)


# --- act ------------------------------------------------------------------------------------------------------------


def begin_actions(state: State) -> State:
    """The action phase begins."""
    return take_turn(replace(state, stage="action"), 0)


def take_turn(state: State, place: int) -> State:
    """The turn of this place; everybody has two, in order."""
    side = (state.first + place) % sides_of(state)
    state = replace(state, turn=place, active=side, acted=False)
    state = note(state, "turn_began", side)
    return push(state, BotMove(CHANCE)) if is_bot(state, side) else state


def is_first_turn(state: State) -> bool:
    """Whether this is the first of the turns of a round, which takes a main action."""
    return state.turn < sides_of(state)


def may_end_turn(state: State) -> bool:
    """A first turn ends after a main action, or where none is possible; a second one at any time."""
    return state.acted or not is_first_turn(state) or not can_act(state)


def next_turn(state: State) -> State:
    """The next side has a turn; after two turns each comes the clean-up."""
    if not is_bot(state, state.active):
        state = change(state, state.active, extra=())
    if state.turn + 1 < sides_of(state) * content(state).numbers["turns"]:
        return take_turn(state, state.turn + 1)
    return clean_up(replace(state, stage="cleanup", acted=False), 0)


# --- clean up -------------------------------------------------------------------------------------------------------


def clean_up(state: State, place: int) -> State:
    """The player of this place chooses the dice to keep."""
    seat = seat_in_order(state, place)
    return push(replace(state, turn=place, active=seat), KeepDice(seat))


def most_kept(state: State) -> int:
    """How many dice the player who cleans up may keep."""
    return content(state).numbers["kept_dice"] + number(state, state.me, "kept_dice")


def keep_dice(state: State, seat: int, kept: tuple[str, ...]) -> State:
    """All active dice but these are spent, and markers are turned back."""
    faces, player = content(state).faces, state.players[seat]
    active = player.active
    for die in kept:
        active = take_from(active, die)
    spent = merge(player.spent, bag_of(faces[die][0] for die, count in active for _ in range(count)))
    state = change(state, seat, active=bag_of(kept), spent=spent, used=(), factories=(), done=())
    state = note(state, "dice_kept", seat, dice=kept)
    return push(state, RemoveTent(seat)) if state.bot is not None else state
