"""Evaluation: comparisons of positions of which one is clearly better."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.bots import greedy_bot
from referee_service.bots.evaluation import score_leads
from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.evaluation import expected_scores, rival_scores
from referee_service.games.dice_settlers.questions import AdjustFrame, GainDieFrame
from referee_service.kernel.state import ScoreLine
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    given,
    points_by_rule,
    random_game,
    solo,
)

SIX = ("white",) * 6


def value(*tiles, **wanted) -> float:
    """Return the expected points of seat 0 in the position that the arguments name."""
    return expected_scores(given(*tiles, **wanted))[0]


def test_points_scored_count_as_they_are():
    before = given()
    after = replace(before, score_lines=((ScoreLine("score.factory", 1, 4),), ()))
    assert expected_scores(replace(after, is_last_round=True))[0] - expected_scores(
        replace(before, is_last_round=True)
    )[0] == pytest.approx(4)


BETTER = {
    "a tile that is led": ({"tiles": {PLAIN: {0: 2, 1: 1}}}, {"tiles": {PLAIN: {0: 1, 1: 2}}}),
    "a lead that is safe": ({"tiles": {PLAIN: {0: 2}}}, {"tiles": {PLAIN: {0: 1}}}),
    "a house in place of three tents": ({"tiles": {PLAIN: {"house": 0}}}, {"tiles": {PLAIN: {0: 3}}}),
    "a tile worth more": ({"tiles": {MOUNTAIN: {0: 1}}}, {"tiles": {HILL: {0: 1}}}),
    "a tile that adds to the quota": (
        {"tiles": {"tile_21": {0: 1}}, "seat_0": {"bag": SIX}},
        {"tiles": {"tile_05": {0: 1}}, "seat_0": {"bag": SIX}},
    ),
    "a die more": ({"seat_0": {"bag": ("white",) * 4}}, {"seat_0": {"bag": ("white",) * 3}}),
    "a tent more": ({"seat_0": {"tents": 4}}, {"seat_0": {"tents": 3}}),
    "a token more": ({"seat_0": {"tokens": {"wood": 1}}}, {}),
    "gold rather than wood": ({"seat_0": {"tokens": {"gold": 1}}}, {"seat_0": {"tokens": {"wood": 1}}}),
    "a technology": ({"seat_0": {"technologies": ("education",)}}, {}),
    "dice for an action to come": ({"seat_0": {"active": ("white_explore",)}}, {"seat_0": {"bag": ("white",) * 4}}),
    "symbols of an action not done": (
        {"seat_0": {"active": ("white_explore",)}},
        {"seat_0": {"active": ("white_explore",), "actions_done": ("explore",)}},
    ),
    "the tokens that a technology asks for": (
        {"tiles": {PLAIN: {0: 1}, FOREST: {0: 1}}, "seat_0": {"tokens": {"wood": 1, "food": 2}}},
        {"tiles": {PLAIN: {0: 1}, FOREST: {0: 1}}, "seat_0": {"tokens": {"iron": 3}}},
    ),
}


@pytest.mark.parametrize("frame", [AdjustFrame(0, "pioneer"), GainDieFrame(0)], ids=["adjust", "gain_die"])
def test_an_open_question_that_still_brings_a_die_has_a_value(frame):
    assert value(pending=(frame,)) > value()


@pytest.mark.parametrize(("better", "worse"), BETTER.values(), ids=BETTER)
def test_the_better_position_has_more_expected_points(better, worse):
    assert value(**better) > value(**worse)


def test_pieces_that_cannot_be_spent_in_the_last_round_have_no_value():
    late = {"is_last_round": True, "turn_index": 3, "active_side": 1, "has_acted": True}
    assert value(seat_0={"tokens": {"wood": 2}, "tents": 5}, **late) == value(seat_0={"tents": 0}, **late)
    assert value(seat_0={"tokens": {"wood": 2}}) > value()


def test_in_the_end_the_evaluation_is_the_score():
    """Before the last clean-up only the final score remains."""
    states = random_game(seats=2, seed=4)
    over = states[-1]
    scored = [sum(points_by_rule(over, seat).values()) for seat in (0, 1)]
    last = [state for state in states if state.stage == "cleanup" and state.is_last_round]
    assert expected_scores(last[-1]) == pytest.approx(scored, abs=2.5)


def test_a_bot_does_not_sell_the_dice_it_lives_on():
    poor = given(seat_0={"bag": (), "active": ("yellow_trade", "white_settle")}, has_acted=False)
    assert greedy_bot.choose(GAME, GAME.view(poor, 0), "").notation.startswith("settle")


def test_a_bot_governs_where_it_can():
    state = given({PLAIN: {0: 3}}, seat_0={"active": ("white_settle",)}, has_acted=True)
    assert greedy_bot.choose(GAME, GAME.view(state, 0), "").notation == f"govern tile={PLAIN}"


def test_in_a_solo_game_only_the_seat_is_evaluated():
    assert len(expected_scores(solo())) == 1
    assert (
        expected_scores(solo({FOREST: {0: 2}, PLAIN: {1: 1}}))[0]
        > expected_scores(solo({FOREST: {0: 1, 1: 2}, PLAIN: {1: 1}}))[0]
    )


def test_in_a_solo_game_the_lead_is_against_the_printed_bot():
    behind = solo({FOREST: {0: 1}, PLAIN: {1: 1}})
    level = solo({FOREST: {0: 1}, PLAIN: {0: 2, 1: 1}})
    assert rival_scores(behind)[0] > rival_scores(level)[0]
    assert score_leads(GAME, behind)[0] == expected_scores(behind)[0] - rival_scores(behind)[0]
    assert rival_scores(given()) == []


def test_after_a_solo_game_the_printed_bot_keeps_its_points():
    line = ScoreLine("score.tile_first", 1, 7)
    over = replace(solo({PLAIN: {1: 1}}, bot={"points": (line,)}), stage="over")
    assert rival_scores(over) == [7]
