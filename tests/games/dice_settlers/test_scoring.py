"""Final score, line by line."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.scoring import final_score_lines, score
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    full_position,
    points,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    PLAIN,
    given,
    points_by_rule,
)
from tests.games.rules import rule


@rule("score.tile_first", "score.tile_second")
@pytest.mark.parametrize(
    ("tile", "tents", "scored"),
    [
        ("tile_25", {0: 2, 1: 1}, [5, 2, 0]),
        ("tile_18", {0: 3, 1: 1, 2: 1}, [7, 3, 3]),
        ("tile_13", {0: 2, 1: 2, 2: 1}, [4, 4, 1]),
        ("tile_18", {"house": 1, 0: 2, 2: 1}, [3, 7, 0]),
        ("tile_18", {"house": 1, 0: 2, 1: 5, 2: 2}, [3, 7, 3]),
        ("tile_14", {0: 1, 1: 2}, [0, 6, 0]),
        ("tile_02", {0: 1}, [0, 0, 0]),
    ],
)
def test_ruling_second_place_and_the_examples_of_the_scoring_tiles(tile, tents, scored):
    """Worked examples: 5 and 2; 7, 3 and 3; 4, 4 and 1. Ruling shared_control: sides tied for first score first."""
    points = [
        sum(line.points for line in final_score_lines(given({tile: tents}, seats=3), side) if "tile" in line.rule)
        for side in range(3)
    ]
    assert points == scored


def final_points(tiles, **wanted):
    """Return the final points of every seat, by rule."""
    state = given(tiles, **wanted)
    return [points_by_rule(score(state), seat) for seat in range(len(state.players))]


@rule("score.dice")
@pytest.mark.parametrize(("dice", "scored"), [(9, 12), (8, 12), (2, 3), (1, None)])
def test_nine_dice_are_twelve_points(dice, scored):
    """Worked example."""
    seat_0 = {"bag": ["white"] * (dice // 2), "active": ["white_settle"], "spent": ["grey"] * (dice - dice // 2 - 1)}
    assert final_points({FOREST: {1: 1}}, seat_0=seat_0)[0].get("score.dice") == scored


@rule("score.houses")
@pytest.mark.parametrize(("houses", "scored"), [(0, None), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25)])
def test_houses_score_their_square(houses, scored):
    tiles = {f"tile_{n:02}": {"house": 0} for n in (2, 4, 6, 17, 21)[:houses]} or {"tile_02": {0: 1}}
    assert final_points(tiles)[0].get("score.houses") == scored


@rule("score.technology")
def test_technologies_score_the_points_of_their_cards():
    seat_0 = {"technologies": ["education", "stability"]}
    assert final_points({"tile_02": {0: 1}}, seat_0=seat_0)[0]["score.technology"] == 4
    assert "score.technology" not in final_points({"tile_02": {0: 1}})[0]


@rule("score.technology_effect")
@pytest.mark.parametrize(
    ("technology", "scored"),
    [
        ("builder", 2),
        ("prosperity", 4),
        ("manifest_destiny", 3),
        ("industrial_revolution", 2),
        ("university", 1),
        ("surrounded", None),
        ("constitution", 1),
        ("education", None),
    ],
)
def test_what_technologies_score_for(technology, scored):
    tiles = {FOREST: {"house": 0}, "tile_09": {0: 1}, "tile_12": {0: 1}, PLAIN: {1: 1}}
    seat_0 = {"technologies": [technology], "bag": ["white"] * 4}
    assert final_points(tiles, seat_0=seat_0)[0].get("score.technology_effect") == scored


def test_surrounded_counts_tiles_with_six_neighbours():
    ring = {FOREST: {0: 1}} | {f"tile_{n:02}": {1: 1} for n in (2, 4, 6, 17, 21, 12)}
    assert final_points(ring, seat_0={"technologies": ["surrounded"]})[0]["score.technology_effect"] == 2


def test_chronicle_counts_technologies_that_two_others_have():
    state = given({"tile_02": {0: 1}}, seats=4, seat_0={"technologies": ["chronicle", "stability", "walls"]})
    shared = tuple(
        replace(player, technologies=("stability",)) if seat in (1, 3) else player
        for seat, player in enumerate(state.players)
    )
    assert points_by_rule(score(replace(state, players=shared)))["score.technology_effect"] == 1


def tile_points(pieces, tile: int, sides: int = 3) -> list[int]:
    """Return the points of a tile for every side."""
    state = full_position(
        {24: {}, tile: pieces} if tile != 24 else {24: pieces},
        seats=sides,
        seat_0=SETTLE_DIE,
        seat_1=SETTLE_DIE,
        seat_2=SETTLE_DIE,
    )
    return [
        sum(line.points for line in final_score_lines(state, side) if line.rule.startswith("score.tile"))
        for side in range(sides)
    ]


@pytest.mark.parametrize(
    ("tile", "pieces", "expected"),
    [
        pytest.param(25, {0: 3, 1: 1}, [5, 2, 0], id="first example"),
        pytest.param(18, {0: 1, 1: 3, 2: 1}, [3, 7, 3], id="second example"),
        pytest.param(13, {0: 2, 1: 1, 2: 2}, [4, 1, 4], id="third example"),
        pytest.param(20, {0: 1, 1: 1}, [9, 9, 0], id="shared control leaves the second value"),
        pytest.param(11, {"house": 0, 1: 2, 2: 2}, [4, 3, 3], id="a house without tents"),
        pytest.param(11, {"house": 0, 0: 3, 1: 1}, [4, 3, 0], id="a house with tents"),
        pytest.param(17, {0: 2, 1: 1}, [0, 0, 0], id="a tile without points"),
        pytest.param(14, {0: 2, 1: 1}, [6, 0, 0], id="a second value of 0"),
        pytest.param(20, {}, [0, 0, 0], id="no tents there"),
    ],
)
def test_what_a_tile_is_worth(tile, pieces, expected):
    """Rulings shared_control and second_place."""
    assert tile_points(pieces, tile) == expected


@pytest.mark.parametrize(("spent", "pairs"), [(6, 15), (4, 12)])
def test_the_whole_score_of_one_player(spent, pairs):
    """Three houses score 9, with pairs of dice and two cards. Tokens score nothing."""
    seat_0 = {
        "bag": ["green", "white", "white", "white"],
        "active": ["white_settle"],
        "spent": (["yellow", "grey", "grey", "brown"] + ["orange"] * 2)[:spent],
        "tokens": ["wood"] * 4,
        "technologies": ["builder", "prosperity"],
    }
    land = {20: {"house": 0}, 14: {"house": 0}, 17: {"house": 0}, 25: {0: 1}}
    state = score(full_position(land, seat_0=seat_0, points={0: 13}))
    dice = 5 + spent
    assert points(state) == 13 + (9 + 6 + 5) + 9 + pairs + (4 + 6) + (5 + dice)


def test_controlled_factories_with_the_industrial_revolution():
    """A tie or a house gives control, a minority does not."""
    land = {13: {0: 1, 1: 1}, 25: {"house": 0}, 16: {0: 1, 1: 2}}
    state = full_position(land, seat_0={**SETTLE_DIE, "technologies": ["industrial_revolution"]})
    expected = [line.points for line in final_score_lines(state, 0) if line.rule.startswith("score.technology")]
    assert expected == [2, 4]


def test_the_quota_that_a_constitution_counts():
    """The rulebook is silent. The final map counts, up to six above the base quota."""
    land = {2: {0: 1}, 12: {0: 1}, 17: {0: 1}, 21: {0: 1}, 23: {0: 1}}
    cards = ["constitution", "stable_government", "stability"]
    state = full_position(land, start_tiles=(2, 3), seat_0={**SETTLE_DIE, "technologies": cards})
    effect = [line.points for line in final_score_lines(state, 0) if line.rule == "score.technology_effect"]
    assert effect == [6]
