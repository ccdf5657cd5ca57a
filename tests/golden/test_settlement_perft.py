"""Perft of Settlement: the number of lines of play from fixed positions, and of different positions at their ends.

Only actions of seats are counted, chance never acts. A line that reaches chance or the end before its depth counts
once. The docstring of each position explains its counts of depth 1.
"""

from __future__ import annotations

import pytest

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.state import State
from referee_service.services.conformance.perft import counts
from tests.games.settlement.positions import CLAY, GREEN, RED_ROW, STONE, WOOD, after, given


def first_turn() -> State:
    """One of each basic resource. Building: five cost a basic one, two a diamond, which all three make; two cost gold,
    which is too dear: 7. Exploring: the spaces of region I: 3. Exchanging: any two for the third, all three for a
    diamond: 4. No hero can be paid. Passing: 1."""
    return given(reserve={"clay": 1, "stone": 1, "wood": 1})


def grown_colony() -> State:
    """Two diamonds buy any of the 9 buildings. Exploring: spaces 2, 3 and 4. Hunting: on 1. Activating: region I, the
    upper street, the fortification. All these with a basic villager or with a bonus one among them: 32. Nothing is left
    to fortify. Exchanging: two diamonds for gold or a basic resource: 4. Passing: 1."""
    return given(
        land={0: WOOD, 1: CLAY},
        monsters=(1,),
        fortifications=(0,),
        colony={0: "quarry", 1: "bazaar"},
        reserve={"diamond": 2},
        bonus_villagers=1,
        hero_row=(*RED_ROW[:3], GREEN),
    )


def street_with_mirror() -> State:
    """Quarry and bazaar can be used, the bank has no gold: 2. Either basic resource for either other one: 4, both for a
    stone: 1. Declining: 1."""
    state = given(
        colony={0: "quarry", 1: "bazaar", 2: "bank"},
        land={0: STONE},
        reserve={"clay": 1, "wood": 1},
        artefact="enchanted_mirror",
    )
    return after(state, ActivateStreet("upper", 0))


PERFT = {
    first_turn: [(15, 15), (100, 91), (240, 162)],
    grown_colony: [(37, 37), (200, 152), (766, 454)],
    street_with_mirror: [(8, 8), (48, 36), (276, 128)],
}
"""For depths 1, 2 and 3: lines of play, and different positions at their ends."""


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("start", PERFT, ids=lambda start: start.__name__)
def test_lines_and_positions_are_as_many_as_ever(start, depth):
    assert counts(GAME, start(), depth) == PERFT[start][depth - 1]
