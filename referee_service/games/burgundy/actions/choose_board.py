"""The verb `choose_board`: choose a player board in turn order (advanced game)."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.boards import available_boards
from referee_service.games.burgundy.fields import Board
from referee_service.games.burgundy.state import State, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class ChooseBoard(Action, frozen=True, tag="choose_board"):
    """Choose your player board."""

    board: Board


def candidates(state: State) -> list[ChooseBoard]:
    """Return every board with a remaining copy."""
    return [ChooseBoard(board) for board, _ in available_boards(state)]


def objections(state: State, action: ChooseBoard) -> Iterator[Refusal]:
    """Yield a refusal if no copy of the board remains."""
    if action.board not in dict(available_boards(state)):
        yield refuse("choose_board.left", board=action.board)


def apply(state: State, action: ChooseBoard) -> State:
    """Give the board to the deciding seat."""
    seat = deciding_seat(state)
    state = with_player(pop(state), seat, board=action.board)
    return emit(state, "board_chosen", seat, board=action.board)


CHOOSE_BOARD = verb(ChooseBoard, candidates, objections, apply, exact=True)
