"""Choosing a board in the advanced game: in turn order, while a copy remains."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.decisions.setup import ChooseBoard, ChooseCastle
from tests.games.burgundy.positions import after, events_of, idle, legal, new_game, question, refusals
from tests.games.rules import allows, rule


def board_choice(*boards, seats=2, first_player=0):
    """Return the advanced game with chosen boards, after these choices."""
    state = idle(new_game(seats, "chosen", first_player).state, lambda state: question(state) == "choose_board")
    return after(state, *map(ChooseBoard, boards))


@rule("choose_board.left")
@pytest.mark.parametrize("board", range(2, 10))
def test_boards_2_to_9_exist_only_once(board):
    assert not refusals(board_choice(), ChooseBoard(board))
    assert refusals(board_choice(board), ChooseBoard(board), seat=1) == {"choose_board.left"}


@allows("choose_board.left")
def test_board_1_exists_once_per_player():
    state = board_choice(1, 1, 1, seats=4)
    assert not refusals(state, ChooseBoard(1), seat=3)


def test_every_board_with_a_copy_left_is_offered():
    assert [action.board for action in legal(board_choice(5))] == [1, 2, 3, 4, 6, 7, 8, 9]


@pytest.mark.parametrize("board", [0, 10, -1])
def test_there_is_no_other_board(board):
    assert refusals(board_choice(), ChooseBoard(board)) == {"referee.field"}


def test_boards_are_chosen_in_turn_order():
    state = board_choice(7, 8, 9, seats=3, first_player=1)
    assert [player.board for player in state.players] == [9, 7, 8]


def test_the_other_seat_may_not_choose_yet():
    assert refusals(board_choice(), ChooseBoard(3), seat=1) == {"referee.seat"}


def test_a_board_is_not_chosen_in_answer_to_another_question():
    assert refusals(board_choice(3, 4), ChooseBoard(5)) == {"referee.verb"}
    assert refusals(board_choice(), ChooseCastle(18)) == {"referee.verb"}


def test_after_the_last_board_the_castles_are_chosen():
    assert [question(board_choice(3)), question(board_choice(3, 4))] == ["choose_board", "choose_castle"]


def test_choosing_emits_an_event():
    (event,) = events_of(board_choice(), ChooseBoard(3))
    assert (event.kind, event.seat, event.facts) == ("board_chosen", 0, {"board": 3})
