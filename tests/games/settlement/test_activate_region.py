"""Activating regions: collecting resources and encounters."""

from __future__ import annotations

import pytest

from referee_service.games.settlement.actions.activate_region import ActivateRegion
from referee_service.games.settlement.decisions.exploration import CollectTerrain, DecideEncounter
from tests.games.rules import rule
from tests.games.settlement.positions import (
    CLAY,
    GREEN,
    RED_ROW,
    STONE,
    WOOD,
    after,
    given,
    question,
    refusals,
    reserve,
)

LAND = {0: WOOD, 1: CLAY, 2: STONE}
GREEN_ROW = (GREEN, *RED_ROW[1:])


def test_every_terrain_without_a_monster_yields_and_then_risks_an_encounter():
    state = after(given(land=LAND, hero_row=GREEN_ROW, monsters=(1,), fortifications=(2,)), ActivateRegion(1, 0))
    assert reserve(state) == {"stone": 1, "wood": 1}
    assert state.active_player.monsters == (0, 1)


def test_no_monster_comes_to_a_fortification():
    state = after(given(land=LAND, hero_row=GREEN_ROW, fortifications=(0, 1, 2)), ActivateRegion(1, 0))
    assert state.active_player.monsters == ()


@rule("activate_region.once")
@pytest.mark.parametrize(
    ("regions", "artefact", "refused"),
    [
        ((0, 0, 0), "diamond_ring", False),
        ((0, 1, 1), "diamond_ring", False),
        ((1, 0, 0), "diamond_ring", True),
        ((1, 0, 0), "shooting_star", False),
        ((2, 0, 0), "shooting_star", True),
        ((1, 2, 0), "shooting_star", True),
        ((1, 0, 0), "key_of_knowledge", True),
    ],
)
def test_a_region_is_activated_once_and_one_twice_with_the_star(regions, artefact, refused):
    state = given(land=LAND, regions=regions, artefact=artefact)
    assert ("activate_region.once" in refusals(state, ActivateRegion(1, 0))) is refused


@rule("activate_region.collectable")
@pytest.mark.parametrize(
    ("land", "monsters", "refused"), [({}, (), True), ({0: WOOD}, (0,), True), ({0: WOOD, 1: CLAY}, (0,), False)]
)
def test_a_region_must_yield_something(land, monsters, refused):
    state = given(land=land, monsters=monsters)
    assert ("activate_region.collectable" in refusals(state, ActivateRegion(1, 0))) is refused


@rule("ruling.extra")
def test_the_scroll_gains_one_more_of_a_terrain_collected_before_encounters():
    state = given(land=LAND, hero_row=GREEN_ROW, monsters=(2,), artefact="scroll_of_might")
    state = after(state, ActivateRegion(1, 0))
    assert (question(state), state.active_player.monsters) == ("collect_terrain", (2,))
    assert refusals(state, CollectTerrain(2)) == {"collect_terrain.named"}
    state = after(state, CollectTerrain(1))
    assert (reserve(state), state.active_player.monsters) == ({"clay": 2, "wood": 1}, (0, 1, 2))


@rule("collect_terrain.named")
def test_only_terrains_in_question_are_collected():
    state = after(given(land=LAND, artefact="scroll_of_might"), ActivateRegion(1, 0))
    assert refusals(state, CollectTerrain(3)) == {"collect_terrain.named"}
    assert not refusals(state, CollectTerrain(0))


def test_no_question_is_open_if_all_terrains_yield_the_same():
    state = given(land={0: WOOD, 1: WOOD}, artefact="scroll_of_might")
    assert reserve(after(state, ActivateRegion(1, 0))) == {"wood": 3}


def test_the_mask_decides_terrain_by_terrain():
    state = after(given(land=LAND, fortifications=(1,), artefact="sorcerer_mask"), ActivateRegion(1, 0))
    state = after(state, DecideEncounter(appears=False), DecideEncounter(appears=True))
    assert (state.active_player.monsters, question(state)) == ((2,), "main")


def test_a_terrain_yields_though_its_fortification_was_activated():
    state = given(land=LAND, fortifications=(0,), activated_fortifications=(0,))
    assert reserve(after(state, ActivateRegion(1, 0))) == {"clay": 1, "stone": 1, "wood": 1}
