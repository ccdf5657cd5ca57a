"""Discarding: if storage is full, a stored tile leaves the game and the new one takes its place."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.decisions.benefits import DiscardTile
from referee_service.games.burgundy.questions import MakeRoomFrame
from referee_service.kernel.bags import count_in
from tests.games.burgundy.positions import LONE_CITY, after, events_of, given, legal, question, refusals
from tests.games.rules import rule

FULL = ["bank", "mine", "ship"]


def full_storage(**wanted):
    """Return the position after a castle was taken with full storage."""
    return given(storage=FULL, pending=(MakeRoomFrame(0, "castle"),), **wanted)


@rule("discard_tile.stored")
@pytest.mark.parametrize(("tile", "refused"), [("bank", False), ("mine", False), ("ship", False), ("church", True)])
def test_only_a_stored_tile_makes_room(tile, refused):
    assert refusals(full_storage(), DiscardTile(tile)) == ({"discard_tile.stored"} if refused else set())


@rule("discard_tile.stored")
def test_the_tile_just_taken_does_not_make_room_for_itself():
    state = full_storage()
    assert refusals(state, DiscardTile("castle")) == {"discard_tile.stored"}
    assert legal(state) == [DiscardTile("bank"), DiscardTile("mine"), DiscardTile("ship")]


def test_equal_stored_tiles_are_offered_once():
    state = given(storage=["bank", "ship", "ship"], pending=(MakeRoomFrame(0, "castle"),))
    assert legal(state) == [DiscardTile("bank"), DiscardTile("ship")]


def test_the_discarded_tile_leaves_the_game_and_the_new_one_is_stored():
    before = full_storage()
    state = after(before, DiscardTile("mine"))
    assert state.active_player.storage == ("bank", "castle", "ship")
    assert count_in(state.supply.removed, "mine") == count_in(before.supply.removed, "mine") + 1


@pytest.mark.parametrize(
    ("wanted", "action"),
    [
        pytest.param({"dice": [3, 5], "depots": {3: ["castle"]}}, TakeTile(3, 3, "castle"), id="with a die"),
        pytest.param({"silver": 2, "depots": {0: ["castle"]}}, BuyTile(0, "castle"), id="bought"),
    ],
)
def test_room_is_made_however_the_tile_came(wanted, action):
    state = after(given(storage=FULL, **wanted), action)
    assert question(state) == "make_room"
    assert after(state, DiscardTile("ship")).active_player.storage == ("bank", "castle", "mine")


@pytest.mark.parametrize("stored", [[], ["bank"], ["bank", "mine"]])
def test_nothing_is_discarded_while_a_space_is_free(stored):
    state = after(given(dice=[3, 5], storage=stored, depots={3: ["castle"]}), TakeTile(3, 3, "castle"))
    assert (question(state), state.active_player.storage) == ("main", tuple(sorted([*stored, "castle"])))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (TakeWorkers(1), "referee.verb"),
        (PlaceTile(None, "bank", LONE_CITY), "referee.verb"),
        (BuyTile(0, "ship"), "ruling.purchase_between"),
    ],
)
def test_until_room_is_made_nothing_else_is_done(action, reason):
    assert refusals(full_storage(silver=2, depots={0: ["ship"]}), action) == {reason}


def test_nothing_is_discarded_unless_room_is_needed():
    assert refusals(given(storage=FULL), DiscardTile("bank")) == {"referee.verb"}


def test_the_other_seat_may_not_discard():
    assert refusals(full_storage(), DiscardTile("bank"), seat=1) == {"referee.seat"}


def test_discarding_emits_an_event():
    (event,) = events_of(full_storage(), DiscardTile("mine"))
    assert (event.kind, event.seat, event.facts) == ("tile_discarded", 0, {"tile": "mine"})
