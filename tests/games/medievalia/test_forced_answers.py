"""Forced answers: a question with one legal answer answers itself, unless that would reveal a hand."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.alliance import Contribute, HandOver
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready, Strike, TakeDamage
from referee_service.games.medievalia.decisions.cards import ChooseDeck, DrawCard, Starve
from referee_service.kernel import engine
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    after,
    attack,
    attack_and_strike,
    checked_position,
    events_of,
    faults,
    given,
    holdings,
    invasion,
    legal,
    question,
    refusals,
    seat_and_question,
    units,
    until_turn_of,
    with_top,
)


def forced(state, action):
    """Return the seats and answers of the forced questions after an action."""
    return [(event.seat, event.facts["answer"]) for event in events_of(state, action) if event.kind == "forced"]


# --- battles --------------------------------------------------------------------------------------------------------


def test_a_single_unit_is_enlisted_and_its_army_is_ready():
    state = invasion("soldier", "peasant")
    assert forced(state, DeclareWar(AWAY, 1)) == [(0, "enlist card=soldier army=1"), (0, "ready")]
    assert seat_and_question(after(state, DeclareWar(AWAY, 1))) == (1, "engage")


def test_two_units_are_enlisted_by_the_attacker():
    state = after(invasion("soldier knight", "peasant"), DeclareWar(AWAY, 1))
    assert seat_and_question(state) == (0, "muster")
    assert len(legal(state)) == 2
    assert forced(after(state, Enlist("soldier", 1)), Enlist("knight", 2)) == [(0, "ready")]


def test_an_archer_that_may_stay_out_leaves_the_attacker_a_choice():
    state = after(invasion("soldier archer", "peasant"), DeclareWar(AWAY, 1), Enlist("soldier", 1))
    assert seat_and_question(state) == (0, "muster")
    assert {*legal(state)} == {Enlist("archer", 1), Enlist("archer", 2), Ready()}


def test_a_defender_without_a_ready_unit_is_ready_automatically():
    assert forced(invasion("soldier", "peasant!"), DeclareWar(AWAY, 1))[-1] == (1, "ready")
    state = after(invasion("soldier", "peasant!"), DeclareWar(AWAY, 1))
    assert refusals(state, Engage("peasant", 1), seat=1) == {"referee.forced", "referee.seat"}


def test_a_single_defender_away_from_home_engages_the_single_army():
    state = given(holdings(lands="farm", units="soldier peasant"), holdings(lands="farm", units=f"knight@{HOME}"))
    state = after(state, DeclareWar(HOME, 1), Enlist("soldier", 1))
    assert forced(state, Ready())[0] == (1, "engage card=knight army=1")
    state = after(state, Enlist("peasant", 2))
    assert seat_and_question(state) == (1, "engage"), "two armies leave a choice"


def test_the_only_target_is_struck_automatically():
    guest = holdings(lands="farm", units=f"knight@{HOME} archer@{HOME}")
    state = after(given(holdings(lands="farm", units="soldier peasant"), guest), DeclareWar(HOME, 1))
    state = after(state, Enlist("soldier", 1), Enlist("peasant", 2), Engage("knight", 1))
    assert {*legal(state)} == {Engage("archer", 1), Engage("archer", 2), Ready()}
    assert forced(state, Engage("archer", 1))[:2] == [(1, "ready"), (0, "strike target=army_1")]
    assert {each.target for each in legal(after(state, Ready()))} == {"army_1", "archer"}


def test_damage_without_a_choice_is_taken_with_an_event():
    state = attack(holdings(lands="farm mine", units="peasant#1"), "knight")
    events = [event.kind for event in events_of(state, Strike("guard_1_peasant"))]
    assert events[:5] == ["struck", "forced", "hurt", "forced", "hurt"]
    assert forced(state, Strike("guard_1_peasant")) == [
        (0, "take_damage card=knight bonus=0"),
        (1, "take_damage card=peasant bonus=0"),
    ]


def test_the_owner_orders_damage_between_two_cards():
    state = attack_and_strike(holdings(lands="farm", units="peasant#1 soldier#1"), "soldier", at="host_1")
    assert seat_and_question(state) == (1, "take_damage")
    assert {*legal(state)} == {TakeDamage("peasant", 0), TakeDamage("soldier", 0)}


# --- food and the ally ----------------------------------------------------------------------------------------------


def test_the_only_unit_starves_automatically():
    state = given(holdings(lands="field forest", units="peasant#1 soldier soldier soldier"))
    assert forced(state, Dismiss("peasant", HOME, 1)) == [(0, "starve card=soldier fief=home_0 turned=false")]
    state = given(holdings(lands="field forest", units="peasant#1 soldier soldier knight"))
    state = after(state, Dismiss("peasant", HOME, 1))
    assert {*legal(state)} == {Starve("soldier", HOME, None, False), Starve("knight", HOME, None, False)}


def test_an_ally_without_sources_hands_over_nothing():
    nothing = holdings(lands="city!")
    state = given(holdings(hand="mine"), holdings(), nothing, holdings())
    assert forced(state, AskAlly()) == [(2, "hand_over")]
    state = given(holdings(hand="mine"), holdings(), {**nothing, "hand": ["field"]}, holdings())
    assert seat_and_question(after(state, AskAlly())) == (2, "ally_help")


def test_an_ally_who_has_produced_everything_hands_over():
    state = after(given(holdings(hand="mine"), holdings(), holdings(lands="city! farm"), holdings()), AskAlly())
    assert seat_and_question(state) == (2, "ally_help")
    assert forced(state, Contribute("host_1")) == [(2, "hand_over lost=food")]
    assert refusals(after(state, Contribute("host_1")), HandOver("food"), seat=2) == {"referee.forced", "referee.seat"}


# --- the end of a turn ----------------------------------------------------------------------------------------------


def test_a_turn_ends_automatically_after_the_loss_of_the_last_unit():
    state = after(invasion("peasant", "soldier"), DeclareWar(AWAY, 1))
    events = [event.kind for event in events_of(state, Engage("soldier", 1))]
    assert events[-3:] == ["forced", "turn_ended", "turn_began"]
    state = after(state, Engage("soldier", 1))
    assert seat_and_question(state) == (1, "choose_deck")
    assert refusals(state, DeclareWar(AWAY, 1), seat=0) == {"referee.forced", "referee.seat"}
    state = after(invasion("peasant", "soldier", at_home="knight"), DeclareWar(AWAY, 1), Engage("soldier", 1))
    assert seat_and_question(state) == (0, "war"), "the knight may be dismissed"


def test_a_turn_ends_automatically_after_the_dismissal_of_the_last_unit_that_marched():
    state = after(given(holdings(lands="farm", units="soldier", hand="field")), March("soldier", HOME, NEUTRAL))
    assert forced(state, Dismiss("soldier", NEUTRAL, None)) == [(0, "end_turn")]


def test_a_turn_with_an_empty_hand_ends_when_nothing_can_be_done():
    state = with_top(given(holdings(lands="city+church forest field", units="peasant")), "tower")
    state = after(state, BuyBuilding(0, 2), PayCheapest())
    assert question(state) == "reveal_building"
    state, events = engine.apply(GAME, state, legal(state)[0])
    assert [event.facts for event in events if event.kind == "forced"] == [{"answer": "end_turn"}]
    assert seat_and_question(state) == (1, "choose_deck")
    assert refusals(state, Station("peasant", None, 1), seat=0) == {"referee.forced", "referee.seat"}


@pytest.mark.parametrize("card", ["farm", "mine"])
def test_a_turn_does_not_end_while_the_hand_may_have_a_territory_to_play(card):
    """It cannot be paid, but other players see its back alone, so the seat itself ends the turn."""
    state = checked_position(holdings(lands="city!", hand=card), holdings())
    assert legal(state) == [EndTurn()]
    assert not faults(state)


def test_a_turn_does_not_end_while_the_hand_may_have_a_unit_to_recruit():
    state = checked_position(holdings(lands="city! field!", hand="knight"), holdings())
    assert "recruit" not in {type(each).__name__.lower() for each in legal(state)}
    assert question(state) == "actions"


def test_cards_without_food_or_room_do_not_keep_a_turn_open():
    """Their backs show that they cannot be played: a military card without any food, in a fief without a territory."""
    state = until_turn_of(given(holdings(hand="mine"), holdings()), 1)
    state = after(state, ChooseDeck("military"))
    drawn, events = engine.apply(GAME, state, DrawCard("knight"))
    assert [event.facts for event in events if event.kind == "forced"] == [{"answer": "end_turn"}]
    assert seat_and_question(drawn) == (0, "choose_deck")
    state = after(until_turn_of(given(holdings(hand="mine"), holdings()), 1), ChooseDeck("territory"))
    assert seat_and_question(after(state, DrawCard("mine"))) == (1, "actions")


def test_a_unit_that_may_be_dismissed_keeps_a_turn_open():
    state = given(holdings(lands="city! field!", units="soldier! peasant!"), holdings())
    assert faults(state) == {("pending", "referee.rest")}
    assert not faults(given(holdings(lands="city! field!", units="soldier! peasant"), holdings()))


def test_a_drawn_battle_leaves_the_turn_to_the_next_player():
    soldier = holdings(lands="farm", units=f"soldier@{NEUTRAL}")
    state = given(soldier, soldier)
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert seat_and_question(state) == (1, "choose_deck")
    assert units(state) == units(state, 1) == []


def test_an_ally_who_may_be_asked_keeps_a_turn_open():
    nothing = holdings(lands="city!")
    state = checked_position(nothing, nothing, nothing, nothing)
    assert {*legal(state)} == {AskAlly(), EndTurn()}
    assert forced(state, AskAlly()) == [(2, "hand_over"), (0, "end_turn")]
