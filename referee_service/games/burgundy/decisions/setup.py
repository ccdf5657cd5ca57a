"""Set-up: chance picks the starting player, boards are dealt or chosen, and each seat chooses its castle space."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.question import Below, Question, question
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import choose_verb, starter_verb

from ..boards import available_boards, castle_spaces, place_starting_castle, seats_without_board, seats_without_estate
from ..fields import Board, OfferedBoard, Space
from ..questions import ChooseBoardFrame, ChooseCastleFrame, DealBoardFrame, PickStarterFrame
from ..setup import set_turn_order
from ..state import State, deciding_seat

# --- pick_starter: the player who begins ------------------------------------------------------------------------------

PICK_STARTER = starter_verb(set_turn_order)
PICK_STARTER_QUESTION: Question[State] = question(PickStarterFrame, "pick_starter", chance=True, stages=("goods",))


# --- deal_board: a board for the next seat (advanced game with random boards) -----------------------------------------


class DealBoard(Action, frozen=True, tag="deal_board"):
    """Chance deals a player board to the next seat in turn order."""

    board: Board
    """Number of the player board dealt, 1 to 9. Boards with several copies are more likely."""


def deal_board_outcomes(state: State) -> list[tuple[DealBoard, int]]:
    """Return every remaining board, weighted by its copies."""
    return [(DealBoard(board), copies) for board, copies in available_boards(state)]


def apply_deal_board(state: State, action: DealBoard) -> State:
    """Give the board to the next seat in turn order without one. The frame closes after the last seat."""
    seat, *waiting = seats_without_board(state)
    state = with_player(state, seat, board=action.board)
    state = emit(state, "board_dealt", seat, board=action.board)
    return state if waiting else pop(state)


def is_board_missing(state: State, frame: DealBoardFrame, below: Below) -> bool:
    """Return whether a seat has no board yet."""
    return bool(seats_without_board(state))


DEAL_BOARD = chance_verb(DealBoard, deal_board_outcomes, apply_deal_board)
DEAL_BOARD_QUESTION = question(DealBoardFrame, "deal_board", chance=True, fits=is_board_missing)


# --- choose_board: the seat's own board, in turn order (advanced game) ------------------------------------------------


class ChooseBoard(Action, frozen=True, tag="choose_board"):
    """Choose one of the remaining player boards."""

    board: OfferedBoard


def remaining_boards(state: State) -> list[int]:
    """Return every board with a remaining copy."""
    return [board for board, _ in available_boards(state)]


def apply_choose_board(state: State, action: ChooseBoard) -> State:
    """Give the board to the deciding seat."""
    seat = deciding_seat(state)
    state = with_player(pop(state), seat, board=action.board)
    return emit(state, "board_chosen", seat, board=action.board)


def is_next_without_board(state: State, frame: ChooseBoardFrame, below: Below) -> bool:
    """Return whether the open question is that of the first seat without a board. The others wait beneath."""
    return frame is not state.pending[-1] or seats_without_board(state)[:1] == (frame.seat,)


CHOOSE_BOARD = choose_verb(ChooseBoard, remaining_boards, apply_choose_board, rule="choose_board.left")
CHOOSE_BOARD_QUESTION = question(ChooseBoardFrame, "choose_board", fits=is_next_without_board, forced=True)


# --- choose_castle: the space of the starting castle, in turn order (advanced game) -----------------------------------


class ChooseCastle(Action, frozen=True, tag="choose_castle"):
    """Choose the space of the starting castle. The castle gives no action and no points."""

    space: Space
    """Castle space (dark green) of the seat's player board, 0 to 36: row by row from the top, left to right."""


def own_castle_spaces(state: State) -> tuple[int, ...]:
    """Return every castle space of the seat's board."""
    return castle_spaces(state, deciding_seat(state))


def apply_choose_castle(state: State, action: ChooseCastle) -> State:
    """Place the starting castle. It brings no action and no points."""
    return place_starting_castle(pop(state), deciding_seat(state), action.space)


def is_next_without_estate(state: State, frame: ChooseCastleFrame, below: Below) -> bool:
    """Return whether the open question is that of the first seat without an estate. The others wait beneath."""
    return frame is not state.pending[-1] or seats_without_estate(state)[:1] == (frame.seat,)


CHOOSE_CASTLE = choose_verb(ChooseCastle, own_castle_spaces, apply_choose_castle, rule="choose_castle.colour")
CHOOSE_CASTLE_QUESTION = question(ChooseCastleFrame, "choose_castle", fits=is_next_without_estate, forced=True)
