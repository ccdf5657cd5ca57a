"""The audit of pieces: no tile, goods tile or board is lost, doubled or misplaced."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy.decisions.chance import DrawTile
from referee_service.games.burgundy.decisions.setup import ChooseBoard
from referee_service.games.burgundy.state import (
    BurgundyOptions,
)
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.tuples import with_item, with_player
from tests.games.burgundy.positions import (
    after,
    at_question,
    faults,
    new_game,
    opening,
    with_supply,
    without_tiles,
)
from tests.games.rules import allows, refuses, rule

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""


@refuses("audit.tiles")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(with_player(FIRST, 0, storage=("bank",)), id="doubled"),
        pytest.param(replace(FIRST, depots=with_item(FIRST.depots, 1, ())), id="lost"),
        pytest.param(with_supply(FIRST, removed=(("mine", 1),)), id="in the box twice"),
    ],
)
def test_no_tile_is_lost_or_doubled(forged):
    assert faults(forged) == {("supply", "audit.tiles")}


@allows("audit.tiles")
def test_a_tile_may_be_in_storage_or_removed_from_the_game():
    assert not faults(with_player(without_tiles(FIRST, "castle"), 0, storage=("castle",)))
    assert not faults(with_supply(without_tiles(FIRST, "castle"), removed=(("castle", 1),)))


@rule("audit.tiles")
def test_a_starting_castle_that_is_not_placed_yet_lies_in_its_pile():
    state = opening(2, (1, 1))
    assert faults(state) == set()
    wanted = {("supply", "audit.tiles"), ("supply.castle", "audit.shape")}
    assert faults(with_supply(state, castle=(("castle", 12),))) == wanted


@rule("audit.piles")
def test_each_pile_holds_tiles_of_its_own_back():
    """Knowledge 1 has a normal back, knowledge 7 a black one."""
    supply = FIRST.supply
    normal = add_to(remove_from(supply.knowledge, "knowledge_1"), "knowledge_7")
    black = add_to(remove_from(supply.black, "knowledge_7"), "knowledge_1")
    forged = with_supply(FIRST, knowledge=normal, black=black)
    assert faults(forged) == {("supply.knowledge", "audit.piles"), ("supply.black", "audit.piles")}
    assert not faults(FIRST)


@rule("audit.shape")
def test_each_pile_has_the_height_of_this_part_of_the_game():
    tile, _ = FIRST.supply.animal[0]
    forged = with_supply(FIRST, animal=remove_from(FIRST.supply.animal, tile), removed=((tile, 1),))
    assert faults(forged) == {("supply.animal", "audit.shape")}
    assert ("supply.animal", "audit.shape") in faults(replace(FIRST, phase="B"))


@rule("audit.piles")
def test_a_depot_holds_tiles_with_the_backs_that_belong_there():
    """Knowledge 7 and 12 have black backs, knowledge 1 and 2 normal ones."""
    state = without_tiles(FIRST, "knowledge_7", "knowledge_1")
    put_back = with_player(state, 0, storage=("knowledge_1", "knowledge_7"))
    swapped = replace(
        state, depots=with_item(with_item(state.depots, 0, (*state.depots[0], "knowledge_1")), 2, ("knowledge_7",))
    )
    swapped = with_player(swapped, 0, storage=state.depots[2])
    assert not faults(put_back)
    assert faults(swapped) == {("depots[0]", "audit.piles"), ("depots[2]", "audit.piles")}


@rule("audit.goods")
@pytest.mark.parametrize(
    ("goods", "refused"), [(FIRST.active_player.goods, False), (FIRST.active_player.goods[1:], True), ((), True)]
)
def test_no_goods_tile_is_lost_or_doubled(goods, refused):
    assert faults(with_player(FIRST, 0, goods=goods)) == ({("supply.goods", "audit.goods")} if refused else set())


@refuses("audit.shape")
@pytest.mark.parametrize("name", ["reveal_goods", "main"])
def test_the_number_of_face_down_goods_fits_this_part_of_the_game(name):
    state = at_question(name)
    goods, count = state.supply.goods[0]
    there = tuple(sorted([*state.depot_goods[0], *[goods] * count]))
    forged = replace(
        with_supply(state, goods=state.supply.goods[1:]), depot_goods=with_item(state.depot_goods, 0, there)
    )
    assert faults(forged) == {("supply.goods", "audit.shape")}


@rule("audit.round_goods")
@pytest.mark.parametrize(("waiting", "refused"), [(3, True), (4, False)])
def test_the_goods_of_the_phase_shrink_round_by_round(waiting, refused):
    gone = FIRST.round_goods[waiting:]
    forged = replace(FIRST, round_goods=FIRST.round_goods[:waiting], depot_goods=with_item(FIRST.depot_goods, 0, gone))
    assert faults(forged) == ({("round_goods", "audit.round_goods")} if refused else set())


@refuses("audit.round_goods")
def test_goods_still_wait_while_the_dice_are_rolled():
    state = at_question("roll_dice")
    gone = state.round_goods[4:]
    forged = replace(state, round_goods=state.round_goods[:4], depot_goods=with_item(state.depot_goods, 0, gone))
    assert faults(forged) == {("round_goods", "audit.round_goods")}


@rule("audit.depots")
@pytest.mark.parametrize(("depot", "refused"), [(2, True), (3, True), (0, False)])
def test_a_depot_holds_no_more_tiles_of_a_kind_than_it_has_spaces(depot, refused):
    """With two players depot 2 has no space for a ship, nor has depot 3; the black depot takes anything."""
    forged = without_tiles(FIRST, "ship", FIRST.depots[0][0])
    forged = with_player(forged, 0, storage=(FIRST.depots[0][0],))
    forged = replace(forged, depots=with_item(forged.depots, depot, (*forged.depots[depot], "ship")))
    assert faults(forged) == ({(f"depots[{depot}]", "audit.depots")} if refused else set())


def chosen_boards(*boards):
    """Return a game after every seat has chosen a board, with these boards instead."""
    state = after(at_question("choose_board", boards="chosen"), ChooseBoard(5), ChooseBoard(6))
    for seat, board in enumerate(boards):
        state = with_player(state, seat, board=board)
    return state


@refuses("audit.depots")
def test_no_tile_lies_in_a_depot_that_is_still_to_be_filled():
    """With two players a bank was drawn for depot 1, and the ship beside it was laid automatically."""
    state = after(at_question("fill_depots"), DrawTile("bank"))
    assert faults(replace(state, depots=with_item(with_item(state.depots, 1, ("ship",)), 6, ("bank",)))) == {
        ("depots[6]", "audit.depots")
    }


@rule("audit.board")
@pytest.mark.parametrize(("boards", "refused"), [((5, 5), True), ((1, 1), False), ((5, 1), False)])
def test_there_are_no_more_boards_than_were_printed(boards, refused):
    assert faults(chosen_boards(*boards)) == ({("players", "audit.board")} if refused else set())


@refuses("audit.range")
@pytest.mark.parametrize(
    ("state", "boards"),
    [
        pytest.param(new_game(first_player=None).state, "random", id="boards that are still to be dealt"),
        pytest.param(new_game(2, "random", None).state, "basic", id="a board for every seat"),
        pytest.param(FIRST, (2, 3), id="boards that were named"),
    ],
)
def test_boards_are_those_of_the_options(state, boards):
    forged = replace(state, options=BurgundyOptions(boards=boards))
    assert faults(forged) == {("players[0].board", "audit.range"), ("players[1].board", "audit.range")}


@refuses("audit.known")
@pytest.mark.parametrize("boards", [(), (1,), (1, 99), (2, 2)])
def test_options_name_boards_that_exist(boards):
    assert faults(replace(FIRST, options=BurgundyOptions(boards=boards))) == {("options.boards", "audit.known")}
