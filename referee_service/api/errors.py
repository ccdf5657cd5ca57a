"""Every error as `application/problem+json` (RFC 9457), with a stable code and the id of the request."""

from __future__ import annotations

import logging

import msgspec
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from referee_service.api.joined import games
from referee_service.api.reading import language_of
from referee_service.kernel.game import AnyGame
from referee_service.services.answers import Teller
from referee_service.services.problems import IllegalMove, ImpossibleState, Problem

STATUS: dict[str, tuple[int, str]] = {
    "not-json": (400, "The body is not JSON"),
    "bad-key": (401, "An API key is needed"),
    "bad-token": (403, "This token is not ours"),
    "bad-pass": (403, "This pass does not allow that"),
    "not-found": (404, "There is nothing here"),
    "unknown-game": (404, "There is no such game"),
    "unknown-rule": (404, "There is no such rule"),
    "unknown-state": (404, "This state is not remembered"),
    "unknown-job": (404, "There is no such job"),
    "wrong-method": (405, "This cannot be done here"),
    "not-acceptable": (406, "We cannot answer in that form"),
    "already-played": (409, "The match went on otherwise"),
    "final-move": (409, "The match cannot go on past this in one call"),
    "illegal-move": (409, "The move is against the rules"),
    "impossible-setup": (409, "The game cannot be set up so"),
    "impossible-state": (409, "No play leads to this state"),
    "needs-play": (409, "This turn must be played"),
    "other-ruleset": (409, "This state belongs to other rules"),
    "unreadable-notation": (409, "The notation cannot be read"),
    "too-large": (413, "The body is too large"),
    "wrong-type": (415, "The body must be application/json"),
    "schema-mismatch": (422, "The body does not fit the schema"),
    "too-many-requests": (429, "Too many requests"),
    "too-many-jobs": (429, "Too many searches at once"),
    "internal": (500, "Something broke on our side"),
    "guard-unavailable": (503, "The guard cannot be reached"),
    "no-worker": (503, "Nobody is there to search"),
    "search-unavailable": (503, "The search queue cannot be reached"),
}
"""For every code its status and title."""

BY_STATUS = {
    400: "not-json",
    404: "not-found",
    405: "wrong-method",
    406: "not-acceptable",
    413: "too-large",
    415: "wrong-type",
    422: "schema-mismatch",
    429: "too-many-requests",
}
"""The code of an error that comes out of the framework."""

RETRY_SECONDS = "1"
"""When to try again what a busy or failing service refused."""


def problem(code: str, detail: str, **extras: object) -> Response:
    """One error as an answer."""
    status, title = STATUS[code]
    body = {
        "type": f"about:blank#{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": g.get("request_id", ""),
        **extras,
    }
    answer = Response(msgspec.json.encode(body), status=status, content_type="application/problem+json")
    if status in (429, 503):
        answer.headers["Retry-After"] = RETRY_SECONDS
    return answer


def register(app: Flask) -> None:
    """Catch what services and framework raise."""
    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(HTTPException, on_http_exception)
    app.register_error_handler(Exception, on_crash)


def on_problem(error: Problem) -> Response:
    """A request that cannot be served as it is."""
    game, language = _game_of_path(), language_of(request)
    extras: dict[str, object] = {}
    if game is not None and isinstance(error, IllegalMove):
        refusals = Teller(game, language).refusals(error.refusals)
        extras = {"refusals": refusals, "suggestions": error.suggestions, "index": error.index}
    elif game is not None and isinstance(error, ImpossibleState):
        extras = {"faults": Teller(game, language).faults(error.faults)}
    return problem(error.code, error.detail, **extras)


def _game_of_path() -> AnyGame | None:
    parts = request.path.split("/")
    return games().get(parts[3]) if parts[1:3] == ["v1", "games"] and len(parts) > 3 else None


def on_http_exception(error: HTTPException) -> Response:
    """What Flask, webargs or a limiter refused."""
    status = error.code or 500
    code = BY_STATUS.get(status, "internal" if status >= 500 else "not-json")
    if status == 404 and request.path.startswith("/v1/games/") and _game_of_path() is None:
        code = "unknown-game"
    answer = problem(code, _messages(error) or str(error.description or STATUS[code][1]))
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def _messages(error: HTTPException) -> str:
    """What marshmallow found wrong, as one sentence: `json.seat: Not a valid integer.`"""
    data = getattr(error, "data", None)
    messages = data.get("messages") if isinstance(data, dict) else None
    return "; ".join(_flat("", messages)) if messages else ""


def _flat(path: str, messages: object) -> list[str]:
    if isinstance(messages, dict):
        return [line for name, inner in messages.items() for line in _flat(f"{path}.{name}".strip("."), inner)]
    return [f"{path}: {message}" for message in (messages if isinstance(messages, list) else [messages])]


def on_crash(error: Exception) -> Response:
    """A fault of ours: logged whole, told without details."""
    logging.getLogger("referee").exception("request failed", extra={"request_id": g.get("request_id", "")})
    return problem("internal", "The error was logged; please report it with the request id.")
