"""The 26 knowledge tiles: each with and without its effect, and combinations of two."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.games.burgundy.questions import FreeActionFrame, StoreGoodsFrame
from referee_service.games.burgundy.state import Bonuses
from referee_service.kernel.actions.decline import Decline
from tests.games.burgundy.positions import (
    BUILDINGS,
    CASTLES,
    CITY,
    HARBOUR,
    LONE_CITY,
    LONE_PASTURE,
    MINES,
    NORTH_CITY,
    PASTURE,
    SCHOOL,
    WEST_CITY,
    WEST_HARBOUR,
    after,
    after_placement,
    estate_with,
    game_end,
    given,
    knowledge_tiles,
    legal,
    phase_end,
    points,
    question,
    refusals,
    score,
    tiles_on,
    workers_spent,
)
from tests.games.rules import rule

RING = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1)]
"""The neighbours among the six depots: they lie in a ring."""
SCORED_BUILDING = {
    16: "warehouse",
    17: "watchtower",
    18: "carpenters_workshop",
    19: "church",
    20: "market",
    21: "boarding_house",
    22: "bank",
    23: "city_hall",
}
PLACEMENTS = {
    "building": PlaceTile(3, "bank", CITY[0]),
    "animal": PlaceTile(2, "pig_2", LONE_PASTURE),
    "ship": PlaceTile(2, "ship", WEST_HARBOUR[0]),
    "knowledge": PlaceTile(1, "knowledge_26", SCHOOL[0]),
    "castle": PlaceTile(6, "castle", CASTLES[0]),
    "mine": PlaceTile(4, "mine", MINES[0]),
}
"""One placement of each colour, with the die that it needs."""
TURNED_FOR_FREE = {9: {"building"}, 10: {"ship", "animal"}, 11: {"castle", "mine", "knowledge"}}
LIES_ALREADY = {LONE_CITY: "church", HARBOUR[1]: "ship"}
"""So that every one of those spaces touches a tile."""


def other_die(die: int, steps: int) -> int:
    """Return the face this number of steps further on. After 6 comes 1."""
    return (die - 1 + steps) % 6 + 1


def ready_to_place(kind: str, steps: int, *known: int, **wanted):
    """Return a position and a placement of this colour with a die that is this number of steps off."""
    fitting = PLACEMENTS[kind]
    die = other_die(fitting.die, steps)
    state = given(dice=[die, die], storage=[fitting.tile], estate=LIES_ALREADY | knowledge_tiles(*known), **wanted)
    return state, PlaceTile(die, fitting.tile, fitting.space)


@pytest.mark.parametrize(("known", "refused"), [((), {"die.workers"}), ((9,), set())])
def test_a_knowledge_tile_does_nothing_while_it_is_only_stored(known, refused):
    state = given(dice=[2, 2], storage=["bank", "knowledge_9"], estate=knowledge_tiles(*known))
    assert refusals(state, PlaceTile(2, "bank", CITY[0])) == refused


def test_a_knowledge_tile_works_as_soon_as_it_is_placed():
    state = given(dice=[1, 2], storage=["bank", "knowledge_9"])
    assert refusals(state, PlaceTile(2, "bank", CITY[0])) == {"die.workers"}
    assert refusals(after(state, PlaceTile(1, "knowledge_9", SCHOOL[0])), PlaceTile(2, "bank", CITY[0])) == set()


def test_a_knowledge_tile_does_not_help_to_place_itself():
    state = given(dice=[2, 2], storage=["knowledge_11"])
    assert refusals(state, PlaceTile(2, "knowledge_11", SCHOOL[0])) == {"die.workers"}


def test_a_knowledge_tile_helps_only_its_owner():
    state = game_end(
        estate=LIES_ALREADY, others={1: {"estate": estate_with(knowledge_tiles(19) | {LONE_CITY: "church"})}}
    )
    assert (points(state, "knowledge.19", seat=0), points(state, "knowledge.19", seat=1)) == (0, 4)


# --- 1: twins in a city ---------------------------------------------------------------------------------------------


@rule("knowledge.1")
@pytest.mark.parametrize(("known", "refused"), [((), True), ((1,), False), ((2, 9), True)])
def test_1_lets_a_building_stand_twice_in_a_city(known, refused):
    state = given(dice=[1, 1], storage=["bank"], estate={CITY[0]: "bank"} | knowledge_tiles(*known))
    assert ("place_tile.twin" in refusals(state, PlaceTile(1, "bank", CITY[1]))) is refused


def test_1_sets_no_limit_to_twins():
    city = tiles_on(["bank", "bank", "bank", "bank"], CITY)
    state = given(dice=[3, 3], storage=["bank"], estate=city | knowledge_tiles(1))
    assert refusals(state, PlaceTile(3, "bank", CITY[4])) == set()


# --- 2: mines and workers -------------------------------------------------------------------------------------------


@rule("knowledge.2")
@pytest.mark.parametrize("mines", [0, 1, 2, 3])
@pytest.mark.parametrize("known", [(), (2,)])
def test_2_brings_a_worker_for_each_mine_beside_its_silver(known, mines):
    state = phase_end(estate=tiles_on(["mine"] * mines, MINES) | knowledge_tiles(*known))
    assert (state.players[0].silver, state.players[0].workers) == (mines, mines if known else 0)


def test_2_pays_at_the_end_of_the_last_phase_too_before_the_final_scoring():
    state = game_end(estate=tiles_on(["mine", "mine"], MINES) | knowledge_tiles(2))
    assert (points(state, "score.silver"), points(state, "score.workers")) == (2, 1)


def test_2_counts_only_the_mines_of_its_owner():
    others = {1: {"estate": estate_with(tiles_on(["mine"] * 3, MINES))}}
    state = phase_end(estate={MINES[0]: "mine"} | knowledge_tiles(2), others=others)
    assert (state.players[0].workers, state.players[1].workers) == (1, 0)


# --- 3 and 4: sales -------------------------------------------------------------------------------------------------

SALES = {
    "die": (given, SellGoods(4, "red")),
    "castle": (lambda **w: given(pending=(FreeActionFrame(0),), **w), SellGoods(None, "red")),
    "warehouse": (lambda **w: after_placement("warehouse", LONE_CITY, **w), SellGoods(None, "red")),
}
"""Three ways to sell: with a die, with a castle's action, with a warehouse."""


