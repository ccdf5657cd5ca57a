"""Damage in battles: cards, bonuses, lands and cities."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.decisions.battle import Strike, TakeDamage
from referee_service.games.medievalia.decisions.support import Heal
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import (
    AWAY,
    EIGHT_FED,
    after,
    attack,
    attack_and_strike,
    begin_battle,
    checked_position,
    draw,
    events_of,
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
    until_turn_of,
    wounds,
)
from tests.games.rules import rule

# --- cards -----------------------------------------------------------------------------------------------------------


@rule("take_damage.card", "ruling.damage")
def test_m27_the_owner_finishes_one_card_before_the_next():
    state = begin_battle(invasion("knight", "infantry peasant"), AWAY, "knight", against={1: "infantry peasant"})
    assert question(state) == "take_damage"
    assert refusals(state, TakeDamage("knight", 0)) == {"take_damage.card"}
    assert not refusals(state, TakeDamage("infantry", 0))
    assert units(after(state, TakeDamage("infantry", 0)), 1) == []
    assert units(after(state, TakeDamage("peasant", 1)), 1) == []


@pytest.mark.parametrize(("attacker", "dies"), [("peasant", False), ("soldier", True), ("knight", True)])
def test_m27_an_attack_equal_to_the_defence_kills(attacker, dies):
    state = begin_battle(invasion(attacker, "soldier"), AWAY, attacker, against={1: "soldier"})
    assert (units(state, 1) == []) is dies


def test_the_excess_stays_on_the_last_card():
    """Six damage on soldier and peasant, the peasant first. Then the soldier stands at minus three."""
    state = checked_position(
        holdings(lands=EIGHT_FED, units=f"knight@{AWAY} soldier@{AWAY}"),
        holdings(lands="farm", units="soldier peasant priest#1"),
    )
    state = begin_battle(state, AWAY, "knight soldier", against={1: "soldier peasant"})
    state = after(state, *[action for action in legal(state) if seat_and_question(state)[0] == 0][:1])
    state = after(state, TakeDamage("peasant", 0))
    assert wounds(state, 1) == {"priest": 0, "peasant": 1, "soldier": 5}


@pytest.mark.parametrize(("first", "remaining"), [("peasant", ["tower"]), ("tower", ["peasant"])])
def test_the_owner_orders_the_damage(first, remaining):
    """Ruling M-12: four damage on a tower and a peasant. The one that takes it second survives."""
    state = attack_and_strike(holdings(lands="field+tower", units="peasant#1"), "knight", at="host_1")
    assert seat_and_question(state) == (1, "take_damage")
    state = possible(after(state, TakeDamage(first, 0)))
    assert [*state.players[1].lands[1].buildings, *units(state, 1)] == remaining
    assert lands(state, 1) == ["field"]


# --- bonuses ---------------------------------------------------------------------------------------------------------


@rule("take_damage.bonus")
def test_m26_infantry_shields_another_unit_but_not_itself():
    state = invasion("knight", "infantry soldier", at_home="peasant")
    state = begin_battle(state, AWAY, "knight", against={1: "infantry soldier"})
    assert refusals(state, TakeDamage("infantry", 1)) == {"take_damage.bonus"}
    assert not refusals(state, TakeDamage("soldier", 1))
    assert [(u.card, u.wounds) for u in after(state, TakeDamage("soldier", 1)).players[1].units] == [("infantry", 1)]


def test_m26_two_infantries_shield_each_other():
    state = begin_battle(invasion("knight", "infantry infantry"), AWAY, "knight", against={1: "infantry infantry"})
    state = after(state, TakeDamage("infantry", 1))
    assert [(unit.card, unit.wounds) for unit in state.players[1].units] == [("infantry", 0)]


@rule("ruling.bonus")
@pytest.mark.parametrize(("places", "survives"), [("farm", False), ("farm+church", True)])
def test_a_civil_building_gives_defence_to_a_guard_of_its_land(places, survives):
    state = begin_battle(invasion("soldier", "infantry#1", places=places), AWAY, "soldier")
    state = after(state, Strike("host_1"))
    assert (units(state, 1) == ["infantry"]) is survives


def test_infantry_on_guard_shields_no_other_unit():
    state = begin_battle(invasion("knight", "infantry#1 soldier#1"), AWAY, "knight")
    state = after(state, Strike("host_1"))
    assert {action.bonus for action in legal(state)} == {0}


def test_a_civil_building_may_give_defence_to_a_military_building():
    state = begin_battle(invasion("knight", places="farm+tower+church"), AWAY, "knight")
    state = after(state, Strike("host_1"))
    assert removed_count(state, "tower") == 0


@pytest.mark.parametrize(("first", "bonus", "remaining"), [("infantry", 0, "peasant"), ("peasant", 1, "infantry")])
def test_a_dying_infantry_still_shields(first, bonus, remaining):
    """Ruling M-26: three damage on infantry and peasant with a total defence of four. Either may live."""
    state = attack(holdings(lands="farm", units="infantry peasant"), "soldier peasant", against={1: "infantry peasant"})
    state = after(state, *[action for action in legal(state) if seat_and_question(state)[0] == 0][:1])
    state = after(state, TakeDamage(first, bonus))
    assert units(state, 1) == [remaining]


def test_infantry_shields_only_other_units_of_its_army():
    """Ruling M-26: a single infantry has defence 2, two infantries have 3 each, and guards are no army."""
    assert units(attack(holdings(lands="farm", units="infantry"), "soldier", against={1: "infantry"}), 1) == []
    pair = attack(holdings(lands="farm", units="infantry infantry"), "knight peasant", against={1: "infantry infantry"})
    while question(pair) == "take_damage":
        pair = after(pair, max(legal(pair), key=lambda action: action.bonus))
    assert units(pair, 1) == ["infantry"]
    guards = attack_and_strike(holdings(lands="farm", units="infantry#1 peasant#1"), "soldier peasant", at="host_1")
    while question(guards) == "take_damage":
        guards = after(guards, legal(guards)[0])
    assert units(guards, 1) == []
    assert lands(guards, 1) == ["farm"]


# --- lands -----------------------------------------------------------------------------------------------------------


@rule("ruling.land_last")
@pytest.mark.parametrize(
    ("units", "guards", "falls"),
    [("peasant", "", True), ("merchant", "", False), ("soldier", "peasant#1", True), ("soldier", "infantry#1", False)],
)
def test_m12_guards_fall_first_and_a_remaining_point_destroys_the_land(units, guards, falls):
    state = after(begin_battle(invasion(units, guards), AWAY, units), Strike("host_1"))
    assert (len(lands(state, 1)) == 1) is falls


def test_m12_the_land_stands_if_its_guard_is_healed():
    state = after(begin_battle(invasion("knight", "infantry#1 priest priest priest"), AWAY, "knight"), Strike("host_1"))
    assert seat_and_question(state) == (1, "heal")
    healed = after(state, Heal("priest", AWAY, None, "infantry", "host_1"), Decline())
    assert (len(lands(healed, 1)), len(lands(after(state, Decline()), 1))) == (2, 1)


@pytest.mark.parametrize(
    ("land", "guards", "army", "land_falls", "lost", "slain"),
    [
        ("field", "peasant#1", "soldier", True, 0, 1),
        ("field+church", "peasant#1", "soldier", False, 0, 1),  # the church gives one point
        ("field+church", "peasant#1", "peasant", False, 1, 0),
        ("field+tower", "", "soldier soldier", False, 0, 0),  # no damage remains for the land
        ("forest+bank+blacksmith", "", "peasant", True, 0, 0),  # an unguarded land has no bonus
        ("forest+bank+blacksmith", "", "merchant", False, 0, 0),
        ("forest!", "peasant#1 peasant#1", "soldier", False, 1, 2),  # turned guards fight
    ],
)
def test_guards_fall_first_and_then_the_land(land, guards, army, land_falls, lost, slain):
    """Ruling M-12."""
    state = possible(attack_and_strike(holdings(lands=f"{land} farm", units=guards), army, at="host_1"))
    assert (len(lands(state, 1)) == 1) is land_falls
    assert len(army.split()) - len(units(state)) == lost
    assert len(guards.split()) - len(units(state, 1)) == slain


def test_a_destroyed_land_loses_its_civil_buildings():
    """Ruling M-10."""
    state = attack_and_strike(holdings(lands="forest+bank+blacksmith"), "peasant", at="host_1")
    assert removed_count(state, "bank") == removed_count(state, "blacksmith") == removed_count(state, "forest") == 1


@pytest.mark.parametrize(("church", "stands"), [("+church", True), ("", False)])
def test_a_church_adds_a_point_to_tower_and_guard(church, stands):
    """Six damage kill tower and guard. With the church, no damage remains for the land."""
    state = attack_and_strike(
        holdings(lands=f"field+tower{church}", units="peasant#1"), "soldier soldier soldier", at="host_1"
    )
    assert seat_and_question(state) == (1, "take_damage")
    state = possible(after(state, TakeDamage("tower", 1 if church else 0)))
    assert units(state, 1) == []
    assert removed_count(state, "tower") == 1
    assert lands(state, 1) == (["field"] if stands else [])
    assert units(state) == ["soldier", "soldier"]
    assert stands is False or state.players[1].lands[1].buildings == ("church",)


# --- cities ----------------------------------------------------------------------------------------------------------


def test_m12_the_city_falls_if_the_remaining_points_reach_its_defence():
    state = after(begin_battle(invasion("knight soldier peasant"), AWAY, "knight soldier peasant"), Strike("host_0"))
    assert seat_and_question(state) == (0, "take_damage")
    state = after(state, TakeDamage("peasant", 0), TakeDamage("soldier", 0))
    assert state.game_end.victory == "military"
    weak = after(begin_battle(invasion("knight"), AWAY, "knight"), Strike("host_0"))
    assert weak.players[1].alive


def test_m12_the_city_and_its_guards_deal_their_damage():
    state = after(begin_battle(invasion("knight", "peasant#0"), AWAY, "knight"), Strike("host_0"))
    assert units(state) == []


def test_m12_civil_buildings_give_defence_to_the_city():
    state = after(
        begin_battle(invasion("knight soldier", places="city+church farm"), AWAY, "knight soldier"), Strike("host_0")
    )
    state = after(state, TakeDamage("soldier", 0))
    assert state.players[1].alive


@pytest.mark.parametrize(
    ("fief", "guards", "army", "falls"),
    [
        ("city", "", "soldier soldier soldier", True),  # 6 of 6
        ("city+church", "", "soldier soldier soldier", False),  # 6 of 7
        ("city", "peasant#0", "soldier soldier soldier", False),  # 1 + 6
        ("city!", "peasant#0", "soldier soldier soldier", False),  # the turned guard stands in front too
        ("city+church", "peasant#0", "knight knight", True),  # 1 + 6 + 1 of 8
        ("city+bank+church", "peasant#0", "knight knight", False),
        ("city+tower", "", "knight knight", False),  # 4 + 6
        ("city+tower", "", "knight knight soldier", True),
    ],
)
def test_a_city_falls_only_after_its_guards_and_military_buildings(fief, guards, army, falls):
    """Ruling M-12: guards and military buildings come first, then the city with its own defence, in one battle."""
    state = attack_and_strike(holdings(lands=f"{fief} field", units=guards), army, at="host_0")
    while GAME.turn(state) is not None and question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert is_city_standing(possible(state)) is not falls
    assert "peasant" not in units(state, 1)
    assert len(units(state)) == len(army.split()) - 1


@pytest.mark.parametrize("bonus", [0, 1])
def test_the_total_defence_of_a_city_does_not_depend_on_who_gets_the_bonus(bonus):
    """Ruling M-12: city, guard and church have a total defence of eight, in any order."""
    state = attack_and_strike(holdings(lands="city+church field", units="peasant#0"), "knight knight", at="host_0")
    assert seat_and_question(state) == (1, "take_damage")
    assert not is_city_standing(after(state, TakeDamage("peasant", bonus)))


def test_damage_to_a_city_does_not_last_until_the_next_turn():
    """Ruling M-18: five damage in each of two turns do not destroy the city."""
    state = attack_and_strike(holdings(lands=EIGHT_FED), "knight peasant merchant merchant", at="host_0")
    state = after(state, TakeDamage("merchant", 0), TakeDamage("merchant", 0))
    state = draw(until_turn_of(state, 0))
    state = after(begin_battle(state, AWAY, "knight peasant"), Strike("host_0"), TakeDamage("knight", 0))
    assert is_city_standing(state)
    assert units(state) == ["peasant"]


def test_a_city_may_fall_together_with_all_its_attackers():
    """Both sides deal their damage at the same time."""
    defender = holdings(lands="city+castle farm", units="soldier#0 soldier#0")
    cards = f"knight@{AWAY} knight@{AWAY} knight@{AWAY} soldier@{AWAY} soldier@{AWAY}"
    state = begin_battle(
        checked_position(holdings(lands=EIGHT_FED, units=cards), defender), AWAY, "knight knight knight soldier soldier"
    )
    state = after(state, Strike("host_0"))
    while GAME.turn(state) is not None:
        state = after(state, legal(state)[0])
    assert not is_city_standing(state)
    assert GAME.result(state).winners == (0,)


def test_no_loss_is_reported_after_the_fall_of_a_city():
    """Lands struck in the same battle leave with their player. No event reports their loss."""
    state = attack(holdings(lands="field mine"), "soldier soldier soldier", "soldier")
    state = after(state, Strike("host_0"))
    kinds = [event.kind for event in events_of(state, Strike("host_1"))]
    assert kinds.count("eliminated") == 1
    assert "territory_destroyed" not in kinds[kinds.index("eliminated") :]
