"""Routes of the guides for agents and of `llms.txt`, for every reader and without a key."""

from __future__ import annotations

from functools import cache
from typing import Final

from flask import Blueprint, Response, current_app

from referee_service.api.cacheable import cacheable_response
from referee_service.api.flask_app import current_request
from referee_service.services.encoded_body import EncodedBody, encoded_body
from referee_service.services.errors import ServiceError
from referee_service.services.guides import guide_text, llms_text

MARKDOWN: Final = "text/markdown; charset=utf-8"
PLAIN: Final = "text/plain; charset=utf-8"
CACHE: Final = "public, max-age=300"
"""Agents get a new version after this time at most."""
HEADERS: Final = (("Access-Control-Allow-Origin", "*"), ("Content-Language", "en"))

blueprint = Blueprint("guides", __name__)


@blueprint.get("/llms.txt")
def llms() -> Response:
    """Return the overview for language models."""
    games = current_app.extensions["referee.games"]
    return _text_response(encoded_body(llms_text(games.values()).encode()), PLAIN)


@blueprint.get("/guides/<game>.md")
def guide(game: str) -> Response:
    """Return the guide of a game."""
    if game not in current_app.extensions["referee.games"]:
        raise ServiceError("unknown-game.path")
    if not guide_text(game):
        raise ServiceError("not-found.path")
    return _text_response(_guide(game), MARKDOWN)


@cache
def _guide(game: str) -> EncodedBody:
    return encoded_body(guide_text(game).encode())


def _text_response(body: EncodedBody, media_type: str) -> Response:
    return cacheable_response(
        body, current_request(), media_type, cache_control=CACHE, vary="Accept-Encoding", headers=HEADERS
    )
