"""The eight buildings: what each brings when it is placed, when that is lost, and chains of buildings."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.decisions.ships import LoadShip
from referee_service.games.burgundy.questions import FreeActionFrame, PlaceBenefitFrame
from referee_service.kernel.actions.decline import Decline
from tests.games.burgundy.positions import (
    BUILDINGS,
    CASTLES,
    CITY,
    EMPTY_DEPOTS,
    HARBOUR,
    LONE_CITY,
    MINES,
    NORTH_CITY,
    SCHOOL,
    WEST_HARBOUR,
    after,
    after_placement,
    covering_tiles,
    events_of,
    given,
    knowledge_tiles,
    legal,
    points,
    question,
    refusals,
    score,
)
from tests.games.rules import rule

DEPOTS = {
    0: ["watchtower", "pig_4", "ship", "knowledge_7", "castle", "mine"],
    1: ["knowledge_1", "bank", "ship"],
    2: ["knowledge_2", "castle"],
    3: ["pig_2", "church"],
    4: ["mine"],
    5: ["mine", "bank"],
    6: ["mine"],
}
"""Tiles of every colour in the black depot and in the numbered ones."""
FETCHES = {
    "carpenters_workshop": {"building"},
    "church": {"mine", "knowledge", "castle"},
    "market": {"ship", "animal"},
}
LYING = {
    "building": [(1, "bank"), (3, "church"), (5, "bank")],
    "animal": [(3, "pig_2")],
    "ship": [(1, "ship")],
    "knowledge": [(1, "knowledge_1"), (2, "knowledge_2")],
    "castle": [(2, "castle")],
    "mine": [(4, "mine"), (5, "mine"), (6, "mine")],
}
"""The tiles of each colour in the numbered depots above."""
GOODS = ["red", "red", "pink"]
ASKS = {
    "warehouse": "sell_benefit",
    "carpenters_workshop": "take_benefit",
    "church": "take_benefit",
    "market": "take_benefit",
    "city_hall": "place_benefit",
}
"""The question that each building opens, if any."""
each_building = pytest.mark.parametrize("building", BUILDINGS)
each_asking_building = pytest.mark.parametrize("building", ASKS)
each_fetching_building = pytest.mark.parametrize("building", FETCHES)


def after_building(building: str, **wanted):
    """Return the position after this building was placed, with all that any building needs."""
    return after_placement(building, LONE_CITY, **{"goods": GOODS, "depots": DEPOTS, "storage": ["mine"]} | wanted)


def other_tile(building: str) -> str:
    """Return a tile that this building does not fetch."""
    return "ship" if building != "market" else "bank"


# --- benefits -------------------------------------------------------------------------------------------------------


@rule("building.boarding_house")
@each_building
def test_the_boarding_house_and_no_other_brings_four_workers(building):
    assert after_building(building).players[0].workers == (4 if building == "boarding_house" else 0)


@rule("building.bank")
@each_building
def test_the_bank_and_no_other_brings_two_silver(building):
    assert after_building(building).players[0].silver == (2 if building == "bank" else 0)


@rule("building.watchtower")
@each_building
def test_the_watchtower_and_no_other_gives_four_points(building):
    assert points(after_building(building), "building.watchtower") == (4 if building == "watchtower" else 0)


@rule("building.warehouse")
@each_building
def test_the_warehouse_and_no_other_sells_one_kind_of_goods_of_any_die(building):
    sales = legal(after_building(building), "sell_goods") if question(after_building(building)) != "main" else []
    assert sales == ([SellGoods(None, "pink"), SellGoods(None, "red")] if building == "warehouse" else [])


@rule("building.carpenters_workshop", "building.church", "building.market")
@each_building
def test_workshop_church_and_market_take_tiles_of_their_colours_from_the_numbered_depots(building):
    state = after_building(building)
    offered = legal(state, "take_tile") if question(state) != "main" else []
    lying = set().union(*(LYING[kind] for kind in FETCHES.get(building, ())))
    assert {(take.depot, take.tile) for take in offered} == lying
    assert all(take.die is None for take in offered)


@rule("building.city_hall")
@each_building
def test_the_city_hall_and_no_other_places_one_more_tile_without_a_die(building):
    state = after_building(building)
    offered = legal(state, "place_tile") if question(state) != "main" else []
    assert offered == ([PlaceTile(None, "mine", MINES[0])] if building == "city_hall" else [])


@each_building
def test_a_building_brings_its_benefit_only_once(building):
    state = after_building(building)
    while question(state) != "main":
        state = after(state, legal(state)[0])
    assert state.players[0].dice == (6,)


@each_building
def test_a_benefit_comes_however_the_building_was_placed(building):
    wanted = {"goods": GOODS, "depots": DEPOTS, "storage": ["mine", building]}
    by_castle = after(given(pending=(FreeActionFrame(0),), **wanted), PlaceTile(None, building, LONE_CITY))
    by_city_hall = after(given(pending=(PlaceBenefitFrame(0),), **wanted), PlaceTile(None, building, LONE_CITY))
    owner = after_building(building).players[0]
    for state in (by_castle, by_city_hall):
        assert question(state) == ASKS.get(building, "main")
        assert (state.players[0].silver, state.players[0].workers) == (owner.silver, owner.workers)
        assert score(state) == score(after_building(building))


# --- optional, and sometimes lost -----------------------------------------------------------------------------------


@each_asking_building
def test_a_benefit_may_be_declined_and_is_gone(building):
    state = after_building(building)
    left = after(state, Decline())
    assert (question(state), question(left)) == (ASKS[building], "main")
    assert left.players[0] == state.players[0]


@each_asking_building
def test_a_building_may_be_placed_though_its_benefit_is_impossible(building):
    poor = {"goods": [], "storage": [], "depots": EMPTY_DEPOTS | {6: [other_tile(building)]}}
    state = after_building(building, **poor)
    assert (state.players[0].estate[LONE_CITY], question(state)) == (building, "main")


@each_asking_building
def test_a_lost_benefit_emits_an_event(building):
    state = given(dice=[3, 6], storage=[building], depots=EMPTY_DEPOTS)
    assert "lapsed" in [event.kind for event in events_of(state, PlaceTile(3, building, LONE_CITY))]


@each_fetching_building
def test_a_benefit_is_lost_when_only_other_colours_lie_there(building):
    others = [tile for kind, lying in LYING.items() if kind not in FETCHES[building] for _, tile in lying]
    assert question(after_building(building, depots=EMPTY_DEPOTS | {6: others})) == "main"


@each_fetching_building
def test_no_building_ever_takes_from_the_black_depot(building):
    assert question(after_building(building, depots=EMPTY_DEPOTS | {0: DEPOTS[0], 6: [other_tile(building)]})) == "main"
    assert all(take.depot for take in legal(after_building(building), "take_tile"))
    for tile in DEPOTS[0]:
        judged = refusals(after_building(building), TakeTile(None, 0, tile))
        assert {"take_tile.black"} <= judged <= {"take_tile.black", "take_tile.kind"}


@each_fetching_building
def test_a_tile_of_another_colour_is_refused_by_name(building):
    wrong = next(tile for kind, tiles in LYING.items() if kind not in FETCHES[building] for tile in tiles)
    assert refusals(after_building(building), TakeTile(None, *wrong)) == {"take_tile.kind"}


@each_asking_building
def test_no_die_is_used_for_a_benefit(building):
    state = after_building(building)
    answer = legal(state)[0]
    named = type(answer)(6, *[getattr(answer, name) for name in answer.__struct_fields__[1:]])
    assert refusals(state, named) == {"die.unused"}
    assert after(state, answer).players[0].dice == (6,)


@each_asking_building
def test_nothing_else_can_be_done_before_a_benefit_is_answered(building):
    state = after_building(building, silver=9)
    assert refusals(state, TakeWorkers(6)) == {"referee.verb"}
    assert not legal(state, "buy_tile")


# --- into storage ---------------------------------------------------------------------------------------------------


@each_fetching_building
def test_storage_always_has_room_for_what_a_building_fetches(building):
    state = after_building(building, storage=["mine", "ship"])
    state = after(state, legal(state, "take_tile")[0])
    assert (len(state.players[0].storage), question(state)) == (3, "main")


def test_a_fetched_tile_leaves_its_depot_for_storage_and_not_for_the_estate():
    state = after(after_building("market", storage=[]), TakeTile(None, 3, "pig_2"))
    assert (state.players[0].storage, state.depots[3]) == (("pig_2",), ("church",))
    assert "pig_2" not in state.players[0].estate


def test_a_workshop_may_fetch_another_workshop():
    state = after_building("carpenters_workshop", storage=[], depots={4: ["carpenters_workshop"]})
    state = after(state, TakeTile(None, 4, "carpenters_workshop"))
    assert state.players[0].storage == ("carpenters_workshop",)


# --- the warehouse --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 3), (4, 4)])
def test_a_warehouse_sells_all_goods_of_the_kind_as_a_die_would(seats, each):
    state = after(after_building("warehouse", seats=seats), SellGoods(None, "red"))
    owner = state.players[0]
    assert (owner.goods, owner.sold, owner.silver) == (("pink",), ("red", "red"), 1)
    assert points(state, "score.sale") == 2 * each


# --- the city hall --------------------------------------------------------------------------------------------------


def test_a_city_hall_places_any_colour_whatever_the_number_of_the_space():
    state = after_building("city_hall", storage=["mine", "ship"], estate={})
    assert set(legal(state, "place_tile")) == {
        PlaceTile(None, "mine", MINES[0]),
        PlaceTile(None, "ship", HARBOUR[0]),
        PlaceTile(None, "ship", WEST_HARBOUR[0]),
    }


def test_a_city_hall_takes_no_workers():
    state = after(after_building("city_hall", storage=["mine"], workers=3), PlaceTile(None, "mine", MINES[0]))
    assert state.players[0].workers == 3


@pytest.mark.parametrize(
    ("placement", "reason"),
    [
        (PlaceTile(None, "bank", CITY[1]), "place_tile.touching"),
        (PlaceTile(None, "bank", MINES[0]), "place_tile.colour"),
        (PlaceTile(None, "bank", LONE_CITY), "place_tile.empty"),
        (PlaceTile(None, "church", CITY[0]), "place_tile.stored"),
    ],
)
def test_a_city_hall_keeps_every_other_rule_of_placing(placement, reason):
    assert reason in refusals(after_building("city_hall", storage=["bank"]), placement)


def test_a_city_hall_does_not_allow_twins():
    state = after_placement("city_hall", CITY[0], storage=["city_hall"], estate={LONE_CITY: "bank"})
    assert question(state) == "main"
    state = after_placement("city_hall", CITY[0], storage=["city_hall"], estate=knowledge_tiles(1))
    assert PlaceTile(None, "city_hall", CITY[1]) in legal(state)


def test_a_city_hall_places_with_the_effect_of_the_tile():
    state = after(after_building("city_hall", storage=["bank"]), PlaceTile(None, "bank", CITY[0]))
    assert (state.players[0].silver, question(state)) == (2, "main")


def test_a_city_hall_may_place_what_only_its_own_space_lets_touch():
    state = given(dice=[3, 6], storage=["city_hall", "cattle_3"])
    assert not any(action.tile == "cattle_3" for action in legal(state, "place_tile"))
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY))
    assert legal(state, "place_tile") == [PlaceTile(None, "cattle_3", 5), PlaceTile(None, "cattle_3", 10)]


def test_a_district_that_a_city_hall_completes_scores():
    estate = covering_tiles("building", CITY[:4]) | {SCHOOL[1]: "knowledge_2"}
    state = after_placement("city_hall", NORTH_CITY[0], storage=["watchtower"], estate=estate)
    state = after(state, PlaceTile(None, "watchtower", CITY[4]))
    assert points(state, "score.district_size") == 15


# --- chains ---------------------------------------------------------------------------------------------------------


def test_city_hall_then_castle_then_ship_all_with_one_die():
    state = given(dice=[3, 6], storage=["city_hall", "castle", "ship"], depot_goods={4: ["red"]})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY))
    state = after(state, PlaceTile(None, "castle", CASTLES[0]))
    assert question(state) == "free_action"
    state = after(state, PlaceTile(None, "ship", WEST_HARBOUR[0]), LoadShip(4))
    assert (state.players[0].storage, state.players[0].goods, state.players[0].dice) == ((), ("red",), (6,))


def test_city_hall_then_castle_then_city_hall_then_nothing_left():
    state = given(dice=[3, 6], storage=["city_hall", "castle", "city_hall"])
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "castle", CASTLES[0]))
    state = after(state, PlaceTile(None, "city_hall", CITY[0]))
    assert (question(state), state.players[0].dice) == ("main", (6,))


def test_a_chain_may_be_fed_from_the_depots():
    state = given(dice=[3, 6], storage=["city_hall", "church"], depots={2: ["castle"]})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "church", CITY[0]))
    state = after(state, TakeTile(None, 2, "castle"))
    state = after(state, PlaceTile(6, "castle", CASTLES[0]))
    assert (question(state), state.players[0].dice) == ("free_action", ())


def test_three_castles_in_a_row_end_with_an_action_and_cover_their_colour():
    state = given(dice=[6, 6], storage=["castle"] * 3, estate={LONE_CITY: "bank"})
    state = after(state, PlaceTile(6, "castle", CASTLES[0]), PlaceTile(None, "castle", CASTLES[1]))
    state = after(state, PlaceTile(None, "castle", CASTLES[2]), TakeWorkers(None))
    assert state.bonuses.castle == (0,)
    assert (state.players[0].workers, state.players[0].dice) == (2, (6,))


def test_declining_the_inner_benefit_ends_the_whole_chain():
    state = given(dice=[3, 6], storage=["city_hall", "market"], depots={1: ["ship"]})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "market", CITY[0]), Decline())
    assert question(state) == "main"
