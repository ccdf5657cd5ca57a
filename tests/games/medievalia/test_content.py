"""Content: the cards that the rulebook counts, and errors of packs that cannot be played."""

from __future__ import annotations

from importlib.resources import files

import pytest

from referee_service.games.medievalia.content.tables import build_content
from referee_service.kernel.bags import size_of
from referee_service.kernel.packs import ContentError
from tests.games.medievalia.positions import TABLES

PACK = (files("referee_service.games.medievalia") / "content" / "house-2009.yaml").read_text(encoding="utf-8")


def test_the_decks_hold_38_20_and_29_cards_and_there_are_17_buildings():
    assert {deck: size_of(cards) for deck, cards in TABLES.decks.items()} == {
        "territory": 38,
        "military": 20,
        "character": 29,
    }
    assert sum(row.copies for row in TABLES.pack.buildings) == 17
    assert size_of(TABLES.building_copies) == 14


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ("territory", {"field": 12, "farm": 12, "forest": 7, "mine": 7}),
        ("military", {"soldier": 8, "priest": 3, "archer": 3, "knight": 3, "infantry": 3}),
        ("character", {"peasant": 20, "merchant": 3, "artist": 3, "bureaucrat": 3}),
    ],
)
def test_the_decks_hold_the_printed_numbers_of_each_card(deck, cards):
    assert dict(TABLES.decks[deck]) == cards


@pytest.mark.parametrize(
    ("card", "values"),
    [
        ("soldier", (2, 2)),
        ("peasant", (1, 1)),
        ("infantry", (2, 2)),
        ("knight", (4, 2)),
        ("priest", (1, 2)),
        ("tower", (1, 4)),
        ("fortress", (1, 5)),
        ("castle", (2, 6)),
    ],
)
def test_values_of_the_rulebook_and_its_examples(card, values):
    row = {**TABLES.troops, **TABLES.buildings}[card]
    assert (row.attack, row.defence) == values


def test_every_special_card_has_its_building():
    assert {row.id: row.requires for row in TABLES.pack.troops if row.requires} == {
        "priest": "church",
        "archer": "carpenter",
        "knight": "stable",
        "infantry": "blacksmith",
        "merchant": "bank",
        "artist": "workshop",
        "bureaucrat": "school",
    }


def test_seven_civil_buildings_and_three_military_ones_are_worth_eleven_points():
    assert len(TABLES.civil) == 7
    assert sum(row.points for row in TABLES.pack.buildings) == 11


def test_several_bureaucrats_can_make_some_building_free():
    assert min(sum(row.cost.values()) for row in TABLES.pack.buildings) <= 3 * TABLES.numbers["favour"]


@pytest.mark.parametrize(
    ("table", "provenance"),
    [
        ("numbers", {"rulebook", "derived"}),
        ("city", {"house"}),
        ("territories", {"rulebook", "house"}),
        ("troops", {"house"}),
        ("buildings", {"house"}),
    ],
)
def test_every_row_names_its_provenance(table, provenance):
    assert {row.provenance for row in getattr(TABLES.pack, table)} == provenance


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("{id: hand, value: 8", "{id: hands, value: 8", "add the missing numbers hand"),
        ("{id: siege, value: 3", "{id: siege, value: 0", "0 must be at least 1"),
        ("{id: convert, value: 3", "{id: convert, value: 1", "the rate must be at least 2"),
        ("{id: doubling, value: 2", "{id: doubling, value: 1", "the factor must be at least 2"),
        ("requires: church", "requires: temple", "no building is called 'temple'"),
        ("rule: score.castle", "rule: score.zoo", "no rule is called 'score.zoo'"),
        ("copies: 8, attack: 2", "copies: 0, attack: 2", "at least one copy"),
        ("{id: soldier,", "{id: field,", "this id occurs twice"),
        (
            "copies: 2, first: true, cost: {workforce: 3",
            "copies: 2, cost: {workforce: 3",
            "exactly 3 must be marked `first`",
        ),
        ("defence: 6, provenance", "defence: 0, provenance", "its defence must be at least 1"),
        ("{id: artist, deck: character, copies: 3", "{id: artist, deck: character, copies: 4", "at most 3 cards"),
        ("resource: gold, output: 1", "resource: iron, output: 1", "Invalid enum value 'iron'"),
        ("cost: {food: 1}, works", "cost: {food: 0}, works", "each amount must be at least 1"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused_with_the_reason(old, new, reason):
    assert old in PACK
    with pytest.raises(ContentError, match=reason):
        build_content(PACK.replace(old, new, 1).encode(), "pack.yaml")
