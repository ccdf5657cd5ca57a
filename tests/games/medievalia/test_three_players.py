"""Three players without alliances."""

from __future__ import annotations

from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready, Strike
from referee_service.games.medievalia.fiefs import enemies
from tests.games.medievalia.positions import (
    EIGHT_FED,
    after,
    begin_battle,
    checked_position,
    draw,
    given,
    holdings,
    legal,
    possible,
    question,
    refusals,
    seat_and_question,
    units,
)

NOTHING = holdings()


def test_m30_three_players_are_all_enemies():
    assert enemies(given(seats=3), 1) == [0, 2]


def test_three_players_sit_in_a_triangle():
    """Ruling M-30: a neutral fief lies between any two players, and no player has an ally."""
    cards = " ".join(f"soldier@neutral_{at}" for at in range(3))
    state = checked_position(holdings(lands=EIGHT_FED, units=cards), NOTHING, NOTHING)
    assert {(each.origin, each.to) for each in legal(state, "march")} == {
        *(("neutral_0", "home_0"), ("neutral_0", "home_1")),
        *(("neutral_1", "home_1"), ("neutral_1", "home_2")),
        *(("neutral_2", "home_2"), ("neutral_2", "home_0")),
    }
    assert refusals(state, AskAlly()) == {"ask_ally.ally"}


def three_in_one_fief():
    """Return a position in which seats 0 and 1 have units in the fief of seat 2."""
    return checked_position(
        holdings(lands=EIGHT_FED, units="soldier@home_2 soldier@home_2"),
        holdings(lands=EIGHT_FED, units="peasant@home_2 archer@home_2"),
        holdings(lands=EIGHT_FED, units="soldier"),
    )


def test_an_attacker_names_one_of_two_enemies_and_the_other_stays_out():
    """Ruling M-18: there is no second battle there, because all units have fought."""
    state = three_in_one_fief()
    assert {(each.fief, each.seat) for each in legal(state, "declare_war")} == {("home_2", 1), ("home_2", 2)}
    fought = begin_battle(state, "home_2", "soldier soldier", foe=2, against={1: "soldier"})
    fought = after(fought, legal(fought)[0]) if question(fought) == "take_damage" else fought
    assert seat_and_question(fought) == (0, "war")
    assert refusals(fought, DeclareWar("home_2", 1)) == {"declare_war.troops"}
    assert sorted(units(fought, 1)) == ["archer", "peasant"]


def test_an_attacked_guest_uses_all_units_and_the_lands_of_the_fief_are_no_targets():
    """Seat 1 is away from home too. An archer may stay out."""
    state = after(three_in_one_fief(), DeclareWar("home_2", 1), Enlist("soldier", 1), Enlist("soldier", 2), Ready())
    assert seat_and_question(state) == (1, "engage")
    assert refusals(state, Ready()) == {"ready.all"}
    state = after(state, Engage("peasant", 1), Ready())
    assert {each.target for each in legal(state)} == {"army_1", "archer"}


def test_a_third_player_does_not_shoot_in_a_battle_of_others():
    """It is neither attacked nor allied."""
    state = checked_position(
        holdings(lands=EIGHT_FED, units="soldier@neutral_0 peasant"),
        holdings(lands=EIGHT_FED, units="soldier@neutral_0"),
        holdings(lands=EIGHT_FED, units="archer@home_0"),
    )
    state = after(state, DeclareWar("neutral_0", 1))
    assert seat_and_question(state) == (0, "war")


def test_units_of_different_enemies_continue_a_siege():
    """Seat 2 besieges seat 1 in the third turn. The game goes on without seat 1."""
    state = checked_position(
        holdings(lands="farm"), holdings(lands="farm", siege=2), holdings(lands="farm", units="soldier@home_1")
    )
    state = possible(after(state, EndTurn()))
    assert [player.alive for player in state.players] == [True, False, True]
    assert seat_and_question(state) == (2, "choose_deck")


def test_a_unit_may_march_on_from_an_enemys_fief():
    """The rulebook is silent. Only neutral fiefs block."""
    state = checked_position(
        holdings(lands=EIGHT_FED, units="soldier@home_1"), holdings(lands=EIGHT_FED, units="soldier"), NOTHING
    )
    assert not refusals(state, March("soldier", "home_1", "neutral_1"))


def test_the_fief_of_a_destroyed_city_is_neutral():
    """Rulings M-30 and M-31: cards of other players stay there, may block, and fight as in a neutral fief."""
    state = checked_position(
        holdings(lands=EIGHT_FED, units="soldier@home_1 soldier@home_1 soldier@home_1"),
        holdings(lands="farm", units="soldier@home_0 peasant#1", hand="mine"),
        holdings(lands=EIGHT_FED, units="knight@home_1 archer@home_1!"),
    )
    state = after(begin_battle(state, "home_1", "soldier soldier soldier"), Strike("host_0"))
    state = possible(after(state, legal(state)[0]) if question(state) == "take_damage" else state)
    assert [player.alive for player in state.players] == [True, False, True]
    assert state.players[1].hand == state.players[1].units == ()
    assert sorted(units(state, 2)) == ["archer", "knight"]
    state = draw(after(state, EndTurn()))
    assert seat_and_question(state) == (2, "actions")
    assert refusals(state, March("knight", "home_1", "neutral_0")) == {"march.blocked"}
    state = after(state, DeclareWar("home_1", 0))
    assert question(state) != "muster"
