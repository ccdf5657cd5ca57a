"""Paying: lands and cards are turned together, hand cards discarded, resources converted, powers used."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.content.tables import PACKS, RESOURCES, WILDCARDS
from referee_service.games.medievalia.payment.affordability import (
    BUILDING_POWERS,
    HAND_PREFIX,
    is_affordable,
    stocks_of,
)
from referee_service.games.medievalia.payment.cheapest import plan_cheapest_steps
from referee_service.games.medievalia.payment.rules import build_sources
from referee_service.games.medievalia.state import DrawDeck, Land, Pile, Unit, buildings_of
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import bag_of
from referee_service.kernel.payment import covers, is_payable, next_step, pool_after
from referee_service.kernel.tuples import without
from tests.games.medievalia.positions import (
    after,
    after_chance,
    given,
    gone,
    hand,
    lands,
    legal,
    question,
    refusals,
    side,
    turned,
    with_top,
)
from tests.games.rules import allows, refuses, rule

# --- reckoning against searching ------------------------------------------------------------------------------------


def purse_by_lot(lot):
    """A small fief, hand and price."""
    places = [Land("city")]
    for card in lot.sample(["field", "farm", "forest", "mine"], lot.randrange(3)):
        places.append(Land(card, tuple(lot.sample(["bank", "church"], lot.randrange(2))), lot.random() < 0.2))
    people = ["peasant", "merchant", "merchant", "merchant", "artist", "bureaucrat", "soldier"]
    standing = []
    for card in lot.sample(people, lot.randrange(4)):
        at = lot.choice([-1, -1, *range(len(places))])
        standing.append(Unit(card, "home_0", at, at >= 0 and places[at].turned))
    kinds = lot.sample(RESOURCES, lot.randrange(1, 4))
    owed = tuple(sorted((kind, lot.randrange(1, 4)) for kind in kinds))
    if lot.random() < 0.2:
        owed = (("any", lot.randrange(2, 9)),)
    return (
        tuple(places),
        tuple(sorted(standing)),
        bag_of(lot.sample(["field", "mine", "soldier"], lot.randrange(3))),
        owed,
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_is_reckoned_is_what_a_search_finds(seed):
    lot, pack = random.Random(seed), PACKS.resolve_id(None)
    for _ in range(60):
        places, standing, cards, owed = purse_by_lot(lot)
        stocks = stocks_of(pack, "home_0", places, standing, powers=BUILDING_POWERS)
        sources = build_sources(pack, stocks, tuple(card for card, _ in cards), 3)
        left = {stock.name: stock.size for stock in stocks} | {HAND_PREFIX + card: count for card, count in cards}
        reckoned = is_affordable(pack, stocks, sum(count for _, count in cards), (), owed)
        assert reckoned == is_payable(owed, (), sources, left, WILDCARDS), (places, standing, cards, owed)
        if reckoned:
            assert covers(played(plan_cheapest_steps(pack, stocks, cards, (), owed), sources), owed, WILDCARDS)


def played(steps, sources):
    """The pool after these steps, in the order in which the referee takes them."""
    pool, named = (), {source.name: source for source in sources}
    while steps:
        source = next_step(steps, pool, named)
        steps, pool = without(steps, source.name), pool_after(pool, source)
    return pool


# --- playing and buying ---------------------------------------------------------------------------------------------


@rule("play_territory.hand")
def test_only_territories_in_hand_are_played():
    state = given(side(hand="field"))
    assert refusals(state, PlayTerritory("farm")) == {"play_territory.hand", "play_territory.price"}
    assert not refusals(state, PlayTerritory("field"))


def test_a_field_costs_one_workforce_which_the_city_yields():
    """Worked example: turning the city pays for a field, and the field is usable at once."""
    state = after(given(side(hand="field farm")), PlayTerritory("field"), Pay("host_0"))
    assert (lands(state), turned(state), hand(state)) == (["field"], ["0:city"], {"farm": 1})
    assert question(state) == "actions"
    assert not state.active_player.lands[1].turned


@rule("play_territory.room")
def test_a_fief_with_two_fields_a_mine_and_a_forest_is_full():
    """Worked example: city and four territories; one must be given up before another comes."""
    full = given(side(lands="field field mine forest", hand="field"))
    assert refusals(full, PlayTerritory("field")) == {"play_territory.room"}
    assert not refusals(given(side(lands="field field mine", hand="field")), PlayTerritory("field"))


@rule("play_territory.price")
def test_a_territory_must_be_paid():
    assert refusals(given(side(lands="city!", hand="field")), PlayTerritory("field")) == {"play_territory.price"}
    assert not refusals(given(side(lands="city!", hand="field mine")), PlayTerritory("field"))


@rule("recruit.hand")
def test_only_characters_in_hand_are_played():
    state = given(side(lands="field field", hand="peasant"))
    assert refusals(state, Recruit("archer")) == {"recruit.hand", "recruit.price"}
    assert not refusals(state, Recruit("peasant"))


@rule("recruit.price", "ruling.missing_building")
@pytest.mark.parametrize(
    ("places", "refused"),
    [("field forest", True), ("field+carpenter forest", False), ("field forest mine+bank", False)],
)
def test_m11_a_card_without_its_building_costs_two_gold_more(places, refused):
    """Archer: a food and an energy; the missing carpenter is worth two gold, of a mine with a bank."""
    state = given(side(lands=places, hand="archer"))
    assert ("recruit.price" in refusals(state, Recruit("archer"))) is refused


def test_m11_the_ally_s_building_does_not_help():
    ally = side(lands="field+carpenter")
    state = given(side(lands="field forest", hand="archer"), side(), ally, side())
    assert "recruit.price" in refusals(state, Recruit("archer"))


@rule("ruling.group")
@pytest.mark.parametrize(
    ("places", "people", "paid"),
    [
        ("field", "", 1),
        ("field", "peasant#1", 2),
        ("field", "peasant#1 peasant#1", 3),
        ("field", "peasant#1 peasant#1 peasant#1", 3),
        ("field", "soldier#1", 1),
        ("field+bank", "", 2),
        ("field+bank+church", "peasant#1", 4),
        ("field+tower", "", 1),
        ("farm", "peasant#1", 3),
    ],
)
def test_m04_m07_m08_a_field_with_two_peasants_yields_three(places, people, paid):
    """Worked example: a field yields 1 food, 2 with a peasant, 3 with two; civil buildings add one each."""
    state = given(side(lands=f"city! {places}", units=people, hand="mine soldier soldier soldier"))
    state = after(state, PlayTerritory("mine"), Pay("host_1"))
    assert dict(state.pending[-1].pool) == {"food": paid}
    assert turned(state) == ["0:city", "1:" + places.split("+")[0], *(word.split("#")[0] for word in people.split())]


def test_m04_free_workers_turn_one_by_one():
    state = given(side(lands="field!", units="peasant peasant", hand="field"))
    state = after(state, PlayTerritory("field"), Pay("peasant"))
    assert turned(state) == ["1:field", "peasant"]


def test_m08_a_building_on_the_city_yields_workforce():
    state = given(side(lands="city+bank", hand="farm"))
    assert not refusals(state, PlayTerritory("farm"))
    assert refusals(given(side(hand="farm")), PlayTerritory("farm")) == {"play_territory.price"}


@rule("ruling.one_purchase")
def test_m05_surplus_is_lost_and_one_payment_buys_one_thing():
    state = given(side(lands="city+bank", hand="field field"))
    state = after(state, PlayTerritory("field"), Pay("host_0"))
    assert question(state) == "actions"
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}
    assert not refusals(given(side(hand="field field")), PlayTerritory("field"))


def test_m05_three_alike_become_another_and_hand_cards_anything_inside_a_payment():
    state = given(side(lands="city! farm+bank", hand="field mine"))
    state = after(state, PlayTerritory("field"))
    by_food = after(state, Pay("host_1"), Pay("convert_food_workforce"))
    by_card = after(state, Pay("discard_mine_workforce"))
    assert (hand(by_food), lands(by_food)) == ({"mine": 1}, ["farm", "field"])
    assert (hand(by_card), gone(by_card, "mine")) == ({}, 1)


def test_a_card_that_is_played_cannot_pay_for_itself():
    assert refusals(given(side(lands="city!", hand="field")), PlayTerritory("field")) == {"play_territory.price"}


@rule("ruling.cheapest")
def test_the_cheapest_way_spares_the_hand_then_turns_little():
    state = given(side(lands="farm+bank", units="peasant", hand="field mine"))
    state = after(state, PlayTerritory("field"), PayCheapest())
    assert hand(state) == {"mine": 1}
    assert turned(state) in (["0:city"], ["peasant"])
    poor = after(given(side(lands="city!", hand="field mine")), PlayTerritory("field"), PayCheapest())
    assert not hand(poor)


@rule("buy_card.price")
@pytest.mark.parametrize(("cards", "refused"), [("", True), ("mine", True), ("mine mine", False)])
def test_m06_four_resources_of_any_kinds_buy_a_card(cards, refused):
    state = given(side(lands="field", hand=cards))
    assert ("buy_card.price" in refusals(state, BuyCard("military"))) is refused


def test_m06_cards_may_be_bought_again_and_again():
    state = given(side(lands="city+bank farm field mine", units="peasant#4", hand="field mine"))
    state = after_chance(after(state, BuyCard("military"), Pay("host_2"), Pay("host_0"), Pay("host_3")))
    assert question(state) == "actions"
    assert sum(hand(state).values()) == 3
    assert not refusals(state, BuyCard("military"))


@rule("buy_card.empty")
def test_an_empty_deck_sells_nothing():
    state = given(side(lands="farm+bank farm+church"))
    state = replace(state, decks=(state.decks[0], DrawDeck((), ""), state.decks[2]))
    assert refusals(state, BuyCard("military")) == {"buy_card.empty"}
    assert not refusals(state, BuyCard("territory"))


# --- buildings ------------------------------------------------------------------------------------------------------


@rule("buy_building.price")
def test_m09_the_land_of_a_building_is_not_turned_to_pay_for_it():
    """Tower: three workforce and an energy. The only forest pays, or carries the tower, not both."""
    state = with_top(given(side(lands="city+church forest field", units="peasant")), "tower")
    assert refusals(state, BuyBuilding(0, 1)) == {"buy_building.price"}
    assert not refusals(state, BuyBuilding(0, 2))
    state = after_chance(after(state, BuyBuilding(0, 2), PayCheapest()))
    assert state.active_player.lands[2].buildings == ("tower",)


@rule("buy_building.turned")
def test_m09_a_building_goes_on_an_unturned_land():
    state = with_top(given(side(lands="city+church forest field! field", units="peasant")), "tower")
    assert refusals(state, BuyBuilding(0, 2)) == {"buy_building.turned"}
    assert not refusals(state, BuyBuilding(0, 3))


@rule("buy_building.room")
def test_two_buildings_stand_on_a_land_at_most():
    state = given(side(lands="city+church+stable forest+blacksmith field", units="peasant"))
    state = with_top(state, "tower")
    assert "buy_building.room" in refusals(state, BuyBuilding(0, 0))
    assert "buy_building.room" not in refusals(state, BuyBuilding(0, 1))


@rule("buy_building.land")
def test_a_building_never_stands_alone():
    state = with_top(given(side(lands="city+church forest field", units="peasant")), "tower")
    assert refusals(state, BuyBuilding(0, 4)) == {"buy_building.land"}
    assert not refusals(state, BuyBuilding(0, 2))


@refuses("buy_building.pile")
@allows("buy_building.pile")
def test_an_empty_pile_sells_nothing():
    state = with_top(given(side(lands="city+church forest field", units="peasant")), "tower")
    sold = replace(state, piles=(state.piles[0], Pile("", 0), state.piles[2]))
    assert refusals(sold, BuyBuilding(1, 2)) == {"buy_building.pile"}
    assert not refusals(sold, BuyBuilding(0, 2))


def test_m09_duplicates_may_be_built():
    state = given(side(lands="city+church forest+bank farm mine+stable"))
    assert state.piles[0].top == "bank"
    state = after_chance(after(state, BuyBuilding(0, 2), PayCheapest()))
    assert buildings_of(state.active_player).count("bank") == 2


def test_the_next_building_of_a_pile_is_turned_up():
    state = with_top(given(side(lands="city+church forest field", units="peasant")), "tower")
    state = after(state, BuyBuilding(0, 2), PayCheapest())
    assert question(state) == "reveal_building"
    assert {action.building for action in legal(state)} == {name for name, _ in state.hidden_buildings}
    state = after(state, legal(state)[0])
    assert state.piles[0].top == "bank"


# --- powers ---------------------------------------------------------------------------------------------------------


def test_a_bureaucrat_saves_two_resources_of_a_building_and_of_nothing_else():
    state = with_top(given(side(lands="city! forest! field", units="bureaucrat bureaucrat", hand="")), "tower")
    state_paid = after(state, BuyBuilding(0, 2), Pay("bureaucrat_power"), Pay("bureaucrat_power"))
    assert question(after_chance(state_paid)) == "actions"
    assert turned(state_paid)[-2:] == ["bureaucrat", "bureaucrat"]
    state = after(given(side(lands="city! field", units="bureaucrat", hand="field mine")), PlayTerritory("field"))
    assert refusals(state, Pay("bureaucrat_power")) == {"pay.source"}


def test_three_bureaucrats_make_a_building_free():
    state = with_top(given(side(lands="city! farm", units="bureaucrat bureaucrat bureaucrat")), "church")
    state = after_chance(after(state, BuyBuilding(0, 1), PayCheapest()))
    assert state.active_player.lands[1].buildings == ("church",)
    assert turned(state) == ["0:city", "bureaucrat", "bureaucrat", "bureaucrat"]


def test_a_merchant_makes_two_of_a_gold_and_one_of_anything_else():
    state = given(side(lands="city! mine field!", units="merchant", hand="farm"))
    state = after(state, PlayTerritory("farm"), Pay("host_1"), Pay("merchant_power"))
    assert not refusals(state, Pay("trade_gold_workforce_workforce"))
    assert lands(after(state, Pay("trade_gold_workforce_workforce"))) == ["mine", "field", "farm"]
    assert refusals(state, Pay("trade_food_workforce")) == {"pay.source"}


def test_an_artist_doubles_a_group_and_three_artists_make_eight_of_one():
    state = given(side(lands="mine! farm", units="artist artist artist", hand="mine"))
    state = after(state, PlayTerritory("mine"), Pay("artist_power"))
    assert dict(state.pending[-1].pool) == {"muse": 1}
    assert lands(after(state, Pay("artist_power"), Pay("host_0_muse_2"))) == ["mine", "farm", "mine"]
    state = with_top(given(side(lands="city! forest farm", units="artist artist artist", hand="field")), "carpenter")
    state = after(state, BuyBuilding(0, 2))
    state = after(state, Pay("artist_power"), Pay("artist_power"), Pay("artist_power"), Pay("host_1_muse_3"))
    assert dict(state.pending[-1].pool) == {"energy": 8}


def test_an_artist_touches_three_cards_of_a_group_at_most():
    """A field with two peasants and two civil buildings yields five; three of them are doubled."""
    state = given(side(lands="city! field+bank+church", units="artist peasant#1 peasant#1", hand="mine field"))
    state = after(state, PlayTerritory("mine"), Pay("artist_power"), Pay("host_1_muse_1"))
    assert dict(state.pending[-1].pool) == {"food": 8}


@rule("ruling.power_on_land")
def test_m13_a_power_used_on_a_land_turns_the_whole_group_without_output():
    state = with_top(given(side(lands="city! forest farm field", units="bureaucrat#2 peasant#2 peasant")), "tower")
    state = after(state, BuyBuilding(0, 3), Pay("host_2_bureaucrat"))
    assert dict(state.pending[-1].pool) == {"favour": 2}
    assert turned(state) == ["0:city", "2:farm", "bureaucrat", "peasant"]
    free = with_top(given(side(lands="city! forest farm field", units="bureaucrat peasant#2 peasant")), "tower")
    assert turned(after(free, BuyBuilding(0, 3), Pay("bureaucrat_power"))) == ["0:city", "bureaucrat"]


def test_powers_of_artist_bureaucrat_and_merchant_serve_at_home_only():
    state = given(side(lands="city! mine", units="merchant@neutral_0 artist@home_1", hand="farm field"))
    state = after(state, PlayTerritory("field"))
    assert not [action for action in legal(state, "pay") if "merchant" in action.source or "artist" in action.source]


def test_a_card_either_produces_or_uses_its_power():
    state = given(side(lands="city! mine", units="merchant", hand="field"))
    state = after(state, PlayTerritory("field"), Pay("merchant"))
    assert turned(state) == ["0:city", "merchant"]
    assert question(state) == "actions"


def test_cards_away_from_home_produce_nothing():
    state = given(side(lands="city!", units="peasant@neutral_0", hand="field"))
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}
