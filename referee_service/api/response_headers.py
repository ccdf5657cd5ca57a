"""Headers that every response has, whether Flask or the hot path answers. This module does not need Flask."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from referee_service import __version__

Header = tuple[str, str]

SERVICE_HEADERS: Final[Sequence[Header]] = (("Referee-Version", __version__), ("X-Content-Type-Options", "nosniff"))
NO_STORE: Final[Header] = ("Cache-Control", "no-store")
"""Header of responses that no client may cache: all but files, pictures and texts of games."""

CORS_HEADERS: Final[Sequence[Header]] = (
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-API-Key"),
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE"),
    ("Access-Control-Expose-Headers", "ETag, Location, Referee-Version, Retry-After, X-Request-Id"),
    ("Vary", "Origin"),
)


def cors_headers(origin: str, allowed_origins: Collection[str]) -> Sequence[Header]:
    """Return the CORS headers for the origin of a request, or none if it has no origin or one that is not allowed."""
    if not origin or (origin not in allowed_origins and "*" not in allowed_origins):
        return ()
    return (("Access-Control-Allow-Origin", origin), *CORS_HEADERS)
