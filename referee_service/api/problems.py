"""Problems: service errors as RFC 9457 bodies, with their HTTP status. This module does not need Flask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee_service.kernel.rules import Language
from referee_service.services.errors import (
    IllegalMoveError,
    ImpossibleStateError,
    ServiceError,
    StalePositionError,
)

STATUS_BY_CODE: dict[str, int] = {
    "invalid-json": 400,
    "chunked-body": 400,
    "bad-key": 401,
    "missing-credential": 401,
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
    "unknown-room": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "body-too-slow": 408,
    "already-played": 409,
    "bad-chance-key": 409,
    "irreversible-move": 409,
    "idempotency-key-reused": 409,
    "parts-unavailable": 409,
    "illegal-move": 409,
    "impossible-setup": 409,
    "impossible-state": 409,
    "play-required": 409,
    "ruleset-mismatch": 409,
    "stale-position": 409,
    "undo-refused": 409,
    "seat-present": 409,
    "bot-plays": 409,
    "room-over": 409,
    "rematch-refused": 409,
    "unreadable-notation": 409,
    "match-lost": 410,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "schema-mismatch": 422,
    "unknown-place": 422,
    "unknown-part": 422,
    "unknown-verb": 422,
    "too-many-names": 422,
    "too-many-requests": 429,
    "too-many-jobs": 429,
    "pictures-busy": 429,
    "pictures-unavailable": 503,
    "headers-too-large": 431,
    "internal": 500,
    "guard-unavailable": 503,
    "no-worker": 503,
    "rooms-unavailable": 503,
    "search-unavailable": 503,
    "server-busy": 503,
}
"""HTTP status of every error code. The texts are in `services/errors.yaml`."""


PROBLEM_TYPE: Final = "application/problem+json"
RETRY_AFTER: Final = "1"
"""Value of `Retry-After` on 429 and 503 responses, in seconds."""


class LimitExceeded(ServiceError):
    """Raised for a request above the limit. It says in how many seconds the count starts again."""

    def __init__(self, limit: str, seconds: int) -> None:
        super().__init__("too-many-requests.limit", limit=limit, seconds=seconds)
        self.seconds = seconds


def problem_headers(error: ServiceError) -> Sequence[tuple[str, str]]:
    """Return the headers that the response to an error has beside those of its body."""
    if isinstance(error, LimitExceeded):
        return (("Retry-After", str(error.seconds)),)
    may_pass = STATUS_BY_CODE[error.code] in (429, 503) and error.case not in ("no-redis", "no-secret")  # settings
    return (("Retry-After", RETRY_AFTER),) if may_pass else ()


def problem_body(error: ServiceError, language: Language, request_id: str | None = None) -> dict[str, Any]:
    """Return the body of an error in one language. An illegal move adds its refusals, an impossible state its faults,
    a stale position the room.

    `request_id` is omitted if it is None: a call without HTTP has none.
    """
    body: dict[str, Any] = {
        "type": f"about:blank#{error.code}",
        "title": error.title(language),
        "status": STATUS_BY_CODE[error.code],
        "detail": error.detail(language),
        "code": error.code,
    }
    if request_id is not None:
        body["request_id"] = request_id
    if isinstance(error, IllegalMoveError):
        body |= {"refusals": error.refusals, "suggestions": error.suggestions, "index": error.index}
    if isinstance(error, ImpossibleStateError):
        body["faults"] = error.faults
    if isinstance(error, StalePositionError):
        body["room"] = error.room
    return body