def player_after_sale(way: str, *known: int):
    """Return the player after a sale in one of the three ways."""
    position, sale = SALES[way]
    dice = {} if way == "warehouse" else {"dice": [4, 4]}
    return after(position(goods=["red", "red"], estate=knowledge_tiles(*known), **dice), sale).players[0]


@rule("knowledge.3")
@pytest.mark.parametrize("way", SALES)
def test_3_brings_two_silver_for_a_sale_in_place_of_one(way):
    assert (player_after_sale(way).silver, player_after_sale(way, 3).silver) == (1, 2)


@rule("knowledge.4")
@pytest.mark.parametrize("way", SALES)
def test_4_brings_a_worker_for_a_sale(way):
    assert (player_after_sale(way).workers, player_after_sale(way, 4).workers) == (0, 1)


@pytest.mark.parametrize("way", SALES)
def test_3_and_4_together_bring_two_silver_and_a_worker(way):
    seller = player_after_sale(way, 3, 4)
    assert (seller.silver, seller.workers) == (2, 1)


def test_3_and_4_pay_for_each_sale_and_not_for_each_tile():
    state = given(dice=[4, 5], goods=["red", "red", "red", "brown"], estate=knowledge_tiles(3, 4))
    seller = after(state, SellGoods(4, "red"), SellGoods(5, "brown")).players[0]
    assert (seller.silver, seller.workers) == (4, 2)


# --- 5: two depots for a ship ---------------------------------------------------------------------------------------


def after_ship(*known: int, **wanted):
    """Return the position after a ship was placed."""
    return after_placement("ship", HARBOUR[0], estate=knowledge_tiles(*known), **wanted)


@rule("knowledge.5")
@pytest.mark.parametrize(("known", "goods"), [((), ("red",)), ((5,), ("pink", "red"))])
def test_5_lets_a_ship_load_in_two_neighbouring_depots(known, goods):
    state = after(after_ship(*known, depot_goods={2: ["red"], 3: ["pink"]}), LoadShip(2))
    state = after(state, LoadShip(3)) if known else state
    assert (state.players[0].goods, question(state)) == (goods, "main")


@pytest.mark.parametrize(("first", "second"), RING + [(second, first) for first, second in RING])
def test_5_sees_the_depots_as_a_ring_in_which_6_and_1_are_neighbours(first, second):
    goods = {depot: ["red"] for depot in range(1, 7)}
    state = after(after_ship(5, depot_goods=goods), LoadShip(first))
    assert refusals(state, LoadShip(second)) == set()
    assert len(legal(state, "load_ship")) == 2


