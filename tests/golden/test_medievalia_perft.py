"""Perft: the number of lines of play from fixed positions of Medievalia, and of different positions at their ends.

Only actions of seats are counted, and chance never acts. A line that reaches chance or the end of the game before its
depth counts once. The docstring of each position explains its count at depth 1.
"""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.state import State
from referee_service.services.conformance.perft import counts
from tests.games.medievalia.positions import after, begin_battle, given, holdings


def first_turn() -> State:
    """Return a position with 7 actions: the city and four hand cards.

    Playing: the field, the farm with a hand card, the mine with two: 3. Without food no unit can be played.
    A card for four resources, from each deck: 3. No building can be paid without turning the city. Ending: 1.
    """
    return given(holdings(hand="field farm mine peasant"))


def mine_payment() -> State:
    """Return a position with 11 actions: three workforce are owed, and four are available.

    Sources: the city, three food of the farm with its peasant, two hand cards. Any one of them may be wasted.
    Actions: two lands to turn, two cards for any of four resources, or the cheapest payment.
    """
    return after(given(holdings(lands="farm", units="peasant#1", hand="mine field soldier")), PlayTerritory("mine"))


def small_fief() -> State:
    """Return a position with 17 actions: a free soldier and a free peasant, two lands and the city.

    Moving: each to three places: 6. Removing: 2. Marching: 2. Giving up a land: 2. A card of any deck: 3.
    Playing: the field: 1. Ending: 1.
    """
    return given(holdings(lands="farm field", units="soldier peasant", hand="field"), holdings())


def muster() -> State:
    """Return a position with 3 actions: knight, soldier or archer founds the first army. It is needed to be ready."""
    return after(
        given(
            holdings(lands="farm farm", units="knight@home_1 soldier@home_1 archer@home_1"),
            holdings(lands="farm", units="peasant infantry priest"),
        ),
        DeclareWar("home_1", 1),
    )


def strike() -> State:
    """Return a position with 5 targets of an unengaged army: city, land, its guard, peasant, turned soldier."""
    state = given(
        holdings(lands="farm farm", units="knight@home_1 archer@neutral_0"),
        holdings(lands="farm+church", units="peasant soldier! priest#1"),
    )
    return begin_battle(state, "home_1", "knight")


PERFT = {
    first_turn: [(7, 7), (99, 98), (1072, 366)],
    mine_payment: [(11, 11), (64, 30), (267, 46)],
    small_fief: [(17, 17), (163, 143), (1179, 727)],
    muster: [(3, 3), (12, 9), (34, 16)],
    strike: [(5, 5), (20, 20), (45, 36)],
}
"""Lines of play and different positions at their ends, for depths 1, 2 and 3."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_have_their_counts(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
