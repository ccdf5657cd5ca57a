"""Buying a tile: once a turn, for two silver, from the black depot, before, between or after the dice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.questions import FreeActionFrame, PlaceBenefitFrame
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import SCHOOL, after, events_of, given, legal, refusals
from tests.games.rules import refuses, rule

BLACK = 0


@rule("buy_tile.once")
def test_one_tile_is_bought_in_a_turn():
    state = given(silver=9, depots={BLACK: ["ship", "bank"]})
    assert not refusals(state, BuyTile(BLACK, "ship"))
    assert refusals(after(state, BuyTile(BLACK, "ship")), BuyTile(BLACK, "bank")) == {"buy_tile.once"}


@rule("buy_tile.silver")
@pytest.mark.parametrize(("silver", "refused"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_tile_costs_two_silver(silver, refused):
    state = given(silver=silver, workers=9, depots={BLACK: ["ship"]})
    assert refusals(state, BuyTile(BLACK, "ship")) == ({"buy_tile.silver"} if refused else set())


@rule("buy_tile.depot")
@pytest.mark.parametrize(("depot", "refused"), [(BLACK, False), *((depot, True) for depot in range(1, 7))])
def test_only_the_black_depot_sells(depot, refused):
    state = given(silver=2, depots={depot: ["ship"]})
    assert refusals(state, BuyTile(depot, "ship")) == ({"buy_tile.depot"} if refused else set())


@rule("buy_tile.depot")
@pytest.mark.parametrize("depot", range(7))
def test_with_knowledge_6_every_depot_sells(depot):
    state = given(silver=2, depots={depot: ["ship"]}, estate={SCHOOL[0]: "knowledge_6"})
    assert not refusals(state, BuyTile(depot, "ship"))


@rule("buy_tile.there")
@pytest.mark.parametrize(("tile", "refused"), [("ship", False), ("bank", True)])
def test_a_tile_is_bought_from_the_depot_where_it_lies(tile, refused):
    state = given(silver=2, depots={BLACK: ["ship"], 3: ["bank"]})
    assert refusals(state, BuyTile(BLACK, tile)) == ({"buy_tile.there"} if refused else set())


@refuses("buy_tile.once", "buy_tile.silver", "buy_tile.depot", "buy_tile.there")
def test_all_reasons_are_given_together():
    reasons = {"buy_tile.once", "buy_tile.silver", "buy_tile.depot", "buy_tile.there"}
    assert refusals(given(silver=1, may_buy=False), BuyTile(3, "ship")) == reasons


def test_the_other_seat_may_not_buy():
    state = with_player(given(silver=2, depots={BLACK: ["ship"]}), 1, silver=2)
    assert refusals(state, BuyTile(BLACK, "ship"), seat=1) == {"referee.seat"}


@rule("ruling.purchase_between")
@pytest.mark.parametrize("pending", [FreeActionFrame(0), PlaceBenefitFrame(0)])
def test_nothing_is_bought_in_the_middle_of_an_action(pending):
    state = given(silver=2, storage=["bank"], depots={BLACK: ["ship"]})
    assert refusals(state, BuyTile(BLACK, "ship")) == set()
    state = replace(state, pending=(pending,))
    assert refusals(state, BuyTile(BLACK, "ship")) == {"ruling.purchase_between"}
    assert legal(state, "buy_tile") == []


# --- effects of the action ------------------------------------------------------------------------------------------


def test_a_bought_tile_goes_to_storage_and_uses_no_die():
    state = after(given(dice=[3, 5], silver=3, depots={BLACK: ["ship", "bank"]}), BuyTile(BLACK, "ship"))
    assert (state.active_player.storage, state.active_player.silver, state.active_player.dice, state.depots[BLACK]) == (
        ("ship",),
        1,
        (3, 5),
        ("bank",),
    )


@pytest.mark.parametrize("dice_used", [0, 1, 2])
def test_a_tile_is_bought_before_between_or_after_the_dice(dice_used):
    state = given(dice=[3, 5], silver=2, depots={BLACK: ["ship"]})
    state = after(state, *[TakeWorkers(3), TakeWorkers(5)][:dice_used], BuyTile(BLACK, "ship"))
    assert state.players[0].storage == ("ship",)


def test_every_turn_has_its_own_purchase():
    state = with_player(given(dice=[3], silver=2, depots={BLACK: ["ship", "bank"]}), 1, silver=2)
    state = after(state, BuyTile(BLACK, "ship"), TakeWorkers(3))
    assert (state.active_seat, refusals(state, BuyTile(BLACK, "bank"), seat=1)) == (1, set())


def test_a_purchase_given_up_does_not_add_up():
    state = with_player(given(dice=[], silver=4, depots={BLACK: ["ship", "bank"]}), 1, silver=4)
    state = after(state, EndTurn(), BuyTile(BLACK, "ship"))
    assert refusals(state, BuyTile(BLACK, "bank"), seat=1) == {"buy_tile.once"}


def test_two_equal_tiles_for_sale_are_offered_once():
    assert legal(given(silver=2, depots={BLACK: ["ship", "ship"]}), "buy_tile") == [BuyTile(BLACK, "ship")]


def test_buying_emits_an_event():
    (event,) = events_of(given(silver=2, depots={BLACK: ["ship"]}), BuyTile(BLACK, "ship"))
    assert (event.kind, event.facts) == ("tile_bought", {"tile": "ship", "depot": BLACK, "silver": 2})