@pytest.mark.parametrize(("first", "stranger"), [(1, 3), (1, 4), (1, 5), (6, 2), (6, 3), (6, 4), (3, 3)])
def test_5_never_reaches_a_depot_that_is_no_neighbour(first, stranger):
    goods = {depot: ["red"] for depot in range(1, 7)}
    state = after(after_ship(5, depot_goods=goods), LoadShip(first))
    assert refusals(state, LoadShip(stranger)) == {"load_ship.neighbour"}


def test_5_may_be_declined():
    state = after(after_ship(5, depot_goods={6: ["red"], 1: ["pink"]}), LoadShip(6), Decline())
    assert (state.players[0].goods, state.depot_goods[0]) == (("red",), ("pink",))


def test_5_asks_nothing_when_no_goods_lie_beside_the_first_depot():
    state = after(after_ship(5, depot_goods={2: ["red"], 4: ["pink"]}), LoadShip(2))
    assert (state.players[0].goods, question(state)) == (("red",), "main")


def test_5_lets_a_ship_begin_at_an_empty_depot():
    state = after(after_ship(5, depot_goods={2: ["red"]}), LoadShip(1), LoadShip(2))
    assert state.players[0].goods == ("red",)


def test_5_adds_goods_of_both_depots_to_kinds_already_stored():
    state = after_ship(5, goods=["red", "pink", "brown"], depot_goods={6: ["red", "orange"], 1: ["pink", "red"]})
    state = after(state, LoadShip(6), LoadShip(1))
    assert state.players[0].goods == ("brown", "pink", "pink", "red", "red", "red")
    assert (state.depot_goods[5], state.depot_goods[0]) == (("orange",), ())


def test_5_lets_the_owner_choose_new_kinds_among_both_depots_together():
    state = after_ship(5, goods=["red", "red"], depot_goods={6: ["orange", "pink"], 1: ["brown", "red"]})
    state = after(state, LoadShip(1), LoadShip(6))
    assert state.pending == (StoreGoodsFrame(0, depots=(1, 6)),)
    assert legal(state) == [StoreGoods("brown"), StoreGoods("orange"), StoreGoods("pink")]
    state = after(state, StoreGoods("pink"))
    assert legal(state) == [StoreGoods("brown"), StoreGoods("orange")]
    state = after(state, StoreGoods("brown"))
    assert state.players[0].goods == ("brown", "pink", "red", "red", "red")
    assert (state.depot_goods[5], state.depot_goods[0]) == (("orange",), ())


def test_5_stores_a_chosen_kind_from_both_depots():
    state = after_ship(5, goods=["red", "brown"], depot_goods={6: ["orange", "pink"], 1: ["pink"]})
    state = after(state, LoadShip(6), LoadShip(1), StoreGoods("pink"))
    assert state.players[0].goods == ("brown", "pink", "pink", "red")


def test_5_moves_the_owner_one_space_in_turn_order_as_any_ship_does():
    state = after(after_ship(5, depot_goods={6: ["red"], 1: ["pink"]}), LoadShip(6), LoadShip(1))
    assert state.track[1] == (0,)


# --- 6: buying anywhere ---------------------------------------------------------------------------------------------


@rule("knowledge.6")
@pytest.mark.parametrize("depot", range(1, 7))
def test_6_opens_the_six_numbered_depots_to_its_owner(depot):
    shop = {"silver": 2, "depots": {depot: ["mine"]}}
    assert refusals(given(**shop), BuyTile(depot, "mine")) == {"buy_tile.depot"}
    assert refusals(given(estate=knowledge_tiles(6), **shop), BuyTile(depot, "mine")) == set()


@pytest.mark.parametrize(("silver", "refused"), [(1, {"buy_tile.silver"}), (2, set())])
@pytest.mark.parametrize("depot", [0, 4])
def test_6_leaves_the_price_at_two_silver_and_uses_no_die(depot, silver, refused):
    state = given(silver=silver, workers=9, depots={depot: ["mine"]}, estate=knowledge_tiles(6))
    assert refusals(state, BuyTile(depot, "mine")) == refused
    if not refused:
        buyer = after(state, BuyTile(depot, "mine")).players[0]
        assert (buyer.silver, buyer.workers, buyer.dice, buyer.storage) == (0, 9, (1, 2), ("mine",))


