"""Every clarification, ruling and inference about Burgundy that goes beyond a plain reading of the rulebook.

First what one of the rulebooks states, then where they disagree, what was inferred, and the rulings by their ids.
test_knowledge.py and test_buildings.py test the tiles. This file has only what was ever in doubt.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.decisions.benefits import DiscardTile
from referee_service.games.burgundy.decisions.chance import RollDie
from referee_service.games.burgundy.decisions.setup import ChooseBoard, ChooseCastle, DealBoard
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.games.burgundy.questions import FreeActionFrame, PlaceBenefitFrame
from referee_service.games.burgundy.state import BurgundyOptions
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.bags import count_in
from referee_service.kernel.engine import outcomes
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    CITY,
    EMPTY_DEPOTS,
    HARBOUR,
    LONE_CITY,
    MINES,
    WEST_HARBOUR,
    after,
    after_placement,
    after_rolls,
    covering_tiles,
    estate_with,
    events_of,
    game_end,
    given,
    idle,
    knowledge_tiles,
    legal,
    new_game,
    opening,
    phase_end,
    points,
    question,
    refusals,
    score,
    tiles_on,
    workers_spent,
)
from tests.games.rules import rule

LONE_CASTLE = 21
"""A castle space of board 2 that is a district of its own; BESIDE_LONE_CASTLE is for knowledge."""
BESIDE_LONE_CASTLE = 20


def on_track(*spaces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return a turn order track that begins with these spaces. Each lists its pieces from bottom to top."""
    return (*spaces, *((),) * (7 - len(spaces)))


def ship_position(seat: int, seats: int = 2, **wanted):
    """Return a position in which this seat is in turn and has a ship in storage and a die 5 for it."""
    state = given(seats=seats, active_index=seat, **wanted)
    for before in range(seat):
        state = with_player(state, before, dice=())
    return with_player(state, seat, dice=(5, 5), storage=("ship",), silver=0)


def next_round_of(state):
    """Return the same game when the dice of the next round are to be rolled."""
    return idle(state, lambda later: question(later) == "roll_dice")


# --- stated: turn order ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_set_up_the_first_player_lies_on_top_of_the_track(seats):
    assert opening(seats).track == on_track(tuple(reversed(range(seats))))
    assert opening(seats).turn_order == tuple(range(seats))


@pytest.mark.parametrize(
    ("track", "order"),
    [
        (on_track((2, 1, 0)), (0, 1, 2)),
        (on_track((1, 0), (2,)), (2, 0, 1)),
        (on_track((0,), (2, 1)), (1, 2, 0)),
        (on_track((), (1,), (), (0,), (2,)), (2, 0, 1)),
    ],
)
def test_the_piece_furthest_right_begins_and_on_one_space_the_top_one(track, order):
    assert next_round_of(given(seats=3, track=track)).turn_order == order


def test_a_piece_that_arrives_goes_on_top_of_those_there():
    state = ship_position(1, seats=3, track=on_track((2, 1), (0,)))
    state = after(state, PlaceTile(5, "ship", HARBOUR[0]))
    assert state.track == on_track((2,), (0, 1))
    assert next_round_of(state).turn_order == (1, 0, 2)


def test_a_piece_that_leaves_from_below_keeps_the_others_in_their_order():
    state = ship_position(2, seats=3, track=on_track((2, 1, 0)))
    assert after(state, PlaceTile(5, "ship", HARBOUR[0])).track == on_track((1, 0), (2,))


def test_a_ship_changes_the_order_of_the_next_round_and_not_of_this_one():
    state = ship_position(0, seats=3, track=on_track((1, 0, 2)), turn_order=(0, 1, 2))
    state = after(state, PlaceTile(5, "ship", HARBOUR[0]), TakeWorkers(5))
    assert (state.turn_order, state.active_seat) == ((0, 1, 2), 1)
    assert next_round_of(state).turn_order == (0, 2, 1)


def test_a_ship_moves_its_owner_even_when_no_goods_lie_anywhere():
    state = after_placement("ship", HARBOUR[0])
    assert (state.track[1], question(state)) == ((0,), "main")


