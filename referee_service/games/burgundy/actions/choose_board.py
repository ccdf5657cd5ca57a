"""Choose a player board among those left (advanced game, in turn order)."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.boards import boards_left
from referee_service.games.burgundy.state import Board, State, asked
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change


class ChooseBoard(Action, frozen=True, tag="choose_board"):
    """Choose your player board."""

    board: Board


def candidates(state: State) -> list[ChooseBoard]:
    """Every board with a copy left."""
    return [ChooseBoard(board) for board, _ in boards_left(state)]


def objections(state: State, action: ChooseBoard) -> Iterator[Refusal]:
    """A board is chosen while a copy is left."""
    if action.board not in dict(boards_left(state)):
        yield refuse("choose_board.left", board=action.board)


def apply(state: State, action: ChooseBoard) -> State:
    """The board is laid before the player."""
    seat = asked(state)
    state = change(pop(state), seat, board=action.board)
    return note(state, "board_chosen", seat, board=action.board)


CHOOSE_BOARD = verb(ChooseBoard, candidates, objections, apply, exact=True)
