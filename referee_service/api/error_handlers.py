"""Every error as `application/problem+json` (RFC 9457), with a stable code and the id of the request."""

from __future__ import annotations

import logging

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from referee_service.api.client_context import preferred_language
from referee_service.api.dependencies import games
from referee_service.api.flask_app import current_request
from referee_service.kernel.game import AnyGame
from referee_service.services.errors import IllegalMoveError, ImpossibleStateError, ServiceError
from referee_service.services.matches.presenter import Presenter

STATUS_BY_CODE: dict[str, int] = {
    "invalid-json": 400,
    "bad-key": 401,
    "bad-sealed-state": 403,
    "bad-credential": 403,
    "not-found": 404,
    "unknown-game": 404,
    "unknown-rule": 404,
    "unknown-state": 404,
    "unknown-job": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "already-played": 409,
    "irreversible-move": 409,
    "illegal-move": 409,
    "impossible-setup": 409,
    "impossible-state": 409,
    "play-required": 409,
    "ruleset-mismatch": 409,
    "unreadable-notation": 409,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "schema-mismatch": 422,
    "too-many-requests": 429,
    "too-many-jobs": 429,
    "internal": 500,
    "guard-unavailable": 503,
    "no-worker": 503,
    "search-unavailable": 503,
}
"""For every code its status; `problems.yaml` has their texts."""

CODE_BY_STATUS = {
    404: "not-found.path",
    405: "method-not-allowed.allow",
    406: "not-acceptable.json",
    413: "body-too-large.limit",
    415: "unsupported-media-type.json",
}
"""The problem that an error out of the framework is."""

RETRY_SECONDS = "1"
"""When to try again what a busy or failing service refused."""


def problem_response(problem: ServiceError, **extras: object) -> Response:
    """One problem as an answer, in the reader's language."""
    language, status = preferred_language(current_request()), STATUS_BY_CODE[problem.code]
    body = {
        "type": f"about:blank#{problem.code}",
        "title": problem.title(language),
        "status": status,
        "detail": problem.detail(language),
        "code": problem.code,
        "request_id": current_request().id,
        **extras,
    }
    answer = Response(msgspec.json.encode(body), status=status, content_type="application/problem+json")
    if status in (429, 503):
        answer.headers["Retry-After"] = RETRY_SECONDS
    return answer


def register_error_handlers(app: Flask) -> None:
    """Catch what services and framework raise."""
    app.register_error_handler(ServiceError, handle_service_error)
    app.register_error_handler(HTTPException, handle_http_exception)
    app.register_error_handler(Exception, handle_unexpected_error)


def handle_service_error(error: ServiceError) -> Response:
    """A request that cannot be served as it is."""
    game, language = _game_of_path(), preferred_language(current_request())
    extras: dict[str, object] = {}
    if game is not None and isinstance(error, IllegalMoveError):
        refusals = Presenter(game, language).refusals(error.refusals)
        extras = {"refusals": refusals, "suggestions": error.suggestions, "index": error.index}
    elif game is not None and isinstance(error, ImpossibleStateError):
        extras = {"faults": Presenter(game, language).faults(error.faults)}
    return problem_response(error, **extras)


def _game_of_path() -> AnyGame | None:
    parts = current_request().path.split("/")
    return games().get(parts[3]) if parts[1:3] == ["v1", "games"] and len(parts) > 3 else None


def handle_http_exception(error: HTTPException) -> Response:
    """What Flask refused."""
    status = error.code or 500
    name = CODE_BY_STATUS.get(status, "internal.logged" if status >= 500 else "invalid-json.other")
    if status == 404 and current_request().path.startswith("/v1/games/") and _game_of_path() is None:
        name = "unknown-game.path"
    answer = problem_response(ServiceError(name))
    for header, value in error.get_headers():
        if header in ("Allow", "Retry-After"):
            answer.headers[header] = value
    return answer


def handle_unexpected_error(error: Exception) -> Response:
    """A fault of ours: logged whole, told without details."""
    logging.getLogger("referee").exception("request failed", extra={"request_id": current_request().id})
    return problem_response(ServiceError("internal.logged"))