def test_six_ships_lead_to_the_end_of_the_track_and_no_further():
    ships = covering_tiles("ship", (*HARBOUR, *WEST_HARBOUR[:2]))
    state = after_placement("ship", WEST_HARBOUR[2], estate=ships, track=on_track((1,), (), (), (), (), (0,)))
    assert state.track[6] == (0,)
    assert len(state.track) == 7


# --- stated: dice and workers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_the_white_die_places_the_goods_of_the_round_and_does_nothing_else(face):
    state = next_round_of(given(dice=[], workers=9))
    waiting = state.round_goods[0]
    state = after_rolls(state, 1, 1, 2, 2, face)
    assert waiting in state.depot_goods[face - 1]
    assert [player.dice for player in state.players] == [(1, 1), (2, 2)]
    assert state.players[0].workers == 9


def test_all_dice_are_rolled_before_any_player_acts_the_white_one_last():
    state = next_round_of(given(seats=3, dice=[]))
    for _ in range(7):
        assert GAME.turn(state).seat == CHANCE
        state = after(state, RollDie(3))
    assert question(state) == "main"


@pytest.mark.parametrize(("die", "depot"), [(1, 6), (6, 1)])
def test_a_worker_turns_a_1_into_a_6_and_a_6_into_a_1(die, depot):
    state = given(dice=[die, die], workers=1, depots={depot: ["mine"]})
    assert workers_spent(state, TakeTile(die, depot, "mine")) == 1


def test_the_supply_of_workers_and_silver_never_runs_out():
    rich = given(workers=30, silver=20, dice=[3, 3], storage=["boarding_house", "bank"])
    owner = after(rich, PlaceTile(3, "boarding_house", LONE_CITY), PlaceTile(3, "bank", CITY[0])).players[0]
    assert (owner.workers, owner.silver) == (34, 22)


# --- stated: castle and city hall -----------------------------------------------------------------------------------


def test_a_castle_never_takes_from_the_black_depot():
    state = given(pending=(FreeActionFrame(0),), silver=9, depots=EMPTY_DEPOTS | {0: ["mine"]})
    assert not legal(state, "take_tile")
    assert not legal(state, "buy_tile")


def test_a_city_hall_ignores_the_number_but_keeps_colour_neighbours_and_twins():
    state = after_placement("city_hall", CITY[0], storage=["bank", "church"], estate={CITY[1]: "bank"})
    churches = {PlaceTile(None, "church", space) for space in (LONE_CITY, CITY[2], CITY[3])}
    assert set(legal(state, "place_tile")) == churches | {PlaceTile(None, "bank", LONE_CITY)}


# --- stated: storage and purchases ----------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["bank", "church", "mine"])
def test_a_tile_taken_with_full_storage_sends_a_stored_one_out_of_the_game(gone):
    state = given(dice=[4, 4], storage=["bank", "church", "mine"], depots={4: ["ship"]})
    state = after(state, TakeTile(4, 4, "ship"), DiscardTile(gone))
    assert state.players[0].storage == tuple(sorted({"bank", "church", "mine", "ship"} - {gone}))
    assert count_in(state.supply.removed, gone) == 1


def test_the_tile_just_taken_is_not_the_one_discarded():
    state = given(dice=[4, 4], storage=["bank", "church", "mine"], depots={4: ["ship"]})
    assert refusals(after(state, TakeTile(4, 4, "ship")), DiscardTile("ship")) == {"discard_tile.stored"}


# --- stated: goods --------------------------------------------------------------------------------------------------


def test_a_ship_chooses_any_depot_whatever_die_placed_it():
    state = after_placement("ship", HARBOUR[0], depot_goods={depot: ["red"] for depot in range(1, 7)})
    assert legal(state) == [LoadShip(depot) for depot in range(1, 7)]


def test_goods_that_cannot_be_stored_stay_in_their_depot():
    state = after_placement("ship", HARBOUR[0], goods=["red", "pink", "brown"], depot_goods={2: ["orange", "red"]})
    state = after(state, LoadShip(2))
    assert (state.players[0].goods, state.depot_goods[1]) == (("brown", "pink", "red", "red"), ("orange",))


