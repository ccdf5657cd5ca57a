"""Chance: the player board dealt to the next seat (advanced game with random boards)."""

from __future__ import annotations

from referee_service.games.burgundy.boards import available_boards
from referee_service.games.burgundy.state import Board, State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class DealBoard(Action, frozen=True, tag="deal_board"):
    """A player board is dealt."""

    board: Board


def outcomes(state: State) -> list[tuple[DealBoard, int]]:
    """Every board side that is left, as often as it is left."""
    return [(DealBoard(board), copies) for board, copies in available_boards(state)]


def apply(state: State, action: DealBoard) -> State:
    """The next seat in turn order without a board gets it; the question closes with the last one."""
    without = [seat for seat in state.turn_order if not state.players[seat].board]
    state = with_player(state, without[0], board=action.board)
    state = emit(state, "board_dealt", without[0], board=action.board)
    return state if without[1:] else pop(state)


DEAL_BOARD = chance_verb(DealBoard, outcomes, apply)
