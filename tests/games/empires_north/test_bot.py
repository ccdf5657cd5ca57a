"""What the bots think of a position: what is better for a player is worth more to it."""

import pytest
from msgspec.structs import replace

from referee_service.bots.evaluation import score_leads
from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.evaluation import expected_scores, rounds_remaining
from tests.games.empires_north.positions import given, having, played


def lead(**wanted):
    """How far seat 0 is thought to be ahead."""
    return score_leads(GAME, given(**wanted))[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"goods": {"wood": 2}}, {"goods": {"wood": 1}}),
        ({"goods": {"gold": 1}}, {"goods": {"wood": 1}}),
        ({"goods": {"raze": 1}}, {}),
        ({"empire": ("axe_yard",)}, {"hand": ("axe_yard",)}),
        ({"hand": ("axe_yard",)}, {}),
        ({"empire": ("priest_of_thor",)}, {"empire": ("axe_yard",)}),
        ({"workers": 6}, {"workers": 5}),
        ({"workers": 5}, {"workers": 4, "spent_workers": 1}),
        ({"ships": 2}, {"ships": 1}),
        ({"queue": ((0, "fish raze"),)}, {"queue": ((0, ""),)}),
        ({"queue": ((0, "raze"), (1, ""))}, {"queue": ((1, ""), (0, "raze"))}),
        ({}, {"pawns": ("harvest",)}),
        ({"pawns": ("harvest",), "goods": {"food": 1}}, {"pawns": ("-harvest",), "goods": {"food": 1}}),
        ({}, {"passed": True}),
        ({}, {"theirs": ("weavers",)}),
    ],
)
def test_what_is_better_is_worth_more(better, worse):
    assert lead(**better) > lead(**worse)


def test_points_count_for_whom_they_belong_to():
    state = given()
    assert (
        score_leads(GAME, having(state, 3))[0]
        > score_leads(GAME, state)[0]
        > score_leads(GAME, having(state, 3, seat=1))[0]
    )


def test_an_open_question_counts_for_the_seat_that_it_asks():
    state = given(hand=("twin_ships", "axe_yard"))
    asked = played(state, "place_pawn tile=construct", "go_on")
    assert expected_scores(asked)[0] > expected_scores(replace(asked, pending=()))[0]
    built = played(asked, "construct card=twin_ships")
    assert expected_scores(built)[0] == pytest.approx(expected_scores(asked)[0], abs=2.5)


def test_a_price_is_better_paid_with_what_is_worth_less():
    state = given(hand=("axe_yard",), goods={"wood": 1, "gold": 1})
    asked = played(state, "build card=axe_yard")
    by_wood, by_gold = (played(asked, f"pay source={good}") for good in ("wood", "gold"))
    assert expected_scores(by_wood)[0] > expected_scores(by_gold)[0]


def test_an_empire_is_worth_less_the_fewer_rounds_are_left():
    early = given(empire=("axe_yard", "fishing_boats"))
    late = replace(early, round=6)
    assert rounds_remaining(early) > rounds_remaining(late) > rounds_remaining(having(late, 25)) == 0
    assert expected_scores(early)[0] > expected_scores(late)[0] > expected_scores(having(late, 25, seat=1))[0]


@pytest.mark.parametrize("scenario", ["winter", "outpost", "pirates", "barbarians"])
def test_alone_the_rounds_are_known(scenario):
    state = given(scenario=scenario, seats=1)
    assert rounds_remaining(replace(state, round=1)) == 3
    assert rounds_remaining(replace(state, round=4)) == 0
    assert expected_scores(having(state, 2))[0] == pytest.approx(expected_scores(state)[0] + 2)


def test_in_winter_workers_want_food_when_the_end_is_near():
    state = replace(given(scenario="winter", seats=1, goods={"wood": 5}), round=4)
    fed = replace(given(scenario="winter", seats=1, goods={"food": 5}), round=4)
    assert expected_scores(fed)[0] > expected_scores(state)[0] + 3


def test_what_was_built_over_counts_where_the_scenario_counts_it():
    state = given(scenario="outpost", seats=1)
    covered = replace(state, solo=replace(state.solo, covered=("axe_yard",)))
    assert expected_scores(covered)[0] == pytest.approx(expected_scores(state)[0] + 2)


def test_raze_tokens_left_are_worth_a_point_where_the_option_says_so():
    held, none = (replace(given(goods=goods), is_last_round=True, stage="expedition") for goods in ({"raze": 1}, {}))
    assert expected_scores(held) == expected_scores(none)
    scoring = replace(held.options, raze_points=True)
    assert expected_scores(replace(held, options=scoring))[0] == pytest.approx(expected_scores(none)[0] + 1)
