"""Decks and piles, the first hands, drawing, reactivation, feeding, giving up territories, removing cards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.choose_deck import ChooseDeck
from referee_service.games.medievalia.actions.clear_land import ClearLand
from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.draw_card import DrawCard
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.starve import Starve
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.setup import setup
from referee_service.games.medievalia.state import DrawCardFrame as Drawing
from referee_service.games.medievalia.state import DrawDeck, MedievaliaOptions, max_characters_fed
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.bags import size_of
from referee_service.kernel.engine import visible_action
from referee_service.kernel.state import CHANCE
from tests.games.medievalia.positions import (
    GAME,
    after,
    after_chance,
    asked,
    begun,
    events_of,
    faults,
    given,
    gone,
    hand,
    lands,
    legal,
    question,
    refusals,
    side,
    turned,
    units,
)
from tests.games.rules import rule


def next_turn(state):
    """The position in the actions of the next player, who drew a military card."""
    state = after(state, EndTurn())
    while question(state) == "starve":
        state = after(state, legal(state)[0])
    return after_chance(after(state, ChooseDeck("military"))) if question(state) == "choose_deck" else state


# --- set-up ---------------------------------------------------------------------------------------------------------


def test_the_three_piles_show_school_workshop_and_bank():
    state = begun().state
    assert sorted(pile.top for pile in state.piles) == ["bank", "school", "workshop"]
    assert sorted(pile.hidden_count for pile in state.piles) == [4, 5, 5]
    assert size_of(state.hidden_buildings) == 14


def test_m02_the_last_card_of_every_deck_lies_open_and_stays_in_it():
    state = after_chance(begun().state)
    assert all(deck.last for deck in state.decks)
    assert [deck.remaining for deck in state.decks] == [38, 20, 29]


@rule("ruling.last_card")
def test_m02_the_open_card_is_the_last_to_be_drawn():
    state = given(side(), phase="draw")
    full = replace(state, pending=(Drawing(CHANCE, 0, deck=0),))
    assert "mine" in {action.card for action in legal(full)}
    rest = replace(full, decks=(DrawDeck((), "mine"), *state.decks[1:]))
    assert legal(rest) == [DrawCard("mine")]
    one = replace(full, decks=(DrawDeck((("field", 1),), "mine"), *state.decks[1:]))
    assert legal(one) == [DrawCard("field")]


@rule("ruling.draft")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_m01_everybody_draws_a_whole_hand_in_turn_the_starter_first(first):
    state, order = after_chance(begun(3, first_player=first).state), []
    while question(state) == "choose_deck" and sum(sum(hand(state, seat).values()) for seat in range(3)) < 24:
        order.append(asked(state)[0])
        state = after_chance(after(state, ChooseDeck(("territory", "military", "character")[len(order) % 3])))
    assert order == [first] * 8 + [(first + 1) % 3] * 8 + [(first + 2) % 3] * 8
    assert asked(state) == (first, "choose_deck")


def test_m01_the_starter_is_chosen_by_lot():
    state = begun(4, first_player=None).state
    for _ in range(3):
        state = after(state, legal(state)[0])
    assert [action.seat for action in legal(state)] == [0, 1, 2, 3]


def test_a_starter_who_does_not_play_is_refused():
    with pytest.raises(ValueError, match="seats 0 to 1"):
        setup(2, MedievaliaOptions(first_player=2), begun().state.pack)


def test_a_card_is_seen_before_the_next_deck_is_chosen_and_by_its_owner_alone():
    state = after(after_chance(begun().state), ChooseDeck("military"))
    draw = legal(state)[0]
    assert [visible_action(GAME, state, draw, seat) for seat in (0, 1, None)] == [draw, None, None]
    assert hand(after(state, draw)) == {draw.card: 1}


@rule("choose_deck.empty")
def test_m03_an_empty_deck_is_passed_by():
    state = after(given(side()), EndTurn())
    state = replace(state, decks=(DrawDeck((), ""), *state.decks[1:]))
    assert refusals(state, ChooseDeck("territory")) == {"choose_deck.empty"}
    assert not refusals(state, ChooseDeck("military"))


@rule("ruling.hand")
@pytest.mark.parametrize("cards", [3, 30])
def test_m35_a_hand_may_be_as_large_as_one_likes(cards):
    kinds = ["peasant"] * 15 + ["field"] * 10 + ["soldier"] * 5
    state = next_turn(next_turn(given(side(hand=" ".join(kinds[:cards])))))
    assert sum(hand(state).values()) == cards + 1


# --- turns ----------------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_card_and_reactivates_everything():
    state = given(side(), side(lands="city! field!", units="peasant#1 peasant!"))
    state = next_turn(state)
    assert asked(state) == (1, "actions")
    assert turned(state, 1) == []
    assert sum(hand(state, 1).values()) == 1


def test_the_cards_of_others_stay_turned():
    state = next_turn(given(side(lands="city! field!"), side()))
    assert turned(state) == ["0:city", "1:field"]


# --- feeding --------------------------------------------------------------------------------------------------------


@rule("recruit.food", "ruling.eaters")
@pytest.mark.parametrize(("people", "refused"), [(5, False), (6, True)])
def test_m20_three_food_keep_six_characters(people, refused):
    """Worked example: two fields and a building give three food, which keep six characters."""
    peasants = " ".join(["peasant"] * people)
    state = given(side(lands="field+bank field", units=peasants, hand="peasant"))
    assert max_characters_fed(state, 0) == 6
    assert ("recruit.food" in refusals(state, Recruit("peasant"))) is refused


def test_m20_all_eat_wherever_they_are_but_buildings_do_not():
    state = given(side(lands="field+tower", units="peasant@neutral_0 soldier@home_1", hand="peasant"))
    assert "recruit.food" in refusals(state, Recruit("peasant"))
    state = given(side(lands="field+tower", units="soldier@home_1", hand="peasant"))
    assert "recruit.food" not in refusals(state, Recruit("peasant"))


def test_m20_turned_fields_feed_and_workers_raise_the_food_without_artists():
    state = given(side(lands="field!", units="peasant#1 artist"))
    assert max_characters_fed(state, 0) == 4


@rule("ruling.hunger")
def test_m22_a_worker_who_leaves_the_field_may_starve_somebody():
    state = given(side(lands="field", units="peasant#1 soldier soldier"))
    assert question(after(state, Station("peasant", 1, 0))) == "starve"
    state = given(side(lands="field", units="peasant#1 soldier"))
    assert question(after(state, Station("peasant", 1, 0))) == "actions"


def test_m21_turned_cards_may_be_chosen_when_removal_is_forced():
    state = after(given(side(lands="field", units="peasant#1 soldier soldier!")), Station("peasant", 1, None))
    state = after(state, Starve("soldier", "home_0", None, turned=True))
    assert (units(state), question(state), gone(state, "soldier")) == (["peasant", "soldier"], "actions", 1)


def test_m21_hunger_is_met_at_the_very_start_of_the_owner_s_turn_not_before():
    state = given(side(), side(lands="field", units="peasant peasant soldier"))
    assert question(state) == "actions"
    state = after(state, EndTurn())
    assert asked(state) == (1, "starve")
    state = after(state, Starve("soldier", "home_1", None, turned=False))
    assert asked(state) == (1, "choose_deck")


@rule("starve.card")
def test_only_a_card_that_is_there_can_leave():
    state = after(given(side(), side(lands="field", units="peasant peasant soldier")), EndTurn())
    assert refusals(state, Starve("soldier", "home_1", None, turned=True)) == {"starve.card"}
    assert not refusals(state, Starve("soldier", "home_1", None, turned=False))


# --- giving up ------------------------------------------------------------------------------------------------------


@rule("clear_land.price")
@pytest.mark.parametrize(("places", "refused"), [("city! field", True), ("city field", False)])
def test_giving_up_a_territory_costs_a_workforce(places, refused):
    assert ("clear_land.price" in refusals(given(side(lands=places)), ClearLand(1))) is refused


@rule("clear_land.land")
def test_only_a_territory_can_be_given_up():
    state = given(side(lands="field"))
    assert refusals(state, ClearLand(2)) == {"clear_land.land"}
    assert not refusals(state, ClearLand(1))


@rule("ruling.lost_land")
def test_m10_a_territory_takes_its_buildings_along_and_leaves_its_cards():
    state = given(side(lands="farm+bank farm mine", units="peasant#1 soldier"))
    state = after(state, ClearLand(1), Pay("host_0"))
    assert (lands(state), units(state)) == (["farm", "mine"], ["peasant", "soldier"])
    assert {unit.host for unit in state.active_player.units} == {-1}
    assert (gone(state, "bank"), gone(state, "farm")) == (1, 1)
    kept = after(given(side(lands="farm+bank farm mine", units="peasant#1")), ClearLand(3), Pay("host_0"))
    assert (gone(kept, "bank"), kept.active_player.units[0].host) == (0, 1)


def test_a_place_given_up_is_free_for_another_territory():
    state = given(side(lands="field field field mine", units="peasant", hand="farm mine"))
    state = after(
        state, ClearLand(2), Pay("host_0"), PlayTerritory("farm"), Pay("peasant"), Pay("discard_mine_workforce")
    )
    assert [land.card for land in state.active_player.lands] == ["city", "field", "farm", "field", "mine"]


@rule("dismiss.unturned")
def test_m34_unturned_cards_may_be_removed_at_any_time_in_one_s_own_turn():
    state = given(side(lands="field", units="peasant soldier!"))
    assert refusals(state, Dismiss("soldier", "home_0", None)) == {"dismiss.unturned"}
    state = after(state, Dismiss("peasant", "home_0", None))
    assert (units(state), gone(state, "peasant")) == (["soldier"], 1)
    assert "dismiss" in GAME.turn(replace(given(side(units="peasant")), phase="war")).verbs


def test_everything_that_happens_is_noted():
    state = given(side(lands="field", units="peasant"))
    assert [event.kind for event in events_of(state, Dismiss("peasant", "home_0", None))] == ["dismissed"]
    assert not faults(after(state, Dismiss("peasant", "home_0", None)))
