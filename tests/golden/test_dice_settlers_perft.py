"""Perft of Dice Settlers: the number of lines of play from fixed positions, and of the positions they lead to.

Only actions of seats are counted. A line that reaches chance or the end before its depth counts once.
The docstring of each position explains its count of depth 1.
"""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.questions import BotActFrame
from referee_service.games.dice_settlers.state import BOT, State
from referee_service.services.conformance.perft import counts
from tests.games.dice_settlers.positions import FOREST, HILL, PLAIN, given, quiescent, solo


def first_turn() -> State:
    """Return a first turn on two tiles with seven actions.

    Settle: take a tent, place it on either tile, or recall it: 4. Recruit a green die: 1. Explore: 1. Harvest wood: 1.
    """
    active = ["white_settle", "white_recruit", "white_explore", "green_wood"]
    return given({FOREST: {0: 1}, PLAIN: {1: 1}}, seat_0={"active": active})


def trading_house() -> State:
    """Return a turn with two trade symbols and a factory, and seven actions.

    Sets of two tokens: food-gold and gold-gold: 2. Three identical, food-gold-gold: 1. The same as three different: 1.
    Sell a die: 1. Harvest gold: 1. Use the factory: 1.
    """
    seat_0 = {"active": ["brown_trade", "yellow_trade", "brown_gold", "brown_gold"], "tokens": {"food": 1, "gold": 2}}
    return given({"tile_13": {0: 1}, HILL: {0: 1}}, seat_0=seat_0)


def roll_phase() -> State:
    """Return a roll phase with three dice: spend a pioneer, spend a resource, or end the phase: 3."""
    seat_0 = {"active": ["white_pioneer", "green_wood", "grey_raid"], "bag": ["white", "white"]}
    return given({FOREST: {0: 1}, PLAIN: {1: 1}}, seat_0=seat_0, stage="roll")


def settling_bot() -> State:
    """Return a settle action of the printed Bot with two tents and three tied tiles: 3."""
    tiles = {"tile_16": {1: 1}, PLAIN: {1: 1}, HILL: {1: 1}}
    wanted = {"active_side": BOT, "turn_index": 1, "seat_0": {"active": ["white_settle"]}}
    return quiescent(solo(tiles, pending=(BotActFrame(0, "settle", 2),), **wanted))


PERFT = {
    first_turn: [(7, 7), (25, 25), (121, 121)],
    trading_house: [(7, 7), (25, 20), (60, 36)],
    roll_phase: [(3, 3), (17, 17), (26, 25)],
    settling_bot: [(3, 3), (6, 6), (9, 9)],
}
"""Lines of play and different final positions, for depths 1, 2 and 3."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