@pytest.mark.parametrize(("goods", "is_choice"), [(["red"], False), (["red", "pink"], True)])
def test_the_player_chooses_among_new_kinds_only_when_not_all_fit(goods, is_choice):
    state = after_placement("ship", HARBOUR[0], goods=goods, depot_goods={2: ["brown", "brown", "orange"]})
    state = after(state, LoadShip(2))
    assert (question(state) == "store_goods") is is_choice
    state = after(state, StoreGoods("brown")) if is_choice else state
    assert state.players[0].goods.count("brown") == 2


# --- stated: editions -----------------------------------------------------------------------------------------------


def test_6_is_paid_with_silver_and_never_with_workers():
    state = given(silver=1, workers=9, depots={3: ["mine"]}, estate=knowledge_tiles(6))
    assert refusals(state, BuyTile(3, "mine")) == {"buy_tile.silver"}


def test_tile_15_gives_three_points_and_tile_26_two_as_in_the_first_edition():
    assert points(game_end(sold=["red"], estate=knowledge_tiles(15)), "knowledge.15") == 3
    state = game_end(estate=knowledge_tiles(26), bonuses=replace(opening().bonuses, ship=(0,)))
    assert points(state, "knowledge.26") == 2


# --- stated: phases and the end -------------------------------------------------------------------------------------


def test_a_new_phase_takes_the_tiles_of_all_depots_and_leaves_the_goods():
    state = phase_end(depots=EMPTY_DEPOTS | {0: ["mine"], 1: ["ship"], 6: ["bank"]}, depot_goods={4: ["red"]})
    assert [count_in(state.supply.removed, tile) for tile in ("mine", "ship", "bank")] == [1, 1, 1]
    assert state.depot_goods[3] == ("red",)


def test_stored_and_placed_tiles_survive_a_new_phase():
    state = phase_end(storage=["mine", "ship"], estate={CITY[0]: "bank"})
    assert (state.players[0].storage, state.players[0].estate[CITY[0]]) == (("mine", "ship"), "bank")


@pytest.mark.parametrize("mines", [0, 1, 3])
def test_mines_pay_every_player_at_the_end_of_a_phase(mines):
    others = {1: {"estate": estate_with(tiles_on(["mine"], MINES))}}
    state = phase_end(silver=2, estate=tiles_on(["mine"] * mines, MINES), others=others)
    assert [player.silver for player in state.players] == [2 + mines, 1]


def test_mines_pay_nothing_when_they_are_placed():
    assert after_placement("mine", MINES[0]).players[0].silver == 0


def test_mines_pay_at_the_end_of_the_last_phase_before_silver_is_scored():
    assert points(game_end(estate=tiles_on(["mine"] * 2, MINES)), "score.silver") == 2


def test_nothing_is_scored_for_stored_tiles():
    assert score(game_end(storage=["knowledge_25", "pig_4", "castle"], sold=["red"])) == 0


# --- stated: the advanced game --------------------------------------------------------------------------------------


def setup_at(is_choice: str, seats: int, boards: str | tuple[int, ...]):
    """Return the advanced game when this question of its set-up is open for the first time."""
    return idle(new_game(seats, boards).state, lambda state: question(state) == is_choice)


@pytest.mark.parametrize("board", range(1, 10))
def test_in_the_advanced_game_the_starting_castle_may_stand_on_any_dark_green_space(board):
    state = setup_at("choose_castle", 2, (board, 1))
    spaces = content(state).boards[board].by_kind["castle"]
    assert legal(state) == [ChooseCastle(space) for space in spaces]
    state = after(state, ChooseCastle(spaces[-1]))
    assert (state.players[0].estate[spaces[-1]], score(state)) == ("castle", 0)


