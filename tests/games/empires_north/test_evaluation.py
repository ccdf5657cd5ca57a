"""Evaluation: better positions have higher expected scores."""

import pytest
from msgspec.structs import replace

from referee_service.bots.evaluation import score_leads
from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.evaluation import expected_scores, rounds_remaining
from tests.games.empires_north.positions import given, play, with_points


def lead(**wanted):
    """Return the expected lead of seat 0."""
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
        ({}, {"opponent_empire": ("weavers",)}),
    ],
)
def test_a_better_position_has_a_higher_value(better, worse):
    assert lead(**better) > lead(**worse)


def test_points_raise_the_lead_of_their_seat():
    state = given()
    assert (
        score_leads(GAME, with_points(state, 3))[0]
        > score_leads(GAME, state)[0]
        > score_leads(GAME, with_points(state, 3, seat=1))[0]
    )


def test_an_open_question_counts_for_the_seat_that_answers_it():
    state = given(hand=("twin_ships", "axe_yard"))
    waiting = play(state, "place_pawn tile=construct")
    assert expected_scores(waiting)[0] > expected_scores(replace(waiting, pending=()))[0]
    built = play(waiting, "construct card=twin_ships")
    assert expected_scores(built)[0] == pytest.approx(expected_scores(waiting)[0], abs=2.5)


def test_paying_with_the_cheaper_good_is_valued_higher():
    state = given(hand=("axe_yard",), goods={"wood": 1, "gold": 1})
    waiting = play(state, "build card=axe_yard")
    by_wood, by_gold = (play(waiting, f"pay source={good}") for good in ("wood", "gold"))
    assert expected_scores(by_wood)[0] > expected_scores(by_gold)[0]


def test_an_empire_is_worth_less_the_fewer_rounds_are_left():
    early = given(empire=("axe_yard", "fishing_boats"))
    late = replace(early, round=6)
    assert rounds_remaining(early) > rounds_remaining(late) > rounds_remaining(with_points(late, 25)) == 0
    assert expected_scores(early)[0] > expected_scores(late)[0] > expected_scores(with_points(late, 25, seat=1))[0]


@pytest.mark.parametrize("scenario", ["winter", "outpost", "pirates", "barbarians"])
def test_a_solo_game_has_a_known_number_of_rounds(scenario):
    state = given(scenario=scenario, seats=1)
    assert rounds_remaining(replace(state, round=1)) == 3
    assert rounds_remaining(replace(state, round=4)) == 0
    assert expected_scores(with_points(state, 2))[0] == pytest.approx(expected_scores(state)[0] + 2)


def test_in_winter_food_is_worth_more_near_the_end():
    state = replace(given(scenario="winter", seats=1, goods={"wood": 5}), round=4)
    fed = replace(given(scenario="winter", seats=1, goods={"food": 5}), round=4)
    assert expected_scores(fed)[0] > expected_scores(state)[0] + 3


def test_covered_cards_count_if_the_scenario_counts_them():
    state = given(scenario="outpost", seats=1)
    covered = replace(state, solo=replace(state.solo, covered=("axe_yard",)))
    assert expected_scores(covered)[0] == pytest.approx(expected_scores(state)[0] + 2)


def test_raze_tokens_left_are_worth_a_point_with_the_option():
    held, none = (replace(given(goods=goods), is_last_round=True, stage="expedition") for goods in ({"raze": 1}, {}))
    assert expected_scores(held) == expected_scores(none)
    scoring = replace(held.options, raze_points=True)
    assert expected_scores(replace(held, options=scoring))[0] == pytest.approx(expected_scores(none)[0] + 1)
