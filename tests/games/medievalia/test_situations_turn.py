"""Situations of the set-up and of how a turn begins: drafting, drawing, turning upright, what is seen."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.choose_deck import ChooseDeck
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.draw_card import DrawCard
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.shoot import Shoot
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.state import hand_size
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import (
    after,
    after_chance,
    asked,
    begun,
    hand,
    legal,
    refusals,
    side,
    turned,
    war,
)
from tests.games.medievalia.situations import AWAY, NEUTRAL, draws, passes_to, position, sound, standing_at, thinned

# --- set-up ---------------------------------------------------------------------------------------------------------


def drafting(state, *decks: str):
    """The draft after cards of these decks were drawn."""
    for deck in decks:
        state = draws(state, deck)
    return sound(state)


def test_three_piles_of_about_the_same_height_show_school_workshop_and_bank():
    """L111-119: 17 buildings as 6, 6 and 5; the second copies lie somewhere beneath."""
    state = begun().state
    assert {pile.top for pile in state.piles} == {"school", "workshop", "bank"}
    assert sorted(pile.hidden_count + 1 for pile in state.piles) == [5, 6, 6]
    assert {"school", "workshop", "bank"} <= dict(state.hidden_buildings).keys()


def test_the_starter_draws_all_eight_cards_before_the_next_player_draws():
    """L121, M-01."""
    state = drafting(after_chance(begun().state), *["territory"] * 3)
    assert asked(state) == (0, "choose_deck")
    state = drafting(state, *["character"] * 5)
    assert asked(state) == (1, "choose_deck")
    assert [hand_size(state, seat) for seat in (0, 1)] == [8, 0]


def test_a_whole_hand_may_come_from_one_deck():
    """L121: no spread is demanded."""
    state = drafting(after_chance(begun().state), *["military"] * 8)
    assert hand_size(state, 0) == 8
    assert state.decks[1].remaining == 12


def test_one_empty_deck_ends_nothing_and_gives_nothing():
    """M-03, M-32: three players can empty the military deck while they draft."""
    state = drafting(after_chance(begun(3).state), *["military"] * 20)
    assert asked(state) == (2, "choose_deck")
    assert refusals(state, ChooseDeck("military")) == {"choose_deck.empty"}
    assert {action.deck for action in legal(state)} == {"territory", "character"}
    state = drafting(state, *["character"] * 4)
    assert state.phase == "draw"


def test_the_card_that_everybody_sees_beneath_a_deck_is_drawn_last():
    """L107, M-02."""
    state = after(passes_to(sound(thinned(position(), "character", 1)), 1), ChooseDeck("character"))
    assert [action for action, _ in engine.outcomes(GAME, state)] == [DrawCard("peasant")]
    state = after(state, DrawCard("peasant"))
    assert state.decks[2].remaining == 0
    assert state.decks[2].last == ""
    assert state.game_end is None


def test_the_very_first_turn_begins_with_a_draw_and_a_hand_has_no_limit():
    """L135, M-35: nine cards in hand at the first decision."""
    state = drafting(after_chance(begun().state), *["territory"] * 16)
    assert asked(state) == (0, "choose_deck")
    state = draws(state, "character")
    assert hand_size(state, 0) == 9
    assert asked(state) == (0, "actions")


def test_hands_and_decks_are_hidden_and_everything_else_lies_open():
    """L107, L119: B sees how many cards A holds, the open buildings and the last card of each deck."""
    state = position(side(hand="mine soldier", lands="field", units="peasant"), side(hand="farm"))
    seen = GAME.view(state, 1)
    assert not seen.board.players[0].hand
    assert hand(seen.board, 1) == {"farm": 1}
    assert [sum(backs) for backs in seen.cards] == [2, 1]
    assert seen.board.players[0].units == state.players[0].units
    assert [pile.top for pile in seen.board.piles] == [pile.top for pile in state.piles]
    assert [deck.last for deck in seen.board.decks] == ["mine", "soldier", "peasant"]


# --- the beginning of a turn ----------------------------------------------------------------------------------------


def test_nothing_is_played_before_a_card_is_drawn():
    """L127-131."""
    state = passes_to(position(side(), side(lands="city! field!", units="peasant! peasant!", hand="field")), 1)
    assert asked(state) == (1, "choose_deck")
    assert refusals(state, PlayTerritory("field")) == {"referee.verb"}
    assert turned(state, 1) == ["0:city", "1:field", "peasant", "peasant"]
    assert turned(sound(draws(state)), 1) == []


@pytest.mark.parametrize(("deck", "over"), [("military", True), ("character", False)])
def test_the_second_empty_deck_stops_the_game_before_anything_is_turned_upright(deck, over):
    """L513, M-33: the player could have drawn elsewhere."""
    state = thinned(thinned(position(side(), side(lands="city!")), "territory", 0), "military", 1)
    state = sound(draws(passes_to(sound(state), 1), deck))
    assert (GAME.turn(state) is None) is over
    assert (turned(state, 1) == ["0:city"]) is over


@pytest.mark.parametrize("place", ["", f"@{NEUTRAL}", "@home_0"])
def test_cards_turn_upright_in_their_owners_turn_only_and_wherever_they_are(place):
    """L139: a turned card stays turned through the other player's turn."""
    state = position(side(lands="field"), side(lands="field", units=f"archer{place}!"))
    state = passes_to(state, 1)
    assert turned(state, 1) == ["archer"]
    assert turned(draws(state), 1) == []


def test_what_was_turned_in_ones_own_turn_cannot_be_sent_against_an_attack():
    """L139, L317: nobody is asked to engage; the turned cards may be targets."""
    state = position(side(lands="field", units=f"soldier@{AWAY}"), side(lands="field", units="peasant! peasant!"))
    state = war(state, AWAY, "soldier")
    assert asked(state) == (0, "strike")
    assert "turned_peasant" in {action.target for action in legal(state)}


def test_an_archer_that_shot_in_the_enemys_turn_is_upright_again_in_its_own():
    """L139."""
    state = position(side(lands="field", units=f"soldier@{AWAY}"), side(lands="farm mine", units="archer"))
    state = after(war(state, AWAY, "soldier"), Strike("host_2"), Shoot("archer", AWAY, None, "soldier", "army_1"))
    assert standing_at(state, 1) == {"archer!"}
    state = passes_to(state, 1)
    assert standing_at(state, 1) == {"archer!"}
    assert standing_at(draws(state), 1) == {"archer"}


@pytest.mark.parametrize("action", [Pay("discard_field_gold"), Pay("convert_food_gold"), Recruit("peasant"), EndTurn()])
def test_nobody_does_anything_in_another_players_turn(action):
    """L478-481, M-05: hand cards and conversions serve inside a payment only."""
    state = position(side(), side(lands="field", units="peasant", hand="field peasant"))
    assert refusals(state, action, seat=1) == {"referee.seat"}
    assert refusals(state, Pay("discard_field_gold"), seat=0) == {"referee.verb"}


def test_an_enemy_in_the_fief_hinders_no_purchase():
    """L334: nothing forbids playing, buying or producing under enemy eyes."""
    state = position(
        side(lands="farm", hand="peasant field", units="bureaucrat bureaucrat"),
        side(lands="farm", units="soldier@home_0 soldier@home_0"),
    )
    for action in (Recruit("peasant"), PlayTerritory("field"), BuyBuilding(0, 1), DeclareWar("home_0", 1)):
        assert not refusals(state, action), action
