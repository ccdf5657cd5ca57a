"""Perft: from fixed positions of Medievalia, how many lines of play there are, and to how many positions they lead.

Only actions of seats are counted, chance never acts: a line that comes to chance (or to the end) before its depth
counts once, as it is. The counts of depth 1 are explained beside each position.
"""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.state import State
from tests.games.medievalia.positions import after, given, side, war
from tests.golden.perft import counts


def first_turn() -> State:
    """The city and four hand cards. Playing: the field, the farm with a hand card, the mine with two: 3; without food
    nobody comes. A card for four resources: from each deck: 3. Buildings cannot keep the city unturned. Ending: 1."""
    return given(side(hand="field farm mine peasant"))


def paying_for_a_mine() -> State:
    """Three workforce of four that can be had: the city, three food of the farm with its peasant, two hand cards. Any
    one may be wasted: two lands to turn, two cards for any of four resources, or the cheapest way: 11."""
    return after(given(side(lands="farm", units="peasant#1", hand="mine field soldier")), PlayTerritory("mine"))


def small_fief() -> State:
    """A soldier and a peasant free, two lands and the city. Moving: each to three places: 6. Removing: 2. Marching: 2.
    Giving up a land: 2. Four resources for a card of any deck: 3. Playing: the field: 1. Ending: 1."""
    return given(side(lands="farm field", units="soldier peasant", hand="field"), side())


def muster() -> State:
    """Knight, soldier and archer away from home: each may found the first army: 3; nobody is ready before."""
    return after(
        given(
            side(lands="farm farm", units="knight@home_1 soldier@home_1 archer@home_1"),
            side(lands="farm", units="peasant infantry priest"),
        ),
        DeclareWar("home_1", 1),
    )


def strike() -> State:
    """An army that nobody engages: the city, a land, its guard alone, peasant, turned soldier: 5."""
    state = given(
        side(lands="farm farm", units="knight@home_1 archer@neutral_0"),
        side(lands="farm+church", units="peasant soldier! priest#1"),
    )
    return war(state, "home_1", "knight")


PERFT = {
    first_turn: [(7, 7), (99, 98), (1072, 366)],
    paying_for_a_mine: [(11, 11), (64, 30), (255, 44)],
    small_fief: [(17, 17), (163, 143), (1179, 728)],
    muster: [(3, 3), (12, 9), (34, 16)],
    strike: [(5, 5), (20, 20), (43, 38)],
}
"""For depths 1, 2 and 3: lines of play, and different positions at their ends."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
