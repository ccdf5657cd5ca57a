"""Error handlers: every error becomes `application/problem+json` (RFC 9457) with a stable code and a request id."""

from __future__ import annotations

import logging

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from referee_service.api.client_context import preferred_language
from referee_service.api.dependencies import games
from referee_service.api.flask_app import current_request
from referee_service.api.routes.games import GAMES_PREFIX
from referee_service.services.errors import IllegalMoveError, ImpossibleStateError, ServiceError

STATUS_BY_CODE: dict[str, int] = {
    "invalid-json": 400,
    "chunked-body": 400,
    "bad-key": 401,
    "bad-sealed-state": 403,
    "bad-credential": 403,
    "not-found": 404,
    "unknown-game": 404,
    "unknown-rule": 404,
    "unknown-component": 404,
    "unknown-kind": 404,
    "unknown-pack": 404,
    "unknown-state": 404,
    "no-picture": 404,
    "unknown-job": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "body-too-slow": 408,
    "already-played": 409,
    "irreversible-move": 409,
    "idempotency-key-reused": 409,
    "illegal-move": 409,
    "impossible-setup": 409,
    "impossible-state": 409,
    "play-required": 409,
    "ruleset-mismatch": 409,
    "unreadable-notation": 409,
    "match-lost": 410,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "schema-mismatch": 422,
    "unknown-place": 422,
    "unknown-part": 422,
    "too-many-names": 422,
    "too-many-requests": 429,
    "too-many-jobs": 429,
    "pictures-busy": 429,
    "pictures-unavailable": 503,
    "headers-too-large": 431,
    "internal": 500,
    "guard-unavailable": 503,
    "no-worker": 503,
    "search-unavailable": 503,
    "server-busy": 503,
}
"""HTTP status of every error code. The texts are in `services/errors.yaml`."""

ERROR_NAME_BY_STATUS = {
    404: "not-found.path",
    405: "method-not-allowed.allow",
    406: "not-acceptable.json",
    413: "body-too-large.limit",
    415: "unsupported-media-type.json",
}
"""Error code for statuses that Flask and Werkzeug raise on their own."""

RETRY_AFTER = "1"
"""Value of `Retry-After` on 429 and 503 responses, in seconds."""


def problem_response(error: ServiceError, **extras: object) -> Response:
    """Return the problem body of an error in the client's language. `extras` are additional members."""
    language, status = preferred_language(current_request()), STATUS_BY_CODE[error.code]
    body = {
        "type": f"about:blank#{error.code}",
        "title": error.title(language),
        "status": status,
        "detail": error.detail(language),
        "code": error.code,
        "request_id": current_request().id,
        **extras,
    }
    response = Response(msgspec.json.encode(body), status=status, content_type="application/problem+json")
    if status in (429, 503):
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def register_error_handlers(app: Flask) -> None:
    """Register the handlers for service errors, HTTP exceptions and unexpected exceptions."""
    app.register_error_handler(ServiceError, handle_service_error)
    app.register_error_handler(HTTPException, handle_http_exception)
    app.register_error_handler(Exception, handle_unexpected_error)


def handle_service_error(error: ServiceError) -> Response:
    """Convert a service error; an illegal move adds its refusals, an impossible state its faults."""
    if isinstance(error, IllegalMoveError):
        return problem_response(error, refusals=error.refusals, suggestions=error.suggestions, index=error.index)
    if isinstance(error, ImpossibleStateError):
        return problem_response(error, faults=error.faults)
    return problem_response(error)


def handle_http_exception(error: HTTPException) -> Response:
    """Convert an exception of Flask or Werkzeug; keep its `Allow` and `Retry-After` headers."""
    status = error.code or 500
    name = ERROR_NAME_BY_STATUS.get(status, "internal.logged" if status >= 500 else "invalid-json.other")
    if status == 404 and _is_path_of_unknown_game(current_request().path):
        name = "unknown-game.path"
    response = problem_response(ServiceError(name))
    for header, value in error.get_headers():
        if header in ("Allow", "Retry-After"):
            response.headers[header] = value
    return response


def _is_path_of_unknown_game(path: str) -> bool:
    known_prefixes = tuple(f"{GAMES_PREFIX}/{name}/" for name in games())
    return path.startswith(f"{GAMES_PREFIX}/") and not f"{path}/".startswith(known_prefixes)


def handle_unexpected_error(error: Exception) -> Response:
    """Handle an unexpected exception: log the traceback, return 500 without details."""
    logging.getLogger("referee").exception("request failed", extra={"request_id": current_request().id})
    return problem_response(ServiceError("internal.logged"))
