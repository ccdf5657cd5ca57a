"""Buying buildings, paying for them, and the market."""

from __future__ import annotations

import pytest

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.decisions.buildings import PlaceBuilding
from referee_service.games.settlement.decisions.supply import DrawBuilding
from referee_service.games.settlement.state import Slot
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.rules import allows, refuses, rule
from tests.games.settlement.positions import MARKET, after, given, legal, question, refusals, reserve, row_of

FULL = row_of(dict.fromkeys(range(9), "sawmill"), "")


def test_the_sawmill_bought_for_a_stone():
    """Worked example: one villager, one stone, the sawmill is placed, and the slot is filled again."""
    state = after(given(reserve={"stone": 1, "wood": 1}), Build(0, 0), PlaceBuilding(4))
    assert (state.active_player.colony[4], reserve(state), state.active_player.villagers) == ("sawmill", {"wood": 1}, 5)
    assert question(state) == "fill_market"
    state = after(state, DrawBuilding("sawmill"))
    assert state.market[0] == Slot("sawmill", 1)


@rule("build.room")
@pytest.mark.parametrize(("colony", "refused"), [(FULL, True), ((*FULL[:8], ""), False)])
def test_a_full_colony_has_no_room(colony, refused):
    state = given(reserve={"stone": 1}, colony=dict(enumerate(colony)))
    assert ("build.room" in refusals(state, Build(0, 0))) is refused


@rule("build.slot")
def test_only_what_lies_in_the_market_is_sold():
    state = given(reserve={"stone": 1}, market=MARKET[:8])
    assert refusals(state, Build(8, 0)) == {"build.slot"}
    assert not refusals(state, Build(0, 0))


@rule("build.price")
@pytest.mark.parametrize(
    ("held", "refused"),
    [
        ({}, True),
        ({"stone": 1}, False),
        ({"wood": 1}, True),
        ({"wood": 1, "clay": 1}, False),
        ({"wood": 2}, False),
        ({"gold": 1}, False),
        ({"diamond": 1}, True),
        ({"diamond": 2}, False),
    ],
)
def test_the_price_may_be_paid_with_exchanges(held, refused):
    assert ("build.price" in refusals(given(reserve=held), Build(0, 0))) is refused


@refuses("place_building.empty")
@allows("place_building.empty")
def test_a_building_stands_on_an_empty_space():
    state = after(given(reserve={"stone": 1}, colony={4: "bank"}), Build(0, 0))
    assert refusals(state, PlaceBuilding(4)) == {"place_building.empty"}
    assert not refusals(state, PlaceBuilding(5))


@rule("ruling.payment")
def test_a_covered_price_is_paid_at_once_and_any_other_is_requested():
    held, lacking = given(reserve={"stone": 1, "gold": 1}), given(reserve={"gold": 1, "wood": 2})
    assert question(after(held, Build(0, 0))) == "place_building"
    assert question(after(lacking, Build(0, 0))) == "payment"


def test_while_paying_resources_are_laid_down_and_exchanged():
    state = after(given(reserve={"gold": 1, "wood": 2}), Build(0, 0))
    by_wood = after(state, Pay("wood"), Pay("wood"), Pay("wood_wood_for_stone"))
    by_gold = after(state, Pay("gold"), Pay("gold_for_stone"))
    assert reserve(by_wood) == {"gold": 1}
    assert reserve(by_gold) == {"wood": 2}
    assert question(by_wood) == question(by_gold) == "place_building"


@rule("ruling.payment")
def test_surplus_resources_come_back():
    state = after(given(reserve={"wood": 2, "gold": 3}), Build(0, 0))
    state = after(state, Pay("wood"), Pay("gold"), Pay("gold"), Pay("gold_for_stone"))
    assert question(state) == "place_building"
    assert reserve(state) == {"wood": 2, "gold": 2}


def test_the_cheapest_payment_uses_the_fewest_pieces():
    state = after(given(reserve={"gold": 1, "wood": 2}), Build(0, 0), PayCheapest())
    assert reserve(state) == {"wood": 2}


def test_a_step_that_would_leave_the_price_open_is_refused():
    state = after(given(reserve={"clay": 1, "wood": 1, "diamond": 1}), Build(0, 0))
    assert refusals(state, Pay("clay_wood_for_stone")) == {"pay.laid"}
    state = after(state, Pay("clay"), Pay("wood"))
    assert refusals(state, Pay("diamond_diamond_for_stone")) == {"pay.laid"}
    assert refusals(state, Pay("gold")) == {"pay.held"}
    assert question(after(state, Pay("clay_wood_for_stone"))) == "place_building"


def test_a_stack_shrinks_before_the_slot_is_filled_again():
    state = given(reserve={"stone": 1}, market=[("sawmill", 2), *MARKET[1:]])
    state = after(state, Build(0, 0), PlaceBuilding(0))
    assert state.market[0] == Slot("sawmill", 1)
    assert question(state) == "main"


def test_a_twin_that_comes_keeps_its_own_slot():
    state = after(given(reserve={"stone": 1}), Build(0, 0), PlaceBuilding(0), DrawBuilding("bank"))
    assert [slot for slot in state.market if slot.building == "bank"] == [Slot("bank", 1)] * 2


@rule("ruling.piles")
def test_buildings_are_drawn_from_the_piles_as_one():
    state = after(given(reserve={"stone": 1}), Build(0, 0), PlaceBuilding(0))
    assert legal(state) == [DrawBuilding(building) for building, _ in state.supply.buildings]
    assert question(after(state, legal(state)[0])) == "main"


def test_exchanges_that_pay_a_price_are_events():
    state = after(given(reserve={"diamond": 2}), Build(0, 0))
    exchanged = [event.facts for event in engine.apply(GAME, state, PayCheapest())[1] if event.kind == "exchanged"]
    assert exchanged == [{"give": ("diamond", "diamond"), "get": "stone"}]
    assert not engine.apply(GAME, state, Pay("diamond"))[1]
