"""Places: what a player touches for each verb, and what other seats see of the table."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.places import places
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.places import held_components, touches
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import (
    AWAY,
    after,
    attack,
    attack_and_strike,
    begin_battle,
    given,
    holdings,
    invasion,
    refusals,
)

TURN = given(
    holdings(
        lands="city+bank farm+church forest",
        units="peasant#1 peasant merchant#1 artist soldier@neutral_0",
        hand="mine mine priest",
    ),
    holdings(lands="field", units="peasant@neutral_0", hand="mine soldier soldier"),
)
"""Actions of seat 0, with units on lands, at home and beside an enemy in the neutral fief."""
PAYMENT = after(TURN, PlayTerritory("mine"))
HUNGER = GAME.automatic_step(given(holdings(lands="forest", units="peasant#1! peasant soldier!")))
MUSTER = after(
    invasion("soldier soldier knight", "peasant priest"), parse_notation(GAME, "declare_war fief=home_1 seat=1")
)
STRIKE = attack(holdings(lands="farm+tower", units="peasant! peasant#1"), "soldier", "knight")
DAMAGE = attack_and_strike(holdings(lands="farm+tower", units="peasant#1"), "soldier", at="host_1")
SHOT = begin_battle(invasion("soldier archer", "priest#1 priest peasant"), AWAY, "soldier", against={1: "peasant"})
HEAL = after(SHOT, parse_notation(GAME, "shoot card=archer fief=home_1 target=priest place=free"))


@pytest.mark.parametrize(
    ("state", "line", "groups"),
    [
        (TURN, "play_territory card=mine", ["hand.0.mine"]),
        (TURN, "recruit card=priest", ["hand.0.priest"]),
        (TURN, "buy_building pile=1 host=2", ["pile.1", "fief.home_0.land.2"]),
        (TURN, "buy_card deck=military", ["deck.military"]),
        (TURN, "clear_land host=2", ["fief.home_0.land.2"]),
        (TURN, "station card=peasant host=2", ["fief.home_0.free.0.peasant", "fief.home_0.land.2"]),
        (TURN, "station card=peasant origin=1 host=2", ["fief.home_0.land.1.0.peasant", "fief.home_0.land.2"]),
        (TURN, "station card=peasant origin=1", ["fief.home_0.land.1.0.peasant", "fief.home_0.free"]),
        (TURN, "dismiss card=peasant fief=home_0 host=1", ["fief.home_0.land.1.0.peasant"]),
        (TURN, "dismiss card=peasant fief=home_0", ["fief.home_0.free.0.peasant"]),
        (TURN, "march card=soldier origin=neutral_0 to=home_0", ["fief.neutral_0.free.0.soldier", "fief.home_0"]),
        (TURN, "declare_war fief=neutral_0 seat=1", ["fief.neutral_0.front.1"]),
        (TURN, "end_turn", ["button.end_turn"]),
        (PAYMENT, "pay source=host_1", ["fief.home_0.land.1"]),
        (PAYMENT, "pay source=peasant", ["fief.home_0.free.0.peasant"]),
        (PAYMENT, "pay source=host_1_merchant", ["fief.home_0.land.1.0.merchant"]),
        (PAYMENT, "pay source=discard_priest_gold", ["hand.0.priest"]),
        (PAYMENT, "pay_cheapest", ["button.pay_cheapest"]),
        (HUNGER, "starve card=peasant fief=home_0 turned=false", ["fief.home_0.free.0.peasant"]),
        (HUNGER, "starve card=peasant fief=home_0 host=1 turned=true", ["fief.home_0.land.1.0.peasant.turned"]),
        (HUNGER, "starve card=soldier fief=home_0 turned=true", ["fief.home_0.free.0.soldier.turned"]),
        (MUSTER, "enlist card=knight army=1", ["fief.home_1.free.0.knight", "battle.army.1"]),
        (STRIKE, "strike target=host_1", ["fief.home_1.land.1"]),
        (STRIKE, "strike target=turned_peasant", ["fief.home_1.free.1.peasant.turned"]),
        (STRIKE, "strike target=guard_1_peasant", ["fief.home_1.land.1.1.peasant"]),
        (STRIKE, "strike target=guard_1_tower", ["fief.home_1.land.1.building.0"]),
        (DAMAGE, "take_damage card=tower bonus=0", ["fief.home_1.land.1.building.0"]),
        (DAMAGE, "take_damage card=peasant bonus=0", ["fief.home_1.land.1.1.peasant"]),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=peasant place=army_1",
            ["fief.home_1.free.0.archer", "battle.army.1.1.peasant"],
        ),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=priest place=host_1",
            ["fief.home_1.free.0.archer", "fief.home_1.land.1.1.priest"],
        ),
        (
            HEAL,
            "heal card=priest fief=home_1 host=1 target=priest place=free",
            ["fief.home_1.land.1.1.priest", "fief.home_1.free.1.priest"],
        ),
    ],
)
def test_an_action_touches_the_places_of_what_it_names(state, line, groups):
    action, seat = parse_notation(GAME, line), GAME.turn(state).seat
    assert not refusals(state, action)
    assert touches(GAME, state, seat, action) == tuple((place,) for place in groups)
    assert {place for place in groups if not place.startswith("button.")} <= set(places(state, seat))


def test_a_conversion_is_a_choice():
    state = after(PAYMENT, Pay("host_1"))
    action = Pay("convert_food_workforce")
    assert not refusals(state, action)
    assert touches(GAME, state, 0, action) == (("choice.convert_food_workforce",),)


def test_a_guard_may_heal_a_card_of_its_own_kind_in_an_army():
    """The healer and the wounded card keep groups of their own, also if the healer stands in the fief of the battle."""
    action = parse_notation(GAME, "heal card=priest fief=home_1 host=1 target=priest place=army_1")
    state = begin_battle(invasion("soldier archer", "priest#1 priest"), AWAY, "soldier", against={1: "priest"})
    assert touches(GAME, state, 1, action) == (("fief.home_1.land.1.1.priest",), ("battle.army.1.1.priest",))


@pytest.mark.parametrize(
    ("state", "line", "held"),
    [
        (TURN, "buy_building pile=0 host=1", {"pile_holds": "bank", "host_holds": "farm"}),
        (TURN, "station card=peasant origin=1", {"card_holds": "peasant", "origin_holds": "farm"}),
        (PAYMENT, "pay source=host_0", {"source_holds": "city"}),
        (PAYMENT, "pay source=discard_priest_gold", {"source_holds": "priest"}),
        (PAYMENT, "pay source=convert_food_gold", {}),
        (STRIKE, "strike target=host_1", {"target_holds": "farm"}),
        (STRIKE, "strike target=guard_1_tower", {"target_holds": "tower"}),
        (STRIKE, "strike target=army_1", {}),
    ],
)
def test_a_place_holds_the_component_that_lies_there(state, line, held):
    assert held_components(GAME, state, GAME.turn(state).seat, parse_notation(GAME, line)) == held


def test_the_hand_of_another_seat_shows_only_the_backs_of_its_cards():
    own = {place for place in places(TURN, 1) if place.startswith("hand.")}
    assert own == {"hand.0", "hand.0.back.territory", "hand.0.back.military", "hand.1", "hand.1.mine", "hand.1.soldier"}
    spectator = {place for place in places(TURN, None) if place.startswith("hand.1")}
    assert spectator == {"hand.1", "hand.1.back.territory", "hand.1.back.military"}


def test_the_next_army_has_a_place_while_armies_are_formed():
    assert [place for place in places(MUSTER, 0) if place.startswith("battle")] == ["battle", "battle.army.1"]
    formed = after(MUSTER, parse_notation(GAME, "enlist card=knight army=1"))
    assert {"battle.army.1", "battle.army.2", "battle.army.1.0.knight"} <= set(places(formed, 0))
    assert "battle.army.3" not in places(formed, 0)


def test_allies_have_a_place_for_their_common_points():
    assert not any(place.startswith("alliance") for place in places(TURN, 0))
    allied = places(given(seats=4), 0)
    assert {"alliance.0", "alliance.1", "seat.3.score", "seat.3.food", "seat.3.siege"} <= set(allied)


def test_an_eliminated_player_has_a_fief_but_no_lands():
    state = with_player(given(holdings(), holdings(), holdings(units="peasant@home_1")), 1, alive=False)
    seen = places(state, 0)
    assert {"fief.home_1", "fief.home_1.free.2.peasant"} <= set(seen)
    assert not any(place.startswith(("fief.home_1.land", "fief.home_1.front")) for place in seen)
