"""Player boards: which are still to be had, and how an estate begins."""

from __future__ import annotations

from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.state import EMPTY, State
from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_item, with_player


def available_boards(state: State) -> tuple[tuple[int, int], ...]:
    """The boards nobody has yet, each with its number of copies."""
    dealt = [player.board for player in state.players]
    counts = {number: board.copies - dealt.count(number) for number, board in content(state).boards.items()}
    return tuple((number, left) for number, left in counts.items() if left > 0)


def castle_spaces(state: State, seat: int) -> tuple[int, ...]:
    """The spaces where a seat's starting castle may stand."""
    return content(state).boards[state.players[seat].board].by_kind["castle"]


def place_starting_castle(state: State, seat: int, space: int) -> State:
    """The starting castle is laid. It comes out of the supply, which was counted without it, and does nothing."""
    bare = (EMPTY,) * len(content(state).domains["space"])
    state = with_player(state, seat, estate=with_item(bare, space, content(state).starting_tile))
    return emit(state, "estate_founded", seat, space=space)
