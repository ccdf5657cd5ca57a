"""Which positions are impossible, and where they show it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.choose_board import ChooseBoard
from referee_service.games.burgundy.actions.draw_tile import DrawTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.state import (
    BurgundyOptions,
    ChooseCastleFrame,
    DealBoardFrame,
    DealGoodsFrame,
    FillDepotsFrame,
    FreeActionFrame,
    LoadMoreFrame,
    LoadShipFrame,
    MakeRoomFrame,
    PickStarterFrame,
    PlaceBenefitFrame,
    RollDiceFrame,
    SellBenefitFrame,
    StoreGoodsFrame,
    TakeBenefitFrame,
)
from referee_service.games.burgundy.state import ChooseBoardFrame as BoardIsChosen
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_item, with_player
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    CITY,
    LONE_CITY,
    MINES,
    PASTURE,
    SCHOOL,
    WEST_HARBOUR,
    after,
    begun,
    built,
    faults,
    game_by_lot,
    idle,
    off_the_table,
    opening,
    question,
)
from tests.games.forgeries import forge
from tests.games.rules import allows, refuses, rule

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""
FOUR = opening(4)


def at_question(asked, seats=2, boards="basic"):
    """A real game when this question is asked for the first time."""
    return idle(begun(seats, boards).state, lambda state: question(state) == asked)


def with_supply(state, **piles):
    return replace(state, supply=replace(state.supply, **piles))


def with_line(state, rule_id, count, points, seat=0):
    """This line in place of any other under its rule."""
    others = [line for line in state.score_lines[seat] if line.rule != rule_id]
    lines = sorted([*others, ScoreLine(rule_id, count, points)], key=lambda line: line.rule)
    return replace(state, score_lines=with_item(state.score_lines, seat, tuple(lines)))


# --- real positions -------------------------------------------------------------------------------------------------


@allows("audit.tiles", "audit.piles", "audit.goods", "audit.known", "audit.shape", "audit.range", "audit.sorted")
@allows("audit.board", "audit.colour", "audit.connected", "audit.twins", "audit.castle", "audit.track", "audit.order")
@allows("audit.dice", "audit.depots", "audit.bonus", "audit.bonus_missing", "audit.round_goods", "audit.stage")
@allows("referee.rest", "audit.points")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("boards", ["basic", "random", "chosen"])
def test_every_position_of_a_real_game_is_possible(seats, boards):
    for state in game_by_lot(seats, boards):
        assert not faults(state)


# --- names, lengths, ranges -----------------------------------------------------------------------------------------


@refuses("audit.known")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, depots=with_item(FIRST.depots, 3, ("tavern",))), "depots[3]"),
        (with_player(FIRST, 1, storage=("tavern",)), "players[1].storage"),
        (with_player(FIRST, 0, estate=with_item(FIRST.active_player.estate, 2, "tavern")), "players[0].estate"),
        (replace(FIRST, pending=(MakeRoomFrame(0, "tavern"),)), "pending[0].tile"),
        (with_supply(FIRST, black=(("tavern", 1),)), "supply.black"),
        (with_supply(FIRST, removed=(("", 1),)), "supply.removed"),
        (with_player(FIRST, 1, goods=("silk",)), "players[1].goods"),
        (with_player(FIRST, 1, sold=("silk",)), "players[1].sold"),
        (replace(FIRST, depot_goods=with_item(FIRST.depot_goods, 5, ("silk",))), "depot_goods[5]"),
        (replace(FIRST, round_goods=("silk",)), "round_goods"),
        (with_supply(FIRST, goods=(("silk", 1),)), "supply.goods"),
        (with_player(FIRST, 1, board=10), "players[1].board"),
        (with_player(FIRST, 1, board=0), "players[1].board"),
        (with_player(FIRST, 1, board=-1), "players[1].board"),
        (with_player(at_question("deal_board", boards="random"), 0, estate=("",) * 37), "players[0].board"),
    ],
)
def test_only_things_that_the_game_has(forged, path):
    assert faults(forged) == {(path, "audit.known")}


@refuses("audit.shape")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, players=FIRST.players[:1]), "players"),
        (replace(FIRST, players=()), "players"),
        (replace(FIRST, players=FIRST.players * 3), "players"),
        (replace(FIRST, score_lines=((),)), "score_lines"),
        (replace(FIRST, depots=FIRST.depots[:6]), "depots"),
        (replace(FIRST, depot_goods=(*FIRST.depot_goods, ())), "depot_goods"),
        (replace(FIRST, track=FIRST.track[:6]), "track"),
        (with_player(FIRST, 1, estate=()), "players[1].estate"),
        (with_player(FIRST, 0, estate=(*FIRST.active_player.estate, "")), "players[0].estate"),
    ],
)
def test_every_list_has_its_length(forged, path):
    assert faults(forged) == {(path, "audit.shape")}


@rule("audit.shape")
def test_before_the_castle_is_chosen_an_estate_may_be_missing():
    state = opening(2, (5, 6))
    assert not faults(state)
    assert faults(replace(state, pending=(ChooseCastleFrame(1),))) == {("players[0].estate", "audit.shape")}


@refuses("audit.range")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, round=6), "round"),
        (replace(FIRST, round=-1), "round"),
        (replace(FIRST, active_index=2), "active_index"),
        (replace(FIRST, active_index=-1), "active_index"),
        (replace(FIRST, white_die=7), "white_die"),
        (replace(FIRST, white_die=-1), "white_die"),
        (with_player(FIRST, 0, silver=-1), "players[0].silver"),
        (with_player(FIRST, 0, workers=-1), "players[0].workers"),
        (with_player(FIRST, 0, workers=10**30), "players[0].workers"),
        (with_player(FIRST, 0, dice=(0, 6)), "players[0].dice"),
        (with_player(FIRST, 1, dice=(1, 7)), "players[1].dice"),
        (with_player(FIRST, 1, storage=("bank", "bank", "mine", "ship")), "players[1].storage"),
        (with_player(FIRST, 1, goods=("brown", "orange", "pink", "red")), "players[1].goods"),
        (replace(FIRST, pending=(FreeActionFrame(2),)), "pending[0].seat"),
        (replace(FIRST, pending=(FreeActionFrame(-1),)), "pending[0].seat"),
        (replace(FIRST, pending=(StoreGoodsFrame(0, (7,)),)), "pending[0]"),
        (replace(FIRST, pending=(StoreGoodsFrame(0, (1,)), LoadMoreFrame(0, 0))), "pending[1]"),
    ],
)
def test_every_number_is_in_its_range(forged, path):
    assert faults(forged) == {(path, "audit.range")}


@refuses("audit.sorted")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (with_player(FIRST, 1, dice=(5, 2)), "players[1].dice"),
        (with_player(FIRST, 1, storage=("ship", "bank")), "players[1].storage"),
        (with_player(FIRST, 1, goods=("red", "brown")), "players[1].goods"),
        (with_player(FIRST, 1, sold=("red", "brown")), "players[1].sold"),
        (replace(FIRST, depot_goods=with_item(FIRST.depot_goods, 2, ("red", "brown"))), "depot_goods[2]"),
        (with_supply(FIRST, goods=FIRST.supply.goods[::-1]), "supply.goods"),
        (with_supply(FIRST, removed=(("bank", 0),)), "supply.removed"),
        (with_supply(FIRST, removed=(("bank", -1),)), "supply.removed"),
        (with_supply(FIRST, removed=(("bank", 1), ("bank", 1))), "supply.removed"),
    ],
)
def test_pieces_of_a_set_are_written_in_order(forged, path):
    assert faults(forged) == {(path, "audit.sorted")}


@refuses("audit.sorted")
def test_lines_of_points_are_written_in_order_and_once():
    line = ScoreLine("building.watchtower", 1, 4)
    for lines in [(line, line), (ScoreLine("score.animals", 1, 4), line)]:
        assert ("score_lines[0]", "audit.sorted") in faults(replace(FIRST, score_lines=(lines, ())))


@refuses("audit.order")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, turn_order=(0,)), "turn_order"),
        (replace(FIRST, turn_order=(0, 0)), "turn_order"),
        (replace(FIRST, turn_order=(0, 2)), "turn_order"),
        (replace(FIRST, track=((0,), *FIRST.track[1:])), "track"),
        (replace(FIRST, track=((1, 0, 0), *FIRST.track[1:])), "track"),
        (replace(FIRST, track=((1, 5), *FIRST.track[1:])), "track"),
    ],
)
def test_turn_order_and_track_name_every_seat_once(forged, path):
    assert faults(forged) == {(path, "audit.order")}


@rule("audit.order")
def test_who_has_not_acted_yet_still_stands_on_the_track_as_the_order_says():
    state = opening(3)
    swapped = with_item(state.track, 0, (1, 2, 0))
    assert faults(replace(state, track=swapped)) == {("turn_order", "audit.order")}
    assert not faults(replace(state, track=with_item(state.track, 0, (0, 2, 1))))


@refuses("audit.order")
def test_a_round_begins_with_the_order_of_the_track():
    assert faults(replace(at_question("roll_dice"), turn_order=(1, 0))) == {("turn_order", "audit.order")}


@rule("audit.order")
def test_while_the_first_player_is_drawn_nobody_stands_on_the_track():
    state = begun(first_player=None).state
    assert not faults(state)
    assert faults(replace(state, track=((1, 0), *state.track[1:]))) == {("track", "audit.order")}


# --- pieces ---------------------------------------------------------------------------------------------------------


@refuses("audit.tiles")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(with_player(FIRST, 0, storage=("bank",)), id="doubled"),
        pytest.param(replace(FIRST, depots=with_item(FIRST.depots, 1, ())), id="lost"),
        pytest.param(with_supply(FIRST, removed=(("mine", 1),)), id="in the box twice"),
        pytest.param(with_supply(FIRST, removed=(("mine", 10**18),)), id="beyond counting"),
    ],
)
def test_no_tile_is_lost_or_doubled(forged):
    assert faults(forged) == {("supply", "audit.tiles")}


@allows("audit.tiles")
def test_a_tile_that_moved_to_storage_or_to_the_box_is_neither():
    assert not faults(with_player(off_the_table(FIRST, "castle"), 0, storage=("castle",)))
    assert not faults(with_supply(off_the_table(FIRST, "castle"), removed=(("castle", 1),)))


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
def test_each_pile_is_as_high_as_it_is_left_at_this_point_of_the_game():
    tile, _ = FIRST.supply.animal[0]
    forged = with_supply(FIRST, animal=remove_from(FIRST.supply.animal, tile), removed=((tile, 1),))
    assert faults(forged) == {("supply.animal", "audit.shape")}
    assert ("supply.animal", "audit.shape") in faults(replace(FIRST, phase="B"))


@rule("audit.piles")
def test_a_depot_holds_tiles_with_the_backs_that_belong_there():
    """Knowledge 7 and 12 have black backs, knowledge 1 and 2 normal ones."""
    state = off_the_table(FIRST, "knowledge_7", "knowledge_1")
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
@pytest.mark.parametrize("asked", ["reveal_goods", "main"])
def test_as_many_goods_lie_face_down_as_are_left_at_this_point_of_the_game(asked):
    state = at_question(asked)
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
    forged = off_the_table(FIRST, "ship", FIRST.depots[0][0])
    forged = with_player(forged, 0, storage=(FIRST.depots[0][0],))
    forged = replace(forged, depots=with_item(forged.depots, depot, (*forged.depots[depot], "ship")))
    assert faults(forged) == ({(f"depots[{depot}]", "audit.depots")} if refused else set())


def chosen_boards(*boards):
    """Everybody has chosen a board, and these lie there now."""
    state = after(at_question("choose_board", boards="chosen"), ChooseBoard(5), ChooseBoard(6))
    for seat, board in enumerate(boards):
        state = with_player(state, seat, board=board)
    return state


@refuses("audit.depots")
def test_no_tile_lies_in_a_depot_that_is_still_to_be_filled():
    """With two players a bank was drawn for depot 1, and the ship beside it came by itself."""
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
        pytest.param(begun(first_player=None).state, "random", id="boards that are still to be dealt"),
        pytest.param(begun(2, "random", None).state, "basic", id="boards that everybody has"),
        pytest.param(FIRST, (2, 3), id="boards that were named"),
    ],
)
def test_boards_are_those_that_the_options_say(state, boards):
    forged = replace(state, options=BurgundyOptions(boards=boards))
    assert faults(forged) == {("players[0].board", "audit.range"), ("players[1].board", "audit.range")}


@refuses("audit.known")
@pytest.mark.parametrize("boards", [(), (1,), (1, 99), (2, 2)])
def test_options_name_boards_that_exist(boards):
    assert faults(replace(FIRST, options=BurgundyOptions(boards=boards))) == {("options.boards", "audit.known")}


# --- estates --------------------------------------------------------------------------------------------------------


@rule("audit.colour")
@pytest.mark.parametrize(("space", "refused"), [(MINES[0], False), (LONE_CITY, True), (SCHOOL[0], True)])
def test_a_placed_tile_has_the_colour_of_its_space(space, refused):
    wanted = {(f"players[0].estate[{space}]", "audit.colour")} if refused else set()
    assert faults(built(FIRST, {space: "mine"})) == wanted


@rule("audit.connected")
@pytest.mark.parametrize(
    ("estate", "refused"),
    [
        ({MINES[0]: "mine"}, False),
        ({MINES[1]: "mine"}, True),
        ({MINES[0]: "mine", MINES[1]: "mine"}, False),
    ],
)
def test_every_placed_tile_hangs_together_with_the_castle(estate, refused):
    wanted = {(f"players[0].estate[{MINES[1]}]", "audit.connected")} if refused else set()
    assert faults(built(FOUR, estate)) == wanted


@refuses("audit.connected")
def test_the_tile_that_is_cut_off_is_named_and_not_the_castle():
    """Space 0 is read before the castle in the middle."""
    assert faults(built(FIRST, {PASTURE[4]: "cattle_2"})) == {(f"players[0].estate[{PASTURE[4]}]", "audit.connected")}


@rule("audit.twins")
@pytest.mark.parametrize(
    ("estate", "refused"),
    [
        pytest.param({CITY[0]: "church", CITY[1]: "church"}, True, id="twins"),
        pytest.param({CITY[0]: "church", CITY[1]: "market"}, False, id="no twins"),
        pytest.param({CITY[0]: "church", LONE_CITY: "church"}, False, id="in two cities"),
        pytest.param({CITY[0]: "church", CITY[1]: "church", SCHOOL[0]: "knowledge_1"}, False, id="with the permit"),
    ],
)
def test_no_twins_stand_in_a_city_without_a_permit(estate, refused):
    wanted = {(f"players[0].estate[{CITY[0]}]", "audit.twins")} if refused else set()
    assert faults(built(FIRST, estate)) == wanted


@rule("audit.castle")
def test_every_estate_has_its_starting_castle():
    without = with_item(FIRST.active_player.estate, CENTRE, "")
    assert faults(with_player(FIRST, 0, estate=without, storage=("castle",))) == {("players[0].estate", "audit.castle")}
    assert not faults(FIRST)


@rule("audit.track")
@pytest.mark.parametrize(("space", "refused"), [(0, True), (1, False), (2, True)])
def test_a_piece_stands_as_far_to_the_right_as_its_owner_has_ships(space, refused):
    state = built(FIRST, {WEST_HARBOUR[0]: "ship"})
    track = with_item(((1,), *[()] * 6), space, (1, 0) if space == 0 else (0,))
    wanted = {(f"track[{space}]", "audit.track")} if refused else set()
    assert faults(replace(state, track=track)) == wanted


# --- bonus tiles and points -----------------------------------------------------------------------------------------

MINES_COVERED = built(FOUR, dict.fromkeys(MINES, "mine"))
"""Seat 0 has covered all mine spaces in phase A: a district of three, and the large bonus tile."""


def claimed(*seats):
    """The bonus tiles of the mines are in the hands of these seats."""
    return replace(MINES_COVERED, bonuses=replace(MINES_COVERED.bonuses, mine=seats))


@rule("audit.bonus")
@pytest.mark.parametrize(("seats", "refused"), [((0,), False), ((0, 1), True), ((1,), True), ((9,), True)])
def test_a_bonus_tile_is_earned_by_a_covered_colour(seats, refused):
    assert (("bonuses.mine", "audit.bonus") in faults(claimed(*seats))) is refused


@rule("audit.bonus_missing")
@pytest.mark.parametrize(("seats", "refused"), [((), True), ((0,), False)])
def test_who_covers_a_colour_takes_its_bonus_tile(seats, refused):
    assert faults(claimed(*seats)) == ({("bonuses.mine", "audit.bonus_missing")} if refused else set())


@refuses("audit.shape")
@pytest.mark.parametrize("seats", [(0, 0), (0, 0, 0)])
def test_nobody_has_both_bonus_tiles_of_a_colour(seats):
    assert faults(claimed(*seats)) == {("bonuses.mine", "audit.shape")}


LONE_GOODS = next(goods for goods in FIRST.active_player.goods if FIRST.active_player.goods.count(goods) == 1)
SOLD = after(replace(FIRST, pending=(FreeActionFrame(0),)), SellGoods(None, LONE_GOODS))
"""Seat 0 has sold one goods tile, for two points."""
CATTLE = built(FIRST, {LONE_CITY: "watchtower", PASTURE[0]: "cattle_2", PASTURE[1]: "cattle_3"})
"""Seat 0 has a watchtower in a city of one, and two cattle tiles in one pasture: 2, then 2 + 3; or 3, then 3 + 2."""


def test_these_positions_are_possible():
    assert not any(faults(state) for state in (MINES_COVERED, SOLD, CATTLE))


@rule("audit.points")
@pytest.mark.parametrize(
    ("state", "rule_id", "count", "points", "refused"),
    [
        pytest.param(FIRST, "score.sale", 1, 2, True, id="nothing was sold"),
        pytest.param(SOLD, "score.sale", 1, 2, False, id="a sale"),
        pytest.param(SOLD, "score.sale", 1, 3, True, id="a sale with more players"),
        pytest.param(SOLD, "score.sale", 2, 4, True, id="more sold than there lies"),
        pytest.param(FIRST, "place_tile.twin", 1, 1, True, id="a rule that gives no points"),
        pytest.param(FIRST, "nonsense", 1, 1, True, id="no rule"),
        pytest.param(FIRST, "score.silver", 1, 1, True, id="silver before the end"),
        pytest.param(FIRST, "knowledge.17", 1, 4, True, id="knowledge before the end"),
        pytest.param(FIRST, "building.watchtower", 1, 4, True, id="no watchtower"),
        pytest.param(CATTLE, "building.watchtower", 1, 4, False, id="a watchtower"),
        pytest.param(CATTLE, "building.watchtower", 1, -4, True, id="negative points"),
        pytest.param(CATTLE, "score.animals", 3, 7, False, id="2, then 2 and 3"),
        pytest.param(CATTLE, "score.animals", 3, 8, False, id="3, then 3 and 2"),
        pytest.param(CATTLE, "score.animals", 3, 9, True, id="too many animals"),
        pytest.param(CATTLE, "score.animals", 3, 6, True, id="too few animals"),
        pytest.param(CATTLE, "score.animals", 2, 7, True, id="animals that did not score again"),
        pytest.param(CATTLE, "score.animals", 0, 0, True, id="animals for nothing"),
        pytest.param(CATTLE, "score.district_size", 1, 1, False, id="a district of one"),
        pytest.param(CATTLE, "score.district_size", 3, 3, True, id="more districts than covered"),
        pytest.param(FIRST, "score.large_bonus", 1, 5, True, id="no bonus tile"),
        pytest.param(MINES_COVERED, "score.large_bonus", 1, 7, False, id="a large bonus tile"),
        pytest.param(MINES_COVERED, "score.large_bonus", 1, 5, True, id="a large bonus tile with fewer players"),
        pytest.param(MINES_COVERED, "score.small_bonus", 1, 4, True, id="a small bonus tile"),
        pytest.param(MINES_COVERED, "score.district_size", 1, 6, False, id="a district of three"),
        pytest.param(MINES_COVERED, "score.district_size", 1, 7, True, id="a district of three, too much"),
        pytest.param(MINES_COVERED, "score.district_phase", 1, 10, False, id="a district in phase A"),
        pytest.param(MINES_COVERED, "score.district_phase", 1, 8, True, id="a district in a later phase"),
    ],
)
def test_points_come_from_rules_that_can_have_given_them(state, rule_id, count, points, refused):
    wanted = {("score_lines[0]", "audit.points")} if refused else set()
    assert faults(with_line(state, rule_id, count, points)) == wanted


@refuses("audit.points")
@pytest.mark.parametrize(
    ("state", "rule_id"),
    [
        (SOLD, "score.sale"),
        (CATTLE, "score.animals"),
        (CATTLE, "building.watchtower"),
        (MINES_COVERED, "score.large_bonus"),
        (MINES_COVERED, "score.district_size"),
    ],
)
def test_points_that_were_earned_may_not_be_missing(state, rule_id):
    lines = tuple(line for line in state.score_lines[0] if line.rule != rule_id)
    assert faults(replace(state, score_lines=with_item(state.score_lines, 0, lines))) == {("score_lines[0]", "audit.points")}


# --- dice, questions, rest ------------------------------------------------------------------------------------------


@rule("audit.dice")
@pytest.mark.parametrize(
    ("seat", "dice", "refused"),
    [
        pytest.param(0, (6,), False, id="one die used"),
        pytest.param(0, (6, 6, 6), True, id="too many"),
        pytest.param(1, (2,), True, id="used before the turn"),
        pytest.param(1, (), True, id="none before the turn"),
    ],
)
def test_dice_fit_the_moment_of_the_round(seat, dice, refused):
    wanted = {(f"players[{seat}].dice", "audit.dice")} if refused else set()
    assert faults(with_player(FIRST, seat, dice=dice)) == wanted


@refuses("audit.dice")
def test_who_has_played_has_no_dice_left():
    assert faults(replace(FIRST, active_index=1)) == {("players[0].dice", "audit.dice")}


@rule("audit.dice")
def test_dice_come_in_turn_order():
    state = at_question("roll_dice")
    assert faults(with_player(state, 1, dice=(3,))) == {("players[1].dice", "audit.dice")}
    assert not faults(with_player(state, 0, dice=(3,)))


@refuses("audit.dice")
def test_nobody_has_dice_while_the_depots_are_filled():
    assert faults(with_player(at_question("fill_depots"), 0, dice=(1, 2))) == {("players[0].dice", "audit.dice")}


SET_UP = {
    "pick_starter": begun(first_player=None).state,
    "deal_goods": at_question("deal_goods"),
    "deal_board": at_question("deal_board", boards="random"),
    "choose_board": at_question("choose_board", boards="chosen"),
    "choose_castle": at_question("choose_castle", boards=(1, 1)),
}
"""Set-up at each of its questions."""
ROLLING, FILLING, REVEALING = map(at_question, ("roll_dice", "fill_depots", "reveal_goods"))


def asking(state, *pending):
    return replace(state, pending=pending)


@refuses("audit.stage")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(asking(FIRST, FreeActionFrame(1)), id="asked of another seat"),
        pytest.param(asking(FIRST, FreeActionFrame(CHANCE)), id="asked of chance"),
        pytest.param(asking(FIRST, FreeActionFrame(0), FreeActionFrame(0)), id="two castles at once"),
        pytest.param(asking(FIRST, LoadShipFrame(0), PlaceBenefitFrame(0)), id="a ship and a city hall at once"),
        pytest.param(asking(FIRST, RollDiceFrame(CHANCE)), id="dice that lie already"),
        pytest.param(asking(ROLLING, FreeActionFrame(0)), id="an action before the dice"),
        pytest.param(asking(ROLLING, RollDiceFrame(0)), id="a player rolls the dice"),
        pytest.param(replace(ROLLING, active_index=1), id="a round that begins with the second player"),
        pytest.param(asking(FILLING, FILLING.pending[0], FillDepotsFrame(0, 0)), id="a player fills the depots"),
        pytest.param(asking(FILLING, FILLING.pending[0], FillDepotsFrame(CHANCE, -1)), id="fewer tiles than none"),
        pytest.param(asking(FILLING, FILLING.pending[0], FillDepotsFrame(CHANCE, 16)), id="more tiles than spaces"),
        pytest.param(replace(FILLING, active_index=0), id="a turn while the depots are filled"),
        pytest.param(replace(REVEALING, round_goods=ROLLING.round_goods), id="goods turned up already"),
        pytest.param(
            asking(off_the_table(FIRST, "castle"), MakeRoomFrame(0, "castle")), id="room to be made in empty storage"
        ),
        pytest.param(
            asking(built(FIRST, {WEST_HARBOUR[0]: "ship"}), StoreGoodsFrame(0, (1,)), LoadMoreFrame(0, 1)),
            id="a second depot without knowledge 5",
        ),
        pytest.param(
            asking(built(FIRST, {WEST_HARBOUR[0]: "ship", SCHOOL[0]: "knowledge_5"}), StoreGoodsFrame(0, (1, 4))),
            id="two depots that are no neighbours",
        ),
    ],
)
def test_the_open_questions_fit_the_moment_of_play(forged):
    assert faults(forged) == {("pending", "audit.stage")}


@refuses("audit.stage")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(FIRST, white_die=0), id="a turn without the white die"),
        pytest.param(replace(FIRST, round=0), id="a turn in no round"),
        pytest.param(replace(FIRST, stage="over"), id="over after one turn"),
        pytest.param(replace(FIRST, stage="scoring"), id="a stage that passes by itself"),
        pytest.param(asking(SET_UP["deal_goods"]), id="set-up that asks nobody"),
    ],
)
def test_where_nothing_is_asked_the_stage_itself_is_named(forged):
    assert faults(forged) == {("stage", "audit.stage")}


@rule("audit.stage")
@pytest.mark.parametrize(
    ("asked", "pending"),
    [
        ("pick_starter", (PickStarterFrame(0),)),
        ("pick_starter", (PickStarterFrame(CHANCE), PickStarterFrame(CHANCE))),
        ("deal_goods", (DealGoodsFrame(0),)),
        ("deal_goods", (DealGoodsFrame(CHANCE), DealGoodsFrame(CHANCE))),
        ("deal_goods", (FreeActionFrame(0),)),
        ("deal_board", (DealBoardFrame(1),)),
        ("deal_board", (DealBoardFrame(CHANCE), DealBoardFrame(CHANCE))),
        ("choose_board", (BoardIsChosen(CHANCE),)),
        ("choose_board", (BoardIsChosen(0), BoardIsChosen(0))),
        ("choose_castle", (ChooseCastleFrame(1), ChooseCastleFrame(0), ChooseCastleFrame(CHANCE))),
        ("choose_castle", (ChooseCastleFrame(1), ChooseCastleFrame(0), ChooseCastleFrame(0))),
    ],
)
def test_the_open_questions_fit_the_moment_of_set_up(asked, pending):
    assert not faults(SET_UP[asked])
    assert ("pending", "audit.stage") in faults(asking(SET_UP[asked], *pending))


@refuses("audit.stage")
@pytest.mark.parametrize("asked", SET_UP)
def test_nobody_has_points_during_set_up(asked):
    forged = replace(SET_UP[asked], score_lines=((ScoreLine("score.sale", 1, 2),), ()))
    assert faults(forged) == {("pending", "audit.stage")}


@refuses("audit.stage")
def test_nobody_has_sold_anything_or_founded_an_estate_too_early():
    sold, *kept = SET_UP["choose_castle"].players[0].goods
    seller = with_player(SET_UP["choose_castle"], 0, goods=tuple(kept), sold=(sold,))
    founder = with_player(SET_UP["deal_board"], 0, board=1, estate=FIRST.active_player.estate)
    assert faults(seller) == faults(founder) == {("pending", "audit.stage")}


@refuses("audit.stage")
@pytest.mark.parametrize("goods", [((), ("red",)), (("red",) * 3, ("pink",) * 3)], ids=["out of turn", "all dealt"])
def test_starting_goods_are_dealt_in_turn_order_until_everybody_has_three(goods):
    state = SET_UP["deal_goods"]
    for seat, dealt in enumerate(goods):
        for kind in dealt:
            state = with_supply(state, goods=remove_from(state.supply.goods, kind))
        state = with_player(state, seat, goods=dealt)
    assert faults(state) == {("pending", "audit.stage")}


@refuses("audit.stage")
def test_boards_and_castles_are_handed_out_in_turn_order_and_once():
    dealt = with_player(with_player(SET_UP["deal_board"], 0, board=2), 1, board=3)
    second_first = with_player(SET_UP["deal_board"], 1, board=3)
    founded = SET_UP["choose_castle"]
    for seat in range(2):
        founded = with_player(founded, seat, estate=FIRST.active_player.estate)
    for forged in (dealt, second_first, asking(founded, ChooseCastleFrame(0))):
        assert faults(forged) == {("pending", "audit.stage")}


MARKET = built(FIRST, {LONE_CITY: "market"})
"""Seat 0 has a market."""


@rule("audit.asker")
@pytest.mark.parametrize(
    ("state", "frame", "refused"),
    [
        pytest.param(FIRST, TakeBenefitFrame(0, ("ship", "animal")), True, id="no market"),
        pytest.param(MARKET, TakeBenefitFrame(0, ("ship", "animal")), False, id="a market"),
        pytest.param(MARKET, TakeBenefitFrame(0, ("ship",)), True, id="a market that fetches less"),
        pytest.param(MARKET, TakeBenefitFrame(0, ("mine", "knowledge", "castle")), True, id="a market is no church"),
        pytest.param(FIRST, FreeActionFrame(0), True, id="only the starting castle"),
        pytest.param(built(MARKET, {CASTLES[0]: "castle"}), FreeActionFrame(0), False, id="a second castle"),
        pytest.param(FIRST, LoadShipFrame(0), True, id="no ship"),
        pytest.param(built(FIRST, {WEST_HARBOUR[0]: "ship"}), LoadShipFrame(0), False, id="a ship"),
        pytest.param(FIRST, SellBenefitFrame(0), True, id="no warehouse"),
        pytest.param(built(FIRST, {LONE_CITY: "warehouse"}), SellBenefitFrame(0), False, id="a warehouse"),
    ],
)
def test_only_a_tile_that_is_placed_can_ask(state, frame, refused):
    wanted = {("pending[0]", "audit.asker")} if refused else set()
    assert faults(replace(state, pending=(frame,))) == wanted


@allows("audit.stage")
def test_questions_of_a_turn_are_put_to_whose_turn_it_is():
    assert not faults(replace(MARKET, pending=(TakeBenefitFrame(0, ("ship", "animal")),)))


@rule("referee.rest")
@pytest.mark.parametrize(
    ("forged", "refused"),
    [
        pytest.param(with_player(FIRST, 0, dice=()), True, id="a turn with nothing left to do"),
        pytest.param(with_player(FIRST, 0, dice=(), silver=2), False, id="a turn with a purchase left"),
        pytest.param(
            replace(built(FIRST, {LONE_CITY: "city_hall"}), pending=(PlaceBenefitFrame(0),)),
            True,
            id="a question without an answer",
        ),
        pytest.param(
            replace(built(FIRST, {WEST_HARBOUR[0]: "ship"}), pending=(StoreGoodsFrame(0, (1,)),)),
            True,
            id="goods that need no choice",
        ),
    ],
)
def test_nothing_is_left_to_happen_by_itself(forged, refused):
    assert faults(forged) == ({("pending", "referee.rest")} if refused else set())


# --- all at once, and anything at all -------------------------------------------------------------------------------


def test_every_fault_of_a_group_is_named_at_once():
    forged = with_player(replace(FIRST, round=9, white_die=-1), 0, silver=-5)
    assert faults(forged) == {
        ("round", "audit.range"),
        ("white_die", "audit.range"),
        ("players[0].silver", "audit.range"),
    }


def test_pieces_are_counted_only_where_every_name_is_known():
    assert faults(with_player(FIRST, 0, storage=("tavern", "bank"))) == {("players[0].storage", "audit.known")}


def test_options_do_not_make_a_position_of_play_impossible():
    assert not faults(replace(FIRST, options=BurgundyOptions(first_player=1, tie_break="most_empty")))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_edited_position_is_impossible_or_can_be_played_on_to_possible_ones(seats):
    positions = [state for boards in ("basic", "random", "chosen") for state in game_by_lot(seats, boards)]
    forge(GAME, positions, edits=1500, rng=random.Random(seats))
