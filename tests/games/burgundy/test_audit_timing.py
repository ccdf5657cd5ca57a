"""The audit of timing and of the stack: dice, open questions and automatic steps fit the stage."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy.boards import place_starting_castle
from referee_service.games.burgundy.questions import (
    ChooseBoardFrame,
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
from referee_service.games.burgundy.state import BurgundyOptions
from referee_service.kernel.bags import remove_from
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    LONE_CITY,
    SCHOOL,
    WEST_HARBOUR,
    at_question,
    faults,
    idle,
    new_game,
    opening,
    with_estate,
    with_supply,
    without_tiles,
)
from tests.games.rules import allows, refuses, rule

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""


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
def test_the_number_of_dice_fits_the_turn(seat, dice, refused):
    wanted = {(f"players[{seat}].dice", "audit.dice")} if refused else set()
    assert faults(with_player(FIRST, seat, dice=dice)) == wanted


@refuses("audit.dice")
def test_a_seat_that_has_played_has_no_dice():
    assert faults(replace(FIRST, active_index=1)) == {("players[0].dice", "audit.dice")}


@rule("audit.dice")
def test_dice_come_in_turn_order():
    state = at_question("roll_dice")
    assert faults(with_player(state, 1, dice=(3,))) == {("players[1].dice", "audit.dice")}
    assert not faults(with_player(state, 0, dice=(3,)))


@refuses("audit.dice")
def test_no_seat_has_dice_while_the_depots_are_filled():
    assert faults(with_player(at_question("fill_depots"), 0, dice=(1, 2))) == {("players[0].dice", "audit.dice")}


SET_UP = {
    "pick_starter": new_game(first_player=None).state,
    "deal_goods": at_question("deal_goods"),
    "deal_board": at_question("deal_board", boards="random"),
    "choose_board": at_question("choose_board", boards="chosen"),
    "choose_castle": at_question("choose_castle", boards=(1, 1)),
}
"""Set-up at each of its questions."""
ROLLING, FILLING, REVEALING = map(at_question, ("roll_dice", "fill_depots", "reveal_goods"))
OVER = idle(FIRST, lambda state: state.stage == "over")
"""A game that has ended."""


def with_pending(state, *pending):
    """Return the position with these open questions."""
    return replace(state, pending=pending)


MARKET = with_estate(FIRST, {LONE_CITY: "market"})
"""Seat 0 has a market."""
CASTLE = with_estate(MARKET, {CASTLES[0]: "castle"})
"""Seat 0 has placed a second castle."""
SHIP = with_estate(FIRST, {WEST_HARBOUR[0]: "ship", LONE_CITY: "city_hall"})
"""Seat 0 has a ship and a city hall."""
SECOND_DEPOT = with_estate(FIRST, {WEST_HARBOUR[0]: "ship", SCHOOL[0]: "knowledge_5"})
"""Seat 0 has a ship, which may load in two neighbour depots."""


@refuses("audit.question")
@pytest.mark.parametrize(
    ("forged", "place"),
    [
        pytest.param(with_pending(CASTLE, FreeActionFrame(1)), 0, id="a question to another seat"),
        pytest.param(with_pending(CASTLE, FreeActionFrame(CHANCE)), 0, id="a question to chance"),
        pytest.param(with_pending(CASTLE, FreeActionFrame(0), FreeActionFrame(0)), 1, id="two castles at once"),
        pytest.param(
            with_pending(SHIP, LoadShipFrame(0), PlaceBenefitFrame(0)), 1, id="a ship and a city hall at once"
        ),
        pytest.param(with_pending(FIRST, RollDiceFrame(CHANCE)), 0, id="dice that lie already"),
        pytest.param(with_pending(ROLLING, FreeActionFrame(0)), 0, id="an action before the dice"),
        pytest.param(with_pending(ROLLING, RollDiceFrame(0)), 0, id="a player rolls the dice"),
        pytest.param(
            with_pending(FILLING, FILLING.pending[0], FillDepotsFrame(0, 0)), 1, id="a player fills the depots"
        ),
        pytest.param(with_pending(FILLING, *FILLING.pending[1:]), 0, id="no goods after the tiles"),
        pytest.param(
            replace(REVEALING, round_goods=ROLLING.round_goods, supply=ROLLING.supply), 0, id="goods turned up already"
        ),
        pytest.param(
            with_pending(without_tiles(FIRST, "castle"), MakeRoomFrame(0, "castle")),
            0,
            id="room to be made in empty storage",
        ),
        pytest.param(
            with_pending(SHIP, StoreGoodsFrame(0, (1,)), LoadMoreFrame(0, 1)),
            1,
            id="a second depot without knowledge 5",
        ),
        pytest.param(
            with_pending(SECOND_DEPOT, StoreGoodsFrame(0, (2,)), LoadMoreFrame(0, 1)), 1, id="another first depot"
        ),
        pytest.param(with_pending(SECOND_DEPOT, LoadMoreFrame(0, 1)), 0, id="a second depot without a first"),
        pytest.param(with_pending(SHIP, StoreGoodsFrame(0, (1, 2))), 0, id="two depots without knowledge 5"),
        pytest.param(with_pending(SECOND_DEPOT, StoreGoodsFrame(0, (1, 4))), 0, id="two depots that are no neighbours"),
        pytest.param(with_pending(OVER, RollDiceFrame(CHANCE)), 0, id="dice after the end"),
    ],
)
def test_the_open_questions_fit_the_stage_of_play(forged, place):
    assert faults(forged) == {(f"pending[{place}]", "audit.question")}


@refuses("audit.stage")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(FIRST, white_die=0), id="a turn without the white die"),
        pytest.param(
            replace(FIRST, round=0, round_goods=sum(FIRST.depot_goods, FIRST.round_goods), depot_goods=((),) * 6),
            id="a turn in no round",
        ),
        pytest.param(replace(FIRST, stage="over"), id="over after one turn"),
        pytest.param(with_pending(replace(FILLING, stage="scoring")), id="a stage that an automatic step leaves"),
        pytest.param(replace(ROLLING, active_index=1), id="a round that begins with the second player"),
        pytest.param(replace(FILLING, active_index=0), id="a turn while the depots are filled"),
    ],
)
def test_round_and_turn_fit_the_stage(forged):
    assert faults(forged) == {("stage", "audit.stage")}


@rule("audit.question")
@pytest.mark.parametrize(
    ("name", "pending", "place"),
    [
        ("pick_starter", (PickStarterFrame(0),), 0),
        ("pick_starter", (PickStarterFrame(CHANCE), PickStarterFrame(CHANCE)), 1),
        ("deal_goods", (DealGoodsFrame(0),), 0),
        ("deal_goods", (DealGoodsFrame(CHANCE), DealGoodsFrame(CHANCE)), 1),
        ("deal_goods", (FreeActionFrame(0),), 0),
        ("deal_board", (DealBoardFrame(1),), 0),
        ("deal_board", (DealBoardFrame(CHANCE), DealBoardFrame(CHANCE)), 1),
        ("choose_board", (ChooseBoardFrame(CHANCE),), 0),
        ("choose_board", (ChooseBoardFrame(0), ChooseBoardFrame(0)), 0),
        ("choose_board", (ChooseBoardFrame(1),), 0),
        ("choose_castle", (ChooseCastleFrame(1),), 0),
        ("choose_castle", (ChooseCastleFrame(1), ChooseCastleFrame(0), ChooseCastleFrame(CHANCE)), 2),
        ("choose_castle", (ChooseCastleFrame(1), ChooseCastleFrame(0), ChooseCastleFrame(0)), 2),
    ],
)
def test_the_open_questions_fit_the_stage_of_set_up(name, pending, place):
    assert not faults(SET_UP[name])
    assert faults(with_pending(SET_UP[name], *pending)) == {(f"pending[{place}]", "audit.question")}


@refuses("audit.question")
def test_no_seat_chooses_a_castle_space_in_the_basic_game():
    forged = replace(SET_UP["choose_castle"], options=BurgundyOptions(boards="basic"))
    assert faults(forged) == {("pending[0]", "audit.question")}


@refuses("audit.stage")
@pytest.mark.parametrize("name", SET_UP)
def test_no_seat_has_points_during_set_up(name):
    forged = replace(SET_UP[name], score_lines=((ScoreLine("score.sale", 1, 2),), ()))
    assert faults(forged) == {("stage", "audit.stage")}


def with_castle(state, seat):
    """Return the position with the starting castle of a seat in the middle."""
    return replace(place_starting_castle(state, seat, CENTRE), events=())


@refuses("audit.stage")
def test_no_seat_has_sold_goods_or_has_an_estate_too_early():
    sold, *unsold = SET_UP["choose_castle"].players[0].goods
    seller = with_player(SET_UP["choose_castle"], 0, goods=tuple(unsold), sold=(sold,))
    founder = with_castle(with_player(SET_UP["deal_board"], 0, board=1), 0)
    assert faults(seller) == faults(founder) == {("stage", "audit.stage")}


@refuses("audit.question")
@pytest.mark.parametrize("goods", [((), ("red",)), (("red",) * 3, ("pink",) * 3)], ids=["out of turn", "all dealt"])
def test_starting_goods_are_dealt_in_turn_order_until_every_seat_has_three(goods):
    state = SET_UP["deal_goods"]
    for seat, dealt in enumerate(goods):
        for kind in dealt:
            state = with_supply(state, goods=remove_from(state.supply.goods, kind))
        state = with_player(state, seat, goods=dealt)
    assert faults(state) == {("pending[0]", "audit.question")}


@refuses("audit.stage")
def test_boards_and_castles_are_handed_out_in_turn_order():
    board_first, castle_first = (SET_UP[name] for name in ("deal_board", "choose_castle"))
    for forged in (with_player(board_first, 1, board=3), with_castle(castle_first, 1)):
        assert faults(forged) == {("stage", "audit.stage")}


@refuses("audit.question")
def test_boards_and_castles_are_handed_out_once():
    dealt, chosen, founded = (SET_UP[name] for name in ("deal_board", "choose_board", "choose_castle"))
    for seat in range(2):
        dealt, chosen = (with_player(state, seat, board=seat + 2) for state in (dealt, chosen))
        founded = with_castle(founded, seat)
    for forged, place in ((dealt, 0), (chosen, 1), (founded, 1)):
        assert faults(forged) == {(f"pending[{place}]", "audit.question")}


@rule("audit.question")
@pytest.mark.parametrize(
    ("state", "frame", "refused"),
    [
        pytest.param(FIRST, TakeBenefitFrame(0, ("ship", "animal")), True, id="no market"),
        pytest.param(MARKET, TakeBenefitFrame(0, ("ship", "animal")), False, id="a market"),
        pytest.param(MARKET, TakeBenefitFrame(0, ("ship",)), True, id="a market that fetches less"),
        pytest.param(MARKET, TakeBenefitFrame(0, ("mine", "knowledge", "castle")), True, id="a market is no church"),
        pytest.param(FIRST, FreeActionFrame(0), True, id="only the starting castle"),
        pytest.param(CASTLE, FreeActionFrame(0), False, id="a second castle"),
        pytest.param(FIRST, LoadShipFrame(0), True, id="no ship"),
        pytest.param(with_estate(FIRST, {WEST_HARBOUR[0]: "ship"}), LoadShipFrame(0), False, id="a ship"),
        pytest.param(FIRST, SellBenefitFrame(0), True, id="no warehouse"),
        pytest.param(with_estate(FIRST, {LONE_CITY: "warehouse"}), SellBenefitFrame(0), False, id="a warehouse"),
    ],
)
def test_only_a_placed_tile_opens_its_question(state, frame, refused):
    wanted = {("pending[0]", "audit.question")} if refused else set()
    assert faults(replace(state, pending=(frame,))) == wanted


@allows("audit.stage")
def test_questions_of_a_turn_are_put_to_the_seat_in_turn():
    assert not faults(replace(MARKET, pending=(TakeBenefitFrame(0, ("ship", "animal")),)))


@rule("referee.rest")
@pytest.mark.parametrize(
    ("forged", "refused"),
    [
        pytest.param(with_pending(SET_UP["deal_goods"]), True, id="set-up without a question"),
        pytest.param(with_player(FIRST, 0, dice=()), True, id="a turn with nothing left to do"),
        pytest.param(with_player(FIRST, 0, dice=(), silver=2), False, id="a turn with a purchase left"),
        pytest.param(
            replace(with_estate(FIRST, {LONE_CITY: "city_hall"}), pending=(PlaceBenefitFrame(0),)),
            True,
            id="a question without an answer",
        ),
        pytest.param(
            replace(with_estate(FIRST, {WEST_HARBOUR[0]: "ship"}), pending=(StoreGoodsFrame(0, (1,)),)),
            True,
            id="goods that need no choice",
        ),
    ],
)
def test_no_automatic_step_is_pending(forged, refused):
    assert faults(forged) == ({("pending", "referee.rest")} if refused else set())
