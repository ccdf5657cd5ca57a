"""Perft of Empires of the North: counts of lines and of final positions, from fixed positions.

Only actions of seats count, and chance never acts. A line that reaches chance or the end before its depth counts once.
The docstring of each position explains its count of depth 1.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import State
from referee_service.kernel.engine import apply, legal_actions
from referee_service.services.conformance.perft import counts
from tests.games.empires_north.positions import given


def first_turn() -> State:
    """Return the first turn. A pawn goes to any of five tiles, Construct included because a location is in hand: 5.

    The Axe Yard can be paid, the Watchtower cannot: 1. Passing: 1.
    """
    return given(hand=("axe_yard", "watchtower", "boarding_party"), goods={"wood": 1}, hand_of_1=("wool_shed",))


def busy_empire() -> State:
    """Return a turn with a large empire. A pawn goes to any tile but Construct, as no location is in hand: 4.

    The other pawn moves to Sail or Populate: 2. Raid the Wool Shed: 1. Axe Yard, War Hall, Fishing Boats: 3. Pass: 1.
    """
    return given(
        empire=("axe_yard", "war_hall", "fishing_boats", "watchtower"),
        goods={"food": 1, "raze": 1},
        pawns=("explore",),
        opponent_empire=("wool_shed",),
    )


def expedition() -> State:
    """Return the first voyage. Four islands lie face up, and both piles can be chosen blindly: 6."""
    return apply(GAME, apply(GAME, given(queue=((0, "fish raze"), (1, ""))), _pass())[0], _pass())[0]


def _pass():
    return next(action for action in legal_actions(GAME, given(), kind="pass_round"))


PERFT = {
    first_turn: [(7, 7), (21, 21), (78, 78)],
    busy_empire: [(11, 11), (41, 41), (234, 213)],
    expedition: [(6, 6), (10, 10), (22, 22)],
}
"""For depths 1, 2 and 3: the count of lines, and of different final positions."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
