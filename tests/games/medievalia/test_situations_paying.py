"""Situations of production and payment, territories and extra cards."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.clear_land import ClearLand
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.state import hand_size, max_characters_fed, output_of
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import (
    after,
    after_chance,
    gone,
    hand,
    lands,
    question,
    refusals,
    side,
    turned,
    units,
    with_top,
)
from tests.games.medievalia.situations import NEUTRAL, bought, offers, pays, position, sound, standing_at, thinned

# --- what a land yields ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fief", "cards", "host", "wanted"),
    [
        ("field", "peasant#1 peasant#1", 1, 3),  # L185
        ("mine", "peasant#1 peasant#1 peasant#1", 1, 3),  # M-07: two slots, the third only guards
        ("forest", "soldier#1 peasant#1", 1, 2),  # M-07: a soldier does not work
        ("field", "merchant#1 priest#1", 1, 3),  # M-07: both produce workforce
        ("city+bank+church", "peasant#0 peasant#0", 0, 5),  # M-08
        ("mine+church", "", 1, 2),  # M-08: of the mine's own kind
        ("farm+bank+church", "peasant#1 peasant#1", 1, 6),
        ("farm+tower+church", "", 1, 3),  # a tower yields nothing
        ("forest+stable", "artist#1 bureaucrat#1", 1, 4),
    ],
)
def test_what_a_land_yields(fief, cards, host, wanted):
    """L185-192, M-04, M-07, M-08."""
    state = position(side(lands=f"{fief} farm farm", units=cards), side())
    assert sum(output_of(state, 0, host)) == wanted


def test_new_cards_work_in_the_turn_they_are_played():
    """L153: the city pays a field, the field a peasant, the peasant another field."""
    state = position(side(hand="field field peasant"), side())
    state = pays(state, PlayTerritory("field"), "host_0")
    state = pays(state, Recruit("peasant"), "host_1")
    state = pays(state, PlayTerritory("field"), "peasant")
    assert lands(state) == ["field", "field"]
    assert turned(state) == ["0:city", "1:field", "peasant"]


def test_a_land_turns_with_all_on_it_and_the_surplus_is_lost():
    """L192, L481: a field with two peasants pays one food, and nothing of it is left for the next peasant."""
    state = position(side(lands="city! field", units="peasant#1 peasant#1", hand="peasant peasant"), side())
    state = pays(state, Recruit("peasant"), "host_1")
    assert turned(state) == ["0:city", "1:field", "peasant", "peasant"]
    assert refusals(state, Recruit("peasant")) == {"recruit.price"}


def test_workers_on_a_land_give_what_the_land_gives_until_they_leave_it():
    """L191, L283, M-22: taken off, they give work, and the food falls at once."""
    state = position(side(lands="city! field", units="peasant#1 peasant#1", hand="farm field"), side())
    assert "peasant" not in offers(after(state, PlayTerritory("field")))
    state = after(state, Station("peasant", 1, None), Station("peasant", 1, None))
    assert max_characters_fed(state, 0) == 2
    assert lands(pays(state, PlayTerritory("farm"), "peasant", "peasant")) == ["field", "farm"]


def test_a_civil_building_yields_with_its_land_only():
    """M-08: a stable alone is no source."""
    state = after(position(side(lands="field+stable", hand="peasant"), side()), Recruit("peasant"))
    assert "stable" not in offers(state)
    assert refusals(state, Pay("stable")) == {"referee.field"}


# --- what pays ------------------------------------------------------------------------------------------------------


def test_a_hand_card_makes_up_a_price_but_never_its_own():
    """L479, M-05: city and peasant bring two work for a mine, a discarded card the third."""
    poor = position(side(lands="field", units="peasant", hand="mine"), side())
    assert refusals(poor, PlayTerritory("mine")) == {"play_territory.price"}
    state = position(side(lands="field", units="peasant", hand="mine farm"), side())
    state = pays(state, PlayTerritory("mine"), "host_0", "peasant", "discard_farm_workforce")
    assert lands(state) == ["field", "mine"]
    assert hand(state) == {}
    assert gone(state, "farm") == 1


def test_three_alike_become_one_of_another_kind_and_a_mixture_does_not():
    """L478: two food and an energy are no gold, three food are; food does not become food."""
    mixed = position(side(lands="city! field forest mine+bank!", units="peasant#1", hand="merchant"), side())
    assert refusals(mixed, Recruit("merchant")) == {"recruit.price"}
    fief = "city! field+church forest mine+bank!"
    state = after(position(side(lands=fief, units="peasant#1 peasant#1", hand="merchant"), side()), Recruit("merchant"))
    assert refusals(state, Pay("convert_food_gold")) == {"pay.source"}
    assert refusals(state, Pay("convert_food_food")) == {"referee.field"}
    state = after(state, Pay("host_1"))
    assert refusals(state, Pay("convert_energy_gold")) == {"pay.source"}
    assert "merchant" in units(sound(after(state, Pay("convert_food_gold"))))


def test_one_production_serves_one_purchase():
    """L481, M-05: what is left of a farm's six food cannot become work for a field."""
    state = position(
        side(lands="city! farm+bank+church", units="peasant#1 peasant#1", hand="peasant field"),
        side(),
    )
    state = pays(state, Recruit("peasant"), "host_1")
    state = after(state, PlayTerritory("field"))
    assert offers(state) == {"peasant"}


