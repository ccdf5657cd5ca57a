"""Build: locations placed from the hand, and their bonuses.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.state import workers_of
from tests.games.empires_north.positions import given, play, points, position, refusals, site, slots_of, supply_of, use
from tests.games.rules import rule

BASE_FIELD = given().players[0].empire[0].card


@rule("build.hand")
@pytest.mark.parametrize(("hand", "refused"), [(("axe_yard",), False), (("fishing_boats",), True)])
def test_only_a_card_of_the_hand_can_be_placed(hand, refused):
    state = given(hand=hand, goods={"wood": 1})
    assert ("build.hand" in refusals(state, "build card=axe_yard")) is refused


@rule("build.location")
@pytest.mark.parametrize(("card", "refused"), [("axe_yard", False), ("herring_bank", True), (BASE_FIELD, True)])
def test_islands_and_base_fields_are_not_placed_for_goods(card, refused):
    """Islands are conquered, and base fields lie in the empire from the start."""
    state = given(hand=("axe_yard",), goods={"wood": 1})
    assert ("build.location" in refusals(state, f"build card={card}")) is refused


@rule("build.price")
@pytest.mark.parametrize(
    ("goods", "refused"), [({}, True), ({"stone": 1}, True), ({"wood": 1}, False), ({"gold": 1}, False)]
)
def test_a_location_is_paid_with_its_resources_or_gold(goods, refused):
    state = given(hand=("axe_yard",), goods=goods)
    assert ("build.price" in refusals(state, "build card=axe_yard")) is refused


def test_river_trade_costs_a_stone_as_in_the_rulebook():
    state = play(given("nanurjuk", hand=("river_trade",), goods={"stone": 1}), "build card=river_trade")
    assert supply_of(state, "stone") == 0
    assert not site(state, "river_trade").exhausted


def test_a_worker_of_the_cost_goes_to_the_clan_tile():
    goods = {"wood": 1, "stone": 1}
    state = play(given(hand=("hall_of_heroes",), goods=goods), "build card=hall_of_heroes")
    assert (state.players[0].workers, state.players[0].spent_workers) == (4, 1)


@pytest.mark.parametrize("card", ["rock_ledge", "river_farm", "boarding_party"])
def test_fields_upgrades_and_boosts_are_not_placed_for_goods(card):
    state = position(hand=(card,), goods={"wood": 3, "stone": 3})
    assert refusals(state, f"build card={card}") == {"build.corner"}


def test_a_new_location_is_ready_for_the_next_action():
    state = play(position(hand=("axe_yard",), goods={"wood": 1}, passed=True), "build card=axe_yard")
    assert not site(state, "axe_yard").exhausted
    assert supply_of(play(state, use(state, "axe_yard")), "raze") == 1


@pytest.mark.parametrize(
    ("clan", "card", "empire", "gained"),
    [
        ("panuk", "frozen_shipyard", ("penguin_colony",), 1),
        ("ulaf", "hall_of_heroes", ("axe_yard", "axe_yard"), 3),
        ("glenn", "craft_fair", ("weavers",), 2),
        ("mackinnon", "head_office", ("granary", "gold_vault"), 2),
        ("panuk", "great_igloo", ("penguin_colony",) * 2 + ("snow_igloo",) + ("seal_hunters",) * 2, 4),
        ("panuk", "great_igloo", ("penguin_colony",) * 2 + ("seal_hunters",) * 2, 2),
        ("panuk", "great_igloo", ("penguin_colony",), 0),
    ],
)
def test_a_bonus_counts_the_empire_with_the_new_card(clan, card, empire, gained):
    """Ruling 23."""
    state = position(clan, hand=(card,), empire=empire, goods={"wood": 2, "stone": 2})
    assert points(play(state, f"build card={card}")) == gained


def test_an_igloo_brings_a_worker_at_once_and_for_good():
    state = play(position("panuk", hand=("snow_igloo",), goods={"stone": 1, "fish": 1}), "build card=snow_igloo")
    assert state.players[0].workers == 6
    assert workers_of(state.players[0]) == 6


def test_three_copies_of_a_card_lie_in_three_places():
    state = position(empire=("axe_yard",) * 3, passed=True)
    first, second, _ = slots_of(state, "axe_yard")
    state = play(state, f"use_location slot={first}")
    assert refusals(state, f"use_location slot={first}") == {"use_location.ready"}
    assert refusals(state, f"use_location slot={second}") == set()