@pytest.mark.parametrize(("first", "second"), [(0, 3), (3, 0), (3, 5)])
def test_6_still_allows_one_purchase_in_a_turn(first, second):
    state = given(silver=9, depots={first: ["mine"], second: ["ship"]}, estate=knowledge_tiles(6))
    state = after(state, BuyTile(first, "mine"))
    assert refusals(state, BuyTile(second, "ship")) == {"buy_tile.once"}


def test_6_lists_every_tile_of_all_seven_depots():
    depots = {depot: [tile] for depot, tile in enumerate(["mine", "ship", "castle", "bank", "church", "pig_2", "mine"])}
    state = given(silver=2, depots=depots, estate=knowledge_tiles(6))
    assert legal(state, "buy_tile") == [BuyTile(depot, tile) for depot, [tile] in depots.items()]


# --- 7: animals -----------------------------------------------------------------------------------------------------


@rule("knowledge.7")
@pytest.mark.parametrize(("known", "gained"), [((), 3 + 4 + 2), ((7,), 3 + 4 + 2 + 3)])
def test_7_gives_a_point_for_every_animal_tile_that_scores(known, gained):
    herd = tiles_on(["sheep_4", "sheep_2"], PASTURE)
    state = after_placement("sheep_3", PASTURE[2], estate=herd | knowledge_tiles(*known))
    assert points(state, "score.animals") == gained


def test_7_gives_nothing_for_tiles_that_do_not_score():
    herd = tiles_on(["pig_4", "cattle_4"], PASTURE) | {LONE_PASTURE: "sheep_4"}
    state = after_placement("sheep_3", PASTURE[2], estate=herd | knowledge_tiles(7))
    assert points(state, "score.animals") == 3 + 1


def test_7_gives_nothing_for_animals_placed_before_it():
    state = after_placement("knowledge_7", SCHOOL[0], estate=tiles_on(["sheep_4", "sheep_2"], PASTURE))
    assert score(state) == 0


# --- 8: long steps --------------------------------------------------------------------------------------------------


@rule("knowledge.8")
@pytest.mark.parametrize(
    ("known", "costs"), [((), {0: 0, 1: 1, 2: 2, 3: 3}), ((8,), {0: 0, 1: 1, 2: 1, 3: 2})], ids=["without", "with"]
)
@pytest.mark.parametrize("direction", [-1, 1])
@pytest.mark.parametrize("steps", range(4))
def test_8_lets_a_worker_turn_a_die_by_up_to_two(known, costs, steps, direction):
    state, action = ready_to_place("mine", steps * direction, *known, workers=3)
    assert workers_spent(state, action) == costs[steps]


@pytest.mark.parametrize("action", [TakeTile(6, 2, "mine"), SellGoods(6, "purple"), PlaceTile(6, "ship", 17)])
def test_8_holds_for_taking_selling_and_placing(action):
    wanted = {"dice": [6, 6], "depots": {2: ["mine"]}, "goods": ["purple"], "storage": ["ship"]}
    assert workers_spent(given(workers=2, **wanted), action) == 2
    assert workers_spent(given(workers=2, estate=knowledge_tiles(8), **wanted), action) == 1


# --- 9 to 12: a free step -------------------------------------------------------------------------------------------


@rule("knowledge.9", "knowledge.10", "knowledge.11")
@pytest.mark.parametrize("steps", [-2, -1, 1, 2])
@pytest.mark.parametrize("kind", PLACEMENTS)
@pytest.mark.parametrize("known", TURNED_FOR_FREE)
def test_9_10_and_11_turn_a_die_by_one_for_free_when_it_places_their_colours(known, kind, steps):
    is_free = kind in TURNED_FOR_FREE[known] and abs(steps) == 1
    assert refusals(*ready_to_place(kind, steps, known)) == (set() if is_free else {"die.workers"})


@rule("knowledge.12")
@pytest.mark.parametrize("step", [-1, 1])
@pytest.mark.parametrize(("known", "refused"), [((), {"die.workers"}), ((12,), set()), ((9, 10, 11), {"die.workers"})])
def test_12_turns_a_die_by_one_for_free_when_it_takes_a_tile(known, refused, step):
    die = other_die(1, step)
    state = given(dice=[die, die], depots={1: ["mine"]}, estate=knowledge_tiles(*known))
    assert refusals(state, TakeTile(die, 1, "mine")) == refused