# --- where rulebooks disagree ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tie_break", "winner"), [(None, 1), ("fewest_empty", 1), ("most_empty", 0)])
def test_a_tie_goes_to_the_fewest_empty_spaces_and_the_later_reading_is_a_switch(tie_break, winner):
    options = BurgundyOptions(tie_break=tie_break) if tie_break else BurgundyOptions()
    others = {1: {"silver": 3, "estate": estate_with({CITY[0]: "bank"})}}
    assert GAME.result(game_end(silver=3, others=others, options=options)).winners == (winner,)


# --- inferred -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("building", ["carpenters_workshop", "church", "market"])
def test_after_a_fetching_building_there_is_always_a_free_storage_space(building):
    tiles = {1: ["ship", "bank", "knowledge_1"]}
    state = after_placement(building, LONE_CITY, storage=["mine", "mine"], depots=tiles)
    state = after(state, legal(state, "take_tile")[0])
    assert (len(state.players[0].storage), question(state)) == (3, "main")


# --- rulings of this project, by their ids --------------------------------------------------------------------------


@rule("ruling.starting_castle")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_castle_brings_neither_points_nor_an_action_as_a_later_one_does(seats):
    assert (opening(seats).score_lines, question(opening(seats))) == (((),) * seats, "main")
    later = after_placement("castle", LONE_CASTLE, board=2, estate={BESIDE_LONE_CASTLE: "knowledge_2"}, seats=seats)
    assert (points(later, "score.district_size"), question(later)) == (1, "free_action")


@pytest.mark.parametrize("board", [1, 2, 7])
def test_a_starting_castle_chosen_in_the_advanced_game_brings_nothing_either(board):
    state = setup_at("choose_castle", 2, (board, 1))
    state = after(state, legal(state)[0], ChooseCastle(CENTRE))
    assert (GAME.turn(state).seat, state.score_lines) == (CHANCE, ((), ()))


@rule("ruling.any_depot")
def test_a_ship_may_name_any_depot_even_an_empty_one():
    state = after_placement("ship", HARBOUR[0], depot_goods={2: ["red"]})
    assert legal(state) == [LoadShip(depot) for depot in range(1, 7)]
    state = after(state, LoadShip(3))
    assert (state.players[0].goods, state.depot_goods[1], question(state)) == ((), ("red",), "main")


@rule("ruling.any_depot")
def test_a_ship_opens_no_question_if_no_depot_has_goods():
    assert question(after_placement("ship", HARBOUR[0], depot_goods={})) == "main"


def test_a_ship_may_go_where_nothing_can_be_stored_and_leaves_all_there():
    full = {"goods": ["red", "pink", "brown"], "depot_goods": {2: ["orange"], 3: ["red"]}}
    state = after(after_placement("ship", HARBOUR[0], **full), LoadShip(2))
    assert (state.players[0].goods, state.depot_goods[1]) == (("brown", "pink", "red"), ("orange",))


@rule("ruling.two_depots")
@pytest.mark.parametrize(
    ("second", "choice"), [(LoadShip(1), {"brown", "orange", "pink"}), (Decline(), {"orange", "pink"})]
)
def test_with_5_both_depots_are_named_before_kinds_are_chosen_among_all_their_goods(second, choice):
    depot_goods = {6: ["orange", "pink"], 1: ["brown", "red"]}
    state = after_placement(
        "ship", HARBOUR[0], goods=["red", "purple"], depot_goods=depot_goods, estate=knowledge_tiles(5)
    )
    state = after(state, LoadShip(6), second)
    assert {action.goods for action in legal(state)} == choice


@rule("ruling.free_step")
@pytest.mark.parametrize(("known", "workers"), [((), 3), ((9,), 2), ((8, 9), 1), ((8,), 2)])
def test_a_free_step_comes_before_the_workers_and_stays_one_step_with_8(known, workers):
    state = given(dice=[6, 6], workers=3, storage=["bank"], estate=knowledge_tiles(*known))
    assert workers_spent(state, PlaceTile(6, "bank", CITY[0])) == workers
    two_steps_off = given(dice=[1, 1], workers=0, storage=["bank"], estate=knowledge_tiles(*known))
    assert refusals(two_steps_off, PlaceTile(1, "bank", CITY[0])) == {"die.workers"}


