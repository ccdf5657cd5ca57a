"""Cacheable responses: bodies with ETag, `Cache-Control`, gzip and 304. Most change only with the build."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from flask import Request, Response

from referee_service.api.dependencies import api_keys
from referee_service.api.flask_app import CompleteResponse
from referee_service.services.encoded_body import EncodedBody

MAX_AGE_SECONDS: Final = 3600
"""How long a client may use a response without asking again."""
VARY: Final = "Accept-Encoding, Accept-Language, Origin"
"""Request headers that change the response. With CORS, `Origin` does."""
KEY_HEADERS: Final = "Authorization, X-API-Key"
"""Request headers that change the response if the service needs API keys."""


JSON: Final = "application/json"
HEADERS: Final[dict[str, Any]] = {
    "ETag": {"description": "Hash of these bytes; send it as `If-None-Match`", "schema": {"type": "string"}},
    "Cache-Control": {"description": "How long the response may be used", "schema": {"type": "string"}},
    "Vary": {"description": "Request headers that change the response", "schema": {"type": "string"}},
}
"""The headers of a cacheable response in the OpenAPI document."""


def encoded_response(
    body: EncodedBody, request: Request, content_type: str, headers: Iterable[tuple[str, str]] = ()
) -> Response:
    """Return the body in an encoding that the client accepts, with further headers."""
    found = [("Content-Type", content_type), *headers]
    if is_gzipped(body, request):
        return CompleteResponse(body.gzipped, headers=[*found, ("Content-Encoding", "gzip")])
    return CompleteResponse(body.raw, headers=found)


def is_gzipped(body: EncodedBody, request: Request) -> bool:
    """Return whether the client gets the compressed body."""
    if not body.gzipped or "HTTP_ACCEPT_ENCODING" not in request.environ:
        return False
    return request.accept_encodings.quality("gzip") > 0


def cacheable_response(
    body: EncodedBody,
    request: Request,
    content_type: str = JSON,
    *,
    cache_control: str = "",
    vary: str = VARY,
    headers: Iterable[tuple[str, str]] = (),
) -> Response:
    """Return the body in an encoding that the client accepts, or 304 if the client has it.

    Each encoding has its own strong ETag. Without `cache_control`, the response may be used for MAX_AGE_SECONDS, and
    shared caches may keep it unless the service needs API keys.
    """
    etag = f"{body.digest}-gzip" if is_gzipped(body, request) else body.digest
    has_keys = bool(api_keys())
    scope = "private" if has_keys else "public"
    found = [
        ("ETag", f'"{etag}"'),
        ("Cache-Control", cache_control or f"{scope}, max-age={MAX_AGE_SECONDS}"),
        ("Vary", f"{vary}, {KEY_HEADERS}" if has_keys else vary),
        *headers,
    ]
    if "HTTP_IF_NONE_MATCH" in request.environ and request.if_none_match.contains_weak(etag):
        response = Response(status=304, headers=found)
        del response.headers["Content-Type"]
        return response
    return encoded_response(body, request, content_type, found)
