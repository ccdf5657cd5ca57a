"""Every worked example and every figure of the rulebook. The docstring names the section."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.content.tables import KINDS, content
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.kernel.bags import size_of
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    CITY,
    HARBOUR,
    LONE_CITY,
    LONE_PASTURE,
    MINES,
    NORTH_CITY,
    PASTURE,
    ROUNDS,
    SCHOOL,
    WEST_CITY,
    WEST_HARBOUR,
    after,
    after_placement,
    covering_tiles,
    districts_of,
    game_end,
    given,
    idle,
    knowledge_tiles,
    legal,
    opening,
    points,
    question,
    random_game,
    refusals,
    spaces_of,
    tiles_on,
    workers_spent,
)

BOARDS = range(1, 10)
DARIOS_SALES = ["red"] * 4 + ["purple"] * 3 + ["pink"] * 3 + ["orange"]


# --- setting up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "unused"), [(2, 11), (3, 8), (4, 5)])
def test_of_42_goods_25_serve_the_phases_and_3_each_the_players(seats, unused):
    """§ Mise en place du jeu: five piles of five; three each out of the other 17, the rest is not used."""
    assert size_of(content(opening(seats)).goods_bag) == 42
    assert all(len(player.goods) == 3 for player in opening(seats).players)
    over = idle(opening(seats), lambda state: GAME.turn(state) is None)
    assert size_of(over.supply.goods) == unused == 17 - 3 * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_has_one_worker_and_each_next_one_more(seats):
    """§ Mise en place du jeu: 1, 2, 3 and 4 workers in turn order, one silver each."""
    assert [opening(seats).players[seat].workers for seat in opening(seats).turn_order] == [1, 2, 3, 4][:seats]
    assert [player.silver for player in opening(seats).players] == [1] * seats


def test_the_starting_castle_stands_in_the_middle_on_die_value_6():
    """§ Mise en place du jeu: on the dark green space in the middle, with the die value 6."""
    middle = content(opening()).boards[1].spaces[CENTRE]
    assert (middle.kind, middle.number) == ("castle", 6)
    assert all(player.estate[CENTRE] == "castle" for player in opening().players)


@pytest.mark.parametrize(("seats", "tiles"), [(2, 12), (3, 18), (4, 24)])
def test_12_18_or_24_tiles_lie_in_the_six_depots(seats, tiles):
    """§ Mise en place pour chaque phase: 12 spaces with two players, 18 with three, all 24 with four."""
    assert sum(map(len, opening(seats).depots[1:])) == tiles


@pytest.mark.parametrize(
    ("phase", "kind"), [("A", "castle"), ("B", "mine"), ("C", "castle"), ("D", "mine"), ("E", "castle")]
)
def test_with_three_players_depot_6_has_a_castle_in_phases_a_c_e_and_a_mine_in_b_and_d(phase, kind):
    """§ Mise en place pour chaque phase, note on the three-player game."""
    state = idle(opening(3), lambda state: state.phase == phase and question(state) == "main")
    assert {"castle", "mine"} & set(state.depots[6]) == {kind}


@pytest.mark.parametrize(("seats", "kinds"), [(2, set()), (4, {"castle"})])
@pytest.mark.parametrize("phase", "ABCDE")
def test_with_two_or_four_players_depot_6_is_the_same_in_every_phase(phase, seats, kinds):
    """§ Mise en place pour chaque phase: the exception is for three players only."""
    state = idle(opening(seats), lambda state: state.phase == phase and question(state) == "main")
    assert {"castle", "mine"} & set(state.depots[6]) == kinds


# --- rounds and dice ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_", range(1, ROUNDS + 1))
def test_the_goods_left_for_the_phase_tell_the_round(round_):
    """§ Les cinq tours de jeu: one goods tile goes to a depot at the start of each of the five rounds."""
    state = idle(opening(), lambda state: state.round == round_ and question(state) == "main")
    assert len(state.round_goods) == ROUNDS - round_


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_25_rounds_and_50_dice_per_player(seats):
    """§ Fin de la partie, summary: 25 rounds, 50 actions with dice."""
    game = random_game(seats)
    rounds = {(state.phase, state.round) for state in game if state.round}
    dice = [[len(state.players[seat].dice) for state in game] for seat in range(seats)]
    assert len(rounds) == 25
    assert [sum(max(0, held - left) for held, left in pairwise(each)) for each in dice] == [50] * seats


def test_two_workers_turn_annas_2_into_a_6_and_fetch_a_tile_from_depot_6():
    """§ Un tour de joueur, example on workers: 2, 1, 6."""
    state = given(dice=[2, 2], workers=2, depots={6: ["castle"]})
    anna = after(state, TakeTile(2, 6, "castle")).players[0]
    assert (anna.workers, anna.storage) == (0, ("castle",))
    assert refusals(given(dice=[2, 2], workers=1, depots={6: ["castle"]}), TakeTile(2, 6, "castle")) == {"die.workers"}


# --- taking and placing ---------------------------------------------------------------------------------------------


def test_the_first_tile_can_only_go_to_one_of_the_six_spaces_around_the_starting_castle():
    """§ Les actions, Ajouter une tuile: the first tile."""
    around = {LONE_CITY, SCHOOL[0], WEST_HARBOUR[0], HARBOUR[0], MINES[0], CITY[0]}
    tiles = ["bank", "pig_2", "ship", "knowledge_1", "castle", "mine"]
    offers = [action for tile in tiles for action in legal(given(workers=9, storage=[tile]), "place_tile")]
    assert {action.space for action in offers} == around


def test_a_tile_taken_with_the_first_die_goes_through_storage_before_the_second_die_places_it():
    """§ Règles supplémentaires: always to storage first, even when it is placed in the same turn."""
    state = after(given(dice=[4, 4], depots={4: ["mine"]}), TakeTile(4, 4, "mine"))
    assert (state.active_player.storage, state.active_player.estate[MINES[0]]) == (("mine",), "")
    state = after(state, PlaceTile(4, "mine", MINES[0]))
    assert (state.players[0].storage, state.players[0].estate[MINES[0]]) == ((), "mine")


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_room_for_12_buildings_6_ships_6_animals_3_mines_and_3_more_castles(board):
    """§ Les actions: how often each kind of tile can be placed; the starting castle has a space of its own."""
    room = {kind: len(spaces_of(kind, board)) for kind in KINDS}
    assert room == {"building": 12, "animal": 6, "ship": 6, "knowledge": 6, "castle": 3 + 1, "mine": 3}


@pytest.mark.parametrize("second", ["pink", "brown"])
def test_carlas_ship_brings_the_turquoise_goods_and_one_of_pink_and_brown(second):
    """§ Les actions, Navire, example: she has turquoise, another kind, and one space left."""
    state = after_placement(
        "ship", HARBOUR[0], goods=["turquoise", "red"], depot_goods={3: ["turquoise", "pink", "brown"]}
    )
    state = after(state, LoadShip(3))
    assert legal(state) == [StoreGoods("brown"), StoreGoods("pink")]
    state = after(state, StoreGoods(second))
    assert state.players[0].goods == tuple(sorted(["turquoise", "turquoise", "red", second]))
    assert set(state.depot_goods[2]) == {"pink", "brown"} - {second}


def test_bennos_4_cattle_beside_3_score_7_and_4_more_score_11():
    """§ Les actions, Animal, example: 4 + 3, then 4 + 4 + 3."""
    state = given(dice=[1, 5], storage=["cattle_4", "cattle_4"], estate={PASTURE[0]: "cattle_3"})
    state = after(state, PlaceTile(1, "cattle_4", PASTURE[1]))
    assert points(state, "score.animals") == 7
    state = after(state, PlaceTile(5, "cattle_4", PASTURE[2]))
    assert points(state, "score.animals") == 7 + 11


def test_a_castle_may_place_another_tile_at_once():
    """§ Les actions, Château: for example another tile."""
    state = after_placement("castle", CASTLES[0], storage=["mine"], estate={LONE_CITY: "bank"})
    state = after(state, PlaceTile(None, "mine", MINES[0]))
    assert (state.players[0].estate[MINES[0]], state.players[0].dice) == ("mine", (6,))


def test_board_1_has_cities_of_1_5_3_and_3_spaces():
    """§ Les actions, Bâtiment: estate No. 1 has four cities."""
    assert sorted(districts_of("building")) == sorted([(LONE_CITY,), CITY, NORTH_CITY, WEST_CITY])
    assert sorted(map(len, districts_of("building"))) == [1, 3, 3, 5]


def test_boards_have_2_to_6_cities_of_1_to_8_spaces():
    """§ Les actions, Bâtiment: depending on the estate."""
    cities = [districts_of("building", board) for board in BOARDS]
    assert {len(each) for each in cities} == {2, 3, 4, 5, 6}
    assert {len(city) for each in cities for city in each} == set(range(1, 9))


def test_a_market_may_be_placed_though_no_blue_or_light_green_tile_lies_in_the_numbered_depots():
    """§ Les bâtiments, in general: the benefit is lost, the building stands."""
    state = after_placement("market", LONE_CITY, depots={0: ["ship"], 1: ["bank", "mine"]})
    assert (state.players[0].estate[LONE_CITY], question(state)) == ("market", "main")


@pytest.mark.parametrize(("kind", "tile", "last"), [("mine", "mine", MINES[2]), ("animal", "pig_2", LONE_PASTURE)])
def test_the_third_mine_or_the_sixth_animal_takes_the_large_bonus_tile(kind, tile, last):
    """§ Règles supplémentaires, bonus tiles: the examples in brackets."""
    others = [space for space in spaces_of(kind) if space != last]
    state = after_placement(tile, last, estate={CITY[1]: "bank"} | covering_tiles(kind, others))
    assert (state.bonuses.of(kind), points(state, "score.large_bonus")) == ((0,), 5)
    state = after_placement(tile, last, estate={CITY[1]: "bank"} | covering_tiles(kind, others[1:]))
    assert state.bonuses.of(kind) == ()


def test_all_tiles_of_a_kind_are_sold_even_if_one_would_keep_some():
    """§ Les actions, Vendre des marchandises, note."""
    seller = after(given(dice=[4, 4], goods=["red", "red", "red"]), SellGoods(4, "red")).players[0]
    assert (seller.goods, seller.sold, seller.silver) == ((), ("red",) * 3, 1)


# --- the yellow tiles -----------------------------------------------------------------------------------------------


def test_with_tile_7_bennos_3_sheep_beside_4_score_9_and_2_pigs_then_score_3():
    """§ Les tuiles jaunes, 7, example: (3+1) + (4+1), then 2+1."""
    state = given(dice=[1, 5], storage=["sheep_3", "pig_2"], estate={PASTURE[0]: "sheep_4"} | knowledge_tiles(7))
    state = after(state, PlaceTile(1, "sheep_3", PASTURE[1]))
    assert points(state, "score.animals") == 9
    state = after(state, PlaceTile(5, "pig_2", PASTURE[2]))
    assert points(state, "score.animals") == 9 + 3


def test_with_tile_8_carla_makes_a_3_of_a_6_with_two_workers():
    """§ Les tuiles jaunes, 8, example."""
    state = given(dice=[6, 6], workers=2, depots={3: ["ship"]}, estate=knowledge_tiles(8))
    assert workers_spent(state, TakeTile(6, 3, "ship")) == 2
    alone = given(dice=[6, 6], workers=1, depots={3: ["ship"]}, estate=knowledge_tiles(8))
    assert refusals(alone, TakeTile(6, 3, "ship")) == {"die.workers"}


def test_with_tile_15_dario_scores_12_for_four_kinds_of_goods_sold():
    """§ Les tuiles jaunes, 15, example: 4 red, 3 purple, 3 pink, 1 orange."""
    assert points(game_end(sold=DARIOS_SALES, goods=["brown"], estate=knowledge_tiles(15)), "knowledge.15") == 12


def test_with_tiles_17_and_22_bennos_two_watchtowers_and_four_banks_score_24():
    """§ Les tuiles jaunes, 16-23, example: (2x4) + (4x4)."""
    towers = {CITY[1]: "watchtower", NORTH_CITY[1]: "watchtower"}
    banks = {CITY[0]: "bank", NORTH_CITY[0]: "bank", WEST_CITY[0]: "bank", LONE_CITY: "bank"}
    state = game_end(estate=towers | banks | knowledge_tiles(17, 22))
    assert points(state, "knowledge.17") + points(state, "knowledge.22") == 24


def test_with_tile_24_annas_cattle_chicken_and_three_sheep_score_12():
    """§ Les tuiles jaunes, 24, example: three species."""
    herd = tiles_on(["cattle_2", "chicken_3", "sheep_2", "sheep_3", "sheep_4"], PASTURE)
    assert points(game_end(estate=herd | knowledge_tiles(24)), "knowledge.24") == 12


def test_with_tile_25_darios_eleven_goods_sold_score_11():
    """§ Les tuiles jaunes, 25: the sales of the example under tile 15."""
    assert points(game_end(sold=DARIOS_SALES, goods=["brown"], estate=knowledge_tiles(25)), "knowledge.25") == 11
