"""Setup: decks, piles, the first hands, and what the seats see."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.decisions.cards import ChooseDeck, DrawCard
from referee_service.games.medievalia.questions import DrawCardFrame as Drawing
from referee_service.games.medievalia.setup import setup
from referee_service.games.medievalia.state import DrawDeck, MedievaliaOptions, hand_size
from referee_service.kernel import engine
from referee_service.kernel.bags import size_of
from referee_service.kernel.engine import visible_action
from referee_service.kernel.state import CHANCE
from tests.games.medievalia.positions import (
    after,
    after_chance,
    checked_position,
    draw,
    fresh_match,
    given,
    hand,
    holdings,
    legal,
    possible,
    question,
    refusals,
    seat_and_question,
    until_turn_of,
    with_deck_size,
)
from tests.games.rules import rule

# --- decks and piles -------------------------------------------------------------------------------------------------


def test_the_three_piles_show_school_workshop_and_bank():
    state = fresh_match().state
    assert sorted(pile.top for pile in state.piles) == ["bank", "school", "workshop"]
    assert sorted(pile.hidden_count for pile in state.piles) == [4, 5, 5]
    assert size_of(state.hidden_buildings) == 14


def test_three_piles_of_about_the_same_height_show_school_workshop_and_bank():
    """17 buildings in piles of 6, 6 and 5. The second copies are face down."""
    state = fresh_match().state
    assert {pile.top for pile in state.piles} == {"school", "workshop", "bank"}
    assert sorted(pile.hidden_count + 1 for pile in state.piles) == [5, 6, 6]
    assert {"school", "workshop", "bank"} <= dict(state.hidden_buildings).keys()


def test_m02_the_last_card_of_every_deck_lies_open_and_stays_in_it():
    state = after_chance(fresh_match().state)
    assert all(deck.last for deck in state.decks)
    assert [deck.remaining for deck in state.decks] == [38, 20, 29]


@rule("ruling.last_card")
def test_m02_the_open_card_is_the_last_to_be_drawn():
    state = given(holdings(), phase="draw")
    full = replace(state, pending=(Drawing(CHANCE, 0, deck=0),))
    assert "mine" in {action.card for action in legal(full)}
    rest = replace(full, decks=(DrawDeck((), "mine"), *state.decks[1:]))
    assert legal(rest) == [DrawCard("mine")]
    one = replace(full, decks=(DrawDeck((("field", 1),), "mine"), *state.decks[1:]))
    assert legal(one) == [DrawCard("field")]


def test_the_visible_card_beneath_a_deck_is_drawn_last():
    """Ruling M-02."""
    state = after(
        until_turn_of(possible(with_deck_size(checked_position(holdings(hand="field")), "character", 1)), 1),
        ChooseDeck("character"),
    )
    assert [action for action, _ in engine.outcomes(GAME, state)] == [DrawCard("peasant")]
    state = after(state, DrawCard("peasant"))
    assert state.decks[2].remaining == 0
    assert state.decks[2].last == ""
    assert state.game_end is None


# --- first hands -----------------------------------------------------------------------------------------------------


def draw_each(state, *decks: str):
    """Return the position after the seats to move have drawn cards of these decks."""
    for deck in decks:
        state = draw(state, deck)
    return possible(state)


@rule("ruling.draft")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_m01_each_player_draws_a_whole_hand_in_turn_and_the_starter_is_first(first):
    state, order = after_chance(fresh_match(3, first_player=first).state), []
    while question(state) == "choose_deck" and sum(sum(hand(state, seat).values()) for seat in range(3)) < 24:
        order.append(seat_and_question(state)[0])
        state = after_chance(after(state, ChooseDeck(("territory", "military", "character")[len(order) % 3])))
    assert order == [first] * 8 + [(first + 1) % 3] * 8 + [(first + 2) % 3] * 8
    assert seat_and_question(state) == (first, "choose_deck")


def test_m01_the_starter_is_chosen_at_random():
    state = fresh_match(4, first_player=None).state
    for _ in range(3):
        state = after(state, legal(state)[0])
    assert [action.seat for action in legal(state)] == [0, 1, 2, 3]


def test_a_first_player_without_a_seat_is_refused():
    with pytest.raises(ValueError, match="seats 0 to 1"):
        setup(2, MedievaliaOptions(first_player=2), fresh_match().state.pack)


def test_the_starter_draws_all_eight_cards_before_the_next_player_draws():
    """Ruling M-01."""
    state = draw_each(after_chance(fresh_match().state), *["territory"] * 3)
    assert seat_and_question(state) == (0, "choose_deck")
    state = draw_each(state, *["character"] * 5)
    assert seat_and_question(state) == (1, "choose_deck")
    assert [hand_size(state, seat) for seat in (0, 1)] == [8, 0]


def test_a_whole_hand_may_come_from_one_deck():
    """The decks are a free choice."""
    state = draw_each(after_chance(fresh_match().state), *["military"] * 8)
    assert hand_size(state, 0) == 8
    assert state.decks[1].remaining == 12


def test_one_empty_deck_does_not_end_the_game():
    """Rulings M-03 and M-32: three players can empty the military deck with their first hands."""
    state = draw_each(after_chance(fresh_match(3).state), *["military"] * 20)
    assert seat_and_question(state) == (2, "choose_deck")
    assert refusals(state, ChooseDeck("military")) == {"choose_deck.empty"}
    assert {action.deck for action in legal(state)} == {"territory", "character"}
    state = draw_each(state, *["character"] * 4)
    assert state.phase == "draw"


def test_the_very_first_turn_begins_with_a_draw_and_a_hand_has_no_limit():
    """Ruling M-35: nine cards in hand at the first decision."""
    state = draw_each(after_chance(fresh_match().state), *["territory"] * 16)
    assert seat_and_question(state) == (0, "choose_deck")
    state = draw(state, "character")
    assert hand_size(state, 0) == 9
    assert seat_and_question(state) == (0, "actions")


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_only_the_owner_sees_a_drawn_card_before_the_next_deck_is_chosen():
    state = after(after_chance(fresh_match().state), ChooseDeck("military"))
    draw = legal(state)[0]
    assert [visible_action(GAME, state, draw, seat) for seat in (0, 1, None)] == [draw, None, None]
    assert hand(after(state, draw)) == {draw.card: 1}


def test_hands_and_decks_are_hidden_and_all_other_cards_are_visible():
    """Seat 1 sees the size of seat 0's hand, the open buildings and the last card of each deck."""
    state = checked_position(holdings(hand="mine soldier", lands="field", units="peasant"), holdings(hand="farm"))
    seen = GAME.view(state, 1)
    assert not seen.board.players[0].hand
    assert hand(seen.board, 1) == {"farm": 1}
    assert [sum(backs) for backs in seen.cards] == [2, 1]
    assert seen.board.players[0].units == state.players[0].units
    assert [pile.top for pile in seen.board.piles] == [pile.top for pile in state.piles]
    assert [deck.last for deck in seen.board.decks] == ["mine", "soldier", "peasant"]
