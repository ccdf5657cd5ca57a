"""Perft of Burgundy: the number of lines of play from fixed positions, and of different positions at their ends.

Only actions of seats are counted, chance never acts. A line that reaches chance or the end before its depth counts
once. All legal actions of the seat to move are followed, so a line may pass from seat 0 to seat 1. The docstring of
each position explains its counts of depth 1. They were found in two ways: from the legal lists, and by judging every
action that the domains of the fields allow.
"""

from __future__ import annotations

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.state import State
from referee_service.kernel.tuples import with_player
from referee_service.services.conformance.perft import counts
from tests.games.burgundy.positions import LONE_CITY, given, knowledge_tiles

DEPOTS = {
    0: ["church", "pig_4", "knowledge_7", "mine"],
    1: ["bank", "ship"],
    2: ["knowledge_2", "castle"],
    3: ["cattle_3", "market"],
    4: ["ship", "city_hall"],
    5: ["mine", "knowledge_9"],
    6: ["bank", "sheep_2"],
}
DEPOT_GOODS = {1: ["red"], 2: ["pink", "purple"], 4: ["brown", "orange"], 6: ["brown", "turquoise"]}


def position(**wanted) -> State:
    """Return seat 0 at the start of its turn on a full table. Seat 1 waits, for lines that pass to it."""
    state = given(depots=DEPOTS, depot_goods=DEPOT_GOODS, **wanted)
    waiting = {"dice": (1, 4), "workers": 0, "silver": 1, "storage": ("mine",), "goods": ("red",), "sold": ()}
    return with_player(state, 1, **waiting)


def start_of_turn() -> State:
    """Taking: 3 and 5 reach depots 2, 3, 4 and 4, 5, 6 with the worker, two tiles each: 12. Selling: 3 reaches purple,
    pink and red, 5 red, brown and orange; pink and brown are held: 2. Workers: 2. Buying: too little silver."""
    return position(dice=[3, 5], workers=1, silver=1, goods=["brown", "pink"])


def chains_and_workers() -> State:
    """Nine workers reach everything. Taking: 12 tiles with either die: 24. Placing: the city hall on 25, the castle on
    6, the bank on 25, with either die: 6. Selling: red with either die: 2. Workers: 2. Buying: 4 tiles of the black
    depot."""
    estate = {LONE_CITY: "watchtower"}
    return position(
        dice=[3, 6], workers=9, silver=2, goods=["red"], storage=["bank", "castle", "city_hall"], estate=estate
    )


def ship_with_two_harbours() -> State:
    """Both dice are a 5 and count once. Taking: the 2 tiles of depot 5. Placing: the ship on 19. Selling: none, brown
    is not held. Workers: 1. Buying: 4 tiles."""
    return position(
        dice=[5, 5], silver=2, goods=["red", "pink"], storage=["castle", "mine", "ship"], estate=knowledge_tiles(5)
    )


PERFT = {
    start_of_turn: [(16, 16), (124, 72), (862, 442)],
    chains_and_workers: [(38, 38), (248, 235), (3274, 2721)],
    ship_with_two_harbours: [(8, 8), (44, 44), (177, 152)],
}
"""For depths 1, 2 and 3: lines of play, and different positions at their ends."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