@rule("ruling.least_workers")
@pytest.mark.parametrize(("depot", "workers"), [(3, 0), (4, 1), (2, 1), (5, 2), (1, 2), (6, 3)])
def test_an_action_costs_the_fewest_workers_that_turn_the_die_and_no_fewer(depot, workers):
    state = given(dice=[3, 3], workers=9, depots={depot: ["mine"]})
    assert workers_spent(state, TakeTile(3, depot, "mine")) == workers
    if workers:
        short = given(dice=[3, 3], workers=workers - 1, depots={depot: ["mine"]})
        assert refusals(short, TakeTile(3, depot, "mine")) == {"die.workers"}


@rule("ruling.castle_action")
def test_a_castle_gives_any_of_the_four_die_actions_with_any_value_which_no_building_does():
    wanted = {
        "goods": ["orange"],
        "depots": EMPTY_DEPOTS | {4: ["mine"]},
        "storage": ["ship"],
        "dice": [],
        "workers": 3,
    }
    castle, city_hall = given(pending=(FreeActionFrame(0),), **wanted), given(pending=(PlaceBenefitFrame(0),), **wanted)
    placements = [PlaceTile(None, "ship", WEST_HARBOUR[0]), PlaceTile(None, "ship", HARBOUR[0])]
    others = [TakeTile(None, 4, "mine"), SellGoods(None, "orange"), TakeWorkers(None)]
    assert set(legal(castle)) == {*placements, *others}
    assert set(legal(city_hall)) == {*placements, Decline()}


def test_a_castle_action_is_never_declined_since_workers_can_always_be_taken():
    state = after_placement("castle", CASTLES[0], estate={LONE_CITY: "bank"}, depots=EMPTY_DEPOTS | {1: ["mine"]})
    assert legal(state) == [TakeTile(None, 1, "mine"), TakeWorkers(None)]
    assert refusals(state, Decline()) == {"referee.verb"}


def test_a_castle_takes_workers_automatically_where_no_other_action_is_possible():
    state = given(
        dice=[6, 6], silver=2, storage=["castle"], estate={LONE_CITY: "bank"}, depots=EMPTY_DEPOTS | {0: ["ship"]}
    )
    castle = PlaceTile(6, "castle", CASTLES[0])
    assert [event.facts["answer"] for event in events_of(state, castle) if event.kind == "forced"] == ["take_workers"]
    state = after(state, castle)
    assert (state.active_player.workers, state.active_player.dice) == (2, (6,))
    assert refusals(state, TakeWorkers(None)) == {"die.named"}


def test_a_castle_action_uses_neither_die_nor_workers():
    state = given(pending=(FreeActionFrame(0),), dice=[1, 2], workers=3, depots={6: ["mine"]})
    owner = after(state, TakeTile(None, 6, "mine")).players[0]
    assert (owner.dice, owner.workers) == ((1, 2), 3)


@rule("ruling.castle_action")
def test_3_4_13_and_14_apply_to_a_castle_action_but_the_last_two_not_to_the_boarding_house():
    state = given(pending=(FreeActionFrame(0),), goods=["red"], estate=knowledge_tiles(3, 4, 13, 14))
    worker, seller = after(state, TakeWorkers(None)).players[0], after(state, SellGoods(None, "red")).players[0]
    assert [(owner.workers, owner.silver) for owner in (worker, seller)] == [(4, 1), (1, 2)]
    owner = after_placement("boarding_house", LONE_CITY, estate=knowledge_tiles(13, 14)).players[0]
    assert (owner.workers, owner.silver) == (4, 0)


@rule("ruling.purchase_between")
@pytest.mark.parametrize("dice_used", [0, 1, 2])
def test_a_tile_may_be_bought_before_between_or_after_the_dice(dice_used):
    state = given(dice=[1, 1], silver=2, depots={0: ["mine"]})
    state = after(state, *[TakeWorkers(1)] * dice_used, BuyTile(0, "mine"))
    assert (state.players[0].storage, state.players[0].silver) == (("mine",), 0)


