"""The chance verb `deal_board`: deal a player board to a seat (advanced game with random boards)."""

from __future__ import annotations

from referee_service.games.burgundy.boards import available_boards
from referee_service.games.burgundy.fields import Board
from referee_service.games.burgundy.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class DealBoard(Action, frozen=True, tag="deal_board"):
    """A player board is dealt."""

    board: Board


def outcomes(state: State) -> list[tuple[DealBoard, int]]:
    """Return every remaining board, weighted by its copies."""
    return [(DealBoard(board), copies) for board, copies in available_boards(state)]


def apply(state: State, action: DealBoard) -> State:
    """Give the board to the next seat in turn order without one. The frame closes after the last seat."""
    seat, *waiting = (seat for seat in state.turn_order if not state.players[seat].board)
    state = with_player(state, seat, board=action.board)
    state = emit(state, "board_dealt", seat, board=action.board)
    return state if waiting else pop(state)


DEAL_BOARD = chance_verb(DealBoard, outcomes, apply)
