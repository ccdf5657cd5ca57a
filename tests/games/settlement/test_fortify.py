"""Building fortifications."""

from __future__ import annotations

from referee_service.games.settlement.actions.fortify import Fortify
from tests.games.rules import allows, refuses
from tests.games.settlement.positions import WOOD, after, given, refusals, reserve

LAND = given(land={0: WOOD, 1: WOOD, 2: WOOD}, monsters=(1,), fortifications=(2,))


@refuses("fortify.terrain")
def test_a_fortification_needs_a_terrain():
    assert refusals(LAND, Fortify(3, 0)) == {"fortify.terrain"}


@refuses("fortify.monster")
def test_a_terrain_with_a_monster_is_not_fortified():
    assert refusals(LAND, Fortify(1, 0)) == {"fortify.monster"}


@refuses("fortify.once")
def test_one_fortification_on_a_terrain():
    assert refusals(LAND, Fortify(2, 0)) == {"fortify.once"}


@allows("fortify.terrain", "fortify.monster", "fortify.once")
def test_jenny_fortifies_an_open_terrain():
    """Worked example: one villager, one fortification."""
    state = after(LAND, Fortify(0, 0))
    assert (state.active_player.fortifications, state.active_player.villagers, reserve(state)) == ((0, 2), 5, {})


def test_the_potion_gains_the_resource():
    state = given(land={0: WOOD}, artefact="potion_of_power")
    assert reserve(after(state, Fortify(0, 0))) == {"wood": 1}
