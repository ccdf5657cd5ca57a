"""Content: exactly the pieces of the printed game, clear errors for impossible packs, several packs together."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content.tables import PACKS, build_content, content
from referee_service.kernel.bags import size_of
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.match import Match, new_match
from referee_service.kernel.notation import RulesetMismatch
from referee_service.kernel.packs import ContentError
from tests.games.burgundy.positions import CENTRE, SCHOOL, after, given, opening, refusals

PRINTED = (files("referee_service.games.burgundy") / "content" / "printed-2011.yaml").read_text(encoding="utf-8")
TABLES = content(opening())

ANIMALS = {
    f"{species}_{animals}": backs
    for species in ("cattle", "chicken", "pig", "sheep")
    for animals, backs in ((2, (2, 0)), (3, (2, 1)), (4, (1, 1)))
}
BLACK_KNOWLEDGE = (7, 12, 14, 15, 24, 25)
BACKS = {
    "warehouse": (5, 2),
    "carpenters_workshop": (5, 2),
    "church": (5, 2),
    "market": (5, 2),
    "boarding_house": (5, 2),
    "bank": (5, 2),
    "city_hall": (5, 2),
    "watchtower": (5, 2),
    "castle": (14, 2),
    "mine": (10, 2),
    "ship": (20, 6),
    **ANIMALS,
    **{f"knowledge_{number}": (0, 1) if number in BLACK_KNOWLEDGE else (1, 0) for number in range(1, 27)},
}
"""Every tile with how many of it have a normal and how many a black back."""


# --- tiles and goods ------------------------------------------------------------------------------------------------


def test_there_are_exactly_these_tiles():
    assert {row.id: (row.normal, row.black) for row in TABLES.pack.tiles} == BACKS


def test_there_are_164_tiles_40_of_them_with_black_backs():
    assert sum(TABLES.totals.values()) == 164
    assert size_of(TABLES.piles["black"]) == 40


@pytest.mark.parametrize(
    ("kind", "normal", "black"),
    [
        ("building", 40, 16),
        ("animal", 20, 8),
        ("knowledge", 20, 6),
        ("castle", 14, 2),
        ("mine", 10, 2),
        ("ship", 20, 6),
    ],
)
def test_every_kind_has_its_normal_and_its_black_backs(kind, normal, black):
    backs = [(row.normal, row.black) for row in TABLES.pack.tiles if row.kind == kind]
    assert (sum(back[0] for back in backs), sum(back[1] for back in backs)) == (normal, black)
    assert size_of(TABLES.piles[kind]) == normal


@pytest.mark.parametrize("tile", ANIMALS)
def test_an_animal_tile_shows_its_number_of_animals(tile):
    assert f"{TABLES.tiles[tile].species}_{TABLES.tiles[tile].animals}" == tile


def test_there_are_seven_goods_of_each_kind_each_sold_by_its_die():
    by_die = {row.die: (row.id, row.copies) for row in TABLES.pack.goods}
    assert by_die == {
        1: ("turquoise", 7),
        2: ("purple", 7),
        3: ("pink", 7),
        4: ("red", 7),
        5: ("brown", 7),
        6: ("orange", 7),
    }


def test_phases_are_worth_10_8_6_4_2_and_districts_1_to_36():
    assert TABLES.phase_points == {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
    assert TABLES.district_points == {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}


def test_sales_bonus_tiles_and_the_black_depot_depend_on_the_number_of_players():
    assert TABLES.by_players == {
        "sale_points": {2: 2, 3: 3, 4: 4},
        "large_bonus": {2: 5, 3: 6, 4: 7},
        "small_bonus": {2: 2, 3: 3, 4: 4},
        "black_tiles": {2: 4, 3: 6, 4: 8},
    }


# --- boards ---------------------------------------------------------------------------------------------------------

REGIONS = {
    1: {"building": "5 3 3 1", "animal": "5 1", "ship": "3 3", "knowledge": "3 3", "castle": "3 1", "mine": "3"},
    2: {
        "building": "8 2 2",
        "animal": "4 2",
        "ship": "2 2 2",
        "knowledge": "2 2 2",
        "castle": "1 1 1 1",
        "mine": "2 1",
    },
    3: {"building": "5 5 1 1", "animal": "4 2", "ship": "3 2 1", "knowledge": "6", "castle": "1 1 1 1", "mine": "2 1"},
    4: {"building": "5 5 2", "animal": "3 3", "ship": "4 1 1", "knowledge": "3 3", "castle": "1 1 1 1", "mine": "2 1"},
    5: {
        "building": "3 3 3 2 1",
        "animal": "3 3",
        "ship": "3 2 1",
        "knowledge": "3 2 1",
        "castle": "1 1 1 1",
        "mine": "2 1",
    },
    6: {"building": "6 4 2", "animal": "4 2", "ship": "6", "knowledge": "3 3", "castle": "1 1 1 1", "mine": "1 1 1"},
    7: {"building": "7 3 2", "animal": "3 3", "ship": "2 2 2", "knowledge": "2 2 2", "castle": "2 2", "mine": "1 1 1"},
    8: {
        "building": "2 2 2 2 2 2",
        "animal": "6",
        "ship": "1 1 1 1 1 1",
        "knowledge": "4 2",
        "castle": "1 1 1 1",
        "mine": "2 1",
    },
    9: {"building": "6 6", "animal": "4 2", "ship": "4 2", "knowledge": "3 1 1 1", "castle": "1 1 1 1", "mine": "2 1"},
}
"""The sizes of the districts of each colour, board by board."""
DICE = "6543 21654 543123 6126541 254312 61256 3413"
"""The die numbers of all boards, row by row."""

each_board = pytest.mark.parametrize("number", range(1, 10))


def test_there_are_four_copies_of_board_1_and_one_of_each_other():
    assert {number: board.copies for number, board in TABLES.boards.items()} == {1: 4, **dict.fromkeys(range(2, 10), 1)}


@each_board
def test_every_board_has_37_spaces_of_six_colours(number):
    assert Counter(space.kind for space in TABLES.boards[number].spaces) == {
        "building": 12,
        "animal": 6,
        "ship": 6,
        "knowledge": 6,
        "castle": 4,
        "mine": 3,
    }


@each_board
def test_every_board_has_its_districts(number):
    spaces = TABLES.boards[number].spaces
    districts = sorted({space.district for space in spaces}, key=len, reverse=True)
    actual = {
        kind: " ".join(str(len(district)) for district in districts if spaces[district[0]].kind == kind)
        for kind in REGIONS[number]
    }
    assert actual == REGIONS[number]


@each_board
def test_every_board_has_the_same_dice_and_no_two_equal_ones_touch(number):
    spaces = TABLES.boards[number].spaces
    assert "".join(str(space.number) for space in spaces) == DICE.replace(" ", "")
    assert all(spaces[near].number != space.number for space in spaces for near in space.touching)


@pytest.mark.parametrize(
    ("space", "touching"),
    [
        (CENTRE, (11, 12, 17, 19, 24, 25)),
        (0, (1, 4, 5)),
        (3, (2, 7, 8)),
        (15, (9, 16, 22)),
        (21, (14, 20, 27)),
        (33, (28, 29, 34)),
        (36, (31, 32, 35)),
        (9, (4, 10, 15, 16)),
        (29, (23, 24, 28, 30, 33, 34)),
    ],
)
def test_spaces_touch_as_hexagons_in_staggered_rows_do(space, touching):
    assert TABLES.boards[1].spaces[space].touching == touching


def test_board_1_has_its_colours():
    """The official picture, row by row."""
    rows = "acck aackb aabkbb ssscsss bbmbba bmkbb mkkb".replace(" ", "")
    assert "".join(space.kind[0] for space in TABLES.boards[1].spaces) == rows


# --- provenance -----------------------------------------------------------------------------------------------------


def test_every_row_names_its_provenance():
    assert Counter(row.provenance for row in TABLES.pack.rows()) == {"rulebook": 26, "printed": 84}


# --- packs that cannot be played ------------------------------------------------------------------------------------

BANK = "id: bank, kind: building, normal: 5, black: 2, on_place: [{gain_silver: 2}]"
BOARD_9 = "bbck, bbaas, bbaass, ckkmsck, sskmba, kbbba, mcbb"


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        (
            "{gain_silver: 2}",
            "{gain_gold: 2}",
            "tiles 'bank'",
            "no effect is called 'gain_gold'; there are advance_on_",
        ),
        ("{gain_silver: 2}", "{gain_silver: two}", "tiles 'bank'", "gain_silver: Expected `int`, got `str`"),
        (
            "{gain_silver: 2}",
            "{gain_silver: {gold: 2}}",
            "tiles 'bank'",
            "gain_silver takes ['silver'], not {'gold': 2}",
        ),
        ("{gain_silver: 2}", "{gain_silver: 2, ask_sale: true}", "tiles 'bank'", "an effect is one name with its"),
        ("{ask_sale: true}", "{ask_sale: 3}", "tiles 'warehouse'", "ask_sale takes nothing, not 3"),
        ("{kinds: [ship, animal]}", "{kinds: [ship, pub]}", "tiles 'market'", "ask_tile: Invalid enum value 'pub'"),
        ("{sale_silver: 2}", "{sale_gold: 2}", "tiles 'knowledge_3'", "no number is called sale_gold"),
        (BANK, BANK.replace("building", "tavern"), "tiles[5].kind", "Invalid enum value 'tavern'"),
        (BANK, BANK.replace("bank", "market"), "tiles 'market'", "this id occurs twice"),
        (BANK, BANK + ", price: 2", "tiles[5]", "Object contains unknown field `price`"),
        (BANK + ", provenance: printed", BANK, "tiles[5]", "Object missing required field `provenance`"),
        (BANK + ", provenance: printed", BANK + ", provenance: hearsay", "tiles[5].provenance", "Invalid enum value"),
        ("permits: [buy_anywhere]", "permits: [fly]", "tiles[28].permits[0]", "Invalid enum value 'fly'"),
        (
            "triggers: {goods_sold:",
            "triggers: {goods_stolen:",
            "tiles[26].triggers",
            "Invalid enum value 'goods_stolen'",
        ),
        ("species: pig, animals: 2,", "species: pig,", "tiles 'pig_2'", "an animal tile, and no other, has species"),
        (BANK, BANK + ", species: pig, animals: 1", "tiles 'bank'", "an animal tile, and no other, has species"),
        (BOARD_9, BOARD_9.replace("bbck", "bbckk"), "boards 'board_9'", "its rows are not as long as those of dice_pa"),
        (BOARD_9, BOARD_9.replace(", mcbb", ""), "boards 'board_9'", "its rows are not as long as those of dice_pa"),
        (
            BOARD_9,
            BOARD_9.replace("bbck", "bbcx"),
            "boards 'board_9'",
            "a space is one of the letters b, a, s, k, c, m",
        ),
        (BOARD_9, "[]", "boards[8].rows[0]", "Expected `str`, got `array`"),
        ("{id: board_9,", "{id: board_8,", "boards 'board_8'", "this id occurs twice"),
        ("{id: size_8, size: 8", "{id: size_8, size: 9", "districts", "the district sizes [8] of board 2"),
        ("{id: E, points", "{id: F, points", "phases", "there must be five phases, A to E in order"),
        ("{id: orange, die: 6", "{id: orange, die: 5", "goods", "each die from 1 to 6 must sell one kind"),
        ("number: 6\n", "number: 7\n", "depots", "there must be six, numbered 1 to 6 in order"),
        ("{id: goods_kinds,", "{id: goods_sorts,", "numbers", "the rules also need goods_kinds"),
        ("{id: sale_points,", "{id: sale_value,", "numbers", "the rules also need sale_points"),
        (
            "values: {2: 5, 3: 6, 4: 7}",
            "values: {2: 5, 3: 6}",
            "by_players 'large_bonus'",
            "it must have a value for 2, 3",
        ),
        ("starting_tile: castle", "starting_tile: mine", "starting_tile", "it must be the id of a castle tile"),
        ("normal: 14, black: 2", "normal: 13, black: 2", "tiles", "4 players draw 10 of pile castle; it holds 9"),
        ("{id: rounds, value: 5", "{id: rounds, value: 6", "numbers", "goods_per_phase and rounds must be equal"),
        ("{id: step_per_worker, value: 1", "{id: step_per_worker, value: 0", "numbers", "step_per_worker is 0, but"),
        ("{id: workers_per_point, value: 2", "{id: workers_per_point, value: 0", "numbers", "workers_per_point is 0"),
        ("{id: dice_each, value: 2", "{id: dice_each, value: 0", "numbers", "dice_each is 0, but must be at least 1"),
        (
            "{step_per_worker: 2}",
            "{step_per_worker: 0}",
            "tiles 'knowledge_8'",
            "step_per_worker is 0, but must be",
        ),
        ("rule: knowledge.26", "rule: knowledge.99", "tiles 'knowledge_26'", "no rule is called 'knowledge.99'"),
        ("{tile: warehouse, points", "{tile: tavern, points", "tiles 'knowledge_16'", "no tile is called 'tavern'"),
        ("{id: bank, kind", "{id: '', kind", "tiles ''", "an id consists of letters, digits and underscores"),
        ("{id: bank, kind", "{id: a bank, kind", "tiles 'a bank'", "an id consists of letters, digits and underscores"),
        ("die: 1, copies: 7", "die: 1, copies: 1", "goods", "a game uses up to 37 tiles"),
        ("- [6, 5, 4, 3]", "- [7, 5, 4, 3]", "dice_pattern", "its dice must be from 1 to 6"),
        ("{id: board_9, number: 9", "{id: board_9, number: 8", "boards", "no two boards may have"),
        (
            "{id: board_1, number: 1,",
            "{id: board_1, number: 11,",
            "boards",
            "there must be a board 1 for the basic game",
        ),
        ("ssscsss, bbmbba", "sssbsss, bbmbba", "boards 1", "the space in its middle must be for a castle"),
        ("name: printed-2011", "", "", "Object missing required field `name`"),
        ("tiles:", "tiles: [", "", "not readable as YAML"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused_with_file_row_and_reason(old, new, row, reason):
    assert old in PRINTED
    with pytest.raises(ContentError) as refused:
        build_content(PRINTED.replace(old, new, 1).encode(), "mine.yaml")
    assert (refused.value.where, refused.value.row) == ("mine.yaml", row)
    assert reason in refused.value.reason
    assert str(refused.value).startswith("mine.yaml: ")


def test_the_printed_pack_can_be_played():
    assert build_content(PRINTED.encode(), "mine.yaml")[0] == opening().pack


# --- several packs --------------------------------------------------------------------------------------------------


@pytest.fixture
def generous_pack():
    """Install a second pack: a purchase costs one silver, and knowledge 14 brings six workers."""
    text = PRINTED.replace("name: printed-2011", "name: generous")
    text = text.replace("{id: purchase_price, value: 2", "{id: purchase_price, value: 1")
    text = text.replace("{workers_taken: 4}", "{workers_taken: 6}")
    pack = PACKS.add(text.encode(), where="generous.yaml")
    yield pack
    del PACKS.packs[pack]


def test_a_game_is_set_up_with_the_pack_it_names(generous_pack):
    match = new_match(GAME, seats=2, chance=Chance("table", ""), content="generous")
    assert match.state.pack == generous_pack
    assert new_match(GAME, seats=2, chance=Chance("table", "")).state.pack == opening().pack


def test_a_position_is_judged_by_its_own_pack(generous_pack):
    printed = given(silver=1, depots={0: ["ship"]})
    state = given(silver=1, depots={0: ["ship"]}, pack=generous_pack)
    assert refusals(printed, BuyTile(0, "ship")) == {"buy_tile.silver"}
    assert not refusals(state, BuyTile(0, "ship"))
    assert after(state, BuyTile(0, "ship")).active_player.silver == 0


def test_the_same_estate_has_other_powers_in_another_pack(generous_pack):
    estate = {SCHOOL[0]: "knowledge_14"}
    assert after(given(dice=[3, 5], estate=estate), TakeWorkers(3)).active_player.workers == 4
    assert after(given(dice=[3, 5], estate=estate, pack=generous_pack), TakeWorkers(3)).active_player.workers == 6


def test_an_encoded_position_names_its_pack_and_decodes_with_it(generous_pack):
    match = new_match(GAME, seats=2, chance=Chance("table", ""), content="generous")
    assert decode(GAME, encode(match)) == match


def test_a_position_of_a_pack_that_is_not_installed_is_not_judged():
    match = Match("burgundy", "1", Chance("table", ""), 0, given(pack="generous@0000000000000000"))
    with pytest.raises(RulesetMismatch, match="content pack 'generous@0000000000000000' is not installed here"):
        decode(GAME, encode(match))
