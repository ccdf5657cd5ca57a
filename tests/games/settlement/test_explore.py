"""Exploring, and the monsters that appear."""

from __future__ import annotations

import pytest

from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.decisions.exploration import DecideEncounter, DrawTerrain
from tests.games.rules import rule
from tests.games.settlement.positions import DIAMONDS, GOLD, GREEN, RED_ROW, WOOD, after, given, has, question, refusals

GREEN_ROW = (GREEN, "builder_03", *RED_ROW[2:])
"""Two heroes show the green monster."""


@rule("explore.free")
def test_an_explored_space_is_not_explored_again():
    state = given(land={0: WOOD})
    assert refusals(state, Explore(0, 0)) == {"explore.free"}
    assert not refusals(state, Explore(1, 0))


@rule("explore.first")
@pytest.mark.parametrize(("space", "refused"), [(0, False), (1, False), (2, False), (3, True), (8, True)])
def test_the_first_terrain_lies_in_region_one(space, refused):
    assert ("explore.first" in refusals(given(), Explore(space, 0))) is refused


@rule("explore.touching")
@pytest.mark.parametrize(
    ("space", "refused"), [(1, False), (3, False), (2, True), (4, True), (5, True), (6, True), (8, True)]
)
def test_jenny_explores_from_terrain_to_terrain(space, refused):
    """Worked example: beside the first terrain, a second of level I or one of level II."""
    assert ("explore.touching" in refusals(given(land={0: WOOD}), Explore(space, 0))) is refused


@pytest.mark.parametrize(("space", "villagers"), [(1, 1), (3, 2), (6, 3)])
def test_a_farther_region_takes_more_villagers(space, villagers):
    land = {0: WOOD, 3: DIAMONDS} if space == 6 else {0: WOOD}
    assert after(given(land=land), Explore(space, 0)).active_player.villagers == 6 - villagers


def test_two_hero_icons_bring_one_green_gnoll():
    """Worked example: however many heroes show it, one monster appears."""
    state = after(given(hero_row=GREEN_ROW), Explore(0, 0), DrawTerrain(WOOD))
    assert state.active_player.monsters == (0,)


def test_without_the_icon_no_monster_appears():
    assert after(given(), Explore(0, 0), DrawTerrain(WOOD)).active_player.monsters == ()


@rule("ruling.space_first")
def test_the_space_is_named_before_the_terrain_is_seen():
    state = after(given(), Explore(1, 0))
    assert question(state) == "draw_terrain"
    state = after(state, DrawTerrain("clay_1_red"))
    assert state.active_player.wilderness[1] == "clay_1_red"
    assert refusals(state, DrawTerrain(WOOD), 0) == {"referee.verb"}


def test_terrains_come_from_the_pile_of_their_level():
    state = after(given(land={0: WOOD, 3: DIAMONDS}), Explore(6, 0))
    assert refusals(state, DrawTerrain(DIAMONDS)) == {"referee.chance"}
    assert not refusals(state, DrawTerrain(GOLD))


def test_the_astrolabe_gains_the_resource_and_then_the_monster_appears():
    state = after(given(hero_row=GREEN_ROW, artefact="explorer_astrolabe"), Explore(0, 0), DrawTerrain(WOOD))
    assert (has(state, "wood"), state.active_player.monsters) == (1, (0,))


@rule("ruling.mask")
@pytest.mark.parametrize("row", [RED_ROW, GREEN_ROW])
def test_the_mask_decides_every_encounter_whatever_the_heroes_show(row):
    state = after(given(hero_row=row, artefact="sorcerer_mask"), Explore(0, 0), DrawTerrain(WOOD))
    assert question(state) == "encounter"
    assert after(state, DecideEncounter(appears=True)).active_player.monsters == (0,)
    assert after(state, DecideEncounter(appears=False)).active_player.monsters == ()
    assert question(after(given(hero_row=row), Explore(0, 0), DrawTerrain(WOOD))) == "main"
