"""Set-up: what every player gets, the starting player, the boards, and what remains in the piles."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.content.tables import KINDS
from referee_service.games.burgundy.decisions.chance import DrawGoods
from referee_service.games.burgundy.decisions.setup import DealBoard
from referee_service.games.burgundy.questions import MakeRoomFrame
from referee_service.games.burgundy.state import BurgundyOptions
from referee_service.kernel import engine
from referee_service.kernel.bags import size_of
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match
from referee_service.kernel.verb_factories import PickStarter
from tests.games.burgundy.positions import (
    CENTRE,
    after,
    at_question,
    idle,
    legal,
    new_game,
    opening,
    question,
    random_game,
    refusals,
)

each_number_of_players = pytest.mark.parametrize("seats", [2, 3, 4])


def new_position(seats=2, **options):
    return new_match(GAME, seats=seats, options=BurgundyOptions(**options), chance=Chance("table", ""))


def board_deal(seats=2, **options):
    """Return the advanced game after the starting goods are dealt."""
    return idle(new_position(seats, **options).state, lambda state: question(state) != "deal_goods")


# --- starting pieces ------------------------------------------------------------------------------------------------


@each_number_of_players
def test_every_player_begins_with_board_1_and_a_castle_in_the_middle(seats):
    for player in opening(seats).players:
        assert player.board == 1
        assert [(at, tile) for at, tile in enumerate(player.estate) if tile] == [(CENTRE, "castle")]


@each_number_of_players
def test_every_player_begins_with_one_silver_three_goods_and_nothing_stored_or_sold(seats):
    for player in opening(seats).players:
        assert (player.silver, len(player.goods), player.storage, player.sold) == (1, 3, (), ())


@each_number_of_players
def test_the_starting_castle_scores_nothing_though_it_covers_a_district(seats):
    assert opening(seats).score_lines == ((),) * seats


@pytest.mark.parametrize(
    ("seats", "first", "workers"),
    [(2, 0, [1, 2]), (2, 1, [2, 1]), (3, 1, [3, 1, 2]), (4, 0, [1, 2, 3, 4]), (4, 2, [3, 4, 1, 2])],
)
def test_the_first_player_has_one_worker_and_each_next_one_clockwise_one_more(seats, first, workers):
    assert [player.workers for player in new_position(seats, first_player=first).state.players] == workers


@pytest.mark.parametrize(("seats", "first", "order"), [(2, 1, (1, 0)), (3, 1, (1, 2, 0)), (4, 2, (2, 3, 0, 1))])
def test_turn_order_goes_clockwise_from_the_first_player_who_lies_on_top(seats, first, order):
    state = new_position(seats, first_player=first).state
    assert state.turn_order == order
    assert state.track == (order[::-1], (), (), (), (), (), ())


# --- remaining pieces -----------------------------------------------------------------------------------------------


@each_number_of_players
def test_the_starting_castles_lie_in_their_pile_until_they_are_placed(seats):
    assert new_position(seats, first_player=0).state.supply.castle == (("castle", 14),)
    state = at_question("fill_depots", seats)
    assert [player.estate.count("castle") for player in state.players] == [1] * seats
    assert size_of(state.supply.castle) + sum(depot.count("castle") for depot in state.depots) == 14 - seats


@each_number_of_players
def test_each_castle_leaves_its_pile_when_its_seat_chooses_a_space(seats):
    state = at_question("choose_castle", seats, "random")
    for placed in range(seats):
        assert state.supply.castle == (("castle", 14 - placed),)
        assert tile_count(state) == 164
        state = after(state, legal(state)[0])


@pytest.mark.parametrize("boards", ["basic", "random", "chosen", (2, 9)])
def test_all_164_tiles_are_accounted_for_in_every_state(boards):
    assert {tile_count(state) for state in random_game(2, boards)} == {164}


def tile_count(state) -> int:
    """Return the number of hex tiles in piles, depots, storages and estates, out of the game, or waiting for room."""
    supply = state.supply
    piles = (*(supply.pile(kind) for kind in KINDS), supply.black, supply.removed)
    rows = (*state.depots, *(player.storage for player in state.players))
    estates = sum(len(player.estate) - player.estate.count("") for player in state.players)
    waiting = sum(isinstance(frame, MakeRoomFrame) for frame in state.pending)
    return sum(map(size_of, piles)) + sum(map(len, rows)) + estates + waiting


def test_before_the_first_phase_all_tiles_lie_in_their_piles():
    supply = new_position().state.supply
    piles = ("building", "animal", "ship", "knowledge", "castle", "mine", "black", "goods", "removed")
    assert {pile: size_of(getattr(supply, pile)) for pile in piles} == {
        "building": 40,
        "animal": 20,
        "ship": 20,
        "knowledge": 20,
        "castle": 14,
        "mine": 10,
        "black": 40,
        "goods": 42,
        "removed": 0,
    }


@each_number_of_players
def test_starting_goods_are_dealt_before_the_goods_of_the_first_phase(seats):
    state = opening(seats)
    assert size_of(state.supply.goods) == 42 - 3 * seats - 5
    assert len(state.round_goods) + sum(map(len, state.depot_goods)) == 5


def test_starting_goods_are_dealt_in_turn_order():
    state = new_game(first_player=1).state
    state = after(state, *map(DrawGoods, ["red", "red", "pink", "brown"]))
    assert [player.goods for player in state.players] == [("brown",), ("pink", "red", "red")]


# --- the starting player --------------------------------------------------------------------------------------------


@each_number_of_players
def test_the_first_player_is_drawn_at_random_when_the_options_name_none(seats):
    state = new_position(seats).state
    assert question(state) == "pick_starter"
    assert engine.outcomes(GAME, state) == [(PickStarter(seat), 1) for seat in range(seats)]


def test_the_seat_drawn_begins():
    state = after(new_position(3).state, PickStarter(2))
    assert (state.turn_order, [player.workers for player in state.players]) == ((2, 0, 1), [2, 3, 1])


def test_a_seat_that_is_not_at_the_table_cannot_be_drawn():
    assert refusals(new_position(3).state, PickStarter(3), "chance") == {"referee.chance"}
    assert refusals(new_position(3).state, PickStarter(4), "chance") == {"referee.field"}


def test_only_chance_draws_the_first_player():
    assert refusals(new_position(2).state, PickStarter(0), seat=0) == {"referee.seat"}


# --- boards ---------------------------------------------------------------------------------------------------------


def test_a_random_board_is_as_likely_as_it_has_copies():
    outcomes = engine.outcomes(GAME, board_deal(boards="random", first_player=0))
    assert outcomes == [(DealBoard(1), 4), *((DealBoard(board), 1) for board in range(2, 10))]


def test_a_board_dealt_is_not_dealt_again_beyond_its_copies():
    state = after(board_deal(4, boards="random", first_player=0), DealBoard(1), DealBoard(6))
    left = {action.board: weight for action, weight in engine.outcomes(GAME, state)}
    assert left == {1: 3, 2: 1, 3: 1, 4: 1, 5: 1, 7: 1, 8: 1, 9: 1}
    assert refusals(state, DealBoard(6), "chance") == {"referee.chance"}


def test_random_boards_are_dealt_in_turn_order_then_castles_are_chosen():
    state = after(board_deal(3, boards="random", first_player=1), DealBoard(7), DealBoard(8), DealBoard(9))
    assert [player.board for player in state.players] == [9, 7, 8]
    assert question(state) == "choose_castle"


def test_boards_may_be_named_seat_by_seat():
    state = board_deal(3, boards=(1, 5, 1), first_player=1)
    assert ([player.board for player in state.players], question(state)) == ([1, 5, 1], "choose_castle")


@each_number_of_players
@pytest.mark.parametrize("boards", ["random", "chosen"])
def test_without_boards_no_player_has_an_estate(seats, boards):
    state = board_deal(seats, boards=boards, first_player=0)
    assert [(player.board, player.estate) for player in state.players] == [(0, ())] * seats


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"boards": (1,)}, "boards names one board for each of the 2 seats, not 1"),
        ({"boards": (1, 2, 3)}, "boards names one board for each of the 2 seats, not 3"),
        ({"boards": (1, 10)}, "there is no board 10; there are 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"boards": (4, 4)}, r"more seats want board 4 than there are copies of it \(1\)"),
        ({"first_player": 2}, "first_player is one of the seats 0 to 1"),
        ({"first_player": -1}, "first_player is one of the seats 0 to 1"),
    ],
)
def test_options_that_cannot_be_played_are_refused_with_the_reason(options, reason):
    with pytest.raises(ValueError, match=reason):
        new_position(2, **options)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats):
    with pytest.raises(ValueError, match=f"burgundy is played by 2, 3, 4, not {seats}"):
        new_position(seats)


def test_a_pack_that_is_not_installed_is_refused():
    with pytest.raises(LookupError, match="no content pack 'printed-1999'; there are printed-2011@"):
        new_match(GAME, seats=2, chance=Chance("table", ""), content="printed-1999")
