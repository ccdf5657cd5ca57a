"""The audit of estates: only estates that play can lead to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy.decisions.setup import ChooseCastle
from referee_service.games.burgundy.state import State
from referee_service.kernel.tuples import with_item, with_player
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    CITY,
    LONE_CITY,
    MINES,
    PASTURE,
    SCHOOL,
    WEST_HARBOUR,
    after,
    faults,
    opening,
    with_estate,
)
from tests.games.rules import allows, refuses, rule

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""
FOUR = opening(4)
"""The first turn of a game of four."""


@rule("audit.colour")
@pytest.mark.parametrize(("space", "refused"), [(MINES[0], False), (LONE_CITY, True), (SCHOOL[0], True)])
def test_a_placed_tile_has_the_colour_of_its_space(space, refused):
    wanted = {(f"players[0].estate[{space}]", "audit.colour")} if refused else set()
    assert faults(with_estate(FIRST, {space: "mine"})) == wanted


@rule("audit.connected")
@pytest.mark.parametrize(
    ("estate", "refused"),
    [
        ({MINES[0]: "mine"}, False),
        ({MINES[1]: "mine"}, True),
        ({MINES[0]: "mine", MINES[1]: "mine"}, False),
    ],
)
def test_every_placed_tile_is_connected_to_the_castle(estate, refused):
    wanted = {(f"players[0].estate[{MINES[1]}]", "audit.connected")} if refused else set()
    assert faults(with_estate(FOUR, estate)) == wanted


@refuses("audit.connected")
def test_the_fault_names_the_disconnected_tile_and_not_the_castle():
    """Space 0 is read before the castle in the middle."""
    assert faults(with_estate(FIRST, {PASTURE[4]: "cattle_2"})) == {
        (f"players[0].estate[{PASTURE[4]}]", "audit.connected")
    }


@rule("audit.twins")
@pytest.mark.parametrize(
    ("estate", "refused"),
    [
        pytest.param({CITY[0]: "church", CITY[1]: "church"}, True, id="twins"),
        pytest.param({CITY[0]: "church", CITY[1]: "market"}, False, id="no twins"),
        pytest.param({CITY[0]: "church", LONE_CITY: "church"}, False, id="in two cities"),
        pytest.param({CITY[0]: "church", CITY[1]: "church", SCHOOL[0]: "knowledge_1"}, False, id="with the permit"),
    ],
)
def test_no_twins_stand_in_a_city_without_a_permit(estate, refused):
    wanted = {(f"players[0].estate[{CITY[0]}]", "audit.twins")} if refused else set()
    assert faults(with_estate(FIRST, estate)) == wanted


@rule("audit.castle")
def test_every_estate_has_its_starting_castle():
    without = with_item(FIRST.active_player.estate, CENTRE, "")
    assert faults(with_player(FIRST, 0, estate=without, storage=("castle",))) == {("players[0].estate", "audit.castle")}
    assert not faults(FIRST)


@rule("audit.track")
@pytest.mark.parametrize(("space", "refused"), [(0, True), (1, False), (2, True)])
def test_a_piece_has_moved_once_for_each_ship_of_its_owner(space, refused):
    state = with_estate(FIRST, {WEST_HARBOUR[0]: "ship"})
    track = with_item(((1,), *[()] * 6), space, (1, 0) if space == 0 else (0,))
    wanted = {(f"track[{space}]", "audit.track")} if refused else set()
    assert faults(replace(state, track=track)) == wanted


# --- the starting castle of the basic game ----------------------------------------------------------------------------


def moved_castle(state: State, space: int) -> State:
    """Return the position with the starting castle of seat 0 on this space, its only tile."""
    bare = ("",) * len(state.players[0].estate)
    return with_player(state, 0, estate=with_item(bare, space, "castle"))


@rule("audit.middle_castle")
@pytest.mark.parametrize("space", [CENTRE, *CASTLES])
def test_in_the_basic_game_the_starting_castle_stands_in_the_middle(space):
    wanted = set() if space == CENTRE else {(f"players[0].estate[{CENTRE}]", "audit.middle_castle")}
    assert faults(moved_castle(FIRST, space)) == wanted


@allows("audit.middle_castle")
@pytest.mark.parametrize("space", [CENTRE, *CASTLES])
def test_in_the_advanced_game_the_starting_castle_may_stand_elsewhere_on_board_1(space):
    state = after(opening(2, (1, 1)), ChooseCastle(space), ChooseCastle(CENTRE))
    assert state.players[0].estate.index("castle") == space
    assert faults(state) == set()
