"""Turns: the draw, unturned cards, and what other seats may do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.decisions.cards import ChooseDeck
from referee_service.games.medievalia.decisions.support import Shoot
from referee_service.games.medievalia.state import DrawDeck
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import (
    AWAY,
    NEUTRAL,
    after,
    after_chance,
    begin_battle,
    checked_position,
    draw,
    given,
    hand,
    holdings,
    legal,
    possible,
    question,
    refusals,
    seat_and_question,
    turned_cards,
    unit_words,
    until_turn_of,
    with_deck_size,
)
from tests.games.rules import rule

# --- the draw --------------------------------------------------------------------------------------------------------


def next_turn(state):
    """Return the position in the actions of the next player, who has drawn a military card."""
    state = after(state, EndTurn()) if question(state) == "actions" else state
    while question(state) == "starve":
        state = after(state, legal(state)[0])
    return after_chance(after(state, ChooseDeck("military"))) if question(state) == "choose_deck" else state


@rule("choose_deck.empty")
def test_m03_no_card_is_drawn_from_an_empty_deck():
    state = after(given(holdings()), EndTurn())
    state = replace(state, decks=(DrawDeck((), ""), *state.decks[1:]))
    assert refusals(state, ChooseDeck("territory")) == {"choose_deck.empty"}
    assert not refusals(state, ChooseDeck("military"))


@rule("ruling.hand")
@pytest.mark.parametrize("cards", [3, 30])
def test_m35_a_hand_has_no_limit(cards):
    kinds = ["peasant"] * 15 + ["field"] * 10 + ["soldier"] * 5
    state = next_turn(next_turn(given(holdings(hand=" ".join(kinds[:cards])))))
    assert sum(hand(state).values()) == cards + 1


def test_nothing_is_played_before_a_card_is_drawn():
    state = until_turn_of(
        checked_position(
            holdings(hand="mine"), holdings(lands="city! field!", units="peasant! peasant!", hand="field")
        ),
        1,
    )
    assert seat_and_question(state) == (1, "choose_deck")
    assert refusals(state, PlayTerritory("field")) == {"choose_deck.first"}
    assert turned_cards(state, 1) == ["0:city", "1:field", "peasant", "peasant"]
    assert turned_cards(possible(draw(state)), 1) == []


@pytest.mark.parametrize(("deck", "over"), [("military", True), ("character", False)])
def test_the_second_empty_deck_ends_the_game_before_cards_are_unturned(deck, over):
    """Ruling M-33: the player may draw from another deck instead."""
    state = with_deck_size(
        with_deck_size(checked_position(holdings(hand="mine"), holdings(lands="city!")), "territory", 0), "military", 1
    )
    state = possible(draw(until_turn_of(possible(state), 1), deck))
    assert (GAME.turn(state) is None) is over
    assert (turned_cards(state, 1) == ["0:city"]) is over


# --- unturned cards --------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_draw_and_unturns_all_own_cards():
    state = given(holdings(), holdings(lands="city! field!", units="peasant#1 peasant!"))
    state = next_turn(state)
    assert seat_and_question(state) == (1, "actions")
    assert turned_cards(state, 1) == []
    assert sum(hand(state, 1).values()) == 1


def test_the_cards_of_others_stay_turned():
    state = next_turn(given(holdings(lands="city! field!"), holdings()))
    assert turned_cards(state) == ["0:city", "1:field"]


@pytest.mark.parametrize("place", ["", f"@{NEUTRAL}", "@home_0"])
def test_cards_in_any_fief_are_unturned_only_in_their_owners_turn(place):
    """A turned card stays turned through the other player's turn."""
    state = checked_position(holdings(lands="field"), holdings(lands="field", units=f"archer{place}!"))
    state = until_turn_of(state, 1)
    assert turned_cards(state, 1) == ["archer"]
    assert turned_cards(draw(state), 1) == []


def test_cards_turned_in_their_owners_turn_cannot_defend():
    """The defender is not asked to engage. The turned cards may be targets."""
    state = checked_position(
        holdings(lands="field", units=f"soldier@{AWAY}"), holdings(lands="field", units="peasant! peasant!")
    )
    state = begin_battle(state, AWAY, "soldier")
    assert seat_and_question(state) == (0, "strike")
    assert "turned_peasant" in {action.target for action in legal(state)}


def test_an_archer_that_shot_in_an_enemys_turn_is_unturned_in_its_owners_turn():
    state = checked_position(
        holdings(lands="field", units=f"soldier@{AWAY}"), holdings(lands="farm mine", units="archer")
    )
    state = after(
        begin_battle(state, AWAY, "soldier"), Strike("host_2"), Shoot("archer", AWAY, None, "soldier", "army_1")
    )
    assert unit_words(state, 1) == {"archer!"}
    state = until_turn_of(state, 1)
    assert unit_words(state, 1) == {"archer!"}
    assert unit_words(draw(state), 1) == {"archer"}


# --- other seats -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Pay("discard_field_gold"), Pay("convert_food_gold"), Recruit("peasant"), EndTurn()])
def test_no_player_acts_in_another_players_turn(action):
    """Ruling M-05: hand cards and conversions serve only inside a payment."""
    state = checked_position(holdings(hand="mine"), holdings(lands="field", units="peasant", hand="field peasant"))
    assert refusals(state, action, seat=1) == {"referee.seat"}
    assert refusals(state, Pay("discard_field_gold"), seat=0) == {"payment.purchase"}


def test_enemies_in_the_fief_do_not_prevent_purchases():
    """No rule forbids to play, buy or produce while enemies are in the fief."""
    state = checked_position(
        holdings(lands="farm", hand="peasant field", units="bureaucrat bureaucrat"),
        holdings(lands="farm", units="soldier@home_0 soldier@home_0"),
    )
    for action in (Recruit("peasant"), PlayTerritory("field"), BuyBuilding(0, 1), DeclareWar("home_0", 1)):
        assert not refusals(state, action), action
