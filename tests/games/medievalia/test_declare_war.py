"""Verb `declare_war`: when and where a battle may begin."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.decisions.battle import Enlist, Ready, Strike
from tests.games.medievalia.positions import (
    AWAY,
    EIGHT_FED,
    HOME,
    NEUTRAL,
    after,
    begin_battle,
    checked_position,
    given,
    holdings,
    invasion,
    lands,
    legal,
    possible,
    question,
    refusals,
    turned_cards,
    units,
    until_turn_of,
)
from tests.games.rules import rule


@rule("declare_war.enemy")
def test_only_enemies_are_attacked():
    state = given(holdings(lands="farm", units="soldier@home_2"), holdings(), holdings(), holdings())
    assert refusals(state, DeclareWar("home_2", 2)) == {"declare_war.enemy"}
    assert "declare_war.enemy" not in refusals(state, DeclareWar("home_2", 1))


@rule("declare_war.cards")
@pytest.mark.parametrize(("enemy", "refused"), [("", True), ("peasant@neutral_0", False)])
def test_the_enemy_must_have_cards_in_the_fief(enemy, refused):
    state = given(holdings(lands="farm", units="soldier@neutral_0"), holdings(lands="farm", units=enemy))
    assert ("declare_war.cards" in refusals(state, DeclareWar("neutral_0", 1))) is refused


@rule("declare_war.troops")
@pytest.mark.parametrize(("units", "refused"), [("soldier", False), ("soldier!", True)])
def test_there_must_be_unturned_troops_to_fight_with(units, refused):
    state = given(holdings(lands="farm", units=units.replace("soldier", "soldier@home_1")), holdings())
    assert ("declare_war.troops" in refusals(state, DeclareWar(AWAY, 1))) is refused


@rule("declare_war.once", "ruling.combat_turns_nothing")
def test_m18_one_battle_per_fief_and_enemy_but_several_fronts():
    state = given(
        holdings(lands="farm farm", units="soldier@home_1 soldier@neutral_0 knight"),
        holdings(lands="farm", units="peasant@neutral_0 peasant"),
    )
    state = begin_battle(state, AWAY, "soldier", against={1: "peasant"})
    assert refusals(state, DeclareWar(AWAY, 1)) >= {"declare_war.once"}
    assert turned_cards(state) == []
    assert refusals(state, March("knight", "home_0", "neutral_0")) == {"turn.march"}
    state = after(state, DeclareWar("neutral_0", 1))
    assert (units(state, 1), units(state)) == ([], ["knight", "soldier", "soldier"])
    assert {unit.wounds for unit in state.active_player.units} == {0, 1}
    assert {unit.wounds for unit in after(state, EndTurn()).players[0].units} == {0}


def test_war_is_a_choice():
    state = invasion("soldier", "peasant")
    assert EndTurn() in legal(state)


@rule("ruling.own_fief")
def test_m14_enemies_may_be_attacked_at_home_where_no_own_unit_must_fight():
    state = given(
        holdings(lands="farm", units="soldier soldier"), holdings(lands="farm", units="peasant@home_0 soldier@home_0")
    )
    state = after(state, DeclareWar("home_0", 1), Enlist("soldier", 1))
    assert not refusals(state, Ready())
    state = after(state, Ready())
    assert refusals(state, Ready()) == {"ready.all"}
    away = after(invasion("soldier soldier", "peasant"), DeclareWar(AWAY, 1), Enlist("soldier", 1))
    assert refusals(away, Ready()) == {"ready.all"}


def test_m18_a_card_fights_once_in_a_turn():
    state = given(
        holdings(lands="farm farm", units="soldier soldier knight"),
        holdings(lands="farm", units="peasant@home_0"),
        holdings(lands="farm", units="peasant@home_0"),
    )
    state = begin_battle(state, "home_0", "knight", foe=1, against={1: "peasant"})
    state = after(state, DeclareWar("home_0", 2))
    assert refusals(state, Enlist("knight", 1)) == {"enlist.card"}
    assert not refusals(state, Enlist("soldier", 1))


def test_two_enemies_may_share_a_fief_without_a_battle():
    """A battle is a choice."""
    state = checked_position(
        holdings(lands=EIGHT_FED, units=f"soldier@{AWAY} soldier@{AWAY} knight@{AWAY}"), holdings(lands="field")
    )
    state = until_turn_of(state, 1)
    assert question(state) == "choose_deck"
    assert lands(state, 1) == ["field"]


def test_city_tower_and_guards_cannot_begin_a_battle():
    """Only free unturned units begin a battle."""
    state = checked_position(
        holdings(lands="city+tower farm field!", units="soldier#1 peasant#0 knight!"),
        holdings(lands="field", units=f"peasant@{HOME}"),
    )
    assert refusals(state, DeclareWar(HOME, 1)) == {"declare_war.troops"}


def test_one_battle_in_a_fief_against_the_same_enemy():
    """Ruling M-18: a battle in another fief with other units is legal."""
    cards = f"soldier@{AWAY} soldier@{NEUTRAL}"
    state = checked_position(
        holdings(lands=EIGHT_FED, units=cards), holdings(lands="farm farm", units=f"peasant@{NEUTRAL}")
    )
    state = after(begin_battle(state, AWAY, "soldier"), Strike("host_1"))
    assert "declare_war.once" in refusals(state, DeclareWar(AWAY, 1))
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert units(possible(state), 1) == []
    assert units(state) == ["soldier", "soldier"]