@pytest.mark.parametrize("kind", PLACEMENTS)
def test_12_does_not_help_to_place_a_tile(kind):
    assert refusals(*ready_to_place(kind, 1, 12)) == {"die.workers"}


@pytest.mark.parametrize("known", [9, 10, 11, 12])
def test_no_free_step_helps_to_sell_goods(known):
    state = given(dice=[2, 2], goods=["turquoise"], estate=knowledge_tiles(known))
    assert refusals(state, SellGoods(2, "turquoise")) == {"die.workers"}


@pytest.mark.parametrize("kind", PLACEMENTS)
def test_a_free_step_takes_no_worker_from_who_has_some(kind):
    known = next(number for number, kinds in TURNED_FOR_FREE.items() if kind in kinds)
    assert workers_spent(*ready_to_place(kind, 1, workers=1)) == 1
    assert workers_spent(*ready_to_place(kind, 1, known, workers=1)) == 0


@pytest.mark.parametrize(
    ("known", "costs"), [((), (1, 2, 3)), ((9,), (0, 1, 2)), ((8,), (1, 1, 2)), ((8, 9), (0, 1, 1))]
)
def test_free_steps_and_workers_add_up_also_with_8(known, costs):
    spent = tuple(workers_spent(*ready_to_place("building", steps, *known, workers=3)) for steps in (1, 2, 3))
    assert spent == costs


@pytest.mark.parametrize(
    ("known", "kind"), [(9, "building"), (10, "ship"), (10, "animal"), (11, "castle"), (11, "mine")]
)
def test_8_adds_to_every_free_step_of_a_placement(known, kind):
    assert workers_spent(*ready_to_place(kind, 3, 8, workers=2)) == 2
    assert workers_spent(*ready_to_place(kind, 3, 8, known, workers=2)) == 1


@pytest.mark.parametrize(("known", "spent"), [((), 3), ((12,), 2), ((8,), 2), ((8, 12), 1)])
def test_8_adds_to_the_free_step_of_12(known, spent):
    state = given(dice=[3, 3], workers=3, depots={6: ["mine"]}, estate=knowledge_tiles(*known))
    assert workers_spent(state, TakeTile(3, 6, "mine")) == spent


# --- 13 and 14: taking workers --------------------------------------------------------------------------------------


def taking_workers(way: str, *known: int):
    """The player after the action of taking workers, with a die or with a castle."""
    if way == "die":
        return after(given(estate=knowledge_tiles(*known)), TakeWorkers(1)).players[0]
    return after(given(pending=(FreeActionFrame(0),), estate=knowledge_tiles(*known)), TakeWorkers(None)).players[0]


@rule("knowledge.13")
@pytest.mark.parametrize("way", ["die", "castle"])
def test_13_brings_a_silver_with_the_workers(way):
    assert (taking_workers(way).silver, taking_workers(way).workers) == (0, 2)
    assert (taking_workers(way, 13).silver, taking_workers(way, 13).workers) == (1, 2)


@rule("knowledge.14")
@pytest.mark.parametrize("way", ["die", "castle"])
def test_14_brings_four_workers_in_place_of_two(way):
    assert (taking_workers(way).workers, taking_workers(way, 14).workers) == (2, 4)


@pytest.mark.parametrize("way", ["die", "castle"])
def test_13_and_14_together_bring_four_workers_and_a_silver(way):
    taker = taking_workers(way, 13, 14)
    assert (taker.silver, taker.workers) == (1, 4)


@pytest.mark.parametrize("known", [(), (13,), (14,), (13, 14)])
def test_13_and_14_never_change_the_boarding_house(known):
    owner = after_placement("boarding_house", LONE_CITY, estate=knowledge_tiles(*known)).players[0]
    assert (owner.silver, owner.workers) == (0, 4)


def test_13_brings_nothing_with_workers_that_come_another_way():
    owner = after(given(dice=[4, 4], goods=["red"], estate=knowledge_tiles(4, 13)), SellGoods(4, "red")).players[0]
    assert (owner.silver, owner.workers) == (1, 1)


# --- 15 to 26: points at the end ------------------------------------------------------------------------------------


@rule("knowledge.15")
@pytest.mark.parametrize(("sold", "gained"), [([], 0), (["red"], 3), (["red", "red"], 3), (["red", "pink"], 6)])
def test_15_gives_three_points_for_each_kind_of_goods_sold(sold, gained):
    assert points(game_end(sold=sold, goods=["brown"], estate=knowledge_tiles(15)), "knowledge.15") == gained
    assert points(game_end(sold=sold, goods=["brown"]), "knowledge.15") == 0


