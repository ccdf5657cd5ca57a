"""Choice of the move that an agent means, which checks that a number is of the list that the agent has read."""

from __future__ import annotations

from referee_sdk.agents.errors import AgentError
from referee_sdk.agents.moves import fits_move, is_same_move, read_move
from referee_sdk.agents.seat import AgentSeat
from referee_sdk.agents.texts import Texts


def chosen_notation(texts: Texts, seat: AgentSeat, move: str | int, expect: str, called_at: float) -> str:
    """Return the notation of a move, given as number or notation or both. Raises `AgentError` if they disagree.

    `called_at` is the monotonic time when the call began. Models send calls at the same time: the number of the second
    one is then of the list before the first one, which is no longer valid.
    """
    written = read_move(move)
    wanted = read_move(expect)
    expected = wanted.notation
    if None not in (written.number, wanted.number) and written.number != wanted.number:
        raise AgentError(texts.get("not expected", expected=wanted.number, found=written.number))
    if written.number is None:
        if not written.notation:
            raise AgentError(texts.get("empty move"))
        if expected and not is_same_move(written.notation, expected):
            raise AgentError(texts.get("not expected", expected=expected, found=written.notation))
        return written.notation
    found = _numbered(texts, seat, written.number, expected or written.notation, called_at)
    for other in filter(None, (expected, written.notation)):
        if not fits_move(other, found):
            raise AgentError(texts.get("other move", number=written.number, found=found, expected=other))
    return found


def _numbered(texts: Texts, seat: AgentSeat, number: int, expected: str, called_at: float) -> str:
    """Return the move with a number. Without an expected notation it must be of the list that the agent got last."""
    legal = tuple(action.notation for action in seat.legal_actions())
    if not expected:
        if seat.shown is None:
            raise AgentError(texts.get("no list"))
        if seat.shown != legal or seat.shown_at > called_at:
            raise AgentError(texts.get("stale list", number=number))
    if not 1 <= number <= len(legal):
        raise AgentError(texts.get("no number", number=number, count=len(legal)))
    return legal[number - 1]
