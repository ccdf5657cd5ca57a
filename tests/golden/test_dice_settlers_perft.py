"""Perft: from fixed positions of Dice Settlers, how many lines of play there are, and to how many positions they lead.

Only actions of seats are counted, chance never acts: a line that comes to chance (or to the end) before its depth
counts once, as it is. The counts of depth 1 are explained beside each position.
"""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.questions import BotActFrame
from referee_service.games.dice_settlers.state import BOT, State
from tests.games.dice_settlers.positions import FOREST, HILL, PLAIN, given, quiescent, solo
from tests.golden.perft import counts


def first_turn() -> State:
    """Two tiles. Settling: take one, place on either tile, recall one: 4. Recruiting: a green die: 1. Exploring with
    one symbol: 1. Harvesting wood: 1."""
    active = ["white_settle", "white_recruit", "white_explore", "green_wood"]
    return given({FOREST: {0: 1}, PLAIN: {1: 1}}, mine={"active": active})


def trading_house() -> State:
    """Two trade symbols, and a factory. Sets of two among food, gold, gold: food-gold and gold-gold: 2. Three alike:
    food-gold-gold: 1, also as three different: 1. A die: 1. Two gold symbols are harvested: 1. The factory: 1."""
    mine = {"active": ["brown_trade", "yellow_trade", "brown_gold", "brown_gold"], "tokens": {"food": 1, "gold": 2}}
    return given({"tile_13": {0: 1}, HILL: {0: 1}}, mine=mine)


def roll_phase() -> State:
    """Three dice: a pioneer or a resource may be spent, or the phase ended: 3."""
    mine = {"active": ["white_pioneer", "green_wood", "grey_raid"], "bag": ["white", "white"]}
    return given({FOREST: {0: 1}, PLAIN: {1: 1}}, mine=mine, stage="roll")


def settling_bot() -> State:
    """The Bot has two tents to place, and three tiles are equal to it: 3."""
    tiles = {"tile_16": {1: 1}, PLAIN: {1: 1}, HILL: {1: 1}}
    wanted = {"active_side": BOT, "turn_index": 1, "mine": {"active": ["white_settle"]}}
    return quiescent(solo(tiles, pending=(BotActFrame(0, "settle", 2),), **wanted))


PERFT = {
    first_turn: [(7, 7), (25, 25), (121, 121)],
    trading_house: [(7, 7), (25, 20), (60, 36)],
    roll_phase: [(3, 3), (17, 17), (26, 25)],
    settling_bot: [(3, 3), (6, 6), (9, 9)],
}
"""For depths 1, 2 and 3: lines of play, and different positions at their ends."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
