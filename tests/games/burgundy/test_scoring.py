"""Points during the game, points at the end, ties and ranking."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content.tables import KINDS
from referee_service.games.burgundy.questions import FreeActionFrame
from referee_service.games.burgundy.state import Bonuses, BurgundyOptions
from referee_service.kernel.state import ScoreLine
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
    SCHOOL,
    after,
    after_placement,
    covering_tiles,
    districts_of,
    estate_with,
    game_end,
    given,
    number_of,
    opening,
    points,
    score,
    spaces_of,
    tiles_on,
)
from tests.games.rules import rule

LAST_TILE = {
    "building": "watchtower",
    "animal": "chicken_2",
    "ship": "ship",
    "knowledge": "knowledge_17",
    "castle": "castle",
    "mine": "mine",
}
"""For each colour the tile that is placed last."""
each_kind = pytest.mark.parametrize("kind", KINDS)


# --- animals --------------------------------------------------------------------------------------------------------


@rule("score.animals")
@pytest.mark.parametrize(("tile", "gained"), [("pig_2", 2), ("cattle_3", 3), ("sheep_4", 4), ("chicken_4", 4)])
def test_an_animal_tile_scores_its_animals(tile, gained):
    assert points(after_placement(tile, LONE_PASTURE, estate={CITY[1]: "bank"}), "score.animals") == gained


@rule("score.animals")
@pytest.mark.parametrize("tile", ["mine", "knowledge_7", "bank", "watchtower"])
def test_no_other_tile_scores_animals(tile):
    space = {"mine": MINES[0], "knowledge_7": 12}.get(tile, CITY[0])
    state = after_placement(tile, space, estate=tiles_on(["pig_4", "pig_3"], PASTURE))
    assert points(state, "score.animals") == 0


@pytest.mark.parametrize(
    ("herd", "gained"),
    [
        ([], 3),
        (["sheep_4"], 3 + 4),
        (["sheep_4", "sheep_2", "sheep_4"], 3 + 4 + 2 + 4),
        (["sheep_4", "pig_4", "cattle_2"], 3 + 4),
        (["pig_4", "cattle_2", "chicken_4"], 3),
    ],
)
def test_animals_of_the_same_species_in_the_pasture_score_again(herd, gained):
    state = after_placement("sheep_3", PASTURE[4], estate={CASTLES[2]: "castle"} | tiles_on(herd, PASTURE))
    assert points(state, "score.animals") == gained


def test_animals_need_not_touch_the_new_tile_to_score_again():
    first, last = PASTURE[0], PASTURE[4]
    state = after_placement("sheep_3", last, estate={first: "sheep_4", CASTLES[2]: "castle"})
    assert points(state, "score.animals") == 3 + 4


def test_animals_in_another_pasture_never_score_again():
    state = after_placement(
        "sheep_3", LONE_PASTURE, estate={CITY[1]: "bank"} | tiles_on(["sheep_4", "sheep_2"], PASTURE)
    )
    assert points(state, "score.animals") == 3


def test_animals_score_again_with_each_new_tile():
    state = given(dice=[1, 4], storage=["sheep_3", "sheep_4"], estate={LONE_CITY: "bank"})
    state = after(state, PlaceTile(4, "sheep_3", PASTURE[0]), PlaceTile(1, "sheep_4", PASTURE[1]))
    assert points(state, "score.animals") == 3 + (4 + 3)


# --- districts ------------------------------------------------------------------------------------------------------

DISTRICTS = {
    1: (1, "building", 1),
    2: (2, "animal", 3),
    3: (1, "mine", 6),
    4: (2, "animal", 10),
    5: (1, "building", 15),
    6: (3, "knowledge", 21),
    7: (7, "building", 28),
    8: (2, "building", 36),
}
"""For each size: a board with such a district, its colour, and what it is worth."""


def one_short_of(size: int, **wanted):
    """Return a position in which one tile completes a district of this size, and the placement of that tile."""
    board, kind, _ = DISTRICTS[size]
    *covered, last = next(district for district in districts_of(kind, board) if len(district) == size)
    die, tile = number_of(last, board), LAST_TILE[kind]
    state = given(board=board, dice=[die, die], storage=[tile], estate=covering_tiles(kind, covered), **wanted)
    return state, PlaceTile(die, tile, last)


@rule("score.district_size")
@pytest.mark.parametrize("size", DISTRICTS)
def test_a_district_scores_by_its_size_when_it_is_completed(size):
    state, last = one_short_of(size)
    assert points(state, "score.district_size") == 0
    assert points(after(state, last), "score.district_size") == DISTRICTS[size][2]


@rule("score.district_size", "score.district_phase")
def test_a_district_with_an_empty_space_scores_nothing():
    state = after_placement("mine", MINES[1], estate={MINES[0]: "mine"})
    assert score(state) == 0


@rule("score.district_phase")
@pytest.mark.parametrize(("phase", "worth"), [("A", 10), ("B", 8), ("C", 6), ("D", 4), ("E", 2)])
@pytest.mark.parametrize("size", [1, 3, 5])
def test_a_district_of_any_size_scores_by_the_phase(phase, worth, size):
    state = after(*one_short_of(size, phase=phase))
    assert points(state, "score.district_phase") == worth


def test_a_district_scores_only_once():
    state = given(dice=[3, 4], storage=["bank", "mine"])
    state = after(state, PlaceTile(3, "bank", LONE_CITY))
    before = points(state, "score.district_size")
    assert points(after(state, PlaceTile(4, "mine", MINES[0])), "score.district_size") == before == 1


def test_two_districts_score_separately():
    estate = covering_tiles("building", NORTH_CITY[:2])
    state = given(dice=[3, 3], storage=["watchtower", "bank"], estate=estate)
    state = after(state, PlaceTile(3, "watchtower", NORTH_CITY[2]), PlaceTile(3, "bank", LONE_CITY))
    assert points(state, "score.district_size") == 6 + 1
    assert points(state, "score.district_phase") == 20


def test_the_score_lines_of_a_district_have_its_count():
    state = after(*one_short_of(1))
    assert ScoreLine("score.district_size", 1, 1) in state.score_lines[0]
    assert ScoreLine("score.district_phase", 1, 10) in state.score_lines[0]


# --- the starting castle --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_castle_scores_nothing_though_it_fills_a_district_of_board_1(seats):
    assert (CENTRE,) in districts_of("castle")
    assert [score(opening(seats), seat) for seat in range(seats)] == [0] * seats


def test_the_starting_castle_scores_nothing_later_either():
    state = given(dice=[4, 4], storage=["mine"])
    assert score(after(state, PlaceTile(4, "mine", MINES[0]))) == 0


def test_a_district_completed_around_the_starting_castle_counts_it():
    advanced = {CENTRE: "", CASTLES[0]: "castle", CASTLES[1]: "castle"}
    state = after_placement("castle", CASTLES[2], estate=advanced)
    assert points(state, "score.district_size") == 6


def test_the_starting_castle_counts_towards_covering_its_colour():
    state = after_placement("castle", CASTLES[2], estate=tiles_on(["castle", "castle"], CASTLES))
    assert state.bonuses.castle == (0,)


# --- bonus tiles ----------------------------------------------------------------------------------------------------


LAST_SPACE = {
    "building": LONE_CITY,
    "animal": PASTURE[0],
    "ship": HARBOUR[2],
    "knowledge": SCHOOL[0],
    "castle": CASTLES[2],
    "mine": MINES[2],
}
"""For each colour the space that is covered last."""


def after_cover(kind: str, *, but: int = 0, **wanted):
    """Return the position after seat 0 has placed the last tile of a colour. `but` other spaces of it stay empty."""
    last = LAST_SPACE[kind]
    others = [space for space in spaces_of(kind) if space not in (last, CENTRE)]
    return after_placement(LAST_TILE[kind], last, estate=covering_tiles(kind, others[but:]), **wanted)


@rule("score.large_bonus")
@each_kind
@pytest.mark.parametrize(("seats", "large"), [(2, 5), (3, 6), (4, 7)])
def test_the_first_to_cover_a_colour_takes_the_large_bonus(seats, large, kind):
    state = after_cover(kind, seats=seats)
    assert (points(state, "score.large_bonus"), points(state, "score.small_bonus")) == (large, 0)
    assert state.bonuses.of(kind) == (0,)


@rule("score.small_bonus")
@each_kind
@pytest.mark.parametrize(("seats", "small"), [(2, 2), (3, 3), (4, 4)])
def test_the_second_to_cover_a_colour_takes_the_small_bonus(seats, small, kind):
    state = after_cover(kind, seats=seats, bonuses=Bonuses(**{kind: (1,)}))
    assert (points(state, "score.large_bonus"), points(state, "score.small_bonus")) == (0, small)
    assert state.bonuses.of(kind) == (1, 0)


@rule("score.large_bonus", "score.small_bonus")
@each_kind
@pytest.mark.parametrize("seats", [3, 4])
def test_the_third_and_fourth_to_cover_a_colour_get_nothing(seats, kind):
    state = after_cover(kind, seats=seats, bonuses=Bonuses(**{kind: (2, 1)}))
    assert (points(state, "score.large_bonus"), points(state, "score.small_bonus")) == (0, 0)
    assert state.bonuses.of(kind) == (2, 1)


@rule("score.large_bonus", "score.small_bonus")
@each_kind
def test_a_colour_with_an_empty_space_brings_no_bonus(kind):
    state = after_cover(kind, but=1)
    assert state.bonuses == Bonuses()
    assert (points(state, "score.large_bonus"), points(state, "score.small_bonus")) == (0, 0)


def test_one_completed_district_of_several_brings_no_bonus():
    state = after_placement("watchtower", CITY[4], estate=covering_tiles("building", CITY[:4]))
    assert points(state, "score.district_size") == 15
    assert state.bonuses.building == ()


def test_the_bonus_of_one_colour_leaves_the_others_alone():
    state = after_cover("mine", bonuses=Bonuses(ship=(1,), castle=(1, 0)))
    assert state.bonuses == Bonuses(mine=(0,), ship=(1,), castle=(1, 0))


def test_a_bonus_comes_beside_the_points_of_its_district():
    state = after_cover("mine")
    assert state.score_lines[0] == (
        ScoreLine("score.district_phase", 1, 10),
        ScoreLine("score.district_size", 1, 6),
        ScoreLine("score.large_bonus", 1, 5),
    )


# --- sales ----------------------------------------------------------------------------------------------------------


@rule("score.sale")
@pytest.mark.parametrize("tiles", [1, 2, 5])
@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 3), (4, 4)])
def test_a_sale_scores_for_each_tile_by_the_number_of_players(seats, each, tiles):
    state = given(seats=seats, dice=[4, 4], goods=["red"] * tiles + ["pink"])
    state = after(state, SellGoods(4, "red"))
    assert points(state, "score.sale") == tiles * each
    assert state.players[0].silver == 1


@rule("score.sale")
def test_goods_that_are_not_sold_score_nothing_yet():
    state = given(goods=["red", "pink", "brown"])
    assert score(after(state, TakeWorkers(1))) == 0


# --- the end of the game --------------------------------------------------------------------------------------------


@rule("score.unsold_goods")
@pytest.mark.parametrize(("goods", "gained"), [([], 0), (["red"], 1), (["red", "red", "pink"], 3)])
def test_each_unsold_goods_tile_scores_a_point_at_the_end(goods, gained):
    assert points(game_end(goods=goods, sold=["brown"]), "score.unsold_goods") == gained


@rule("score.silver")
@pytest.mark.parametrize("silver", [0, 1, 7])
def test_each_silver_left_scores_a_point_at_the_end(silver):
    assert points(game_end(silver=silver), "score.silver") == silver


@rule("score.workers")
@pytest.mark.parametrize(("workers", "gained"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)])
def test_each_pair_of_workers_left_scores_a_point_at_the_end(workers, gained):
    assert points(game_end(workers=workers), "score.workers") == gained


@rule("score.unsold_goods", "score.silver", "score.workers")
def test_nothing_is_scored_for_leftovers_before_the_last_phase_ends():
    rich = {"goods": ["red"], "silver": 5, "workers": 4}
    assert score(given(**rich)) == 0
    assert score(after(given(pending=(FreeActionFrame(0),), **rich), TakeWorkers(None))) == 0


def test_stored_tiles_score_nothing_at_the_end():
    assert score(game_end(storage=["watchtower", "knowledge_25", "pig_4"], sold=["red"])) == 0


def test_mines_pay_before_silver_is_counted():
    state = game_end(silver=1, estate=tiles_on(["mine", "mine"], MINES))
    assert points(state, "score.silver") == 3


def test_the_final_scoring_is_a_line_for_each_rule_and_seat():
    others = {1: {"goods": ("pink",), "workers": 5}}
    state = game_end(goods=["red", "red"], silver=3, workers=4, others=others)
    assert state.score_lines == (
        (ScoreLine("score.silver", 3, 3), ScoreLine("score.unsold_goods", 2, 2), ScoreLine("score.workers", 2, 2)),
        (ScoreLine("score.unsold_goods", 1, 1), ScoreLine("score.workers", 2, 2)),
    )


# --- the winner -----------------------------------------------------------------------------------------------------


def tied(**wanted):
    """The result of a game of two whose players have the same points."""
    return GAME.result(game_end(silver=3, **wanted))


def test_there_is_no_result_before_the_end():
    assert GAME.result(opening()) is None
    assert GAME.result(given(phase="E", round=5)) is None


def test_most_points_win():
    state = game_end(silver=3, others={1: {"silver": 4}})
    result = GAME.result(state)
    assert (result.winners, result.scores, result.ranking) == ((1,), (3, 4), ((1,), (0,)))
    assert result.lines == state.score_lines


def test_every_seat_is_ranked_from_first_to_last():
    others = {1: {"silver": 9}, 2: {"silver": 1}, 3: {"silver": 5}}
    result = GAME.result(game_end(seats=4, silver=3, others=others))
    assert (result.scores, result.ranking) == ((3, 9, 1, 5), ((1,), (3,), (0,), (2,)))


@pytest.mark.parametrize(("tie_break", "winner"), [("fewest_empty", 1), ("most_empty", 0)])
def test_a_tie_goes_by_empty_spaces_as_the_options_say(tie_break, winner):
    others = {1: {"silver": 3, "estate": estate_with({CITY[0]: "bank"})}}
    result = tied(others=others, options=BurgundyOptions(tie_break=tie_break), track=((1, 0),) + ((),) * 6)
    assert (result.winners, result.ranking) == ((winner,), ((winner,), (1 - winner,)))


def test_a_tie_goes_to_the_fewest_empty_spaces_by_default():
    assert BurgundyOptions().tie_break == "fewest_empty"


@pytest.mark.parametrize("tie_break", ["fewest_empty", "most_empty"])
@pytest.mark.parametrize(
    ("track", "winner"),
    [
        (((1, 0),), 1),
        (((0, 1),), 0),
        (((1,), (0,)), 1),
        (((0,), (), (1,)), 0),
        (((), (0, 1)), 0),
    ],
)
def test_a_tie_with_equal_empty_spaces_goes_to_the_player_furthest_back_in_turn_order(track, winner, tie_break):
    track = track + ((),) * (7 - len(track))
    result = tied(others={1: {"silver": 3}}, track=track, options=BurgundyOptions(tie_break=tie_break))
    assert result.winners == (winner,)


def test_ties_are_broken_for_every_place_and_not_only_the_first():
    others = {1: {"silver": 9}, 2: {"silver": 3, "estate": estate_with({MINES[0]: "mine"})}}
    state = game_end(seats=3, silver=4, others=others)
    result = GAME.result(state)
    assert (result.scores, result.ranking) == ((4, 9, 4), ((1,), (2,), (0,)))


def test_points_beat_every_tie_break():
    others = {1: {"silver": 2, "estate": estate_with(covering_tiles("building", CITY))}}
    assert tied(others=others).winners == (0,)


def test_a_score_is_the_sum_of_its_lines():
    state = game_end(goods=["red"], silver=2, workers=2, estate=covering_tiles("mine", MINES))
    assert GAME.result(state).scores[0] == sum(line.points for line in state.score_lines[0]) == 1 + 5 + 1
