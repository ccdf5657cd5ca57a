"""Activating fortifications."""

from __future__ import annotations

from referee_service.games.settlement.actions.activate_fortification import ActivateFortification
from tests.games.rules import rule
from tests.games.settlement.positions import GREEN, RED_ROW, WOOD, after, given, refusals, reserve

LAND = {0: WOOD, 1: WOOD, 2: WOOD}


@rule("activate_fortification.fort")
def test_only_fortifications_are_activated():
    state = given(land=LAND, fortifications=(0,))
    assert refusals(state, ActivateFortification(1, 0)) == {"activate_fortification.fort"}
    assert not refusals(state, ActivateFortification(0, 0))


@rule("activate_fortification.once")
def test_a_fortification_is_activated_once_in_a_round():
    state = given(land=LAND, fortifications=(0, 1), activated_fortifications=(0,))
    assert refusals(state, ActivateFortification(0, 0)) == {"activate_fortification.once"}
    assert not refusals(state, ActivateFortification(1, 0))


def test_its_terrain_yields_without_any_risk_also_after_its_region():
    state = given(land=LAND, fortifications=(0,), regions=(1, 0, 0), hero_row=(GREEN, *RED_ROW[1:]))
    state = after(state, ActivateFortification(0, 0))
    assert (reserve(state), state.active_player.monsters, state.active_player.activated_fortifications) == (
        {"wood": 1},
        (),
        (0,),
    )


def test_the_crown_gains_one_more():
    state = given(land=LAND, fortifications=(0,), artefact="sovereign_crown")
    assert reserve(after(state, ActivateFortification(0, 0))) == {"wood": 2}
