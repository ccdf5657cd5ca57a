"""Purchases of cards: territories, units, and cards of the decks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.payment.rules import price_of
from referee_service.games.medievalia.state import DrawDeck, hand_size
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import (
    NEUTRAL,
    after,
    after_chance,
    buy,
    checked_position,
    given,
    hand,
    holdings,
    lands,
    pay_for,
    possible,
    question,
    refusals,
    turned_cards,
    with_deck_size,
)
from tests.games.rules import rule

# --- territories -----------------------------------------------------------------------------------------------------


@rule("play_territory.hand")
def test_only_territories_in_hand_are_played():
    state = given(holdings(hand="field"))
    assert refusals(state, PlayTerritory("farm")) == {"play_territory.hand", "play_territory.price"}
    assert not refusals(state, PlayTerritory("field"))


def test_a_field_costs_one_workforce_which_the_city_yields():
    """Example: turning the city pays for a field, and the field is usable at once."""
    state = after(given(holdings(hand="field farm")), PlayTerritory("field"), Pay("host_0"))
    assert (lands(state), turned_cards(state), hand(state)) == (["field"], ["0:city"], {"farm": 1})
    assert question(state) == "actions"
    assert not state.active_player.lands[1].turned


@rule("play_territory.room")
def test_a_fief_with_two_fields_a_mine_and_a_forest_is_full():
    """Example: with a city and four territories, one must be given up before another is played."""
    full = given(holdings(lands="field field mine forest", hand="field"))
    assert refusals(full, PlayTerritory("field")) == {"play_territory.room"}
    assert not refusals(given(holdings(lands="field field mine", hand="field")), PlayTerritory("field"))


@rule("play_territory.price")
def test_a_territory_must_be_paid_for():
    assert refusals(given(holdings(lands="city!", hand="field")), PlayTerritory("field")) == {"play_territory.price"}
    assert not refusals(given(holdings(lands="city!", hand="field mine")), PlayTerritory("field"))


# --- units -----------------------------------------------------------------------------------------------------------


@rule("recruit.hand")
def test_only_characters_in_hand_are_played():
    state = given(holdings(lands="field field", hand="peasant"))
    assert refusals(state, Recruit("archer")) == {"recruit.hand", "recruit.price"}
    assert not refusals(state, Recruit("peasant"))


@rule("recruit.price", "ruling.missing_building")
@pytest.mark.parametrize(
    ("places", "refused"),
    [("field forest", True), ("field+carpenter forest", False), ("field forest mine+bank", False)],
)
def test_m11_a_card_without_its_building_costs_two_gold_more(places, refused):
    """An archer costs one food and one energy, and two gold more without the carpenter."""
    state = given(holdings(lands=places, hand="archer"))
    assert ("recruit.price" in refusals(state, Recruit("archer"))) is refused


def test_m11_the_ally_s_building_does_not_help():
    ally = holdings(lands="field+carpenter")
    state = given(holdings(lands="field forest", hand="archer"), holdings(), ally, holdings())
    assert "recruit.price" in refusals(state, Recruit("archer"))


@pytest.mark.parametrize(
    ("card", "building", "gold"),
    [
        ("knight", "stable", 3),
        ("infantry", "blacksmith", 2),
        ("archer", "carpenter", 2),
        ("priest", "church", 3),
        ("merchant", "bank", 3),
        ("artist", "workshop", 2),
        ("bureaucrat", "school", 3),
    ],
)
def test_a_card_without_its_building_costs_two_gold_more(card, building, gold):
    """Ruling M-11: for cards of both decks. A building on a turned land is enough."""
    without = checked_position(holdings(lands="field", hand=card), holdings(lands=f"field+{building}"))
    assert dict(price_of(without, card)).get("gold", 0) == gold
    having = checked_position(holdings(lands=f"field+{building}!", hand=card), holdings())
    assert dict(price_of(having, card)).get("gold", 0) == gold - 2


@pytest.mark.parametrize(("card", "price"), [("soldier", {"food": 1, "energy": 2}), ("peasant", {"food": 1})])
def test_soldiers_and_peasants_need_no_building(card, price):
    """Ruling M-11."""
    assert dict(price_of(checked_position(holdings(lands="field", hand=card), holdings()), card)) == price


# --- cards of the decks ----------------------------------------------------------------------------------------------


@rule("buy_card.price")
@pytest.mark.parametrize(("cards", "refused"), [("", True), ("mine", True), ("mine mine", False)])
def test_m06_four_resources_of_any_kinds_buy_a_card(cards, refused):
    state = given(holdings(lands="field", hand=cards))
    assert ("buy_card.price" in refusals(state, BuyCard("military"))) is refused


def test_m06_several_cards_may_be_bought_in_a_turn():
    state = given(holdings(lands="city+bank farm field mine", units="peasant#4", hand="field mine"))
    state = after_chance(after(state, BuyCard("military"), Pay("host_2"), Pay("host_0"), Pay("host_3")))
    assert question(state) == "actions"
    assert sum(hand(state).values()) == 3
    assert not refusals(state, BuyCard("military"))


@rule("buy_card.empty")
def test_an_empty_deck_sells_nothing():
    state = given(holdings(lands="farm+bank farm+church"))
    state = replace(state, decks=(state.decks[0], DrawDeck((), ""), state.decks[2]))
    assert refusals(state, BuyCard("military")) == {"buy_card.empty"}
    assert not refusals(state, BuyCard("territory"))


def test_four_resources_of_any_kinds_buy_one_card():
    """Ruling M-06: food, workforce, gold and a discarded card."""
    state = checked_position(holdings(lands="field mine", hand="mine"), holdings())
    state = after(state, BuyCard("military"))
    state = after_chance(after(state, *map(Pay, ("host_0", "host_1", "host_2", "discard_mine_energy"))))
    assert hand_size(state, 0) == 1
    assert state.decks[1].remaining == 19
    assert refusals(state, BuyCard("military")) == {"buy_card.price"}


def test_ten_resources_in_one_payment_buy_one_card():
    """A second card needs a second payment."""
    state = checked_position(holdings(lands="city! farm+bank+church", units="peasant#1 peasant#1 artist"), holdings())
    state = pay_for(state, BuyCard("territory"), "artist_power", "host_1_muse_1")
    state = possible(after_chance(state))
    assert hand_size(state, 0) == 1
    assert refusals(state, BuyCard("territory")) == {"buy_card.price"}


def test_extra_cards_are_bought_only_in_the_actions():
    """Ruling M-06: not after a march."""
    state = checked_position(holdings(lands="farm+bank+church", units="soldier peasant#1 peasant#1"), holdings())
    assert not refusals(state, BuyCard("territory"))
    state = after(state, March("soldier", "home_0", NEUTRAL))
    assert refusals(state, BuyCard("territory")) == {"turn.actions"}


def test_an_extra_card_that_empties_the_second_deck_ends_the_game():
    """Ruling M-33."""
    state = checked_position(holdings(lands="farm+bank+church", units="peasant#1 peasant#1"), holdings())
    state = with_deck_size(with_deck_size(state, "territory", 0), "character", 1)
    assert refusals(possible(state), BuyCard("territory")) == {"buy_card.empty"}
    state = buy(state, BuyCard("character"), "host_1")
    assert GAME.turn(state) is None
    assert state.game_end.victory == "cards"
