"""Content: the pieces that the rulebook counts, and clear errors for packs that cannot be played."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from referee_service.games.settlement.content.tables import build_content
from referee_service.kernel.bags import size_of
from referee_service.kernel.packs import ContentError
from tests.games.settlement.positions import TABLES

PACK = (files("referee_service.games.settlement") / "content" / "house-2021.yaml").read_text(encoding="utf-8")


def test_there_are_twelve_terrains_of_each_level_and_nine_of_each_monster():
    assert [size_of(pile) for pile in TABLES.terrain_piles] == [12, 12, 12]
    monsters = Counter()
    for row in TABLES.pack.terrains:
        monsters[row.monster] += row.copies
    assert monsters == {"green": 9, "yellow": 9, "blue": 9, "red": 9}


def test_there_are_three_of_each_of_twelve_buildings():
    assert TABLES.building_pile == tuple((building, 3) for building in sorted(TABLES.buildings))
    assert len(TABLES.buildings) == 12


def test_there_are_48_different_heroes_twelve_of_each_guild_and_monster():
    heroes = TABLES.pack.heroes
    shown = {(row.guild, row.monster, row.points, row.villagers, tuple(row.cost.items())) for row in heroes}
    assert len(shown) == len(heroes) == 48
    assert set(Counter(row.guild for row in heroes).values()) == {12}
    assert set(Counter(row.monster for row in heroes).values()) == {12}


def test_there_are_fourteen_artefacts():
    assert len(TABLES.artefacts) == 14


@pytest.mark.parametrize(
    ("table", "provenance"),
    [
        ("buildings", {"rulebook"}),
        ("artefacts", {"rulebook"}),
        ("monsters", {"rulebook"}),
        ("terrains", {"house"}),
        ("heroes", {"house", "derived"}),
    ],
)
def test_every_row_names_its_provenance(table, provenance):
    assert {row.provenance for row in getattr(TABLES.pack, table)} == provenance


def test_there_are_23_exchanges():
    assert len(TABLES.exchanges) == 9 + 1 + 1 + 3 + 3 + 6


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("id: rounds, value: 6", "id: rounds, value: 0", "must be at least 1"),
        ("id: rounds, value: 6", "id: turns, value: 6", "the rules also need rounds"),
        ("id: basics_for_basic, value: 2", "id: basics_for_basic, value: 1", "must be at least 2"),
        ("{id: region_3, villagers: 3", "{id: region_3, villagers: 5", "must be from 1 to 4"),
        ("reward: {gold: 2}", "reward: {iron: 2}", "unknown resource or a count below 1"),
        ("cost: {stone: 1}, on_use", "cost: {basic: 1}, on_use", "unknown resource or a count below 1"),
        ("monster: blue, copies: 3", "monster: pink, copies: 3", "monster is unknown"),
        (
            "resource: gold, monster: red, copies: 5",
            "resource: gold, monster: red, copies: 4",
            "must have a terrain for every space",
        ),
        ("guild: artisans, cost", "guild: pirates, cost", "guild or monster is unknown"),
        ("rule: score.bank", "rule: score.zoo", "no rule is called"),
        ("{ask_basic: true}", "{ask_nobody: true}", "no effect is called"),
        ("gain_villagers: 2", "gain_villagers: many", "gain_villagers"),
        ("permits: [second_street]", "permits: [fly]", "fly"),
        ("{id: mayor, least: 51", "{id: mayor, least: 0", "must begin at 0 and rise"),
        ("id: sawmill", "id: quarry", "this id occurs twice"),
        ("give: {gold: 1}, stores: true", "stores: true", "must be given exactly one kind"),
        ("give: {basic: 1}", "give: {basic: 2}", "may take only one basic resource"),
        ("gain: {resource: wood, count: 1}", "gain: {resource: iron, count: 1}", "gain"),
        ("id: build_villagers, value: 1", "id: build_villagers, value: 5", "must be from 1 to 4"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused_with_the_reason(old, new, reason):
    assert old in PACK
    with pytest.raises(ContentError) as refused:
        build_content(PACK.replace(old, new, 1).encode(), "my.yaml")
    assert refused.value.where == "my.yaml"
    assert reason in str(refused.value)
