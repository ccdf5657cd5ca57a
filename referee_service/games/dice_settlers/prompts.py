"""Facts of prompts: what the open question is about. All of them are public."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from referee_service.kernel.bags import pieces_of, size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import expect_top, top
from referee_service.kernel.rules import Fact

from .content.tables import PIONEER, RESOURCE, content
from .free_actions import crowded_factories
from .labels import draw_facts, trade_points
from .map_tiles import find_map_tile, recruitable
from .payment import is_token_price
from .places import tile_to_lay
from .questions import ActingFrame, AdjustFrame, DefendFrame, FollowFrame, PlaceTileFrame, QueueDiceFrame, RollDiceFrame
from .state import State, is_bot, side_name, sides_of
from .symbols import max_symbols
from .turns import is_first_turn, max_kept_dice

Facts = dict[str, Fact]
CHANGE_OF_DICE = "change"
"""What a price of the roll phase is for."""
CHANGE_OR_DRAW = "draw"
"""What a resource symbol is for in the roll phase, while the bag has dice."""


def frame_facts(*names: str) -> Callable[[State], Facts]:
    """Return a function that returns these fields of the open question."""

    def facts(state: State) -> Facts:
        frame = top(state)
        return {name: cast("Fact", getattr(frame, name)) for name in names}

    return facts


# --- set-up and dice --------------------------------------------------------------------------------------------------


def offer_facts(state: State) -> Facts:
    """Return the start tiles on offer."""
    return {"offer": state.start_offer}


def tile_facts(state: State) -> Facts:
    """Return the tile to lay, and the side that explores it if the seat answers for the printed Bot."""
    frame = top(state)
    is_for_bot = isinstance(frame, PlaceTileFrame) and is_bot(state, frame.side)
    return {"tile": tile_to_lay(state), "who": side_name(state, state.active_side) if is_for_bot else None}


def roll_facts(state: State) -> Facts:
    """Return how many symbols the player could spend on the dice."""
    player = state.active_player
    pioneers, resources = max_symbols(state, player, PIONEER), max_symbols(state, player, RESOURCE)
    more = draw_facts(state) if resources else {}
    return {"pioneers": pioneers or None, "resources": resources or None, **more}


def roll_dice_facts(state: State) -> Facts:
    """Return the dice to roll and their side."""
    frame = expect_top(state, RollDiceFrame)
    return {"dice": frame.dice, "who": side_name(state, frame.to)}


def adjust_facts(state: State) -> Facts:
    """Return the spent symbol, and the dice that it rolls again or draws."""
    price, numbers = expect_top(state, AdjustFrame).price, content(state).numbers
    drawn = min(numbers["draw_for_resource"], size_of(state.active_player.bag))
    return {
        "price": price,
        "rolled": numbers["most_rerolled"] if price == PIONEER else None,
        "drawn": drawn or None if price == RESOURCE else None,
    }


def reroll_facts(state: State) -> Facts:
    """Return the dice in hand and their limit."""
    return {**frame_facts("dice")(state), "most": content(state).numbers["most_rerolled"]}


def keep_dice_facts(state: State) -> Facts:
    """Return how many dice may stay active."""
    return {"most": max_kept_dice(state, state.active_player)}


# --- actions ----------------------------------------------------------------------------------------------------------


def main_facts(state: State) -> Facts:
    """Return the number of the turn, what is left to do in it, and the main actions of the round."""
    return {
        "turn": state.turn_index // sides_of(state) + 1,
        "turns": content(state).numbers["turns"],
        "duty": "free" if state.has_acted else "first" if is_first_turn(state) else "second",
        **done_facts(state),
    }


def done_facts(state: State) -> Facts:
    """Return the main actions that the player has done in this round."""
    return {"done": state.active_player.actions_done}


def acting_facts(state: State) -> Facts:
    """Return the action in progress, the symbols spent and given by tiles, and the tile of a raid."""
    frame = expect_top(state, ActingFrame)
    return {"action": frame.action, "spent": frame.spent, "bonus": frame.bonus or None, "tile": frame.tile or None}


def sell_die_facts(state: State) -> Facts:
    """Return the points for the die."""
    return {"points": trade_points(state, "die")}


def follow_facts(state: State) -> Facts:
    """Return the new tile and the side that explored it."""
    return {"tile": expect_top(state, FollowFrame).tile, "who": side_name(state, state.active_side)}


def defend_facts(state: State) -> Facts:
    """Return the new tile, and the sides that followed."""
    frame = expect_top(state, DefendFrame)
    map_tile = find_map_tile(state, frame.tile)
    tents = map_tile.tents if map_tile is not None else ()
    followers = tuple(side_name(state, side) for side, count in enumerate(tents) if count and side != frame.side)
    return {"tile": frame.tile, "followers": followers}


def gain_die_facts(state: State) -> Facts:
    """Return the kinds of dice to choose from."""
    return {"open": tuple(recruitable(state, state.active_side))}


def house_facts(state: State) -> Facts:
    """Return how many tents become a house."""
    return {"tents": content(state).numbers["govern_tents"]}


def payment_prompt_facts(state: State) -> Facts:
    """Return the price and what is paid of it, and the action, technology or change of dice that it is for."""
    frame = expect_top(state, PaymentFrame)
    money = "tokens" if is_token_price(frame.owed) else "symbols"
    facts: Facts = {
        money: tuple(kind.removeprefix("token_") for kind in pieces_of(frame.owed)),
        f"paid_{money}": tuple(kind.removeprefix("token_") for kind in pieces_of(frame.pool)),
    }
    if frame.purpose in content(state).technologies:
        return {**facts, "technology": frame.purpose}
    if frame.purpose in (PIONEER, RESOURCE):
        may_draw = frame.purpose == RESOURCE and bool(state.active_player.bag)
        return {**facts, "aim": CHANGE_OR_DRAW if may_draw else CHANGE_OF_DICE}
    return {**facts, "action": frame.purpose}


# --- printed Bot ------------------------------------------------------------------------------------------------------


def force_facts(state: State) -> Facts:
    """Return the force that the printed Bot has left. A free tent needs none."""
    return {"force": frame_facts("force")(state)["force"] or None}


def queue_dice_facts(state: State) -> Facts:
    """Return the dice that wait for the queue."""
    return {"dice": pieces_of(expect_top(state, QueueDiceFrame).dice)}


def remove_tent_facts(state: State) -> Facts:
    """Return the factories that the printed Bot crowds."""
    return {"tiles": tuple(crowded_factories(state))}
