"""The audit of names, lengths, ranges and order. The contract suite breaks every mark; here are the limits of play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy.questions import (
    FillDepotsFrame,
    FreeActionFrame,
    LoadMoreFrame,
    StoreGoodsFrame,
)
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_item, with_player
from tests.games.burgundy.positions import (
    at_question,
    faults,
    new_game,
    opening,
    with_supply,
)
from tests.games.rules import allows, refuses, rule

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""


@refuses("audit.known")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, depots=with_item(FIRST.depots, 3, ("tavern",))), "depots[3][0]"),
        (with_player(FIRST, 0, estate=with_item(FIRST.active_player.estate, 2, "tavern")), "players[0].estate[2]"),
        (with_supply(FIRST, removed=(("", 1),)), "supply.removed[0]"),
        (with_supply(FIRST, goods=(("silk", 1),)), "supply.goods[0]"),
        (with_player(FIRST, 0, dice=(0, 6)), "players[0].dice[0]"),
        (with_player(FIRST, 1, dice=(1, 7)), "players[1].dice[1]"),
        (replace(FIRST, pending=(StoreGoodsFrame(0, (7,)),)), "pending[0].depots[0]"),
        (replace(FIRST, pending=(StoreGoodsFrame(0, (1,)), LoadMoreFrame(0, 0))), "pending[1].first"),
        (with_player(FIRST, 1, board=10), "players[1].board"),
        (with_player(FIRST, 1, board=0), "players[1].board"),
        (with_player(FIRST, 1, board=-1), "players[1].board"),
        (with_player(at_question("deal_board", boards="random"), 0, estate=("",) * 37), "players[0].board"),
    ],
)
def test_unknown_names_are_refused(forged, path):
    assert faults(forged) == {(path, "audit.known")}


@refuses("audit.shape")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, players=FIRST.players[:1]), "players"),
        (replace(FIRST, players=()), "players"),
        (replace(FIRST, players=FIRST.players * 3), "players"),
        (replace(FIRST, track=FIRST.track[:6]), "track"),
        (with_player(FIRST, 1, estate=()), "players[1].estate"),
        (with_player(FIRST, 0, estate=(*FIRST.active_player.estate, "")), "players[0].estate"),
        (with_player(opening(2, (5, 6)), 0, estate=("castle",)), "players[0].estate"),
    ],
)
def test_every_list_has_its_length(forged, path):
    assert faults(forged) == {(path, "audit.shape")}


@allows("audit.shape")
def test_before_the_castle_is_chosen_an_estate_may_be_missing():
    assert not faults(opening(2, (5, 6)))


@refuses("audit.range")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, round=6), "round"),
        (replace(FIRST, active_index=2), "active_index"),
        (replace(FIRST, active_index=-1), "active_index"),
        (replace(FIRST, white_die=7), "white_die"),
        (with_player(FIRST, 0, silver=-1), "players[0].silver"),
        (with_player(FIRST, 0, workers=10**30), "players[0].workers"),
        (with_player(FIRST, 1, storage=("bank", "bank", "mine", "ship")), "players[1].storage"),
        (with_player(FIRST, 1, goods=("brown", "orange", "pink", "red")), "players[1].goods"),
        (replace(FIRST, pending=(FreeActionFrame(2),)), "pending[0].seat"),
        (replace(FIRST, pending=(FreeActionFrame(-1),)), "pending[0].seat"),
        (replace(FIRST, pending=(StoreGoodsFrame(0, ()),)), "pending[0].depots"),
        (replace(FIRST, pending=(StoreGoodsFrame(0, (1, 2, 3)),)), "pending[0].depots"),
        (replace(FIRST, pending=(FillDepotsFrame(CHANCE, -1),)), "pending[0].laid"),
        (replace(FIRST, pending=(FillDepotsFrame(CHANCE, 16),)), "pending[0].laid"),
        (replace(FIRST, track=((1, 5), *FIRST.track[1:])), "track[0][1]"),
        (with_supply(FIRST, removed=(("bank", -1),)), "supply.removed[0]"),
        (with_supply(FIRST, removed=(("mine", 10**18),)), "supply.removed[0]"),
        (replace(FIRST, bonuses=replace(FIRST.bonuses, mine=(9,))), "bonuses.mine[0]"),
    ],
)
def test_every_number_is_in_its_range(forged, path):
    assert faults(forged) == {(path, "audit.range")}


@refuses("audit.sorted")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (with_player(FIRST, 1, dice=(5, 2)), "players[1].dice"),
        (replace(FIRST, depot_goods=with_item(FIRST.depot_goods, 2, ("red", "brown"))), "depot_goods[2]"),
        (with_supply(FIRST, removed=(("bank", 1), ("bank", 1))), "supply.removed"),
        (replace(FIRST, turn_order=(0, 0)), "turn_order"),
    ],
)
def test_rows_of_pieces_are_sorted(forged, path):
    assert faults(forged) == {(path, "audit.sorted")}


@refuses("audit.sorted")
def test_score_lines_are_sorted_and_unique():
    line = ScoreLine("building.watchtower", 1, 4)
    for lines in [(line, line), (ScoreLine("score.animals", 1, 4), line)]:
        assert ("score_lines[0]", "audit.sorted") in faults(replace(FIRST, score_lines=(lines, ())))


@refuses("audit.order")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, track=((0,), *FIRST.track[1:])), "track"),
        (replace(FIRST, track=((1, 0, 0), *FIRST.track[1:])), "track"),
    ],
)
def test_the_track_names_every_seat_once(forged, path):
    assert faults(forged) == {(path, "audit.order")}


@rule("audit.order")
def test_the_track_shows_the_order_of_seats_that_have_not_acted():
    state = opening(3)
    swapped = with_item(state.track, 0, (1, 2, 0))
    assert faults(replace(state, track=swapped)) == {("turn_order", "audit.order")}
    assert not faults(replace(state, track=with_item(state.track, 0, (0, 2, 1))))


@refuses("audit.order")
def test_a_round_begins_with_the_order_of_the_track():
    assert faults(replace(at_question("roll_dice"), turn_order=(1, 0))) == {("turn_order", "audit.order")}


@rule("audit.order")
def test_the_track_is_empty_while_the_first_player_is_drawn():
    state = new_game(first_player=None).state
    assert not faults(state)
    assert faults(replace(state, track=((1, 0), *state.track[1:]))) == {("track", "audit.order")}
