"""What the bots think of positions: nobody can say what one is worth, but some are plainly better than others."""

import pytest
from msgspec.structs import replace

from referee_service.bots import greedy_bot
from referee_service.bots.evaluation import score_leads
from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.evaluation import expected_scores, rival_scores
from referee_service.kernel.state import ScoreLine
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    game_by_lot,
    given,
    lines,
    solo,
)

SIX = ("white",) * 6


def worth(*tiles, **wanted) -> float:
    """What such a position is worth to seat 0."""
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
        {"tiles": {"tile_21": {0: 1}}, "mine": {"bag": SIX}},
        {"tiles": {"tile_05": {0: 1}}, "mine": {"bag": SIX}},
    ),
    "a die more": ({"mine": {"bag": ("white",) * 4}}, {"mine": {"bag": ("white",) * 3}}),
    "a tent more": ({"mine": {"tents": 4}}, {"mine": {"tents": 3}}),
    "a token more": ({"mine": {"tokens": {"wood": 1}}}, {}),
    "gold rather than wood": ({"mine": {"tokens": {"gold": 1}}}, {"mine": {"tokens": {"wood": 1}}}),
    "a technology": ({"mine": {"technologies": ("education",)}}, {}),
    "dice for an action to come": ({"mine": {"active": ("white_explore",)}}, {"mine": {"bag": ("white",) * 4}}),
    "symbols of an action not done": (
        {"mine": {"active": ("white_explore",)}},
        {"mine": {"active": ("white_explore",), "actions_done": ("explore",)}},
    ),
    "the tokens that a technology asks for": (
        {"tiles": {PLAIN: {0: 1}, FOREST: {0: 1}}, "mine": {"tokens": {"wood": 1, "food": 2}}},
        {"tiles": {PLAIN: {0: 1}, FOREST: {0: 1}}, "mine": {"tokens": {"iron": 3}}},
    ),
}


@pytest.mark.parametrize(("better", "worse"), BETTER.values(), ids=BETTER)
def test_who_has_more_may_expect_more(better, worse):
    assert worth(**better) > worth(**worse)


def test_in_the_last_round_nothing_is_left_of_what_cannot_be_spent():
    late = {"is_last_round": True, "turn_index": 3, "active_side": 1, "has_acted": True}
    assert worth(mine={"tokens": {"wood": 2}, "tents": 5}, **late) == worth(mine={"tents": 0}, **late)
    assert worth(mine={"tokens": {"wood": 2}}) > worth()


def test_in_the_end_the_evaluation_is_the_score():
    """Before the last clean-up is done only the score is left to count."""
    states = game_by_lot(seats=2, seed=4)
    over = states[-1]
    scored = [sum(lines(over, seat).values()) for seat in (0, 1)]
    last = [state for state in states if state.stage == "cleanup" and state.is_last_round]
    assert expected_scores(last[-1]) == pytest.approx(scored, abs=2.5)


def test_a_bot_does_not_sell_the_dice_it_lives_on():
    poor = given(mine={"bag": (), "active": ("yellow_trade", "white_settle")}, has_acted=False)
    assert greedy_bot.choose(GAME, GAME.view(poor, 0), "").notation.startswith("settle")


def test_a_bot_governs_where_it_can():
    state = given({PLAIN: {0: 3}}, mine={"active": ("white_settle",)}, has_acted=True)
    assert greedy_bot.choose(GAME, GAME.view(state, 0), "").notation == f"govern tile={PLAIN}"


def test_alone_the_seat_is_worth_something_and_the_bot_is_no_seat():
    assert len(expected_scores(solo())) == 1
    assert (
        expected_scores(solo({FOREST: {0: 2}, PLAIN: {1: 1}}))[0]
        > expected_scores(solo({FOREST: {0: 1, 1: 2}, PLAIN: {1: 1}}))[0]
    )


def test_alone_the_lead_is_counted_against_the_printed_bot():
    behind = solo({FOREST: {0: 1}, PLAIN: {1: 1}})
    level = solo({FOREST: {0: 1}, PLAIN: {0: 2, 1: 1}})
    assert rival_scores(behind)[0] > rival_scores(level)[0]
    assert score_leads(GAME, behind)[0] == expected_scores(behind)[0] - rival_scores(behind)[0]
    assert rival_scores(given()) == []


def test_when_a_solo_game_is_over_the_bot_has_what_it_has():
    line = ScoreLine("score.tile_first", 1, 7)
    over = replace(solo({PLAIN: {1: 1}}, bot={"points": (line,)}), stage="over")
    assert rival_scores(over) == [7]
