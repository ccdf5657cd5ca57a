"""Payment of costs: resources, gold, workers, cards and alternatives.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee_service.games.empires_north.content.cards import ANY, GOODS
from referee_service.games.empires_north.economy.costs import SOURCES, WILDCARDS, can_cover_price
from referee_service.kernel.payment import is_payable
from tests.games.empires_north.positions import (
    given,
    play,
    points,
    position,
    question,
    refusals,
    site,
    slot_of,
    supply_of,
    use,
)
from tests.games.rules import rule


@rule("ruling.payment")
def test_a_player_with_gold_chooses_how_to_pay():
    """Resources are paid at once without gold; with gold the player chooses, and the cheapest way keeps the gold."""
    plain = play(given(hand=("axe_yard",), goods={"wood": 1}), "build card=axe_yard")
    assert plain.active_seat == 1
    payment = play(given(hand=("axe_yard",), goods={"gold": 1, "wood": 1}), "build card=axe_yard")
    assert question(payment) == "payment"
    assert supply_of(play(payment, "pay source=gold"), "wood") == 1
    assert supply_of(play(payment, "pay_cheapest"), "gold") == 1
    assert refusals(payment, "pay source=raze") == {"pay.held"}


def test_a_good_that_the_price_does_not_need_cannot_pay():
    state = play(given(hand=("axe_yard",), goods={"gold": 1, "wood": 1, "stone": 1}), "build card=axe_yard")
    assert refusals(state, "pay source=stone") == {"pay.completable"}


@rule("pick_card.meant")
@pytest.mark.parametrize(("slot", "refused"), [(3, True), (4, False), (5, False), (0, True)])
def test_exhausting_another_card_as_a_cost(slot, refused):
    state = play(given("heidel", empire=("tired_guards", "cooper", "small_brewery")), "use_location slot=3")
    assert ("pick_card.meant" in refusals(state, f"pick_card slot={slot}")) is refused
    state = play(state, "pick_card slot=4", "choose option=raze")
    assert site(state, "cooper").exhausted
    assert supply_of(state, "raze") == 1


def test_a_lone_card_pays_without_a_question():
    state = play(given("heidel", empire=("tired_guards", "cooper")), "use_location slot=3")
    assert question(state) == "choose"


@rule("ruling.leaving")
def test_a_card_that_leaves_loses_its_goods_and_spends_its_workers():
    state = given("nanurjuk", empire=("sled_trail", "summer_camp", "river_trade"))
    state = play(state, "use_location slot=3", "pick_card slot=4")
    assert dict(state.players[0].hand) == {"summer_camp": 1}
    assert supply_of(state, "food") == 1
    assert slot_of(state, "river_trade") == 5


def test_discarding_a_card_of_the_empire_as_a_cost():
    state = given("nanurjuk", empire=("last_fire", "summer_camp"))
    state = play(state, "use_location slot=3")
    assert dict(state.players[0].discard) == {"summer_camp": 1}
    assert points(state) == 1


@rule("discard_card.hand")
@pytest.mark.parametrize(("card", "refused"), [("cairn", False), ("summer_camp", True)])
def test_discarding_a_card_of_the_hand_as_a_cost(card, refused):
    state = play(given("nanurjuk", empire=("elder_tales",), hand=("cairn", "kinfolk")), "use_location slot=3")
    assert ("discard_card.hand" in refusals(state, f"discard_card card={card}")) is refused
    assert points(play(state, "discard_card card=cairn")) == 2


def test_alternative_costs_are_chosen():
    state = given("mackinnon", empire=("merchant_stall",), goods={"sheep": 1, "wood": 2})
    state = play(state, "use_location slot=3", "choose option=sheep")
    assert (supply_of(state, "gold"), supply_of(state, "wood")) == (2, 2)


@rule("choose.possible")
@pytest.mark.parametrize(("option", "refused"), [("sheep", False), ("any_resource", False), ("gold", True)])
def test_only_a_listed_option_can_be_chosen(option, refused):
    state = given("mackinnon", empire=("merchant_stall",), goods={"sheep": 1, "wood": 2})
    assert ("choose.possible" in refusals(play(state, "use_location slot=3"), f"choose option={option}")) is refused


def test_a_cost_of_any_resource_opens_a_question_if_there_is_a_choice():
    state = given(empire=("old_market",), goods={"wood": 1, "stone": 1}, near=())
    state = play(state, "use_location slot=3")
    assert question(state) == "payment"
    assert supply_of(play(state, "pay source=stone"), "wood") == 1


@pytest.mark.parametrize(
    ("clan", "card", "goods", "workers", "refused"),
    [
        ("ulaf", "watchtower", {"wood": 1, "stone": 1, "gold": 1}, 5, False),
        ("ulaf", "watchtower", {"wood": 1, "stone": 1, "raze": 1}, 5, True),
        ("ulaf", "watchtower", {"gold": 2, "wood": 1}, 5, False),
        ("ulaf", "watchtower", {"gold": 2}, 5, True),
        ("mackinnon", "hired_guards", {"wood": 1, "gold": 3}, 0, True),
        ("mackinnon", "hired_guards", {"wood": 1}, 1, False),
        ("ulaf", "hall_of_heroes", {"wood": 1, "stone": 1}, 1, False),
        ("ulaf", "hall_of_heroes", {"wood": 1, "stone": 1}, 0, True),
    ],
)
def test_a_location_is_paid_with_resources_gold_and_workers(clan, card, goods, workers, refused):
    """Gold replaces a resource, never a worker."""
    state = position(clan, hand=(card,), goods=goods, workers=workers, spent_workers=5 - workers)
    assert refusals(state, f"build card={card}") == ({"build.price"} if refused else set())


def test_gold_pays_a_missing_resource_and_is_gone():
    state = play(position(hand=("watchtower",), goods={"wood": 1, "stone": 1, "gold": 1}), "build card=watchtower")
    assert state.players[0].goods == ()


def test_resources_cannot_replace_gold():
    state = position("mackinnon", empire=("moneylender",), goods={"wood": 3})
    assert refusals(state, use(state, "moneylender")) == {"use_location.price"}


@pytest.mark.parametrize(
    ("goods", "expected"),
    [({"gold": 3}, "main"), ({"gold": 3, "stone": 1}, "main"), ({"gold": 3, "wood": 1}, "payment")],
)
def test_a_payment_is_open_only_if_gold_could_be_saved(goods, expected):
    """A player without wood pays gold automatically; one with both chooses."""
    assert question(play(position(hand=("axe_yard",), goods=goods, passed=True), "build card=axe_yard")) == expected


def test_goods_cover_a_price_exactly_if_a_search_finds_a_way_to_pay():
    rng, found = Random(1), Counter[bool]()
    for _ in range(2000):
        owed = tuple(sorted((kind, rng.randint(1, 2)) for kind in (*GOODS, ANY) if rng.random() < 0.3))
        goods = tuple(sorted((good, rng.randint(1, 3)) for good in GOODS if rng.random() < 0.5))
        can_cover = can_cover_price(goods, owed)
        assert can_cover is is_payable(owed, (), SOURCES, dict(goods), WILDCARDS), (goods, owed)
        found[can_cover] += 1
    assert min(found[True], found[False]) > 200
