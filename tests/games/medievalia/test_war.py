"""Conflicts, from the declaration to the last wound."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.engage import Engage
from referee_service.games.medievalia.actions.enlist import Enlist
from referee_service.games.medievalia.actions.heal import Heal
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.ready import Ready
from referee_service.games.medievalia.actions.shoot import Shoot
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.actions.take_damage import TakeDamage
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import (
    after,
    asked,
    faults,
    given,
    gone,
    lands,
    legal,
    question,
    refusals,
    side,
    turned,
    units,
    war,
)
from tests.games.rules import rule

THERE = "home_1"
"""The fief of the defender."""


def battle(mine: str, yours: str = "", lands: str = "farm farm", places: str = "farm farm", **more) -> object:
    """A position with my cards in the fief of seat 1 and his cards at home."""
    there = " ".join(f"{word}@{THERE}" for word in mine.split())
    return given(side(lands=lands, units=there + " " + more.pop("home", "")), side(lands=places, units=yours), **more)


# --- the worked examples --------------------------------------------------------------------------------------------


def test_example_1_a_soldier_meets_a_peasant():
    """The soldier takes 1 of 2 and lives; the peasant takes 2 of 1 and dies."""
    state = battle("soldier", "peasant! priest! peasant peasant#1")
    state = war(state, THERE, "soldier", against={1: "peasant"})
    assert units(state) == ["soldier"]
    assert units(state, 1) == ["peasant", "peasant", "priest"]
    assert state.active_player.units[0].wounds == 1


def test_example_1_the_defender_may_leave_the_choice_of_a_target_to_the_attacker():
    state = war(battle("soldier", "peasant! priest! peasant peasant#1"), THERE, "soldier")
    assert {action.target for action in legal(state)} == {
        *("host_0", "host_1", "host_2"),
        *("peasant", "turned_peasant", "turned_priest", "guard_1_peasant"),
    }


def test_example_2_an_army_of_knight_and_soldier_meets_infantry_and_peasant():
    """6 damage against 3 defence (4 with the infantry's cover): both die; 3 against 4: one dies, one lives."""
    state = battle("knight soldier", "peasant! priest! infantry peasant peasant#1")
    state = war(state, THERE, "knight soldier", against={1: "infantry peasant"})
    assert (asked(state), state.pending[-1].remaining) == ((0, "take_damage"), 3)
    state = after(state, TakeDamage("soldier", 0))
    assert (asked(state), state.pending[-1].remaining) == ((1, "take_damage"), 6)
    state = after(state, TakeDamage("peasant", 1))
    assert question(state) == "war"
    assert [(unit.card, unit.wounds) for unit in state.active_player.units] == [("knight", 1)]
    assert units(state, 1) == ["peasant", "peasant", "priest"]
    assert (gone(state, "soldier"), gone(state, "infantry"), gone(state, "peasant")) == (1, 1, 1)


def test_example_3_troops_that_attack_separately():
    """Infantry against infantry: both die. Infantry against peasant: he dies. The knight razes forest and building."""
    state = battle("infantry infantry knight", "infantry peasant", places="farm forest+church")
    state = war(state, THERE, "infantry", "infantry", "knight", against={1: "infantry", 2: "peasant"})
    assert asked(state) == (0, "strike")
    state = after(state, Strike("host_2"))
    assert units(state) == ["infantry", "knight"]
    assert units(state, 1) == []
    assert lands(state, 1) == ["farm"]
    assert gone(state, "church") == 1


def test_an_infantry_hit_for_three_needs_two_priests():
    """Worked example: 2/2 with 3 damage stands at -1; one priest is not enough, two are."""
    state = battle("soldier peasant", "infantry priest priest")
    state = war(state, THERE, "soldier peasant", against={1: "infantry"})
    state = after(state, TakeDamage("peasant", 0))
    assert asked(state) == (1, "heal")
    heal = Heal("priest", THERE, None, "infantry", "army_1")
    assert "infantry" not in units(after(state, heal, Decline()), 1)
    assert "infantry" in units(after(state, heal, heal), 1)


# --- declaring ------------------------------------------------------------------------------------------------------


@rule("declare_war.enemy")
def test_only_enemies_are_attacked():
    state = given(side(lands="farm", units="soldier@home_2"), side(), side(), side())
    assert refusals(state, DeclareWar("home_2", 2)) == {"declare_war.enemy"}
    assert "declare_war.enemy" not in refusals(state, DeclareWar("home_2", 1))


@rule("declare_war.cards")
@pytest.mark.parametrize(("enemy", "refused"), [("", True), ("peasant@neutral_0", False)])
def test_there_must_be_somebody_to_fight(enemy, refused):
    state = given(side(lands="farm", units="soldier@neutral_0"), side(lands="farm", units=enemy))
    assert ("declare_war.cards" in refusals(state, DeclareWar("neutral_0", 1))) is refused


@rule("declare_war.troops")
@pytest.mark.parametrize(("mine", "refused"), [("soldier", False), ("soldier!", True)])
def test_there_must_be_unturned_troops_to_fight_with(mine, refused):
    state = given(side(lands="farm", units=mine.replace("soldier", "soldier@home_1")), side())
    assert ("declare_war.troops" in refusals(state, DeclareWar(THERE, 1))) is refused


@rule("declare_war.once", "ruling.combat_turns_nothing")
def test_m18_one_conflict_in_a_fief_with_an_enemy_and_several_fronts():
    state = given(
        side(lands="farm farm", units="soldier@home_1 soldier@neutral_0 knight"),
        side(lands="farm", units="peasant@neutral_0 peasant"),
    )
    state = war(state, THERE, "soldier", against={1: "peasant"})
    assert refusals(state, DeclareWar(THERE, 1)) >= {"declare_war.once"}
    assert turned(state) == []
    assert refusals(state, March("knight", "home_0", "neutral_0")) == {"referee.verb"}
    state = after(state, DeclareWar("neutral_0", 1))
    assert (units(state, 1), units(state)) == ([], ["knight", "soldier", "soldier"])
    assert {unit.wounds for unit in state.active_player.units} == {0, 1}
    assert {unit.wounds for unit in after(state, EndTurn()).players[0].units} == {0}


def test_war_is_a_choice():
    state = battle("soldier", "peasant")
    assert EndTurn() in legal(state)


@rule("ruling.own_fief")
def test_m14_enemies_are_attacked_in_one_s_own_fief_and_there_nobody_must_fight():
    state = given(
        side(lands="farm", units="soldier soldier"), side(lands="farm", units="peasant@home_0 soldier@home_0")
    )
    state = after(state, DeclareWar("home_0", 1), Enlist("soldier", 1))
    assert not refusals(state, Ready())
    state = after(state, Ready())
    assert refusals(state, Ready()) == {"ready.all"}
    away = after(battle("soldier soldier", "peasant"), DeclareWar(THERE, 1), Enlist("soldier", 1))
    assert refusals(away, Ready()) == {"ready.all"}


# --- armies ---------------------------------------------------------------------------------------------------------


@rule("enlist.card")
def test_turned_cards_and_guards_form_no_army():
    state = given(side(lands="farm", units="soldier peasant! knight#1"), side(lands="farm", units="archer@home_0"))
    state = after(state, DeclareWar("home_0", 1))
    assert refusals(state, Enlist("peasant", 1)) == {"enlist.card"}
    assert refusals(state, Enlist("knight", 1)) == {"enlist.card"}
    assert not refusals(state, Enlist("soldier", 1))


@rule("enlist.army")
def test_armies_are_founded_in_order():
    state = after(battle("soldier soldier"), DeclareWar(THERE, 1))
    assert refusals(state, Enlist("soldier", 2)) == {"enlist.army"}
    assert not refusals(after(state, Enlist("soldier", 1)), Enlist("soldier", 2))


@rule("ready.army")
def test_an_attack_needs_an_army():
    state = after(battle("archer"), DeclareWar(THERE, 1))
    assert refusals(state, Ready()) == {"ready.army"}
    assert not refusals(after(state, Enlist("archer", 1)), Ready())


@rule("ready.all")
@pytest.mark.parametrize(("second", "refused"), [("soldier", True), ("archer", False), ("priest", False)])
def test_m16_away_from_home_everybody_fights_but_archers_and_priests_may_help(second, refused):
    state = after(battle(f"knight {second}"), DeclareWar(THERE, 1), Enlist("knight", 1))
    assert ("ready.all" in refusals(state, Ready())) is refused


@rule("engage.card")
def test_turned_cards_and_guards_do_not_defend():
    state = after(battle("soldier", "peasant! knight#1 soldier"), DeclareWar(THERE, 1), Enlist("soldier", 1), Ready())
    assert refusals(state, Engage("peasant", 1)) == {"engage.card"}
    assert refusals(state, Engage("knight", 1)) == {"engage.card"}
    assert not refusals(state, Engage("soldier", 1))


@rule("engage.army")
def test_only_an_army_that_attacks_is_engaged():
    state = after(battle("soldier", "soldier"), DeclareWar(THERE, 1), Enlist("soldier", 1), Ready())
    assert refusals(state, Engage("soldier", 2)) == {"engage.army"}
    assert not refusals(state, Engage("soldier", 1))


@rule("ruling.joint_strike")
def test_armies_with_the_same_target_fight_as_one():
    state = war(battle("soldier soldier", places="farm farm+tower"), THERE, "soldier", "soldier")
    state = after(state, Strike("host_2"), Strike("host_2"))
    assert state.battle is None
    assert (gone(state, "tower"), lands(state, 1)) == (1, ["farm", "farm"])
    alone = war(battle("soldier soldier", places="farm farm+tower"), THERE, "soldier", "soldier")
    alone = after(alone, Strike("host_2"), Strike("host_1"))
    assert (gone(alone, "tower"), lands(alone, 1)) == (0, ["farm"])


def test_cards_that_fight_another_army_may_be_struck_too():
    state = war(battle("soldier knight", "infantry"), THERE, "soldier", "knight", against={1: "infantry"})
    state = after(state, Strike("army_1"))
    assert asked(state) == (0, "take_damage")
    assert {action.card for action in legal(state)} == {"soldier", "knight"}


@rule("strike.target")
def test_only_what_the_enemy_has_there_is_struck():
    state = war(battle("soldier", "peasant!"), THERE, "soldier")
    assert refusals(state, Strike("peasant")) == {"strike.target"}
    assert refusals(state, Strike("host_3")) == {"strike.target"}
    assert not refusals(state, Strike("turned_peasant"))


# --- damage ---------------------------------------------------------------------------------------------------------


@rule("take_damage.card", "ruling.damage")
def test_m27_the_owner_finishes_one_card_before_the_next():
    state = war(battle("knight", "infantry peasant"), THERE, "knight", against={1: "infantry peasant"})
    assert question(state) == "take_damage"
    assert refusals(state, TakeDamage("knight", 0)) == {"take_damage.card"}
    assert not refusals(state, TakeDamage("infantry", 0))
    assert units(after(state, TakeDamage("infantry", 0)), 1) == []
    assert units(after(state, TakeDamage("peasant", 1)), 1) == []


@pytest.mark.parametrize(("mine", "dies"), [("peasant", False), ("soldier", True), ("knight", True)])
def test_m27_attack_as_high_as_the_defence_kills(mine, dies):
    state = war(battle(mine, "soldier"), THERE, mine, against={1: "soldier"})
    assert (units(state, 1) == []) is dies


@rule("take_damage.bonus")
def test_m26_infantry_covers_another_card_and_never_itself():
    state = war(battle("knight", "infantry soldier"), THERE, "knight", against={1: "infantry soldier"})
    assert refusals(state, TakeDamage("infantry", 1)) == {"take_damage.bonus"}
    assert not refusals(state, TakeDamage("soldier", 1))
    assert [(u.card, u.wounds) for u in after(state, TakeDamage("soldier", 1)).players[1].units] == [("infantry", 1)]


def test_m26_two_infantries_cover_each_other():
    state = war(battle("knight", "infantry infantry"), THERE, "knight", against={1: "infantry infantry"})
    state = after(state, TakeDamage("infantry", 1))
    assert [(unit.card, unit.wounds) for unit in state.players[1].units] == [("infantry", 0)]


@rule("ruling.bonus")
@pytest.mark.parametrize(("places", "survives"), [("farm", False), ("farm+church", True)])
def test_a_civil_building_covers_a_guard_of_its_land(places, survives):
    state = war(battle("soldier", "infantry#1", places=places), THERE, "soldier")
    state = after(state, Strike("host_1"))
    assert (units(state, 1) == ["infantry"]) is survives


def test_guards_are_no_army_and_cover_nobody():
    state = war(battle("knight", "infantry#1 soldier#1"), THERE, "knight")
    state = after(state, Strike("host_1"))
    assert {action.bonus for action in legal(state)} == {0}


def test_a_civil_building_may_cover_a_military_one():
    state = war(battle("knight", places="farm+tower+church"), THERE, "knight")
    state = after(state, Strike("host_1"))
    assert gone(state, "tower") == 0


@rule("ruling.land_last")
@pytest.mark.parametrize(
    ("mine", "guards", "falls"),
    [("peasant", "", True), ("merchant", "", False), ("soldier", "peasant#1", True), ("soldier", "infantry#1", False)],
)
def test_m12_guards_come_first_and_a_point_left_over_destroys_the_land(mine, guards, falls):
    state = after(war(battle(mine, guards), THERE, mine), Strike("host_1"))
    assert (len(lands(state, 1)) == 1) is falls


def test_m12_the_city_falls_when_leftover_points_reach_its_defence():
    state = after(war(battle("knight soldier peasant"), THERE, "knight soldier peasant"), Strike("host_0"))
    assert asked(state) == (0, "take_damage")
    state = after(state, TakeDamage("peasant", 0), TakeDamage("soldier", 0))
    assert state.game_end.victory == "military"
    weak = after(war(battle("knight"), THERE, "knight"), Strike("host_0"))
    assert weak.players[1].alive


def test_m12_the_city_and_its_guards_deal_their_damage():
    state = after(war(battle("knight", "peasant#0"), THERE, "knight"), Strike("host_0"))
    assert units(state) == []


def test_m12_civil_buildings_cover_the_city():
    state = after(war(battle("knight soldier", places="city+church farm"), THERE, "knight soldier"), Strike("host_0"))
    state = after(state, TakeDamage("soldier", 0))
    assert state.players[1].alive


def test_m12_the_land_stands_if_its_guard_is_healed():
    state = after(war(battle("knight", "infantry#1 priest priest priest"), THERE, "knight"), Strike("host_1"))
    assert asked(state) == (1, "heal")
    healed = after(state, Heal("priest", THERE, None, "infantry", "host_1"), Decline())
    assert (len(lands(healed, 1)), len(lands(after(state, Decline()), 1))) == (2, 1)


def test_turned_cards_fight_when_they_are_struck():
    state = after(war(battle("peasant", "soldier!"), THERE, "peasant"), Strike("turned_soldier"))
    assert (units(state), units(state, 1)) == ([], ["soldier"])


# --- archers and priests --------------------------------------------------------------------------------------------


@rule("shoot.archer", "ruling.powers")
def test_m15_archers_shoot_unturned_near_and_outside_the_fight():
    state = given(
        side(lands="farm farm", units="soldier@home_1 archer@neutral_0 archer"),
        side(lands="farm", units="peasant infantry"),
    )
    state = war(state, THERE, "soldier", against={1: "infantry"})
    assert asked(state) == (0, "shoot")
    assert refusals(state, Shoot("archer", "home_0", None, "peasant", "free")) == {"shoot.archer"}
    state = after(state, Shoot("archer", "neutral_0", None, "peasant", "free"))
    assert (units(state), units(state, 1)) == (["archer", "archer"], [])
    assert [unit.turned for unit in state.active_player.units] == [False, True]


def test_m15_an_archer_in_the_army_cannot_shoot():
    state = war(battle("archer soldier", "peasant!"), THERE, "soldier archer")
    assert question(after(state, Strike("turned_peasant"))) in ("take_damage", "war")


@rule("shoot.target")
def test_only_enemies_in_the_fief_of_the_conflict_are_shot():
    state = given(
        side(lands="farm farm", units="soldier@home_1 archer@neutral_0"),
        side(lands="farm", units="peasant infantry soldier@neutral_0"),
    )
    state = war(state, THERE, "soldier", against={1: "infantry"})
    assert refusals(state, Shoot("archer", "neutral_0", None, "soldier", "free")) == {"shoot.target"}
    assert not refusals(state, Shoot("archer", "neutral_0", None, "infantry", "army_1"))


@rule("shoot.sheltered")
def test_city_and_military_buildings_shelter_from_arrows():
    state = battle("soldier archer", "peasant#0 peasant#1 peasant#2 infantry", places="farm+tower farm")
    state = war(state, THERE, "soldier", against={1: "infantry"})
    assert refusals(state, Shoot("archer", THERE, None, "peasant", "host_0")) == {"shoot.sheltered"}
    assert refusals(state, Shoot("archer", THERE, None, "peasant", "host_1")) == {"shoot.sheltered"}
    assert not refusals(state, Shoot("archer", THERE, None, "peasant", "host_2"))


def test_m13_an_archer_who_shoots_from_a_land_turns_it():
    state = war(battle("soldier", "archer#1 peasant#1 infantry"), THERE, "soldier", against={1: "infantry"})
    assert asked(state) == (1, "shoot")
    state = after(state, Shoot("archer", THERE, 1, "soldier", "army_1"))
    assert turned(state, 1) == ["1:farm", "archer", "peasant"]


@rule("heal.priest")
def test_priests_heal_unturned_near_and_outside_the_fight():
    state = given(
        side(lands="farm farm", units="soldier@home_1 priest@neutral_0 priest"), side(lands="farm", units="infantry")
    )
    state = war(state, THERE, "soldier", against={1: "infantry"})
    assert asked(state) == (0, "heal")
    assert refusals(state, Heal("priest", "home_0", None, "soldier", "army_1")) == {"heal.priest"}
    state = after(state, Heal("priest", "neutral_0", None, "soldier", "army_1"))
    assert [(unit.card, unit.wounds) for unit in state.active_player.units][-1] == ("soldier", 1)


@rule("heal.target")
def test_only_the_wounded_are_healed():
    state = war(battle("soldier priest", "infantry"), THERE, "soldier", against={1: "infantry"})
    assert refusals(state, Heal("priest", THERE, None, "priest", "free")) == {"heal.target"}
    assert not refusals(state, Heal("priest", THERE, None, "soldier", "army_1"))


@rule("heal.itself")
def test_nobody_heals_himself():
    state = battle("soldier priest", "infantry archer")
    state = war(state, THERE, "soldier", against={1: "infantry"})
    state = after(state, Shoot("archer", THERE, None, "priest", "free"))
    assert refusals(state, Heal("priest", THERE, None, "priest", "free")) == {"heal.itself"}
    assert not refusals(state, Heal("priest", THERE, None, "soldier", "army_1"))


def test_another_priest_heals_a_priest():
    state = war(battle("soldier priest priest", "infantry archer"), THERE, "soldier", against={1: "infantry"})
    state = after(state, Shoot("archer", THERE, None, "priest", "free"))
    state = after(state, Heal("priest", THERE, None, "priest", "free"))
    assert sorted((u.card, u.wounds) for u in state.active_player.units if u.card == "priest") == [("priest", 0), ("priest", 0)]


def test_m15_the_attacker_s_archers_come_first_then_the_defender_s_then_priests():
    state = battle("soldier archer priest", "infantry archer priest")
    state = war(state, THERE, "soldier", against={1: "infantry"})
    order = []
    while question(state) in ("shoot", "heal"):
        order.append(asked(state))
        state = after(state, Decline())
    assert order == [(0, "shoot"), (1, "shoot"), (0, "heal"), (1, "heal")]


def test_powers_are_used_in_conflicts_only():
    assert not {"shoot", "heal"} & {type(action).__struct_config__.tag for action in legal(battle("archer", "peasant"))}


# --- neutral fiefs --------------------------------------------------------------------------------------------------


@rule("ruling.neutral_battle")
def test_m17_in_a_neutral_fief_everybody_fights_in_one_army():
    state = given(
        side(lands="farm farm", units="soldier@neutral_0! archer@neutral_0"),
        side(lands="farm", units="peasant@neutral_0! peasant@neutral_0"),
    )
    state = after(state, DeclareWar("neutral_0", 1))
    assert (asked(state), state.pending[-1].remaining) == ((0, "take_damage"), 2)
    state = after(state, TakeDamage("archer", 0))
    assert (units(state), units(state, 1), question(state)) == (["soldier"], [], "war")


def test_m17_archers_help_from_beside_only():
    state = given(
        side(lands="farm farm", units="soldier@neutral_0 archer"), side(lands="farm", units="infantry@neutral_0")
    )
    state = after(state, DeclareWar("neutral_0", 1))
    assert asked(state) == (0, "shoot")
    assert {action.fief for action in legal(state, "shoot")} == {"home_0"}


def test_m18_a_card_fights_once_in_a_turn():
    state = given(
        side(lands="farm farm", units="soldier soldier knight"),
        side(lands="farm", units="peasant@home_0"),
        side(lands="farm", units="peasant@home_0"),
    )
    state = war(state, "home_0", "knight", foe=1, against={1: "peasant"})
    state = after(state, DeclareWar("home_0", 2))
    assert refusals(state, Enlist("knight", 1)) == {"enlist.card"}
    assert not refusals(state, Enlist("soldier", 1))


def test_positions_of_a_conflict_are_possible():
    state = battle("soldier knight archer", "peasant infantry priest archer")
    for action in (
        DeclareWar(THERE, 1),
        Enlist("soldier", 1),
        Enlist("knight", 1),
        Ready(),
        Engage("infantry", 1),
        Ready(),
    ):
        state = after(state, action)
        assert not faults(state)
    assert question(state) == "take_damage"
    assert faults(replace(state, battle=None))