@rule("ruling.purchase_between")
@pytest.mark.parametrize("tile", ["castle", "ship", "city_hall", "warehouse", "market"])
def test_nothing_is_bought_in_the_middle_of_an_action(tile):
    space = {"castle": CASTLES[0], "ship": HARBOUR[0]}.get(tile, CITY[0])
    table = {"depots": {0: ["ship"], 1: ["ship"]}, "depot_goods": {1: ["red"]}, "estate": {LONE_CITY: "bank"}}
    state = after_placement(tile, space, silver=2, goods=["red"], storage=["mine"], **table)
    assert refusals(state, BuyTile(0, "ship")) == {"ruling.purchase_between"}


@rule("ruling.purchase_between")
def test_nothing_is_bought_between_the_steps_of_a_ship_that_loads_in_two_depots():
    goods = {6: ["orange", "pink"], 1: ["brown", "red"]}
    table = {"depots": {0: ["mine"]}, "depot_goods": goods, "estate": knowledge_tiles(5)}
    state = after_placement("ship", HARBOUR[0], silver=2, goods=["red", "purple"], **table)
    for step in (LoadShip(6), LoadShip(1), StoreGoods("pink")):
        assert refusals(state, BuyTile(0, "mine")) == {"ruling.purchase_between"}
        state = after(state, step)
    assert (question(state), refusals(state, BuyTile(0, "mine"))) == ("main", set())


@rule("ruling.purchase_room")
@pytest.mark.parametrize("stored", [["bank", "church"], ["bank", "church", "mine"]])
def test_a_purchase_with_full_storage_sends_a_stored_tile_out_of_the_game(stored):
    state = after(given(silver=2, storage=stored, depots={0: ["ship"]}), BuyTile(0, "ship"))
    if len(stored) == 3:
        assert legal(state) == [DiscardTile(tile) for tile in stored]
        state = after(state, DiscardTile("mine"))
    assert (state.players[0].storage, question(state)) == (("bank", "church", "ship"), "main")
    assert count_in(state.supply.removed, "mine") == len(stored) - 2


def test_nothing_is_discarded_but_to_make_room():
    state = given(storage=["bank", "church", "mine"])
    assert refusals(state, DiscardTile("mine")) == {"referee.verb"}


@rule("ruling.turn_ends")
@pytest.mark.parametrize(("silver", "seat"), [(1, 1), (2, 0)])
def test_a_turn_ends_automatically_once_neither_dice_nor_a_purchase_are_left(silver, seat):
    state = given(dice=[1, 1], silver=silver, depots={0: ["mine"]})
    state = after(state, TakeWorkers(1), TakeWorkers(1))
    assert state.active_seat == seat
    if seat == 0:
        assert legal(state) == [BuyTile(0, "mine"), EndTurn()]
        assert after(state, EndTurn()).active_seat == after(state, BuyTile(0, "mine")).active_seat == 1


@rule("ruling.boards")
def test_each_of_the_twelve_printed_sides_is_dealt_separately():
    state = setup_at("deal_board", 4, "random")
    assert outcomes(GAME, state) == [(DealBoard(board), 4 if board == 1 else 1) for board in range(1, 10)]
    state = after(state, DealBoard(1), DealBoard(5))
    assert dict(outcomes(GAME, state)).get(DealBoard(1)) == 3
    assert DealBoard(5) not in dict(outcomes(GAME, state))


@rule("ruling.boards")
def test_each_side_is_chosen_in_turn_order_as_long_as_it_is_there():
    state = setup_at("choose_board", 4, "chosen")
    assert [GAME.turn(each).seat for each in (state, after(state, ChooseBoard(5)))] == [0, 1]
    assert refusals(after(state, *[ChooseBoard(1)] * 3), ChooseBoard(1), seat=3) == set()
    assert refusals(after(state, ChooseBoard(5)), ChooseBoard(5), seat=1) == {"choose_board.left"}


@rule("ruling.boards")
def test_in_the_basic_game_no_board_is_dealt_or_chosen():
    assert [player.board for player in new_game(4).state.players] == [1, 1, 1, 1]
