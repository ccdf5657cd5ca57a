"""Content pack: counts of the printed game, and bad rows refused by name and reason."""

from __future__ import annotations

from importlib.resources import files

import pytest

from referee_service.games.empires_north.content.tables import PACKS
from referee_service.kernel.bags import size_of
from referee_service.kernel.packs import ContentError
from tests.games.empires_north.positions import GAME, random_game

TABLES = PACKS.get(PACKS.resolve_id(None))
TEXT = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()


def test_six_clans_of_thirty_three_cards_and_twenty_two_islands():
    assert len(TABLES.clans) == 6
    assert {size_of(deck) for deck in TABLES.decks.values()} == {30}
    assert {len(clan.base_fields) for clan in TABLES.clans.values()} == {3}
    assert {pile: size_of(bag) for pile, bag in TABLES.islands.items()} == {"near": 12, "distant": 10}


@pytest.mark.parametrize("clan", TABLES.clans)
def test_a_deck_is_nine_single_six_double_and_three_triple_cards(clan):
    copies = sorted(count for _, count in TABLES.decks[clan])
    assert copies == [1] * 9 + [2] * 6 + [3] * 3


@pytest.mark.parametrize(
    ("clan", "goods"),
    [
        ("ulaf", {"wood": 2, "food": 1, "stone": 1}),
        ("heidel", {"food": 2, "wood": 1, "sheep": 1, "stone": 1}),
        ("panuk", {"fish": 1, "wood": 1, "food": 1, "stone": 1}),
        ("nanurjuk", {"sheep": 1, "food": 1, "stone": 1, "wood": 1}),
        ("glenn", {"sheep": 1, "wood": 2, "stone": 1, "food": 1}),
        ("mackinnon", {"food": 1, "wood": 1, "stone": 1, "gold": 1}),
    ],
)
def test_base_fields_yield_the_start_goods_of_a_clan(clan, goods):
    counts: dict[str, int] = {}
    for field in TABLES.clans[clan].base_fields:
        for good, count in TABLES.cards[field].goods:
            counts[good] = counts.get(good, 0) + count
    assert counts == goods


def test_every_row_has_a_provenance_and_cards_are_house_data():
    assert {row.provenance for row in (*TABLES.pack.cards, *TABLES.pack.islands, *TABLES.pack.slots)} == {"house"}
    assert {row.provenance for row in TABLES.pack.tiles} == {"rulebook"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "{when: action, cost: {worker: 1}, effects: [{gain: {what: {raze: 1}}}]}",
            "{when: action, effects: [{assign: {what: wood, n: 1, to: this}}]}",
            "it assigns goods to itself, but has no bank that accepts them",
        ),
        (
            "{when: action, cost: {worker: 1}",
            "{when: action, scope: any, cost: {worker: 1}",
            "only specials have a scope",
        ),
        ("hears: conquered, ", "hears: conquered, scope: friends, ", "friends"),
        ("what: food, n: {up_to: 2}, to: this", "what: wood, n: {up_to: 2}, to: this", "has no bank that accepts them"),
        (
            "{assign: {what: food, n: {up_to: 2}, to: this}}",
            "{choose: [[{assign: {what: wood, n: 1, to: this}}], [{draw: 1}]]}",
            "has no bank that accepts them",
        ),
        ("{gain: {what: {raze: 1}}}", "{steal: {what: {raze: 1}}}", "no effect is called 'steal'"),
        ("{gain: {what: {raze: 1}}}", "{gain: {what: {iron: 1}}}", "gain: "),
        ("{gain: {what: {raze: 1}}}", "{gain: {much: 1}}", "gain takes"),
        ("{id: axe_yard, clan: ulaf", "{id: axe_yard, clan: picts", "its clan must exist and have its type"),
        ("{id: axe_yard, clan: ulaf", "{id: valkyrie, clan: ulaf", "this id occurs twice"),
        ("corner: sail, abilities", "abilities", "fields and boosts must have a corner action"),
        ("hears: conquered, ", "", "a special, and nothing else, is triggered by an event"),
        ("accept: food, capacity: 2, ", "", "a bank, and nothing else, accepts goods"),
        ("{id: pawns, value: 2", "{id: dancers, value: 2", "the rules also need pawns"),
        ("{slot: winter_stock}", "{slot: summer_stock}", "summer_stock"),
        (
            "default: food, values: {food: {food: 3}",
            "default: tea, values: {food: {food: 3}",
            "no value is called 'tea'",
        ),
        (
            "copies: 3, kinds: [location], type: warrior",
            "copies: 0, kinds: [location], type: warrior",
            "at least one copy",
        ),
    ],
)
def test_a_bad_row_is_refused_with_its_reason(old, new, reason):
    assert old in TEXT
    with pytest.raises(ContentError, match=r"^bad\.yaml") as error:
        PACKS.build(TEXT.replace(old, new, 1).encode(), "bad.yaml")
    assert reason in str(error.value)
    assert str(error.value).startswith("bad.yaml")


def test_a_pack_of_other_cards_is_played_beside_the_built_in_one():
    text = TEXT.replace("name: house-2019", "name: mine").replace(
        "cost: {wood: 1}, abilities: [{when: action, cost: {worker: 1}, effects: [{gain: {what: {raze: 1}}}]}]",
        "cost: {wood: 2}, abilities: [{when: action, cost: {worker: 1}, effects: [{gain: {what: {raze: 2}}}]}]",
    )
    pack = PACKS.add(text.encode(), where="mine.yaml")
    assert PACKS.get(pack).cards["axe_yard"].cost.wood == 2
    assert TABLES.cards["axe_yard"].cost.wood == 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_end(seats):
    assert GAME.result(random_game(seats)[-1]) is not None
