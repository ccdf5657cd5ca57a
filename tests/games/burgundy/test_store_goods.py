"""Storing goods: at most three kinds. Kinds already held always fit; what does not fit stays in the depot."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.kernel.actions.decline import Decline
from tests.games.burgundy.positions import SCHOOL, WEST_HARBOUR, after, given, legal, question, refusals
from tests.games.rules import refuses, rule


def after_load_at_4(aboard, held, **wanted):
    """Return the position after a ship took goods from depot 4 for a player with other goods."""
    state = given(dice=[2, 6], storage=["ship"], depot_goods={4: aboard}, goods=held, **wanted)
    return after(state, PlaceTile(2, "ship", WEST_HARBOUR[0]), LoadShip(4))


def carla():
    """Return the example of the rulebook: two kinds held, turquoise among them; the ship takes turquoise, pink and
    brown."""
    return after_load_at_4(["turquoise", "pink", "brown"], held=["turquoise", "red"])


@rule("store_goods.waiting")
@pytest.mark.parametrize(
    ("goods", "refused"), [("pink", False), ("brown", False), ("turquoise", True), ("red", True), ("orange", True)]
)
def test_only_a_kind_that_waits_aboard_can_be_stored(goods, refused):
    assert refusals(carla(), StoreGoods(goods)) == ({"store_goods.waiting"} if refused else set())


def test_carla_stores_what_she_holds_already_and_chooses_one_new_kind():
    state = carla()
    assert (state.active_player.goods, legal(state)) == (
        ("red", "turquoise", "turquoise"),
        [StoreGoods("brown"), StoreGoods("pink")],
    )


@pytest.mark.parametrize(("chosen", "left"), [("pink", "brown"), ("brown", "pink")])
def test_what_cannot_be_stored_stays_in_the_depot(chosen, left):
    state = after(carla(), StoreGoods(chosen))
    assert state.active_player.goods == tuple(sorted(["red", "turquoise", "turquoise", chosen]))
    assert (state.depot_goods[3], question(state)) == ((left,), "main")


def test_all_tiles_of_the_chosen_kind_come_along():
    state = after(after_load_at_4(["pink", "pink", "brown"], held=["turquoise", "red"]), StoreGoods("pink"))
    assert (state.active_player.goods, state.depot_goods[3]) == (("pink", "pink", "red", "turquoise"), ("brown",))


def test_with_two_free_places_two_of_three_kinds_are_chosen():
    state = after(after_load_at_4(["pink", "brown", "orange"], held=["red"]), StoreGoods("pink"))
    assert legal(state) == [StoreGoods("brown"), StoreGoods("orange")]
    assert after(state, StoreGoods("orange")).active_player.goods == ("orange", "pink", "red")


@pytest.mark.parametrize(
    ("aboard", "held", "stored", "left"),
    [
        pytest.param(["pink", "brown"], ["red"], ("brown", "pink", "red"), (), id="room for all"),
        pytest.param(["pink"], ["red", "brown"], ("brown", "pink", "red"), (), id="the last place"),
        pytest.param(["pink"], ["red", "brown", "orange"], ("brown", "orange", "red"), ("pink",), id="no place"),
        pytest.param(
            ["pink", "red"], ["red", "brown", "orange"], ("brown", "orange", "red", "red"), ("pink",), id="held only"
        ),
    ],
)
def test_no_question_is_open_without_a_choice(aboard, held, stored, left):
    state = after_load_at_4(aboard, held)
    assert (question(state), state.active_player.goods, state.depot_goods[3]) == ("main", stored, left)


def test_with_knowledge_5_the_kinds_of_both_depots_wait_together():
    wanted = {"storage": ["ship"], "goods": ["red", "brown"], "depot_goods": {4: ["pink"], 5: ["orange", "red"]}}
    state = given(dice=[2, 6], estate={SCHOOL[0]: "knowledge_5"}, **wanted)
    state = after(state, PlaceTile(2, "ship", WEST_HARBOUR[0]), LoadShip(4), LoadShip(5))
    assert (legal(state), len(state.pending)) == ([StoreGoods("orange"), StoreGoods("pink")], 1)
    assert after(state, StoreGoods("orange")).depot_goods[3:5] == (("pink",), ())


@refuses("ruling.ship_loads")
def test_goods_may_not_be_left_behind_while_there_is_room():
    assert refusals(carla(), Decline()) == {"ruling.ship_loads"}
    assert legal(carla(), "decline") == []


def test_the_other_seat_may_not_store():
    assert refusals(carla(), StoreGoods("pink"), seat=1) == {"referee.seat"}


def test_nothing_is_stored_unless_a_ship_brings_too_much():
    assert refusals(given(), StoreGoods("pink")) == {"referee.verb"}


@rule("goods.kinds")
@pytest.mark.parametrize(("held", "closed"), [(["red", "orange"], True), (["red"], False)])
def test_a_fourth_kind_stays_in_the_depot_and_the_refusal_says_why(held, closed):
    goods = {1: ["pink", "brown", "turquoise"]}
    state = given(dice=[2, 6], storage=["ship"], goods=held, depot_goods=goods)
    state = after(state, PlaceTile(2, "ship", WEST_HARBOUR[0]), LoadShip(1), StoreGoods("pink"))
    refused = refusals(state, StoreGoods("brown"))
    assert refused == ({"goods.kinds", "referee.verb"} if closed else set())
