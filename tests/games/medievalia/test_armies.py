"""Armies: formed by the attacker, engaged by the defender."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready
from tests.games.medievalia.positions import (
    AWAY,
    EIGHT_FED,
    HOME,
    after,
    attack,
    checked_position,
    faults,
    given,
    holdings,
    invasion,
    lands,
    legal,
    possible,
    question,
    refusals,
    seat_and_question,
    units,
)
from tests.games.rules import rule

# --- the attacker ----------------------------------------------------------------------------------------------------


@rule("enlist.card")
def test_turned_cards_and_guards_form_no_army():
    state = given(
        holdings(lands="farm", units="soldier priest peasant! knight#1"), holdings(lands="farm", units="archer@home_0")
    )
    state = after(state, DeclareWar("home_0", 1))
    assert refusals(state, Enlist("peasant", 1)) == {"enlist.card"}
    assert refusals(state, Enlist("knight", 1)) == {"enlist.card"}
    assert not refusals(state, Enlist("soldier", 1))


@rule("enlist.army")
def test_armies_are_founded_in_order():
    state = after(invasion("soldier knight"), DeclareWar(AWAY, 1))
    assert refusals(state, Enlist("soldier", 2)) == {"enlist.army"}
    assert not refusals(after(state, Enlist("knight", 1)), Enlist("soldier", 2))


@rule("ready.army")
def test_an_attack_needs_an_army():
    state = after(invasion("archer priest"), DeclareWar(AWAY, 1))
    assert refusals(state, Ready()) == {"ready.army"}
    assert not refusals(after(state, Enlist("archer", 1)), Ready())


@rule("ready.all")
@pytest.mark.parametrize(("second", "refused"), [("soldier", True), ("archer", False), ("priest", False)])
def test_m16_away_from_home_all_units_but_archers_and_priests_must_fight(second, refused):
    state = after(invasion(f"knight {second}"), DeclareWar(AWAY, 1), Enlist("knight", 1))
    assert ("ready.all" in refusals(state, Ready())) is refused


def test_away_from_home_the_attacker_uses_all_units_but_archers_and_priests():
    """Ruling M-16."""
    cards = f"soldier@{AWAY} soldier@{AWAY} archer@{AWAY} priest@{AWAY}"
    state = after(
        checked_position(holdings(lands=EIGHT_FED, units=cards), holdings()), DeclareWar(AWAY, 1), Enlist("soldier", 1)
    )
    assert refusals(state, Ready()) == {"ready.all"}
    assert not refusals(after(state, Enlist("soldier", 2)), Ready())


def test_at_home_some_units_may_stay_out_but_an_intruder_must_fight():
    """Ruling M-14: the peasant of seat 1 in the fief of seat 0 has to fight, and damages no land."""
    state = checked_position(
        holdings(lands=EIGHT_FED, units="soldier soldier soldier"), holdings(lands="field", units=f"peasant@{HOME}")
    )
    state = after(state, DeclareWar(HOME, 1), Enlist("soldier", 1), Enlist("soldier", 2), Ready())
    assert seat_and_question(state) == (1, "engage")
    assert refusals(state, Ready()) == {"ready.all"}
    state = possible(after(state, Engage("peasant", 2)))
    assert units(state, 1) == []
    assert units(state) == ["soldier"] * 3
    assert lands(state) == ["farm", "farm"]


# --- the defender ----------------------------------------------------------------------------------------------------


@rule("engage.card")
def test_turned_cards_and_guards_do_not_defend():
    state = after(invasion("soldier", "peasant! knight#1 soldier"), DeclareWar(AWAY, 1), Enlist("soldier", 1), Ready())
    assert refusals(state, Engage("peasant", 1)) == {"engage.card"}
    assert refusals(state, Engage("knight", 1)) == {"engage.card"}
    assert not refusals(state, Engage("soldier", 1))


@rule("engage.army")
def test_only_an_army_that_attacks_is_engaged():
    state = after(invasion("soldier", "soldier"), DeclareWar(AWAY, 1), Enlist("soldier", 1), Ready())
    assert refusals(state, Engage("soldier", 2)) == {"engage.army"}
    assert not refusals(state, Engage("soldier", 1))


def test_only_free_unturned_cards_defend():
    """Turned units and guards of a land or the city do not defend."""
    defender = holdings(lands="city farm", units="soldier! peasant#1 peasant#0 peasant")
    state = attack(defender, "soldier")
    assert seat_and_question(state)[1] == "strike"
    state = checked_position(holdings(lands=EIGHT_FED, units=f"soldier@{AWAY}"), defender)
    state = after(state, DeclareWar(AWAY, 1), Enlist("soldier", 1), Ready())
    assert set(legal(state)) == {Engage("peasant", 1), Ready()}


def test_a_defender_without_a_ready_unit_is_not_asked():
    state = checked_position(
        holdings(lands=EIGHT_FED, units=f"soldier@{AWAY}"), holdings(lands="farm", units="soldier! peasant#1")
    )
    assert seat_and_question(after(state, DeclareWar(AWAY, 1), Enlist("soldier", 1), Ready())) == (0, "strike")


def test_units_sent_against_one_army_fight_together():
    """Sequence 2: a knight takes three damage from peasant and soldier, and kills both."""
    state = attack(holdings(lands="farm", units="peasant soldier"), "knight", against={1: "peasant soldier"})
    state = after(state, legal(state)[0])
    assert units(state) == units(state, 1) == []


def test_positions_of_a_battle_are_possible():
    state = invasion("soldier knight archer", "peasant infantry priest archer")
    for action in (
        DeclareWar(AWAY, 1),
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
