"""Access without an API key: what the player of a room may request who has only a link.

The calls of a room check its credential. For the texts and pictures of games, and for jobs, the id of the room and the
credential stand in place of a key. They are checked without the room, so they stay valid after its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Request

from referee_service.api.dependencies import games, match_service
from referee_service.api.schemas.rooms import ROOMS_PREFIX
from referee_service.services.rooms.room import is_room_id

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

ROOM_PATHS: Final = f"{ROOMS_PREFIX}/"
"""Prefix of the calls of one room. To create a room needs an API key, if the service has any."""
JOB_PATHS: Final = "/v1/jobs/"
GAME_PATHS: Final = "/v1/games"


def has_room_credential(environ: WSGIEnvironment) -> bool:
    """Return whether a request is a call of a room with some credential, which the call will check."""
    return environ["PATH_INFO"].startswith(ROOM_PATHS) and "HTTP_AUTHORIZATION" in environ


def is_room_request(request: Request) -> bool:
    """Return whether a request needs no API key, because it belongs to a room.

    The key of a room is `id.credential` in the header `X-API-Key`.
    """
    path = request.path
    if path.startswith(ROOM_PATHS):
        return True
    reads_game = request.method in ("GET", "HEAD") and path.startswith(GAME_PATHS)
    return (reads_game or path.startswith(JOB_PATHS)) and _is_room_key(request.environ.get("HTTP_X_API_KEY", ""))


def _is_room_key(text: str) -> bool:
    room_id, _, credential = text.rpartition(".")
    crypto = match_service().crypto
    if crypto is None or not is_room_id(room_id):
        return False
    most_seats = max(max(game.seats) for game in games().values())
    return crypto.room_principal_of(room_id, credential, most_seats) is not None