def test_giving_up_a_territory_and_playing_another_are_two_payments():
    """L196, L481: a city that yields two work does not pay for both."""
    state = position(side(lands="city farm! farm! farm! farm!", units="peasant#0", hand="field"), side())
    assert refusals(state, PlayTerritory("field")) == {"play_territory.room"}
    state = pays(state, ClearLand(1), "host_0")
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}


def test_a_turned_land_pays_nothing_and_a_refusal_changes_nothing():
    """L153, M-05: once a turn."""
    state = position(side(lands="city! field", units="peasant", hand="field"), side())
    state = after(state, PlayTerritory("field"))
    assert refusals(state, Pay("host_0")) == {"pay.source"}
    assert turned(state) == ["0:city"]


@pytest.mark.parametrize("fief", [NEUTRAL, "home_1"])
def test_cards_away_from_home_produce_nothing(fief):
    """L161."""
    state = position(side(lands="city! field", units=f"peasant@{fief} merchant@{fief}", hand="field"), side())
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}


# --- extra cards ----------------------------------------------------------------------------------------------------


def test_four_resources_of_any_kinds_buy_one_card():
    """L480, M-06: food, work, gold and a discarded card."""
    state = position(side(lands="field mine", hand="mine"), side())
    state = after(state, BuyCard("military"))
    state = after_chance(after(state, *map(Pay, ("host_0", "host_1", "host_2", "discard_mine_energy"))))
    assert hand_size(state, 0) == 1
    assert state.decks[1].remaining == 19
    assert refusals(state, BuyCard("military")) == {"buy_card.price"}


def test_ten_resources_buy_one_card_too():
    """L480-481: a second card needs a second payment."""
    state = position(side(lands="city! farm+bank+church", units="peasant#1 peasant#1 artist"), side())
    state = bought(state, BuyCard("territory"), "artist_power", "host_1_muse_1")
    state = sound(after_chance(state))
    assert hand_size(state, 0) == 1
    assert refusals(state, BuyCard("territory")) == {"buy_card.price"}


def test_extra_cards_are_bought_among_the_actions_only():
    """M-06: not after a march."""
    state = position(side(lands="farm+bank+church", units="soldier peasant#1 peasant#1"), side())
    assert not refusals(state, BuyCard("territory"))
    state = after(state, March("soldier", "home_0", NEUTRAL))
    assert refusals(state, BuyCard("territory")) == {"referee.verb"}


def test_an_extra_card_that_empties_the_second_deck_ends_the_game():
    """L513, M-33."""
    state = position(side(lands="farm+bank+church", units="peasant#1 peasant#1"), side())
    state = thinned(thinned(state, "territory", 0), "character", 1)
    assert refusals(sound(state), BuyCard("territory")) == {"buy_card.empty"}
    state = pays(state, BuyCard("character"), "host_1")
    assert GAME.turn(state) is None
    assert state.game_end.victory == "cards"


# --- territories ----------------------------------------------------------------------------------------------------


def test_a_given_up_territory_takes_its_buildings_along_and_frees_its_cards():
    """M-10, M-11: the priest in play stays, the next one costs two gold more."""
    state = position(
        side(lands="city field+church+tower farm mine", units="peasant#1 priest", hand="priest field"), side()
    )
    state = pays(state, ClearLand(1), "host_0")
    assert lands(state) == ["farm", "mine"]
    assert gone(state, "church") == gone(state, "tower") == 1
    assert standing_at(state) == {"peasant", "priest"}
    assert refusals(state, Recruit("priest")) == {"recruit.price"}


def test_a_turned_territory_may_be_given_up_and_its_cards_stay_turned():
    """L196 knows no condition; the list calls it silent."""
    state = position(side(lands="city field! farm", units="peasant#1"), side())
    state = pays(state, ClearLand(1), "host_0")
    assert standing_at(state) == {"peasant!"}
    assert lands(state) == ["farm"]


def test_giving_up_food_starves_at_once():
    """L604, M-10, M-21."""
    state = position(side(lands="city field field", units="soldier soldier soldier"), side())
    state = after_chance(bought(state, ClearLand(1), "host_0"))
    assert question(state) == "starve"


def test_a_building_needs_a_land_that_stays_unturned():
    """L204, M-09: city and forest together cannot pay a tower for one of themselves; a hand card can."""
    fief = {"lands": "city forest farm!", "units": "peasant#0 peasant#0"}
    state = with_top(position(side(**fief), side()), "tower")
    assert refusals(state, BuyBuilding(0, 1)) == {"buy_building.price"}
    assert refusals(state, BuyBuilding(0, 0)) == {"buy_building.price"}
    assert refusals(state, BuyBuilding(0, 2)) == {"buy_building.turned"}
    assert "buy_building.land" in refusals(state, BuyBuilding(0, 3))
    state = sound(with_top(position(side(hand="mine", **fief), side()), "tower"))
    state = after(state, BuyBuilding(0, 1))
    assert "host_1" not in offers(state)
    state = sound(after_chance(after(state, Pay("host_0"), Pay("discard_mine_energy"))))
    assert state.players[0].lands[1].buildings == ("tower",)
