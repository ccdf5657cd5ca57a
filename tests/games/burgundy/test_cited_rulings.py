"""Rulings on readings of the rulebook that results, refusals and events cite where they decide."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.decisions.chance import RollDie
from referee_service.games.burgundy.decisions.ships import LoadShip, StoreGoods
from referee_service.games.burgundy.state import BurgundyOptions
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.score import Result
from referee_service.kernel.state import ScoreLine
from tests.games.burgundy.positions import (
    CITY,
    HARBOUR,
    LONE_CITY,
    after,
    after_placement,
    after_rolls,
    at_question,
    estate_with,
    events_of,
    game_end,
    given,
    idle,
    knowledge_tiles,
    legal,
    question,
    refusals,
)
from tests.games.rules import rule

TRACK_TAIL = ((),) * 6
"""The spaces of the turn order track after the first."""


def cited_by(state, action) -> list[str]:
    """Return the rulings that the events of this action cite."""
    facts = [event.facts.get("rule", "") for event in events_of(state, action)]
    return [rule_id for rule_id in facts if rule_id.startswith("ruling.")]


# --- ties -----------------------------------------------------------------------------------------------------------


def tie_lines(result: Result) -> list[list[ScoreLine]]:
    """Return for each seat the score lines that cite a tie-break."""
    return [[line for line in lines if line.rule.startswith("ruling.tie")] for lines in result.lines]


def ending(**other) -> Result:
    """Return the result of seat 0 with three silver and its castle only, against this other player."""
    wanted = {name: other.pop(name) for name in ("options", "track") if name in other}
    return GAME.result(game_end(silver=3, others={1: other}, **wanted))


@rule("ruling.tie_break")
@pytest.mark.parametrize(("tie_break", "winner"), [("fewest_empty", 1), ("most_empty", 0)])
def test_a_result_cites_the_empty_spaces_that_broke_a_tie(tie_break, winner):
    options = BurgundyOptions(tie_break=tie_break)
    result = ending(silver=3, estate=estate_with({CITY[0]: "bank"}), options=options)
    assert result.winners == (winner,)
    assert tie_lines(result) == [[ScoreLine("ruling.tie_break", 36, 0)], [ScoreLine("ruling.tie_break", 35, 0)]]


@rule("ruling.tie_order")
@pytest.mark.parametrize(("on_start", "winner", "places"), [((1, 0), 1, (1, 2)), ((0, 1), 0, (2, 1))])
def test_a_result_cites_the_turn_order_where_empty_spaces_are_equal_too(on_start, winner, places):
    result = ending(silver=3, track=(on_start, *TRACK_TAIL))
    assert result.winners == (winner,)
    assert [lines[1] for lines in tie_lines(result)] == [ScoreLine("ruling.tie_order", place, 0) for place in places]


@rule("ruling.tie_break", "ruling.tie_order")
def test_a_result_without_a_tie_cites_no_tie_break():
    result = ending(silver=2)
    assert (result.winners, tie_lines(result)) == ((0,), [[], []])


def test_a_tie_for_a_later_place_is_cited_for_the_tied_seats_only():
    others = {1: {"silver": 3}, 2: {"silver": 3, "estate": estate_with({CITY[0]: "bank"})}}
    result = GAME.result(game_end(seats=3, silver=9, others=others))
    assert result.ranking == ((0,), (2,), (1,))
    assert [len(lines) for lines in tie_lines(result)] == [0, 1, 1]


def test_lines_that_cite_a_tie_break_give_no_points():
    result = ending(silver=3)
    assert result.scores == tuple(sum(line.points for line in lines) for lines in result.lines) == (3, 3)


# --- sold goods -----------------------------------------------------------------------------------------------------


@rule("ruling.sold_goods")
def test_sold_goods_lie_open_to_every_seat_and_a_sale_says_so():
    state = given(dice=[4, 4], goods=["red", "red"])
    assert cited_by(state, SellGoods(4, "red")) == ["ruling.sold_goods"]
    sold = after(state, SellGoods(4, "red"))
    assert [GAME.view(sold, seat).players[0].sold for seat in (0, 1, None)] == [("red", "red")] * 3
    assert cited_by(state, TakeWorkers(4)) == []


# --- benefits and ships ---------------------------------------------------------------------------------------------


@rule("ruling.benefits")
@pytest.mark.parametrize("building", ["warehouse", "carpenters_workshop", "church", "market", "city_hall"])
def test_a_benefit_that_may_be_used_is_declined_under_its_ruling_or_used(building):
    table = {"goods": ["red"], "depots": {1: ["ship", "mine", "church"]}}
    state = after_placement(building, LONE_CITY, storage=["mine"], **table)
    used, declined = legal(state)[0], legal(state)[-1]
    assert declined == Decline()
    assert cited_by(state, declined) == ["ruling.benefits"]
    assert "ruling.benefits" not in cited_by(state, used)


@rule("ruling.benefits")
@pytest.mark.parametrize(("building", "silver", "workers"), [("bank", 2, 0), ("boarding_house", 0, 4)])
def test_a_benefit_that_the_book_simply_gives_is_not_asked_for(building, silver, workers):
    state = after_placement(building, LONE_CITY)
    assert (question(state), state.players[0].silver, state.players[0].workers) == ("main", silver, workers)


@rule("ruling.ship_loads", "ruling.benefits")
def test_a_ship_takes_goods_and_only_its_second_depot_may_be_declined():
    goods = {6: ["orange", "pink"], 1: ["brown"]}
    state = after_placement("ship", HARBOUR[0], goods=["red"], depot_goods=goods, estate=knowledge_tiles(5))
    assert refusals(state, Decline()) == {"ruling.ship_loads"}
    state = after(state, LoadShip(6))
    assert refusals(state, Decline()) == set()
    assert cited_by(state, Decline()) == ["ruling.benefits"]
    assert after(state, Decline()).players[0].goods == ("orange", "pink", "red")


@rule("ruling.ship_loads")
def test_kinds_are_stored_until_no_space_is_free_and_the_rest_stays():
    state = after_placement("ship", HARBOUR[0], goods=["red"], depot_goods={2: ["brown", "orange", "pink", "purple"]})
    state = after(state, LoadShip(2))
    for kind in ("brown", "pink"):
        assert refusals(state, Decline()) == {"ruling.ship_loads"}
        state = after(state, StoreGoods(kind))
    assert (question(state), state.players[0].goods) == ("main", ("brown", "pink", "red"))
    assert state.depot_goods[1] == ("orange", "purple")


# --- turn order and goods of a round --------------------------------------------------------------------------------


@rule("ruling.next_round")
def test_a_ship_moves_its_owner_at_once_but_the_order_changes_with_the_next_round():
    state = given(seats=3, dice=[5, 5], storage=["ship"], track=((1, 0, 2), *TRACK_TAIL), turn_order=(0, 1, 2))
    assert cited_by(state, PlaceTile(5, "ship", HARBOUR[0])) == ["ruling.next_round"]
    assert cited_by(state, TakeWorkers(5)) == []
    state = after(state, PlaceTile(5, "ship", HARBOUR[0]))
    assert (state.track[1], state.turn_order) == ((0,), (0, 1, 2))
    assert idle(state, lambda later: question(later) == "roll_dice").turn_order == (0, 2, 1)


@rule("ruling.goods_order")
def test_the_goods_tile_turned_up_first_is_laid_first_and_the_last_one_last():
    state = at_question("roll_dice")
    first, *others = state.round_goods
    state = after_rolls(state, 1, 1, 2, 2)
    assert cited_by(state, RollDie(3)) == ["ruling.goods_order"]
    laid = after(state, RollDie(3))
    assert (laid.depot_goods[2], laid.round_goods) == ((first,), tuple(others))
    last_round = idle(laid, lambda later: question(later) == "roll_dice" and len(later.round_goods) == 1)
    assert last_round.round_goods == (others[-1],)


def test_a_die_of_a_player_lays_no_goods():
    assert cited_by(at_question("roll_dice"), RollDie(3)) == []
