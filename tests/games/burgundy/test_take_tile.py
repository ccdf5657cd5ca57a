"""Taking a tile: from the depot of the die, into storage. A building takes only its own kinds."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.questions import FreeActionFrame, SellBenefitFrame, TakeBenefitFrame
from tests.games.burgundy.positions import (
    EMPTY_DEPOTS,
    LONE_CITY,
    MINES,
    after,
    events_of,
    given,
    legal,
    question,
    refusals,
)
from tests.games.rules import allows, refuses, rule

ONE_OF_EACH = {1: ["bank"], 2: ["cattle_3"], 3: ["ship"], 4: ["knowledge_1"], 5: ["castle"], 6: ["mine"]}
FETCHES = {
    "carpenters_workshop": {"bank"},
    "church": {"mine", "knowledge_1", "castle"},
    "market": {"ship", "cattle_3"},
}


@rule("take_tile.there")
@pytest.mark.parametrize(("tile", "refused"), [("bank", True), ("ship", False)])
def test_a_tile_is_taken_from_the_depot_where_it_lies(tile, refused):
    state = given(dice=[3, 5], depots={3: ["ship"], 5: ["bank"], 0: ["bank"]})
    assert refusals(state, TakeTile(3, 3, tile)) == ({"take_tile.there"} if refused else set())


@refuses("die.workers")
def test_the_die_names_the_depot():
    state = given(dice=[3], depots={3: ["ship"], 4: ["bank"]})
    assert legal(state, "take_tile") == [TakeTile(3, 3, "ship")]
    assert refusals(state, TakeTile(3, 4, "bank")) == {"die.workers"}


@rule("take_tile.black")
@pytest.mark.parametrize("depot", [0, 3])
def test_a_die_takes_from_the_depots_1_to_6_and_the_black_one_only_sells(depot):
    state = given(dice=[3], workers=9, depots=EMPTY_DEPOTS | {depot: ["ship"]})
    assert legal(state, "take_tile") == ([TakeTile(3, 3, "ship")] if depot else [])
    assert refusals(state, TakeTile(3, depot, "ship")) == (set() if depot else {"take_tile.black"})


@rule("take_tile.black")
@pytest.mark.parametrize("pending", [(FreeActionFrame(0),), (TakeBenefitFrame(0, ("ship",)),)])
@pytest.mark.parametrize("depot", [0, 3])
def test_a_castle_and_a_building_are_told_that_the_black_depot_only_sells(pending, depot):
    state = given(pending=pending, silver=9, depots={0: ["ship"], 3: ["ship"]})
    assert refusals(state, TakeTile(None, depot, "ship")) == (set() if depot else {"take_tile.black"})


@refuses("take_tile.black", "take_tile.there", "take_tile.kind", "die.unused")
def test_a_tile_taken_from_the_black_depot_is_refused_with_all_other_reasons():
    state = given(dice=[3], pending=(TakeBenefitFrame(0, ("ship",)),), depots={3: ["ship"]})
    wanted = {"take_tile.black", "take_tile.there", "take_tile.kind", "die.unused"}
    assert refusals(state, TakeTile(3, 0, "bank")) == wanted


@refuses("referee.field")
def test_a_depot_that_exists_nowhere_is_refused_as_unknown():
    assert refusals(given(dice=[3]), TakeTile(3, 7, "ship")) == {"referee.field"}


@rule("take_tile.kind")
@pytest.mark.parametrize("building", FETCHES)
def test_a_building_fetches_only_its_kinds(building):
    state = after(given(dice=[3, 6], storage=[building], depots=ONE_OF_EACH), PlaceTile(3, building, LONE_CITY))
    for depot, (tile,) in ONE_OF_EACH.items():
        wanted = set() if tile in FETCHES[building] else {"take_tile.kind"}
        assert refusals(state, TakeTile(None, depot, tile)) == wanted


@allows("take_tile.kind")
def test_a_die_takes_tiles_of_every_kind():
    state = given(dice=[3], depots={3: [tile for tiles in ONE_OF_EACH.values() for tile in tiles]})
    assert all(not refusals(state, action) for action in legal(state, "take_tile"))
    assert len(legal(state, "take_tile")) == 6


@pytest.mark.parametrize("pending", [(FreeActionFrame(0),), (TakeBenefitFrame(0, ("ship",)),)])
def test_a_castle_and_a_building_take_from_any_numbered_depot_but_not_from_the_black_one(pending):
    state = given(pending=pending, depots={depot: ["ship"] for depot in range(7)})
    assert legal(state, "take_tile") == [TakeTile(None, depot, "ship") for depot in range(1, 7)]


# --- other refusals -------------------------------------------------------------------------------------------------


@refuses("die.held", "take_tile.there")
def test_a_wrong_die_and_a_missing_tile_are_both_named():
    assert refusals(given(dice=[1]), TakeTile(3, 3, "ship")) == {"die.held", "take_tile.there"}


@refuses("die.unused", "take_tile.there", "take_tile.kind")
def test_all_reasons_against_a_fetched_tile_are_given_at_once():
    state = given(dice=[3], pending=(TakeBenefitFrame(0, ("ship", "animal")),), depots={4: ["ship"]})
    assert refusals(state, TakeTile(3, 3, "bank")) == {"die.unused", "take_tile.there", "take_tile.kind"}


def test_the_other_seat_may_not_take():
    assert refusals(given(dice=[3], depots={3: ["ship"]}), TakeTile(3, 3, "ship"), seat=1) == {"referee.seat"}


def test_a_tile_is_not_taken_in_answer_to_another_question():
    state = given(goods=["red"], depots={3: ["ship"]}, pending=(SellBenefitFrame(0),))
    assert refusals(state, TakeTile(None, 3, "ship")) == {"referee.verb"}


# --- effects of the action ------------------------------------------------------------------------------------------


def test_a_taken_tile_goes_to_storage_never_straight_to_the_estate():
    before = given(dice=[3, 5], depots={3: ["ship", "bank"]}, storage=["mine"])
    state = after(before, TakeTile(3, 3, "bank"))
    assert (state.active_player.storage, state.depots[3], state.active_player.dice) == (
        ("bank", "mine"),
        ("ship",),
        (5,),
    )
    assert state.active_player.estate == before.active_player.estate


def test_of_two_tiles_of_a_kind_in_a_depot_one_stays():
    state = after(given(dice=[3, 5], depots={3: ["ship", "ship"]}), TakeTile(3, 3, "ship"))
    assert state.depots[3] == ("ship",)


def test_a_tile_just_taken_may_be_placed_with_the_other_die():
    state = after(given(dice=[3, 5], depots={5: ["bank"]}), TakeTile(5, 5, "bank"))
    assert not refusals(state, PlaceTile(3, "bank", LONE_CITY))


def test_with_full_storage_a_tile_may_be_taken_and_room_must_be_made():
    state = after(
        given(dice=[3, 5], storage=["bank", "mine", "ship"], depots={3: ["castle"]}), TakeTile(3, 3, "castle")
    )
    assert (question(state), state.active_player.storage, state.depots[3]) == (
        "make_room",
        ("bank", "mine", "ship"),
        (),
    )


def test_taking_emits_an_event():
    _, taken = events_of(given(dice=[3, 5], depots={3: ["ship"]}), TakeTile(3, 3, "ship"))
    assert (taken.kind, taken.seat, taken.facts) == ("tile_taken", 0, {"tile": "ship", "depot": 3})


@rule("tile.kind")
@pytest.mark.parametrize(("tile", "refused"), [("red", True), ("mine", False)])
@pytest.mark.parametrize("act", [TakeTile, PlaceTile, BuyTile])
def test_goods_are_no_hexagonal_tiles(act, tile, refused):
    state = given(dice=[1, 4], silver=2, storage=["mine"], depots={0: ["mine"]})
    action = {
        TakeTile: TakeTile(1, 1, tile),
        PlaceTile: PlaceTile(4, tile, MINES[0]),
        BuyTile: BuyTile(0, tile),
    }[act]
    assert refusals(state, action) == ({"tile.kind"} if refused else set())
