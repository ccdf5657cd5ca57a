"""Content: the 40 tiles row by row, dice, technologies and sets; and invalid packs."""

from __future__ import annotations

from importlib.resources import files

import pytest

from referee_service.games.dice_settlers.content.tables import MAIN_ACTIONS, build_content
from referee_service.kernel.packs import ContentError
from tests.games.dice_settlers.positions import TABLES

TEXT = (files("referee_service.games.dice_settlers") / "content" / "house-2018.yaml").read_text()


TILES = """
1 plain 0/0 placement gain_token food gain_die yellow
2 plain 0/0 control quota
3 forest 0/0 placement gain_token wood gain_die green
4 forest 0/0 control quota
5 mountain 0/0 placement gain_token iron gain_die grey
6 mountain 0/0 control quota
7 desert 0/0 placement house_for_tent
8 desert 4/0 placement ask_die
9 desert 5/0 factory gain_tents 2
10 hill 1/0 control trade
11 hill 4/3 factory gain_die brown
12 desert 1/0 control quota
13 hill 4/1 factory make_token gold
14 hill 6/0 none
15 forest 3/1 placement ask_action
16 forest 6/2 factory make_token wood
17 forest 0/0 control quota
18 forest 7/3 none
19 mountain 3/1 placement ask_action
20 mountain 9/5 none
21 mountain 0/0 control quota
22 mountain 8/4 factory make_token iron
23 plain 2/1 control quota
24 plain 6/3 none
25 plain 5/2 factory make_token food
26 plain 3/1 placement ask_action
27 desert 1/0 control recruit
28 hill 1/0 control settle
29 forest 1/0 placement gain_token wood
30 forest 4/2 factory ask_action
31 mountain 3/0 placement gain_token iron
32 mountain 4/2 factory make_token gold
33 plain 4/2 factory ask_house
34 plain 3/0 placement gain_token food
35 desert 1/0 control quota
36 desert 7/0 none
37 hill 4/2 factory gain_points 2
38 forest 5/1 presence quota
39 mountain 7/3 presence quota
40 plain 4/1 presence quota
""".strip().splitlines()


def tile_line(number: int) -> str:
    """Return a tile as a line of the rulebook's table of tiles."""
    row = TABLES.tiles[f"tile_{number:02}"].row
    parts = [str(number), row.terrain, f"{row.first}/{row.second}", row.ability]
    parts += ["quota"] * row.quota + [row.bonus] * bool(row.bonus)
    for effect in row.effects:
        ((name, given),) = effect.items()
        parts.append(name)
        if isinstance(given, dict):
            parts.append(given["token"])
            assert given["count"] == 1
        elif given is not True:
            parts.append(str(given))
    return " ".join(parts)


@pytest.mark.parametrize("number", range(1, 41))
def test_the_table_of_tiles_row_by_row(number):
    assert tile_line(number) == TILES[number - 1]


def test_start_tiles_and_tiles_for_larger_tables():
    rows = {int(name[5:]): tile.row for name, tile in TABLES.tiles.items()}
    assert [number for number, row in rows.items() if row.start] == [1, 2, 3, 4, 5, 6, 7]
    assert [number for number, row in rows.items() if row.players == 3] == [*range(27, 35)]
    assert [number for number, row in rows.items() if row.players == 4] == [*range(35, 41)]
    assert {row.provenance for row in rows.values()} == {"rulebook"}


def test_51_dice_of_six_faces():
    assert {die.id: die.row.count for die in TABLES.dice.values()} == {
        "white": 12,
        "green": 9,
        "yellow": 9,
        "orange": 7,
        "brown": 7,
        "grey": 7,
    }
    assert all(sum(weight for _, weight in die.faces) == 6 for die in TABLES.dice.values())
    assert TABLES.colour_of == {
        "plain": "yellow",
        "forest": "green",
        "mountain": "grey",
        "desert": "orange",
        "hill": "brown",
    }


