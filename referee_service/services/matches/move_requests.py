"""Moves as clients send them, and their parser: the seat and the action of a request."""

from __future__ import annotations

from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import CodecError, parse_action_json, parse_notation
from referee_service.kernel.state import Action, Seat
from referee_service.services.errors import ServiceError
from referee_service.services.matches.loader import LoadedMatch

MoveRequest = tuple[Seat | None, dict[str, object] | str]
"""A move as a client sends it: the seat (None: the seat to move) and the action as JSON or notation."""

DISPLAY_FIELDS = frozenset(["notation", "label", "touches", "legal", "refusals"])
"""Parts of a listed action or candidate that are only for display. A client may send them back."""


def acting_seat(game: AnyGame, loaded_match: LoadedMatch, match: Match, seat: Seat | None) -> Seat:
    """Return the seat of a request: as given, else that of the credential, else the seat to move.

    Raises ServiceError `bad-credential` if the credential is for another seat.
    """
    if seat is None:
        turn = game.turn(match.state)
        turn_seat = turn.seat if turn is not None else 0
        seat = loaded_match.seat if loaded_match.seat is not None else turn_seat
    if loaded_match.is_guarded and seat != loaded_match.principal:
        raise ServiceError("bad-credential.seat", seat=seat)
    return seat


def parse_move(game: AnyGame, loaded_match: LoadedMatch, match: Match, request: MoveRequest) -> tuple[Seat, Action]:
    """Return the seat and the action of a request.

    Raises ServiceError if the action is unreadable, or `bad-credential` if the credential is for another seat.
    """
    seat, action = acting_seat(game, loaded_match, match, request[0]), request[1]
    try:
        if isinstance(action, str):
            return seat, parse_notation(game, action)
        fields = {name: value for name, value in action.items() if name not in DISPLAY_FIELDS}
        return seat, parse_action_json(game, fields)
    except CodecError as error:
        name = "unreadable-notation.line" if isinstance(action, str) else "schema-mismatch.action"
        raise ServiceError(name, why=error.reason) from error
