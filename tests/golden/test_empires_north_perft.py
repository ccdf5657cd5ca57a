"""Perft: from fixed positions of Empires of the North, how many lines of play there are, and to how many positions.

Only actions of seats are counted, chance never acts: a line that comes to chance (or to the end) before its depth
counts once, as it is. The counts of depth 1 are explained beside each position.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import State
from referee_service.kernel.engine import apply, legal_actions
from tests.games.empires_north.positions import given
from tests.golden.perft import counts


def first_turn() -> State:
    """Pawns go to explore, populate, harvest and sail, and to construct as a location is held: 5. The Axe Yard can be
    paid, the Watchtower cannot: 1. Passing: 1."""
    return given(hand=("axe_yard", "watchtower", "boarding_party"), goods={"wood": 1}, hand_of_1=("wool_shed",))


def busy_empire() -> State:
    """A pawn is left for explore, populate, harvest and sail: 4; there is nothing to construct. The other one may move
    to sail or populate: 2. Raids: the Wool Shed: 1. Axe Yard, War Hall, Fishing Boats: 3. Passing: 1."""
    return given(
        empire=("axe_yard", "war_hall", "fishing_boats", "watchtower"),
        goods={"food": 1, "raze": 1},
        pawns=("explore",),
        theirs=("wool_shed",),
    )


def expedition() -> State:
    """Two near and two distant islands lie open, and both piles can be tried blindly: 6."""
    return apply(GAME, apply(GAME, given(queue=((0, "fish raze"), (1, ""))), _pass())[0], _pass())[0]


def _pass():
    return next(action for action in legal_actions(GAME, given(), kind="pass_round"))


PERFT = {
    first_turn: [(7, 7), (18, 18), (33, 33)],
    busy_empire: [(11, 11), (41, 41), (197, 184)],
    expedition: [(6, 6), (10, 10), (22, 22)],
}
"""For depths 1, 2 and 3: lines of play, and different positions at their ends."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
