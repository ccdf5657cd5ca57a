"""Verb `strike`: targets of unengaged armies."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.decisions.battle import Strike, TakeDamage
from referee_service.games.medievalia.state import Land
from referee_service.kernel.tuples import with_item, with_player
from tests.games.medievalia.positions import (
    AWAY,
    after,
    attack,
    attack_and_strike,
    begin_battle,
    holdings,
    invasion,
    is_city_standing,
    lands,
    legal,
    possible,
    question,
    refusals,
    removed_count,
    seat_and_question,
    units,
    wounds,
)
from tests.games.rules import rule


@rule("ruling.joint_strike")
def test_armies_with_the_same_target_fight_as_one():
    state = begin_battle(invasion("soldier soldier", places="farm farm+tower"), AWAY, "soldier", "soldier")
    state = after(state, Strike("host_2"), Strike("host_2"))
    assert state.battle is None
    assert (removed_count(state, "tower"), lands(state, 1)) == (1, ["farm", "farm"])
    alone = begin_battle(invasion("soldier soldier", places="farm farm+tower"), AWAY, "soldier", "soldier")
    alone = after(alone, Strike("host_2"), Strike("host_1"))
    assert (removed_count(alone, "tower"), lands(alone, 1)) == (0, ["farm"])


def test_cards_that_fight_another_army_may_be_struck_too():
    state = begin_battle(invasion("soldier knight", "infantry"), AWAY, "soldier", "knight", against={1: "infantry"})
    state = after(state, Strike("army_1"))
    assert seat_and_question(state) == (0, "take_damage")
    assert {action.card for action in legal(state)} == {"soldier", "knight"}


@rule("strike.target")
def test_only_what_the_enemy_has_there_is_struck():
    state = begin_battle(invasion("soldier", "peasant!"), AWAY, "soldier")
    assert refusals(state, Strike("peasant")) == {"strike.target"}
    assert refusals(state, Strike("host_3")) == {"strike.target"}
    assert not refusals(state, Strike("turned_peasant"))


def test_turned_cards_fight_when_they_are_struck():
    state = after(begin_battle(invasion("peasant", "soldier!"), AWAY, "peasant"), Strike("turned_soldier"))
    assert (units(state), units(state, 1)) == ([], ["soldier"])


def test_one_peasant_stops_a_whole_army():
    """An engaged army damages only the units that engage it."""
    state = attack(holdings(lands="field", units="peasant"), "soldier soldier soldier", against={1: "peasant"})
    assert is_city_standing(state)
    assert lands(state, 1) == ["field"]
    assert units(state, 1) == []
    assert units(state) == ["soldier"] * 3
    assert wounds(state, 0) == {"soldier": 1}


@pytest.mark.parametrize(
    ("targets", "remaining"), [(("host_0", "host_0"), ["field", "mine"]), (("host_1", "host_2"), [])]
)
def test_unengaged_armies_choose_their_targets(targets, remaining):
    """Ruling M-12: two soldiers are too weak for a city, but destroy two lands."""
    defender = holdings(lands="field mine", units="peasant")
    state = attack_and_strike(defender, "soldier", "soldier", "soldier", against={1: "peasant"}, at=targets)
    if question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert is_city_standing(state)
    assert lands(state, 1) == remaining
    assert units(state, 1) == []


def test_two_armies_with_the_city_as_target_add_up_and_it_strikes_back_once():
    """Ruling M-12: the armies deal eight damage, and the city deals two in total."""
    state = attack_and_strike(holdings(lands="farm"), "knight", "knight", at=("host_0", "host_0"))
    assert GAME.turn(state) is None
    assert GAME.result(state).winners == (0,)
    assert units(state) == ["knight"]


def test_a_card_already_in_battle_may_be_struck_too():
    """It takes the damage of both armies and deals its own once."""
    state = attack_and_strike(
        holdings(lands="field", units="soldier"), "knight", "soldier", against={1: "soldier"}, at="army_1"
    )
    assert [action.card for action in legal(state)] == ["knight", "soldier"]
    state = after(state, TakeDamage("knight", 0))
    assert units(state) == ["soldier"]
    assert units(state, 1) == []


def test_a_turned_card_may_be_struck_and_hits_back():
    state = attack_and_strike(holdings(lands="field", units="peasant!"), "soldier", at="turned_peasant")
    assert units(state, 1) == []
    assert wounds(state, 0) == {"soldier": 1}
    assert lands(state, 1) == ["field"]


def test_a_guard_may_be_struck_alone():
    """The land is not damaged and does not help its guard, and excess damage is lost."""
    defender = holdings(lands="city+tower field+fortress", units="peasant#0 peasant#1")
    for host in (0, 1):
        state = possible(attack_and_strike(defender, "soldier", at=f"guard_{host}_peasant"))
        assert len(units(state, 1)) == 1
        assert lands(state, 1) == ["field"]
        assert wounds(state, 0) == {"soldier": 1}


def test_a_guard_struck_by_one_army_leaves_its_land_to_another():
    """The guard is eliminated first, and then one point destroys the land."""
    state = possible(
        attack_and_strike(
            holdings(lands="field", units="peasant#1"), "soldier", "peasant", at=("guard_1_peasant", "host_1")
        )
    )
    assert lands(state, 1) == []
    assert units(state, 1) == []
    assert units(state) == ["peasant", "soldier"]
    strong = holdings(lands="farm", units="soldier#1")
    state = possible(attack_and_strike(strong, "peasant", "peasant", at=("guard_1_soldier", "host_1")))
    assert lands(state, 1) == ["farm"]
    assert units(state) == ["peasant"]


@rule("ruling.building_alone", "strike.kind")
def test_a_military_building_may_be_struck_alone_but_not_a_civil_one():
    """It is a troop that guards its land. A civil building has no values of war and falls only with its land."""
    defender = holdings(lands="city+castle field+tower+church", units="peasant#1")
    state = attack(defender, "knight")
    assert {"guard_1_tower", "guard_0_castle"} <= {action.target for action in legal(state)}
    assert refusals(state, Strike("guard_1_church")) == {"strike.kind"}
    assert refusals(state, Strike("guard_0_tower")) == {"strike.target"}
    assert not refusals(state, Strike("guard_1_tower"))


@pytest.mark.parametrize(
    ("place", "army", "tower_falls", "killed"),
    [
        ("field+tower", "knight", True, 0),
        ("field+tower", "soldier", False, 0),
        ("field+tower+church", "knight", False, 0),  # the church adds a point of defence
        ("field+tower", "knight archer", True, 1),  # the tower deals its one point of damage
    ],
)
def test_a_building_struck_alone_fights_alone(place, army, tower_falls, killed):
    """Its guards and its land neither deal nor take damage, and excess damage is lost."""
    state = attack_and_strike(holdings(lands=place, units="soldier#1"), army, at="guard_1_tower")
    if question(state) == "take_damage":
        state = after(state, TakeDamage("archer", 0))
    state = possible(state)
    assert state.battle is None
    assert removed_count(state, "tower") == tower_falls
    assert (lands(state, 1), units(state, 1)) == (["field"], ["soldier"])
    assert len(units(state)) == len(army.split()) - killed


def test_a_building_of_the_city_struck_alone_leaves_the_city():
    state = attack_and_strike(holdings(lands="city+tower+church"), "knight knight knight", at="guard_0_tower")
    assert possible(state).battle is None
    assert is_city_standing(state)
    assert removed_count(state, "tower") == 1
    assert units(state) == ["knight"] * 3


@pytest.mark.parametrize(("first", "remaining"), [("knight", []), ("soldier", ["field"])])
def test_a_building_struck_by_one_army_leaves_its_land_to_another(first, remaining):
    """The building guards the land: the other army destroys it only if the building falls."""
    state = attack(holdings(lands="field+tower"), first, "peasant")
    state = possible(after(state, Strike("guard_1_tower")))
    state = possible(after(state, Strike("host_1")))
    assert state.battle is None
    assert lands(state, 1) == remaining
    assert removed_count(state, "tower") == (remaining == [])
    assert units(state) == sorted([first, "peasant"])


@rule("ruling.joint_strike")
def test_armies_that_strike_the_same_building_fight_as_one():
    state = attack(holdings(lands="field+tower"), "soldier", "soldier")
    state = possible(after(state, Strike("guard_1_tower"), Strike("guard_1_tower")))
    if question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert removed_count(state, "tower") == 1
    alone = attack(holdings(lands="field+tower farm"), "soldier", "soldier")
    alone = possible(after(alone, Strike("guard_1_tower"), Strike("host_2")))
    assert removed_count(alone, "tower") == 0
    assert lands(alone, 1) == ["field"]


def test_an_archer_on_the_land_of_a_building_struck_alone_may_shoot():
    """Only the building fights, so the guard beside it is outside the fight."""
    defender = holdings(lands="field+tower", units="archer#1")
    state = attack_and_strike(defender, "soldier", at="guard_1_tower")
    assert seat_and_question(state) == (1, "shoot")
    assert seat_and_question(attack_and_strike(defender, "knight", at="host_1")) != (1, "shoot")


@pytest.mark.parametrize(("army", "fallen"), [("knight", 1), ("knight knight", 2)])
def test_equal_buildings_of_a_land_are_struck_together(army, fallen):
    """A pack may have several towers. They deal and take damage as one target."""
    state = invasion(army, places="farm+tower farm")
    farms = with_item(state.players[1].lands, 1, Land("farm", ("tower", "tower")))
    state = begin_battle(with_player(state, 1, lands=farms), AWAY, army)
    assert [action.target for action in legal(state)].count("guard_1_tower") == 1
    state = after(state, Strike("guard_1_tower"))
    assert removed_count(state, "tower") == fallen
    assert lands(state, 1) == ["farm", "farm"]
    assert len(units(state)) == len(army.split()) - 1


@pytest.mark.parametrize(("first", "fallen"), [("soldier", 0), ("knight", 1)])
def test_a_tower_that_fights_one_army_takes_no_points_of_another_that_strikes_its_land(first, fallen):
    """Soldier and infantry have four points together, which would destroy the tower."""
    state = attack(holdings(lands="field+tower"), first, "infantry")
    state = possible(after(state, Strike("guard_1_tower"), Strike("host_1")))
    assert (removed_count(state, "tower"), lands(state, 1)) == (fallen, [] if fallen else ["field"])
