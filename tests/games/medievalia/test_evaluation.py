"""Evaluation for the bots: better positions have higher expected scores."""

from __future__ import annotations

import pytest

from referee_service.bots.evaluation import score_leads
from referee_service.bots.simulation import apply_and_pay
from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.evaluation import expected_scores
from referee_service.games.medievalia.evaluation.weights import WEIGHTS
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import after, attack, given, holdings, with_top

ALL_BUT_ONE = "city+bank+school mine+church+stable farm+blacksmith+carpenter"


def lead(*players, seats=0):
    """Return the expected lead of seat 0."""
    return score_leads(GAME, given(*players, seats=seats))[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (holdings(lands="farm+bank"), holdings(lands="farm")),
        (holdings(lands="city+church+stable"), holdings(lands="city+church+church")),
        (holdings(lands="farm forest"), holdings(lands="farm")),
        (holdings(lands="farm forest mine"), holdings(lands="farm farm farm")),
        (holdings(lands="farm", units="peasant"), holdings(lands="farm")),
        (holdings(lands="farm", units="artist"), holdings(lands="farm", units="peasant")),
        (holdings(lands="farm", units="soldier"), holdings(lands="farm", units="archer")),
        (holdings(lands="farm"), holdings(lands="farm!")),
        (holdings(lands="farm", hand="farm soldier"), holdings(lands="farm", hand="soldier")),
        (holdings(hand="farm peasant"), holdings(hand="soldier knight")),
        (holdings(lands="forest", units=""), holdings(lands="forest", units="peasant@neutral_0 peasant@neutral_0!")),
        (holdings(lands="farm", siege=0), holdings(lands="farm", siege=2)),
    ],
)
def test_a_better_position_has_a_higher_value(better, worse):
    assert lead(better, holdings(lands="field")) > lead(worse, holdings(lands="field"))


def test_an_enemy_in_the_fief_threatens_unguarded_lands_but_not_guarded_ones():
    enemy = holdings(lands="farm", units="soldier@home_0")
    afar = holdings(lands="farm", units="soldier")
    open_land, guarded = "peasant!", "knight#1 infantry#1"
    assert lead(holdings(lands="farm+bank", units=open_land), afar) > lead(
        holdings(lands="farm+bank", units=open_land), enemy
    )
    lost = lead(holdings(lands="farm+bank", units=guarded), afar) - lead(
        holdings(lands="farm+bank", units=guarded), enemy
    )
    assert lost == pytest.approx(0)


def test_enemies_that_can_destroy_the_city_are_the_greatest_threat():
    few = holdings(lands="farm farm", units="knight@home_0")
    many = holdings(lands="farm farm", units="knight@home_0 knight@home_0")
    assert lead(holdings(lands="farm"), many) < lead(holdings(lands="farm"), few) - 1


@pytest.mark.parametrize("action", [PlayTerritory("forest"), Recruit("peasant"), BuyBuilding(0, 1)])
def test_a_simulated_purchase_is_paid_the_cheapest_way(action):
    state = given(holdings(lands="farm mine forest", units="peasant peasant", hand="forest peasant soldier soldier"))
    assert apply_and_pay(GAME, state, action) == after(state, action, PayCheapest())


def test_a_building_that_wins_has_the_value_of_a_victory():
    state = with_top(given(holdings(lands=ALL_BUT_ONE + " field forest", hand="soldier " * 6)), "workshop")
    won = apply_and_pay(GAME, state, BuyBuilding(0, 3))
    assert GAME.result(won).winners == (0,)
    assert score_leads(GAME, won)[0] >= WEIGHTS.win_value


def test_no_lead_has_the_value_of_a_victory():
    ahead = holdings(lands=ALL_BUT_ONE + " farm forest", units="peasant " * 8 + "knight@home_1 knight@home_1")
    assert 3 < lead(ahead, holdings()) < WEIGHTS.win_value


def test_ending_a_turn_with_all_cards_turned_costs_almost_nothing():
    state = given(holdings(lands="city! farm!"), holdings(lands="farm"))
    assert score_leads(GAME, after(state, EndTurn()))[0] == pytest.approx(score_leads(GAME, state)[0], abs=0.2)


def test_allies_have_equal_expected_scores():
    scores = expected_scores(given(holdings(lands="farm+bank"), seats=4))
    assert scores[0] == scores[2] > scores[1] == scores[3]


@pytest.mark.parametrize(("army", "falls"), [("knight", True), ("soldier", False)])
def test_an_army_that_strikes_a_tower_alone_threatens_only_the_tower(army, falls):
    """Its points count as lost if the army is strong enough, and all other lands are safe from it."""
    state = attack(holdings(lands="farm+tower mine"), army, "artist")
    safe = expected_scores(attack(holdings(lands="farm+tower mine"), "artist", "artist"))[1]
    struck = expected_scores(after(state, Strike("guard_1_tower")))[1]
    assert (struck < safe - 0.5) is falls
    assert falls or struck > expected_scores(after(state, Strike("host_2")))[1]
