"""Placing a tile: from storage, on an empty space of its colour and die, next to an older tile, no twins in a city."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.questions import PlaceBenefitFrame, TakeBenefitFrame
from referee_service.games.burgundy.state import EMPTY
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    CITY,
    HARBOUR,
    LONE_CITY,
    MINES,
    PASTURE,
    SCHOOL,
    WEST_CITY,
    WEST_HARBOUR,
    after,
    events_of,
    given,
    legal,
    refusals,
)
from tests.games.rules import allows, refuses, rule

AROUND_THE_CASTLE = {
    LONE_CITY: ("bank", 3),
    SCHOOL[0]: ("knowledge_1", 1),
    WEST_HARBOUR[0]: ("ship", 2),
    HARBOUR[0]: ("ship", 5),
    MINES[0]: ("mine", 4),
    CITY[0]: ("bank", 3),
}
"""The six spaces that the starting castle touches on board 1: a tile that fits, and its die."""


# --- what is placed, and where --------------------------------------------------------------------------------------


@rule("place_tile.stored")
@pytest.mark.parametrize(("storage", "refused"), [([], True), (["church"], True), (["bank"], False)])
def test_only_a_stored_tile_is_placed(storage, refused):
    state = given(dice=[3], storage=storage, depots={3: ["bank"], 0: ["bank"]})
    assert ("place_tile.stored" in refusals(state, PlaceTile(3, "bank", LONE_CITY))) is refused


@rule("place_tile.empty")
@pytest.mark.parametrize(("there", "refused"), [("church", True), (EMPTY, False)])
def test_the_space_must_be_empty(there, refused):
    state = given(dice=[3], storage=["bank"], estate={LONE_CITY: there})
    assert refusals(state, PlaceTile(3, "bank", LONE_CITY)) == ({"place_tile.empty"} if refused else set())


@refuses("place_tile.empty")
def test_a_castle_does_not_cover_the_starting_castle():
    state = given(dice=[6], storage=["castle"], estate={SCHOOL[0]: "knowledge_1"})
    assert refusals(state, PlaceTile(6, "castle", CENTRE)) == {"place_tile.empty"}


@rule("place_tile.colour")
@pytest.mark.parametrize("tile", ["bank", "cattle_3", "ship", "knowledge_1", "castle", "mine"])
@pytest.mark.parametrize(("space", "fits"), AROUND_THE_CASTLE.items())
def test_a_tile_goes_only_on_a_space_of_its_colour(tile, space, fits):
    fitting, die = fits
    refused = refusals(given(dice=[die], storage=[tile]), PlaceTile(die, tile, space))
    assert refused == (set() if tile == fitting else {"place_tile.colour"})


@refuses("place_tile.touching")
@pytest.mark.parametrize(
    ("tile", "die", "space"),
    [("ship", 6, WEST_HARBOUR[2]), ("bank", 1, CITY[1]), ("mine", 1, MINES[1]), ("cattle_2", 6, PASTURE[4])],
)
def test_a_tile_must_touch_an_older_one(tile, die, space):
    assert refusals(given(dice=[die], storage=[tile]), PlaceTile(die, tile, space)) == {"place_tile.touching"}


@allows("place_tile.touching")
@pytest.mark.parametrize(
    ("space", "older"), [(WEST_HARBOUR[1], "ship"), (PASTURE[2], "cattle_2"), (WEST_CITY[0], "bank")]
)
def test_any_older_tile_will_do_whatever_its_colour(space, older):
    state = given(dice=[6], storage=["ship"], estate={space: older})
    assert not refusals(state, PlaceTile(6, "ship", WEST_HARBOUR[2]))


@rule("place_tile.touching")
def test_rows_are_staggered_so_a_space_touches_two_in_the_row_above():
    """Above the lone city: a pasture space on its left, a castle space on its right, and no third one."""
    state = given(dice=[1], workers=9, storage=["cattle_2", "castle"], estate={LONE_CITY: "bank"})
    touched = {action.space for action in legal(state, "place_tile")}
    assert touched == {PASTURE[0], PASTURE[1], CASTLES[0]}
    assert refusals(state, PlaceTile(1, "cattle_2", PASTURE[3])) == {"place_tile.touching"}


def test_the_first_tile_goes_on_one_of_the_six_spaces_around_the_starting_castle():
    storage = ["bank", "cattle_3", "ship", "knowledge_1", "castle", "mine"]
    offered = legal(given(dice=[1], workers=3, storage=storage), "place_tile")
    assert {action.space for action in offered} == set(AROUND_THE_CASTLE)


# --- twins in a city ------------------------------------------------------------------------------------------------


@rule("place_tile.twin")
@pytest.mark.parametrize(
    ("tile", "space", "die", "refused"),
    [
        pytest.param("bank", CITY[1], 1, True, id="same type, same city"),
        pytest.param("church", CITY[1], 1, False, id="other type, same city"),
        pytest.param("bank", LONE_CITY, 3, False, id="same type, other city"),
    ],
)
def test_a_city_has_each_building_once(tile, space, die, refused):
    state = given(dice=[die], storage=[tile], estate={CITY[0]: "bank"})
    assert refusals(state, PlaceTile(die, tile, space)) == ({"place_tile.twin"} if refused else set())


@refuses("place_tile.twin")
def test_a_twin_is_refused_at_the_far_end_of_the_city_too():
    state = given(dice=[3], storage=["bank"], estate={CITY[0]: "bank", CITY[2]: "church"})
    assert refusals(state, PlaceTile(3, "bank", CITY[4])) == {"place_tile.twin"}


@allows("place_tile.twin")
def test_with_knowledge_1_twins_may_stand_in_a_city():
    state = given(dice=[1], storage=["bank"], estate={CITY[0]: "bank", SCHOOL[0]: "knowledge_1"})
    assert not refusals(state, PlaceTile(1, "bank", CITY[1]))


@allows("place_tile.twin")
def test_only_buildings_are_twins():
    state = given(dice=[1], storage=["ship"], estate={WEST_HARBOUR[0]: "ship"})
    assert not refusals(state, PlaceTile(1, "ship", WEST_HARBOUR[1]))


# --- other refusals -------------------------------------------------------------------------------------------------


@refuses("die.workers", "place_tile.stored", "place_tile.empty", "place_tile.colour", "place_tile.touching")
def test_all_reasons_are_given_together():
    far_away = given(dice=[1], estate={CITY[4]: "church"})
    reasons = {"die.workers", "place_tile.stored", "place_tile.empty", "place_tile.colour", "place_tile.touching"}
    assert refusals(far_away, PlaceTile(1, "mine", CITY[4])) == reasons


@refuses("place_tile.empty", "place_tile.twin")
def test_a_twin_on_a_covered_space_is_refused_for_both():
    state = given(dice=[3], storage=["bank"], estate={CITY[0]: "bank"})
    assert refusals(state, PlaceTile(3, "bank", CITY[0])) == {"place_tile.empty", "place_tile.twin"}


@pytest.mark.parametrize("pending", [(), (PlaceBenefitFrame(0),)])
def test_the_other_seat_may_not_place(pending):
    state = given(dice=[3], storage=["bank"], pending=pending)
    assert refusals(state, PlaceTile(3, "bank", LONE_CITY), seat=1) == {"referee.seat"}


def test_a_tile_is_not_placed_in_answer_to_another_question():
    state = given(storage=["bank"], pending=(TakeBenefitFrame(0, ("ship",)),))
    assert refusals(state, PlaceTile(None, "bank", LONE_CITY)) == {"referee.verb"}


@pytest.mark.parametrize(
    "action", [PlaceTile(7, "bank", LONE_CITY), PlaceTile(3, "tavern", LONE_CITY), PlaceTile(3, "bank", 37)]
)
def test_dice_tiles_and_spaces_that_do_not_exist_are_refused_as_unknown(action):
    assert refusals(given(dice=[3], storage=["bank"]), action) == {"referee.field"}


# --- effects of the action ------------------------------------------------------------------------------------------


def test_a_placed_tile_moves_from_storage_to_the_estate_and_uses_the_die():
    player = after(given(dice=[3, 6], storage=["bank", "church"]), PlaceTile(3, "bank", LONE_CITY)).active_player
    assert (player.estate[LONE_CITY], player.storage, player.dice) == ("bank", ("church",), (6,))


def test_of_two_stored_tiles_of_a_kind_one_stays():
    state = after(given(dice=[2, 6], storage=["ship", "ship"]), PlaceTile(2, "ship", WEST_HARBOUR[0]))
    assert state.active_player.storage == ("ship",)


def test_of_two_equal_dice_one_stays():
    state = after(given(dice=[3, 3], storage=["bank"]), PlaceTile(3, "bank", LONE_CITY))
    assert state.active_player.dice == (3,)


def test_placing_pays_exactly_the_workers_that_turn_the_die():
    state = after(given(dice=[5, 6], workers=3, storage=["bank"]), PlaceTile(5, "bank", LONE_CITY))
    assert state.active_player.workers == 1


def test_placing_emits_an_event():
    _, placed = events_of(given(dice=[4, 6], storage=["mine"]), PlaceTile(4, "mine", MINES[0]))
    assert (placed.kind, placed.seat, placed.facts) == ("tile_placed", 0, {"tile": "mine", "space": MINES[0]})


def test_a_mine_does_nothing_at_once():
    before = given(dice=[4, 6], storage=["mine"])
    after_it = after(before, PlaceTile(4, "mine", MINES[0]))
    assert (after_it.active_player.silver, after_it.active_player.workers, after_it.score_lines, after_it.pending) == (
        0,
        0,
        before.score_lines,
        (),
    )
