"""Choosing the space of the starting castle in the advanced game: any castle space, in turn order."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.decisions.setup import ChooseBoard, ChooseCastle
from tests.games.burgundy.positions import (
    CASTLES,
    CENTRE,
    after,
    events_of,
    idle,
    legal,
    new_game,
    question,
    refusals,
)
from tests.games.rules import rule

CASTLE_SPACES = {
    1: (1, 2, 6, 18),
    2: (3, 21, 33, 36),
    3: (6, 18, 28, 32),
    4: (0, 13, 23, 36),
    5: (10, 19, 23, 31),
    6: (2, 18, 33, 36),
    7: (1, 2, 34, 35),
    8: (5, 7, 29, 31),
    9: (2, 15, 20, 34),
}


def castle_choice(*spaces, boards=(1, 1), first_player=0):
    """Return the advanced game with these boards, after these choices."""
    state = idle(new_game(len(boards), boards, first_player).state, lambda state: question(state) == "choose_castle")
    return after(state, *map(ChooseCastle, spaces))


@rule("choose_castle.colour")
@pytest.mark.parametrize("space", range(37))
def test_the_starting_castle_stands_on_a_castle_space(space):
    refused = refusals(castle_choice(), ChooseCastle(space))
    assert refused == (set() if space in (*CASTLES, CENTRE) else {"choose_castle.colour"})


@pytest.mark.parametrize(("board", "spaces"), CASTLE_SPACES.items())
def test_every_board_offers_its_four_castle_spaces(board, spaces):
    assert legal(castle_choice(boards=(board, 1))) == [ChooseCastle(space) for space in spaces]


def test_every_seat_chooses_on_its_own_board():
    state = castle_choice(CENTRE, boards=(1, 2))
    assert refusals(state, ChooseCastle(CENTRE), seat=1) == {"choose_castle.colour"}
    assert not refusals(state, ChooseCastle(21), seat=1)


def test_castles_are_chosen_in_turn_order():
    state = castle_choice(boards=(1, 2, 3), first_player=2)
    assert [frame.seat for frame in reversed(state.pending)] == [2, 0, 1]


def test_the_estate_begins_there_with_no_action_and_no_points():
    state = castle_choice(CASTLES[1], CENTRE)
    assert [(player.estate.index("castle"), player.estate.count("")) for player in state.players] == [(2, 36), (18, 36)]
    assert (state.score_lines, question(state)) == (((), ()), "fill_depots")


def test_the_other_seat_may_not_choose_yet():
    assert refusals(castle_choice(), ChooseCastle(CENTRE), seat=1) == {"referee.seat"}


def test_a_castle_is_not_chosen_in_answer_to_another_question():
    assert refusals(castle_choice(), ChooseBoard(1)) == {"referee.verb"}


@pytest.mark.parametrize("space", [-1, 37])
def test_there_is_no_other_space(space):
    assert refusals(castle_choice(), ChooseCastle(space)) == {"referee.field"}


def test_founding_emits_an_event():
    event = events_of(castle_choice(), ChooseCastle(CASTLES[0]))[0]
    assert (event.kind, event.seat, event.facts) == ("estate_founded", 0, {"space": CASTLES[0]})
