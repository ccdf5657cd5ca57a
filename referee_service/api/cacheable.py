"""Cacheable responses: JSON bodies that only change with the build, with ETag, `Cache-Control`, gzip and 304."""

from __future__ import annotations

import gzip
from hashlib import blake2b
from typing import Final

from flask import Request, Response
from msgspec import Struct

from referee_service.api.dependencies import api_keys

MAX_AGE_SECONDS: Final = 3600
"""How long a client may use a response without asking again."""
VARY: Final = "Accept-Encoding, Accept-Language, Origin"
"""Request headers that change the response. With CORS, `Origin` does."""


class EncodedBody(Struct, frozen=True):
    """A JSON body, the same compressed (empty if that saves nothing), and the hash of its bytes."""

    raw: bytes
    gzipped: bytes
    digest: str


def encoded_body(raw: bytes) -> EncodedBody:
    """Compress and hash a body. Equal bodies give equal bytes: the gzip header has no time."""
    gzipped = gzip.compress(raw, mtime=0)
    return EncodedBody(raw, gzipped if len(gzipped) < len(raw) else b"", blake2b(raw, digest_size=12).hexdigest())


def cacheable_response(body: EncodedBody, request: Request) -> Response:
    """Return the body in an encoding that the client accepts, or 304 if the client has it.

    Each encoding has its own strong ETag. Shared caches may keep the response unless the service needs API keys.
    """
    is_gzipped = bool(body.gzipped) and request.accept_encodings.quality("gzip") > 0
    etag = f"{body.digest}-gzip" if is_gzipped else body.digest
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
        del response.headers["Content-Type"]
    else:
        response = Response(body.gzipped if is_gzipped else body.raw, content_type="application/json")
        if is_gzipped:
            response.headers["Content-Encoding"] = "gzip"
    response.set_etag(etag)
    scope = "private" if api_keys() else "public"
    response.headers["Cache-Control"] = f"{scope}, max-age={MAX_AGE_SECONDS}"
    response.headers["Vary"] = VARY
    return response
