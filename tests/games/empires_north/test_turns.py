"""Turns of the action phase: order, passing and the limit of one action.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import faults, given, legal, play, position, possible, question, refusals


def test_a_hand_has_no_limit():
    state = given(hand=("axe_yard",) * 3 + ("valkyrie", "valkyrie", "watchtower", "watchtower", "war_hall", "war_hall"))
    assert not faults(state)
    assert refusals(state, "place_pawn tile=explore") == set()


def test_a_player_who_passes_has_no_more_turns_and_the_others_continue():
    state = play(given(), "pass_round", "place_pawn tile=populate")
    assert (state.active_seat, question(state)) == (1, "main")


def test_when_all_have_passed_ships_sail_and_a_new_round_follows():
    state = play(given(), "pass_round", "pass_round")
    assert (state.stage, state.round, state.first_seat) == ("lookout", 2, 1)


def test_a_player_who_has_passed_is_skipped_and_the_last_one_continues():
    state = possible(with_player(position(seats=3, goods={"food": 5}), 2, goods=(("food", 1),)))
    state = play(state, "place_pawn tile=populate", "pass_round", "place_pawn tile=populate", "pass_round")
    assert state.active_seat == 2
    state = play(state, "place_pawn tile=populate")
    assert state.active_seat == 2
    assert not state.has_acted


def test_a_turn_has_exactly_one_action():
    """After an action the next player is in turn; a player who does not act must pass."""
    state = play(position(hand=("axe_yard",), goods={"wood": 1}), "build card=axe_yard")
    assert state.active_seat == 1
    assert refusals(state, "place_pawn tile=populate", 0) == {"main.one_action", "referee.seat"}
    assert refusals(position(), "go_on") == {"referee.verb"}


IDLE = {"pawns": ("-sail", "-sail"), "workers": 0, "spent_workers": 5, "passed": True}
"""Seat 0 has no worker and no active pawn left, and seat 1 has passed."""


def test_a_player_whose_hand_may_have_an_action_is_asked_though_it_has_none():
    """The wood would pay for a card of the deck, and no other seat knows that the hand has no such card."""
    state = position(hand=("valkyrie",), goods={"wood": 1}, **IDLE)
    assert [type(action).__name__ for action in legal(state)] == ["PassRound"]
