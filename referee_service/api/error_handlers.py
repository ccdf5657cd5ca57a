"""Error handlers: every error becomes `application/problem+json` (RFC 9457) with a stable code and a request id."""

from __future__ import annotations

import logging

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from referee_service.api.client_context import preferred_language
from referee_service.api.dependencies import games
from referee_service.api.flask_app import current_request
from referee_service.api.problems import PROBLEM_TYPE, problem_body, problem_headers
from referee_service.api.routes.games import GAMES_PREFIX
from referee_service.services.errors import ServiceError

ERROR_NAME_BY_STATUS = {
    404: "not-found.path",
    405: "method-not-allowed.allow",
    406: "not-acceptable.json",
    413: "body-too-large.limit",
    415: "unsupported-media-type.json",
}
"""Error code for statuses that Flask and Werkzeug raise on their own."""


def problem_response(error: ServiceError) -> Response:
    """Return the problem body of an error in the client's language."""
    request = current_request()
    body = problem_body(error, preferred_language(request), request.id)
    response = Response(msgspec.json.encode(body), status=body["status"], content_type=PROBLEM_TYPE)
    response.headers.extend(problem_headers(error))
    return response


def register_error_handlers(app: Flask) -> None:
    """Register the handlers for service errors, HTTP exceptions and unexpected exceptions."""
    app.register_error_handler(ServiceError, problem_response)
    app.register_error_handler(HTTPException, handle_http_exception)
    app.register_error_handler(Exception, handle_unexpected_error)


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
