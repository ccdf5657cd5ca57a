"""Main action settle."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.decisions.main_action import EndAction
from tests.games.dice_settlers.full_positions import (
    after_lines,
    full_position,
    legal_lines,
    refused_rules,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    legal,
    refusals,
    spent_count,
    tents,
)
from tests.games.rules import rule

ROW = {FOREST: {0: 1}, PLAIN: {}, HILL: {1: 1}, "tile_09": {}}
"""Forest in the middle; all other tiles are its neighbours."""


@rule("settle.tile")
def test_a_tile_is_named_to_place_and_to_recall():
    state = given(ROW, seat_0={"active": ["white_settle"]})
    assert refusals(state, Settle("take", FOREST)) == {"settle.tile"}
    assert refusals(state, Settle("place")) == {"settle.tile"}
    assert not refusals(state, Settle("place", FOREST))


@rule("settle.tents")
@pytest.mark.parametrize(("held", "refused"), [(0, True), (1, False)])
def test_a_tent_of_the_personal_supply_is_placed(held, refused):
    state = given(ROW, seat_0={"active": ["white_settle"], "tents": held})
    assert ("settle.tents" in refusals(state, Settle("place", PLAIN))) is refused


@rule("settle.reach")
def test_settling_goes_from_tile_to_tile():
    around = {PLAIN: {}, FOREST: {0: 1}, HILL: {}, DESERT: {}, MOUNTAIN: {}}
    state = given(around, seat_0={"active": ["white_settle"] * 3})
    assert refusals(state, Settle("place", MOUNTAIN)) == {"settle.reach"}
    state = after(state, Settle("place", PLAIN))
    assert not refusals(state, Settle("place", MOUNTAIN))


def test_ruling_settle_no_presence_tents_are_taken_but_not_placed():
    state = given({FOREST: {1: 1}}, seat_0={"active": ["white_settle"]})
    assert legal(state, "settle") == [Settle("take")]
    assert refusals(state, Settle("place", FOREST)) == {"settle.reach"}


@rule("settle.recall")
def test_tents_are_recalled_and_houses_are_not():
    state = given({FOREST: {0: 1}, PLAIN: {"house": 0}}, seat_0={"active": ["white_settle"]})
    assert refusals(state, Settle("recall", PLAIN)) == {"settle.recall"}
    state = after(state, Settle("recall", FOREST))
    assert (tents(state, FOREST), state.players[0].tents) == (0, 4)


@pytest.mark.parametrize(("recall", "refused"), [("one_for_each", True), ("any_number", False)])
def test_ruling_settle_recall_one_for_each_symbol_or_any_number(recall, refused):
    state = given({FOREST: {0: 3}, "tile_09": {0: 1}}, seat_0={"active": ["white_settle"]}, options={"recall": recall})
    state = after(state, Settle("recall", FOREST))
    assert bool(refusals(state, Settle("recall", FOREST))) is refused
    if not refused:
        state = after(state, Settle("recall", FOREST), EndAction())
        assert (tents(state, FOREST), spent_count(state, "white")) == (1, 1)


def settle_position(land, symbols: int, tents: int, **wanted):
    """Return a position of seat 0 with this number of settle symbols and tents."""
    return full_position(land, seat_0={"active": ["white_settle"] * symbols, "tents": tents}, **wanted)


def test_take_a_tent_and_place_it():
    state = after_lines(settle_position({25: {0: 1}}, 2, 0), "settle option=take", "settle option=place tile=tile_25")
    assert (tents_and_house(state, 25), state.players[0].tents) == (((2, 0), -1), 0)


def test_tents_go_one_after_the_other_and_do_not_jump():
    row = {1: {0: 1}, 24: {"at": (2, 0)}, 18: {"at": (3, 0)}}
    state = settle_position(row, 3, 3)
    assert refused_rules(state, "settle option=place tile=tile_24") == {"settle.reach"}
    state = after_lines(state, *[f"settle option=place tile={tile}" for tile in ("tile_03", "tile_24", "tile_18")])
    assert [tents_and_house(state, tile)[0][0] for tile in (3, 24, 18)] == [1, 1, 1]


@pytest.mark.parametrize(("recall", "tents"), [("one_for_each", 2), ("any_number", 5)])
def test_how_many_tents_two_symbols_recall(recall, tents):
    """Ruling settle_recall: one tent per symbol, or any number with the option. Houses are never recalled."""
    state = settle_position({24: {0: 5}, 18: {"house": 0}}, 2, 0, options={"recall": recall})
    assert refused_rules(state, "settle option=recall tile=tile_18") == {"settle.recall"}
    while "settle option=recall tile=tile_24" in legal_lines(state, "settle"):
        state = after_lines(state, "settle option=recall tile=tile_24")
    assert state.players[0].tents == tents
    assert dict(state.players[0].active).get("white_settle", 0) == (1 if recall == "any_number" else 0)


def test_a_player_who_recalls_the_last_tent_cannot_place_it_again():
    """Ruling settle_no_presence: a house would still be presence."""
    gone = after_lines(settle_position({24: {0: 1}}, 3, 0), "settle option=recall tile=tile_24")
    assert refused_rules(gone, "settle option=place tile=tile_24") == {"settle.reach"}
    land = {24: {0: 1, "at": (-1, 0)}, 18: {"house": 0, "at": (-1, 1)}}
    with_house = after_lines(settle_position(land, 3, 0), "settle option=recall tile=tile_24")
    assert refused_rules(with_house, "settle option=place tile=tile_24") == set()
