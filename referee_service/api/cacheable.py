"""Cacheable responses: bodies that only change with the build, with ETag, `Cache-Control`, gzip and 304."""

from __future__ import annotations

from typing import Any, Final

from flask import Request, Response

from referee_service.api.dependencies import api_keys
from referee_service.services.encoded_body import EncodedBody

MAX_AGE_SECONDS: Final = 3600
"""How long a client may use a response without asking again."""
VARY: Final = "Accept-Encoding, Accept-Language, Origin"
"""Request headers that change the response. With CORS, `Origin` does."""


JSON: Final = "application/json"
HEADERS: Final[dict[str, Any]] = {
    "ETag": {"description": "Hash of these bytes; send it as `If-None-Match`", "schema": {"type": "string"}},
    "Cache-Control": {"description": "How long the response may be used", "schema": {"type": "string"}},
    "Vary": {"description": "Request headers that change the response", "schema": {"type": "string"}},
}
"""The headers of a cacheable response in the OpenAPI document."""


def encoded_response(body: EncodedBody, request: Request, content_type: str) -> Response:
    """Return the body in an encoding that the client accepts."""
    is_gzipped = _is_gzipped(body, request)
    response = Response(body.gzipped if is_gzipped else body.raw, content_type=content_type)
    if is_gzipped:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _is_gzipped(body: EncodedBody, request: Request) -> bool:
    return bool(body.gzipped) and request.accept_encodings.quality("gzip") > 0


def cacheable_response(
    body: EncodedBody, request: Request, content_type: str = JSON, *, cache_control: str = ""
) -> Response:
    """Return the body in an encoding that the client accepts, or 304 if the client has it.

    Each encoding has its own strong ETag. Without `cache_control`, the response may be used for MAX_AGE_SECONDS, and
    shared caches may keep it unless the service needs API keys.
    """
    etag = f"{body.digest}-gzip" if _is_gzipped(body, request) else body.digest
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
        del response.headers["Content-Type"]
    else:
        response = encoded_response(body, request, content_type)
    response.set_etag(etag)
    scope = "private" if api_keys() else "public"
    response.headers["Cache-Control"] = cache_control or f"{scope}, max-age={MAX_AGE_SECONDS}"
    response.headers["Vary"] = VARY
    return response