@rule(
    "knowledge.16",
    "knowledge.17",
    "knowledge.18",
    "knowledge.19",
    "knowledge.20",
    "knowledge.21",
    "knowledge.22",
    "knowledge.23",
)
@pytest.mark.parametrize("building", BUILDINGS)
@pytest.mark.parametrize("number", SCORED_BUILDING)
def test_16_to_23_give_four_points_for_each_building_of_their_type(number, building):
    city = {CITY[0]: building, LONE_CITY: building}
    gained = 8 if building == SCORED_BUILDING[number] else 0
    assert points(game_end(estate=city | knowledge_tiles(number)), f"knowledge.{number}") == gained
    assert points(game_end(estate=city), f"knowledge.{number}") == 0


def test_two_tiles_of_16_to_23_score_each_its_own_building():
    city = tiles_on(["church", "market", "bank"], CITY) | tiles_on(["church", "market"], NORTH_CITY)
    state = game_end(estate=city | {WEST_CITY[0]: "church"} | knowledge_tiles(19, 20))
    assert (points(state, "knowledge.19"), points(state, "knowledge.20")) == (12, 8)


def test_16_to_23_count_twins_that_1_allowed():
    state = game_end(estate=tiles_on(["bank", "bank", "bank"], CITY) | knowledge_tiles(1, 22))
    assert points(state, "knowledge.22") == 12


@rule("knowledge.24")
@pytest.mark.parametrize(
    ("herd", "gained"),
    [
        ([], 0),
        (["pig_2"], 4),
        (["pig_2", "pig_3", "pig_4"], 4),
        (["pig_2", "sheep_2", "cattle_2"], 12),
        (["pig_2", "sheep_2", "cattle_2", "chicken_4"], 16),
    ],
)
def test_24_gives_four_points_for_each_species(herd, gained):
    assert points(game_end(estate=tiles_on(herd, PASTURE) | knowledge_tiles(24)), "knowledge.24") == gained
    assert points(game_end(estate=tiles_on(herd, PASTURE)), "knowledge.24") == 0


def test_24_counts_a_species_once_over_all_pastures():
    state = game_end(estate={PASTURE[0]: "pig_2", LONE_PASTURE: "pig_3"} | knowledge_tiles(24))
    assert points(state, "knowledge.24") == 4


@rule("knowledge.25")
@pytest.mark.parametrize(("sold", "gained"), [([], 0), (["red"], 1), (["red", "red", "pink"], 3)])
def test_25_gives_a_point_for_each_goods_tile_sold(sold, gained):
    assert points(game_end(sold=sold, goods=["brown"], estate=knowledge_tiles(25)), "knowledge.25") == gained
    assert points(game_end(sold=sold, goods=["brown"]), "knowledge.25") == 0


@rule("knowledge.26")
@pytest.mark.parametrize(
    ("bonuses", "gained"),
    [
        (Bonuses(), 0),
        (Bonuses(mine=(1,)), 0),
        (Bonuses(mine=(0,)), 2),
        (Bonuses(mine=(1, 0)), 2),
        (Bonuses(mine=(0,), ship=(1, 0), castle=(0, 1), animal=(1,)), 6),
    ],
)
def test_26_gives_two_points_for_each_bonus_tile_large_or_small(bonuses, gained):
    assert points(game_end(bonuses=bonuses, estate=knowledge_tiles(26)), "knowledge.26") == gained
    assert points(game_end(bonuses=bonuses), "knowledge.26") == 0


@pytest.mark.parametrize("number", range(15, 27))
def test_15_to_26_score_nothing_before_the_end_nor_from_storage(number):
    rich = {"sold": ["red"], "bonuses": Bonuses(mine=(0,)), "estate": tiles_on(BUILDINGS, CITY + NORTH_CITY)}
    assert score(after_placement(f"knowledge_{number}", SCHOOL[0], **rich)) == 0
    assert points(game_end(storage=[f"knowledge_{number}"], **rich), f"knowledge.{number}") == 0


def test_6_helps_no_building_to_take_from_the_black_depot():
    state = after_placement("market", LONE_CITY, estate=knowledge_tiles(6), depots={0: ["ship"], 1: ["ship"]})
    assert legal(state) == [TakeTile(None, 1, "ship"), Decline()]
