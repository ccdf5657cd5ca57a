"""Hunting monsters."""

from __future__ import annotations

import pytest

from referee_service.games.settlement.actions.hunt import Hunt
from tests.games.rules import rule
from tests.games.settlement.positions import WOOD, after, given, refusals, reserve


@rule("hunt.monster")
def test_only_monsters_are_hunted():
    state = given(land={0: WOOD, 1: WOOD}, monsters=(0,))
    assert refusals(state, Hunt(1, 0)) == {"hunt.monster"}
    assert not refusals(state, Hunt(0, 0))


def test_a_green_monster_takes_one_villager_and_brings_a_diamond():
    """Worked example: the reward comes at once, and the monster is gone."""
    state = after(given(land={0: WOOD}, monsters=(0,)), Hunt(0, 0))
    assert (state.active_player.villagers, reserve(state), state.active_player.monsters) == (5, {"diamond": 1}, ())


@pytest.mark.parametrize(
    ("terrain", "villagers", "reward"),
    [
        ("wood_1_green", 1, {"diamond": 1}),
        ("wood_1_yellow", 2, {"gold": 1}),
        ("wood_1_blue", 3, {"gold": 2}),
        ("clay_1_red", 4, {"diamond": 1, "gold": 2}),
    ],
)
def test_costs_and_rewards_go_by_colour(terrain, villagers, reward):
    state = given(land={0: terrain}, monsters=(0,), villagers=villagers)
    assert reserve(after(state, Hunt(0, 0))) == reward
    assert refusals(given(land={0: terrain}, monsters=(0,), villagers=villagers - 1), Hunt(0, 0)) == {"villagers.basic"}


def test_the_mace_brings_one_more_diamond():
    state = given(land={0: WOOD}, monsters=(0,), artefact="mace_of_the_brave")
    assert reserve(after(state, Hunt(0, 0))) == {"diamond": 2}
