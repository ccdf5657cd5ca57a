"""Presence and control on the map."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.map_tiles import (
    find_map_tile,
    is_controller,
    is_present,
    quota_of,
    recruitable,
)
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    after_lines,
    full_position,
    tents_and_house,
    tile_id,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    given,
)


@pytest.mark.parametrize(
    ("who", "control"),
    [
        pytest.param({0: 2, 1: 2, 2: 1}, {0, 1}, id="a tie for most tents"),
        pytest.param({}, set(), id="no tents there"),
        pytest.param({"house": 0, 1: 4}, {0}, id="a house against four tents"),
        pytest.param({"house": 0}, {0}, id="a house alone"),
        pytest.param({1: 1}, {1}, id="one tent"),
    ],
)
def test_who_controls_a_tile(who, control):
    """Ruling shared_control: control of tile 23 raises the quota by one."""
    state = full_position({24: {0: 1}, 23: who}, seats=3, seat_0=SETTLE_DIE)
    map_tile = find_map_tile(state, tile_id(23))
    assert {side for side in range(3) if is_controller(map_tile, side)} == control
    assert {side for side in range(3) if quota_of(state, side) == 4} == control
    present = {side for side in range(3) if who.get(side) or who.get("house") == side}
    assert {side for side in range(3) if is_present(map_tile, side)} == present


@pytest.mark.parametrize("tile", [38, 39, 40])
def test_presence_tiles_add_a_die_for_every_side_there(tile):
    state = full_position({24: {0: 1}, tile: {0: 3, 1: 1}}, seats=4, seat_0=SETTLE_DIE)
    assert [quota_of(state, seat) for seat in range(4)] == [4, 4, 3, 3]


def test_a_tent_beside_a_foreign_house_gives_presence_without_control():
    """The tent may be placed, and the colour of the terrain can be recruited."""
    state = full_position(
        {7: {"house": 1}, 24: {0: 1, "at": (-1, 0)}}, start_tiles=(7, 3), seat_0={**SETTLE_DIE, "tents": 1}
    )
    state = after_lines(state, "settle option=place tile=tile_07")
    assert tents_and_house(state, 7) == ((1, 0), 1)
    assert "orange" in recruitable(state, 0)
    assert not is_controller(find_map_tile(state, tile_id(7)), 0)


def test_ruling_shared_control():
    map_tile = find_map_tile(given({FOREST: {0: 2, 1: 2}}), FOREST)
    assert is_controller(map_tile, 0)
    assert is_controller(map_tile, 1)
    assert not is_controller(replace(map_tile, house=1), 0)
    assert not is_controller(replace(map_tile, tents=(0, 0)), 0)