def test_34_named_technologies_and_seven_explosive_ones():
    seals = [technology.row.seal for technology in TABLES.technologies.values()]
    assert [seals.count(seal) for seal in ("I", "II", "III", "IV", "V", "explosive")] == [2, 8, 8, 8, 8, 7]
    assert {technology.row.provenance for technology in TABLES.technologies.values()} == {"house"}
    assert sum(row.drawn for row in TABLES.pack.seals) == 9


@pytest.mark.parametrize("name", ["nowhere", "warriors", "expansion", "peace"])
def test_four_sets_of_nine_technologies_in_the_order_of_their_types(name):
    seals = [TABLES.technologies[each].row.seal for each in TABLES.sets[name]]
    assert seals == ["I", "II", "II", "III", "III", "IV", "IV", "V", "V"]


def test_military_training_costs_what_the_example_says():
    """Ruling entrainement: two research symbols and an iron token, forest and mountain."""
    card = TABLES.technologies["military_training"]
    assert (card.row.research, card.tokens, card.row.terrains) == (2, (("token_iron", 1),), ("forest", "mountain"))
    assert card.row.gives == "raid"


def test_ruling_numbers_on_cards_are_points():
    points = {name: TABLES.technologies[name].row.points for name in TABLES.sets["nowhere"]}
    assert list(points.values()) == [0, 2, 1, 1, 2, 4, 3, 4, 5]


def test_the_hexagon_has_every_action_but_harvest():
    assert set(TABLES.hexagon) == set(MAIN_ACTIONS) - {"harvest"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("{id: turns, value: 2, provenance: rulebook}", "", "the rules also need turns"),
        ("{id: houses, value: 5,", "{id: houses, value: 0,", "is less than 1"),
        ("recruit_three, value: 6", "recruit_three, value: 2", "more dice must cost more symbols"),
        ("players: 3, points: 39", "players: 5, points: 39", "one row each for 2, 3 and 4 players"),
        ("terrain: desert, faces", "terrain: hill, faces", "every terrain must recruit one colour"),
        ("faces: [settle, settle, recruit", "faces: [settle, recruit", "a die must have 6 faces"),
        ("{id: grey, count: 7", "{id: grey, count: 1", "there are too few"),
        ("{id: white, count: 12", "{id: white, count: 11", "there are too few"),
        ("start_offer, value: 3", "start_offer, value: 5", "too few start tiles"),
        ("second: 0, ability: factory, effects: [{gain_tents: 2}]", "second: 0, ability: factory", "must have effects"),
        ("ability: control, bonus: trade", "bonus: trade", "quota and bonus need the ability control"),
        ("effects: [{gain_tents: 2}]", "effects: [{gain_cows: 2}]", "no effect is called 'gain_cows'"),
        ("on_explode: [{ask_tokens: 2}], ", "", "explosive technologies must have on_explode"),
        (
            "seal: I, research: 2, tokens: {food: 1}",
            "seal: I, research: 0, tokens: {food: 1}",
            "research must be at least 1",
        ),
        ("tokens: {iron: 2, wood: 1}", "tokens: {iron: 0, wood: 1}", "each token count must be at least 1"),
        ("large_wagons, scouts, conscription", "large_wagons, chronicle, conscription", "needs more players"),
        ("large_wagons, scouts, conscription", "scouts, scouts, conscription", "a technology occurs twice"),
        ("{id: peace, technologies", "{id: war, technologies", "the sets must be nowhere"),
        ("{id: I, drawn: 1", "{id: I, drawn: 3", "too few technologies"),
        ("{id: raid, provenance", "{id: harvest, provenance", "its edges must be all main actions except harvest"),
        ("least: 1, taken: 4", "least: 2, taken: 4", "least must begin at 1 and increase"),
        ("steps: 1, weight: 1", "steps: 0, weight: 1", "steps and weight must be positive"),
        ("{id: tile_02,", "{id: tile_01,", "this id occurs twice"),
    ],
)
def test_a_broken_pack_is_refused_with_the_reason(old, new, reason):
    assert old in TEXT
    broken = TEXT.replace(old, new, 1).replace("  - \n", "")
    with pytest.raises(ContentError, match=reason):
        build_content(broken.encode(), "my-pack.yaml")
