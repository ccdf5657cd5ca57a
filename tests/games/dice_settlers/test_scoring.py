"""The end: its triggers, the last round, and the final score line by line."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.keep_dice import KeepDice
from referee_service.games.dice_settlers.questions import KeepDiceFrame as Keeping
from referee_service.games.dice_settlers.scoring import final_score_lines, result, score
from referee_service.games.dice_settlers.state import is_controller, is_end_triggered, map_tile
from referee_service.kernel.state import ScoreLine
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    lines,
    solo,
)
from tests.games.rules import rule

QUIET = {"deck": {HILL: 1}}
"""Nothing has run out."""


def points(tiles, **wanted):
    """The lines of everybody at the end, by rule."""
    state = given(tiles, **wanted)
    return [lines(score(state), seat) for seat in range(len(state.players))]


# --- tiles ----------------------------------------------------------------------------------------------------------


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
    """Worked examples: 5 and 2; 7, 3 and 3; 4, 4 and 1. Ruling shared_control: who is tied for first scores first."""
    found = [
        sum(line.points for line in final_score_lines(given({tile: tents}, seats=3), side) if "tile" in line.rule)
        for side in range(3)
    ]
    assert found == scored


def test_ruling_shared_control():
    place = map_tile(given({FOREST: {0: 2, 1: 2}}), FOREST)
    assert is_controller(place, 0)
    assert is_controller(place, 1)
    assert not is_controller(replace(place, house=1), 0)
    assert not is_controller(replace(place, tents=(0, 0)), 0)


# --- dice, houses, technologies -------------------------------------------------------------------------------------


@rule("score.dice")
@pytest.mark.parametrize(("dice", "scored"), [(9, 12), (8, 12), (2, 3), (1, None)])
def test_nine_dice_are_twelve_points(dice, scored):
    """Worked example."""
    mine = {"bag": ["white"] * (dice // 2), "active": ["white_settle"], "spent": ["grey"] * (dice - dice // 2 - 1)}
    assert points({FOREST: {1: 1}}, mine=mine)[0].get("score.dice") == scored


@rule("score.houses")
@pytest.mark.parametrize(("houses", "scored"), [(0, None), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25)])
def test_houses_score_their_square(houses, scored):
    tiles = {f"tile_{n:02}": {"house": 0} for n in (2, 4, 6, 17, 21)[:houses]} or {"tile_02": {0: 1}}
    assert points(tiles)[0].get("score.houses") == scored


@rule("score.technology")
def test_technologies_score_the_points_of_their_cards():
    mine = {"technologies": ["education", "stability"]}
    assert points({"tile_02": {0: 1}}, mine=mine)[0]["score.technology"] == 4
    assert "score.technology" not in points({"tile_02": {0: 1}})[0]


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
    mine = {"technologies": [technology], "bag": ["white"] * 4}
    assert points(tiles, mine=mine)[0].get("score.technology_effect") == scored


def test_surrounded_counts_tiles_with_six_neighbours():
    ring = {FOREST: {0: 1}} | {f"tile_{n:02}": {1: 1} for n in (2, 4, 6, 17, 21, 12)}
    assert points(ring, mine={"technologies": ["surrounded"]})[0]["score.technology_effect"] == 2


def test_chronicle_counts_technologies_that_two_others_have():
    state = given({"tile_02": {0: 1}}, seats=4, mine={"technologies": ["chronicle", "stability", "walls"]})
    shared = tuple(
        replace(player, technologies=("stability",)) if seat in (1, 3) else player
        for seat, player in enumerate(state.players)
    )
    assert lines(score(replace(state, players=shared)))["score.technology_effect"] == 1


def test_a_tie_is_a_shared_victory():
    state = replace(given({"tile_02": {0: 1}}), stage="over")
    state = replace(state, score_lines=((ScoreLine("score.dice", 1, 3),), (ScoreLine("score.dice", 1, 3),)))
    assert result(state).winners == (0, 1)
    state = replace(state, score_lines=((ScoreLine("score.dice", 1, 3),), ()))
    assert result(state).ranking == ((0,), (1,))


@rule("ruling.beaten")
@pytest.mark.parametrize(("bot", "winners"), [(2, (0,)), (3, (0,)), (4, ())])
def test_the_bot_may_win(bot, winners):
    state = solo(stage="over", bot={"points": (ScoreLine("score.dice", 1, bot),)})
    state = replace(state, score_lines=((ScoreLine("score.dice", 1, 3),),))
    assert result(state).winners == result(state).ranking[0] == winners


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "triggered"),
    [
        (QUIET, False),
        ({"deck": {}}, True),
        ({**QUIET, "supply": {"green": 1, "grey": 1, "brown": 1}}, False),
        ({**QUIET, "supply": {"green": 1, "grey": 1}}, True),
        ({**QUIET, "score_lines": ((ScoreLine("score.trade_die", 9, 29),), ())}, False),
        ({**QUIET, "score_lines": ((ScoreLine("score.trade_die", 9, 27),), (ScoreLine("score.trade_die", 1, 3),))}, True),
        ({**QUIET, "tiles": {f"tile_{n:02}": {"house": 1} for n in (2, 4, 6, 17)}}, False),
        ({**QUIET, "tiles": {f"tile_{n:02}": {"house": 1} for n in (2, 4, 6, 17, 21)}}, True),
    ],
)
def test_ruling_dice_colours_and_the_four_triggers(wanted, triggered):
    wanted = dict(wanted)
    assert is_end_triggered(given(wanted.pop("tiles", None), **wanted)) is triggered


@rule("ruling.long_game")
@pytest.mark.parametrize(("round", "triggered"), [(59, False), (60, True)])
def test_a_game_does_not_go_on_for_ever(round, triggered):
    assert is_end_triggered(given(round=round, **QUIET)) is triggered


def last_to_clean_up(**wanted):
    """Seat 1 of two, the last to clean up."""
    return given({FOREST: {0: 1}, DESERT: {1: 1}}, stage="cleanup", turn_index=1, active_side=1, pending=(Keeping(1),), **wanted)


def test_ruling_end_check_at_the_end_of_a_round_and_one_more_round():
    state = after(last_to_clean_up(**QUIET), KeepDice(()))
    assert (state.is_last_round, state.stage) == (False, "roll")
    state = after(last_to_clean_up(deck={}), KeepDice(()))
    assert (state.is_last_round, state.stage) == (True, "roll")
    state = after(last_to_clean_up(is_last_round=True, **QUIET), KeepDice(()))
    assert state.stage == "over"
    assert lines(state)["score.tile_first"] == 7


def test_points_of_play_are_added_to_the_final_ones():
    state = last_to_clean_up(is_last_round=True, score_lines=((ScoreLine("score.trade_any", 1, 2),), ()), **QUIET)
    state = after(state, KeepDice(()))
    assert result(state).scores[0] == 2 + 7 + 3
    assert MOUNTAIN not in [place.tile for place in state.map]
    assert PLAIN not in [place.tile for place in state.map]
