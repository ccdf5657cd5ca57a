"""Selling goods: all tiles of the die's kind, for one silver and points by the number of players."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.questions import FreeActionFrame, PlaceBenefitFrame, SellBenefitFrame
from tests.games.burgundy.positions import after, events_of, given, legal, points, refusals
from tests.games.rules import refuses, rule

SOLD_BY = {1: "turquoise", 2: "purple", 3: "pink", 4: "red", 5: "brown", 6: "orange"}


@rule("sell_goods.held")
@pytest.mark.parametrize(("held", "refused"), [([], True), (["red", "pink"], True), (["orange"], False)])
def test_only_goods_in_store_are_sold(held, refused):
    state = given(dice=[6], goods=held, sold=["orange"], depot_goods={6: ["orange"]})
    assert refusals(state, SellGoods(6, "orange")) == ({"sell_goods.held"} if refused else set())


@rule("die.workers")
@pytest.mark.parametrize(("die", "goods"), SOLD_BY.items())
def test_the_die_names_the_goods(die, goods):
    state = given(dice=[die], goods=list(SOLD_BY.values()))
    assert legal(state, "sell_goods") == [SellGoods(die, goods)]
    assert all(refusals(state, SellGoods(die, other)) for other in set(SOLD_BY.values()) - {goods})


@pytest.mark.parametrize("pending", [FreeActionFrame(0), SellBenefitFrame(0)])
def test_a_castle_or_a_warehouse_sells_any_kind(pending):
    state = given(dice=[1], goods=["orange", "pink", "pink"], pending=(pending,))
    assert legal(state, "sell_goods") == [SellGoods(None, "orange"), SellGoods(None, "pink")]


@refuses("die.workers", "sell_goods.held")
def test_a_far_die_and_missing_goods_are_both_named():
    assert refusals(given(dice=[1]), SellGoods(1, "red")) == {"die.workers", "sell_goods.held"}


def test_the_other_seat_may_not_sell():
    assert refusals(given(dice=[4], goods=["red"]), SellGoods(4, "red"), seat=1) == {"referee.seat"}


def test_goods_are_not_sold_in_answer_to_another_question():
    state = given(goods=["red"], storage=["bank"], pending=(PlaceBenefitFrame(0),))
    assert refusals(state, SellGoods(None, "red")) == {"referee.verb"}


# --- effects of the action ------------------------------------------------------------------------------------------


def test_all_tiles_of_the_kind_are_sold_and_the_others_kept():
    player = after(given(dice=[4, 5], goods=["red", "pink", "red"], sold=["brown"]), SellGoods(4, "red")).active_player
    assert (player.goods, player.sold, player.dice) == (("pink",), ("brown", "red", "red"), (5,))


@pytest.mark.parametrize("tiles", [1, 2, 5])
def test_a_sale_brings_one_silver_however_many_tiles(tiles):
    assert after(given(dice=[4, 5], goods=["red"] * tiles), SellGoods(4, "red")).active_player.silver == 1


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 3), (4, 4)])
@pytest.mark.parametrize("tiles", [1, 3])
def test_each_tile_sold_scores_by_the_number_of_players(seats, each, tiles):
    state = after(given(seats=seats, dice=[4, 5], goods=["red"] * tiles), SellGoods(4, "red"))
    assert points(state, "score.sale") == tiles * each


@pytest.mark.parametrize("pending", [FreeActionFrame(0), SellBenefitFrame(0)])
def test_without_a_die_a_sale_brings_the_same(pending):
    state = after(given(goods=["red", "red"], pending=(pending,)), SellGoods(None, "red"))
    assert (state.active_player.silver, points(state, "score.sale"), state.pending) == (1, 4, ())


def test_selling_emits_an_event():
    events = events_of(given(dice=[4, 5], goods=["red", "red"]), SellGoods(4, "red"))
    assert [event.kind for event in events] == ["die_used", "goods_sold", "scored"]
    assert events[1].facts == {"goods": "red", "tiles": 2, "silver": 1, "rule": "ruling.sold_goods"}


@rule("sell_goods.kind")
@pytest.mark.parametrize(("goods", "refused"), [("bank", True), ("red", False)])
def test_only_goods_are_sold(goods, refused):
    state = given(pending=(FreeActionFrame(0),), goods=["red"])
    assert refusals(state, SellGoods(None, goods)) == ({"sell_goods.kind"} if refused else set())
