"""Activating streets and using buildings."""

from __future__ import annotations

import pytest

from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.decisions.basics import ChooseBasic
from referee_service.games.settlement.decisions.buildings import PlaceBuilding, UseBuilding
from referee_service.games.settlement.decisions.exploration import CollectTerrain
from referee_service.kernel.actions.decline import Decline
from tests.games.rules import allows, refuses, rule
from tests.games.settlement.positions import CLAY, WOOD, after, given, legal, question, refusals, reserve


def after_activation(*buildings: str, **wanted):
    """Return the position after the upper street with these buildings was activated."""
    return after(given(colony=dict(enumerate(buildings)), **wanted), ActivateStreet("upper", 0))


def test_georges_uses_quarry_and_bazaar_and_leaves_the_tower():
    """Worked example: the quarry gives a stone, the bazaar changes it into gold, the tower is not used."""
    state = after(after_activation("quarry", "bazaar", "alchemist_tower"), UseBuilding(0), UseBuilding(1))
    assert reserve(state) == {"gold": 1}
    state = after(state, Decline())
    assert (reserve(state), question(state)) == ({"gold": 1}, "main")


@rule("activate_street.once")
@pytest.mark.parametrize(
    ("streets", "artefact", "refused"),
    [
        ((0, 1, 1), "diamond_ring", False),
        ((1, 0, 0), "diamond_ring", True),
        ((1, 0, 0), "key_of_knowledge", False),
        ((2, 0, 0), "key_of_knowledge", True),
        ((1, 0, 2), "key_of_knowledge", True),
        ((1, 0, 0), "shooting_star", True),
    ],
)
def test_a_street_is_activated_once_and_one_twice_with_the_key(streets, artefact, refused):
    state = given(colony={0: "quarry"}, streets=streets, artefact=artefact)
    assert ("activate_street.once" in refusals(state, ActivateStreet("upper", 0))) is refused


@rule("activate_street.building")
def test_a_street_must_have_a_building():
    state = given(colony={0: "quarry"})
    assert refusals(state, ActivateStreet("middle", 0)) == {"activate_street.building"}
    assert not refusals(state, ActivateStreet("upper", 0))


@refuses("use_building.active")
@allows("use_building.active")
def test_each_building_of_the_street_once():
    state = after_activation("quarry", "sawmill")
    assert not refusals(state, UseBuilding(0))
    state = after(state, UseBuilding(0))
    assert refusals(state, UseBuilding(0)) == {"use_building.active"}
    assert refusals(state, UseBuilding(5)) == {"use_building.active"}


@rule("use_building.price")
@pytest.mark.parametrize(
    ("building", "held", "refused"),
    [
        ("alchemist_tower", {"diamond": 2}, True),
        ("alchemist_tower", {"gold": 1}, False),
        ("bazaar", {"gold": 1}, True),
        ("bazaar", {"clay": 1}, False),
        ("goldsmith", {}, True),
        ("tavern", {"diamond": 1}, False),
        ("bank", {"diamond": 1}, True),
        ("cathedral", {"diamond": 1}, False),
    ],
)
def test_a_building_needs_its_resources(building, held, refused):
    state = after_activation(building, "sawmill", reserve=held)
    assert ("use_building.price" in refusals(state, UseBuilding(0))) is refused


@pytest.mark.parametrize(
    ("building", "held", "left"),
    [
        ("sawmill", {}, {"wood": 1}),
        ("clay_pit", {}, {"clay": 1}),
        ("quarry", {}, {"stone": 1}),
        ("diamond_mine", {}, {"diamond": 1}),
        ("alchemist_tower", {"gold": 1}, {"diamond": 2}),
        ("bazaar", {"wood": 2}, {"wood": 1, "gold": 1}),
        ("goldsmith", {"diamond": 1}, {"clay": 1, "stone": 1, "wood": 1}),
        ("tavern", {"diamond": 1}, {}),
        ("bank", {"gold": 2}, {"gold": 1}),
        ("cathedral", {"diamond": 1}, {}),
    ],
)
def test_what_each_building_does(building, held, left):
    assert reserve(after(after_activation(building, reserve=held), UseBuilding(0))) == left


def test_the_tavern_brings_two_bonus_villagers():
    assert after(after_activation("tavern", reserve={"diamond": 1}), UseBuilding(0)).active_player.bonus_villagers == 2


def test_bank_and_cathedral_store_one_token_at_a_time():
    state = after(
        after_activation("bank", "cathedral", reserve={"diamond": 2, "gold": 2}), UseBuilding(0), UseBuilding(1)
    )
    assert state.active_player.stored[:2] == (1, 1)
    assert reserve(state) == {"diamond": 1, "gold": 1}


@rule("choose_basic.basic")
def test_the_warehouse_gives_a_basic_resource_of_choice():
    state = after(after_activation("warehouse"), UseBuilding(0))
    assert refusals(state, ChooseBasic("gold")) == {"choose_basic.basic"}
    assert reserve(after(state, ChooseBasic("clay"))) == {"clay": 1}


@rule("choose_basic.held")
def test_the_bazaar_takes_a_basic_resource_that_is_held():
    state = after(after_activation("bazaar", reserve={"clay": 1, "wood": 1}), UseBuilding(0))
    assert refusals(state, ChooseBasic("stone")) == {"choose_basic.held"}
    assert reserve(after(state, ChooseBasic("clay"))) == {"gold": 1, "wood": 1}


def test_the_trading_post_yields_a_fortified_terrain_without_risk():
    land = {0: WOOD, 1: CLAY, 2: WOOD}
    state = after(after_activation("trading_post", land=land, fortifications=(0, 1)), UseBuilding(0))
    assert legal(state) == [CollectTerrain(0), CollectTerrain(1)]
    assert reserve(after(state, CollectTerrain(1))) == {"clay": 1}
    assert not legal(after_activation("trading_post", land=land), "use_building")


def test_exchanges_stay_open_between_buildings():
    state = after(after_activation("quarry", "bank", reserve={"diamond": 2}), Exchange(("diamond", "diamond"), "gold"))
    assert after(state, UseBuilding(1)).active_player.stored[1] == 1


@rule("ruling.clock")
def test_the_clock_lets_a_new_building_be_used_at_once():
    held = given(reserve={"clay": 1, "gold": 1}, artefact="sacred_clock", villagers=1)
    state = after(held, Build(7, 0), PlaceBuilding(0))
    assert question(state) == "use_buildings"
    used = after(state, UseBuilding(0))
    assert (used.active_player.stored[0], used.active_player.streets, used.active_player.villagers) == (1, (0, 0, 0), 0)
    assert after(state, Decline()).active_player.stored[0] == 0
    without = after(given(reserve={"clay": 1}), Build(7, 0), PlaceBuilding(0))
    assert question(without) == "fill_market"
