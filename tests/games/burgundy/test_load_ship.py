"""Loading a ship: all goods of any one depot, and with knowledge 5 also those of a neighbour."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.decisions.ships import LoadShip
from referee_service.games.burgundy.questions import LoadMoreFrame, StoreGoodsFrame
from referee_service.kernel.actions.decline import Decline
from tests.games.burgundy.positions import (
    SCHOOL,
    WEST_HARBOUR,
    after,
    events_of,
    given,
    legal,
    question,
    refusals,
)
from tests.games.rules import allows, refuses, rule

TWO_HARBOURS = {SCHOOL[0]: "knowledge_5"}
RING = {1: (6, 2), 2: (1, 3), 3: (2, 4), 4: (3, 5), 5: (4, 6), 6: (5, 1)}
"""Every depot with its two neighbours."""


def after_ship(depot_goods, **wanted):
    """Return the position after a ship was placed with a 2."""
    state = given(dice=[2, 6], storage=["ship"], depot_goods=depot_goods, **wanted)
    return after(state, PlaceTile(2, "ship", WEST_HARBOUR[0]))


@pytest.mark.parametrize("depot", range(1, 7))
def test_any_depot_may_be_named_whatever_die_placed_the_ship(depot):
    state = after_ship({other: ["red"] for other in range(1, 7)})
    assert after(state, LoadShip(depot)).depot_goods[depot - 1] == ()


@allows("load_ship.neighbour")
def test_the_first_depot_may_be_any():
    state = after_ship({4: ["red"]}, estate=TWO_HARBOURS)
    assert not any(refusals(state, LoadShip(depot)) for depot in RING)


@rule("load_ship.neighbour")
@pytest.mark.parametrize(("first", "neighbours"), RING.items())
def test_with_knowledge_5_the_second_depot_is_a_neighbour_of_the_first(first, neighbours):
    """The six goods spaces form a ring, so that 6 and 1 are neighbours."""
    state = after(after_ship({depot: ["red"] for depot in range(1, 7)}, estate=TWO_HARBOURS), LoadShip(first))
    assert question(state) == "load_more"
    for depot in set(RING) - {first}:
        wanted = set() if depot in neighbours else {"load_ship.neighbour"}
        assert refusals(state, LoadShip(depot)) == wanted


@refuses("load_ship.neighbour")
def test_a_depot_is_no_neighbour_of_itself():
    state = after(after_ship({1: ["red"], 2: ["pink"]}, estate=TWO_HARBOURS), LoadShip(1))
    assert refusals(state, LoadShip(1)) == {"load_ship.neighbour"}


# --- other refusals -------------------------------------------------------------------------------------------------


def test_the_other_seat_may_not_load():
    assert refusals(after_ship({4: ["red"]}), LoadShip(4), seat=1) == {"referee.seat"}


def test_nothing_is_loaded_unless_a_ship_arrives():
    assert refusals(given(depot_goods={4: ["red"]}), LoadShip(4)) == {"referee.verb"}


@refuses("ruling.ship_loads")
def test_the_first_depot_may_not_be_declined():
    state = after_ship({4: ["red"]})
    assert refusals(state, Decline()) == {"ruling.ship_loads"}
    assert legal(state, "decline") == []


# --- effects of the action ------------------------------------------------------------------------------------------


def test_all_goods_of_the_depot_come_into_store():
    state = after(after_ship({4: ["red", "pink", "red"], 5: ["brown"]}, goods=["pink"]), LoadShip(4))
    assert state.active_player.goods == ("pink", "pink", "red", "red")
    assert state.depot_goods == ((), (), (), (), ("brown",), ())


def test_without_knowledge_5_one_depot_is_all():
    assert question(after(after_ship({4: ["red"], 5: ["pink"]}), LoadShip(4))) == "main"


def test_with_knowledge_5_the_goods_of_both_depots_come_into_store():
    state = after(after_ship({6: ["red"], 1: ["pink", "red"]}, estate=TWO_HARBOURS), LoadShip(6), LoadShip(1))
    assert (state.active_player.goods, state.depot_goods, question(state)) == (
        ("pink", "red", "red"),
        ((),) * 6,
        "main",
    )


@allows("ruling.ship_loads")
def test_with_knowledge_5_the_second_depot_may_be_declined():
    state = after(after_ship({1: ["red"], 2: ["pink"]}, estate=TWO_HARBOURS), LoadShip(1), Decline())
    assert (state.active_player.goods, state.depot_goods[1]) == (("red",), ("pink",))


def test_with_knowledge_5_nothing_is_asked_when_no_goods_lie_next_door():
    state = after(after_ship({1: ["red"], 3: ["pink"]}, estate=TWO_HARBOURS), LoadShip(1))
    assert (question(state), state.active_player.goods) == ("main", ("red",))


def test_after_the_first_depot_its_neighbours_are_offered_or_none():
    waiting = (StoreGoodsFrame(0, (3,)), LoadMoreFrame(0, 3))
    offered = legal(given(pending=waiting, depot_goods={3: ["red"], 4: ["pink"]}))
    assert offered == [LoadShip(2), LoadShip(4), Decline()]


def test_a_ship_that_finds_no_goods_at_all_only_advances_its_owner():
    state = after_ship({})
    assert (question(state), state.track[1]) == ("main", (0,))


def test_loading_emits_an_event():
    (event,) = events_of(after_ship({4: ["red", "red"]}), LoadShip(4))
    assert (event.kind, event.seat, event.facts) == ("goods_stored", 0, {"goods": ("red", "red")})


@rule("load_ship.black")
@pytest.mark.parametrize(("depot", "refused"), [(0, True), (1, False)])
def test_no_ship_loads_in_the_black_depot(depot, refused):
    state = after_ship({1: ["red"], 2: ["pink"]})
    assert refusals(state, LoadShip(depot)) == ({"load_ship.black"} if refused else set())
