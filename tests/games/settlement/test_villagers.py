"""Villagers: the number that an action takes, basic and bonus ones."""

from __future__ import annotations

import pytest

from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.end_turn import EndTurn
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.fortify import Fortify
from referee_service.games.settlement.actions.hunt import Hunt
from tests.games.rules import rule
from tests.games.settlement.positions import DIAMONDS, WOOD, after, after_chance, given, legal, refusals


@rule("villagers.basic")
@pytest.mark.parametrize(("villagers", "refused"), [(0, True), (1, True), (2, False)])
def test_region_two_takes_two_villagers(villagers, refused):
    state = given(land={0: WOOD}, villagers=villagers)
    assert ("villagers.basic" in refusals(state, Explore(3, 0))) is refused


@rule("villagers.bonus")
@pytest.mark.parametrize(("bonus", "refused"), [(0, True), (1, False), (2, False)])
def test_bonus_villagers_must_be_available(bonus, refused):
    state = given(land={0: WOOD}, bonus_villagers=bonus)
    assert ("villagers.bonus" in refusals(state, Explore(3, 1))) is refused


@rule("villagers.needed")
@pytest.mark.parametrize(("bonus", "refused"), [(1, False), (2, True)])
def test_no_more_bonus_villagers_than_the_action_takes(bonus, refused):
    state = given(bonus_villagers=3)
    assert ("villagers.needed" in refusals(state, Explore(0, bonus))) is refused


def test_villagers_of_both_sorts_work_together():
    state = after_chance(after(given(land={0: WOOD}, villagers=1, bonus_villagers=2), Explore(3, 1)))
    assert (state.active_player.villagers, state.active_player.bonus_villagers, state.active_player.bonus_used) == (
        0,
        1,
        1,
    )


def test_the_owner_chooses_and_basic_villagers_come_first_in_the_list():
    state = given(land={0: WOOD, 3: DIAMONDS}, monsters=(3,), villagers=6, bonus_villagers=4)
    assert legal(state, "hunt") == [Hunt(3, 0), Hunt(3, 1)]


@rule("turn.one_action")
def test_one_action_in_a_turn():
    state = after(given(land={0: WOOD}), Fortify(0, 0))
    assert refusals(state, Explore(1, 0)) == {"turn.one_action"}
    state = given(land={0: WOOD})
    assert not refusals(state, Explore(1, 0))


def test_the_next_turn_has_an_action_again():
    state = after(given(seats=1, land={0: WOOD}, reserve={"stone": 1}), Fortify(0, 0), EndTurn())
    assert not refusals(state, Build(0, 0))
