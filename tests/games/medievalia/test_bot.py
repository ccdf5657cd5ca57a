"""What the bots think of a position: what is better for a player is worth more to it."""

import pytest

from referee_service.bots.evaluation import score_leads
from referee_service.bots.simulation import apply_and_pay
from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.evaluation import expected_scores
from referee_service.games.medievalia.evaluation.weights import WEIGHTS
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import after, given, side, with_top

ALL_BUT_ONE = "city+bank+school mine+church+stable farm+blacksmith+carpenter"


def lead(*players, seats=0):
    """How far seat 0 is thought to be ahead."""
    return score_leads(GAME, given(*players, seats=seats))[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (side(lands="farm+bank"), side(lands="farm")),
        (side(lands="city+church+stable"), side(lands="city+church+church")),
        (side(lands="farm forest"), side(lands="farm")),
        (side(lands="farm forest mine"), side(lands="farm farm farm")),
        (side(lands="farm", units="peasant"), side(lands="farm")),
        (side(lands="farm", units="artist"), side(lands="farm", units="peasant")),
        (side(lands="farm", units="soldier"), side(lands="farm", units="archer")),
        (side(lands="farm"), side(lands="farm!")),
        (side(lands="farm", hand="farm soldier"), side(lands="farm", hand="soldier")),
        (side(hand="farm peasant"), side(hand="soldier knight")),
        (side(lands="forest", units=""), side(lands="forest", units="peasant@neutral_0 peasant@neutral_0!")),
        (side(lands="farm", siege=0), side(lands="farm", siege=2)),
    ],
)
def test_what_is_better_is_worth_more(better, worse):
    assert lead(better, side(lands="field")) > lead(worse, side(lands="field"))


def test_an_enemy_before_an_open_land_is_a_danger_that_guards_avert():
    enemy = side(lands="farm", units="soldier@home_0")
    afar = side(lands="farm", units="soldier")
    open_land, guarded = "peasant!", "knight#1 infantry#1"
    assert lead(side(lands="farm+bank", units=open_land), afar) > lead(side(lands="farm+bank", units=open_land), enemy)
    lost = lead(side(lands="farm+bank", units=guarded), afar) - lead(side(lands="farm+bank", units=guarded), enemy)
    assert lost == pytest.approx(0)


def test_troops_that_can_take_the_city_are_the_worst_danger():
    few = side(lands="farm farm", units="knight@home_0")
    many = side(lands="farm farm", units="knight@home_0 knight@home_0")
    assert lead(side(lands="farm"), many) < lead(side(lands="farm"), few) - 1


@pytest.mark.parametrize("action", [PlayTerritory("forest"), Recruit("peasant"), BuyBuilding(0, 1)])
def test_a_price_is_thought_of_as_paid_the_cheapest_way(action):
    state = given(side(lands="farm mine forest", units="peasant peasant", hand="forest peasant soldier soldier"))
    assert apply_and_pay(GAME, state, action) == after(state, action, PayCheapest())


def test_a_building_that_wins_is_worth_the_victory():
    state = with_top(given(side(lands=ALL_BUT_ONE + " field forest", hand="soldier " * 6)), "workshop")
    won = apply_and_pay(GAME, state, BuyBuilding(0, 3))
    assert GAME.result(won).winners == (0,)
    assert score_leads(GAME, won)[0] >= WEIGHTS.win_value


def test_no_lead_is_worth_as_much_as_the_victory():
    ahead = side(lands=ALL_BUT_ONE + " farm forest", units="peasant " * 8 + "knight@home_1 knight@home_1")
    assert 3 < lead(ahead, side()) < WEIGHTS.win_value


def test_the_end_of_a_spent_turn_costs_nothing():
    state = given(side(lands="city! farm!"), side(lands="farm"))
    assert score_leads(GAME, after(state, EndTurn()))[0] == pytest.approx(score_leads(GAME, state)[0], abs=0.2)


def test_allies_are_worth_the_same():
    found = expected_scores(given(side(lands="farm+bank"), seats=4))
    assert found[0] == found[2] > found[1] == found[3]
