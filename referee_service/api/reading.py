"""Who reads an answer and how: language, parts of a position, API key."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from hashlib import blake2b

from flask import Request

from referee_service.kernel.ruling import Language
from referee_service.services.answers import PARTS
from referee_service.services.desk import Reading


def language_of(request: Request) -> Language:
    """The first of our languages in this reader's order, `fr-CH` being French; English when neither is wanted."""
    for tag, quality in request.accept_languages:
        spoken = tag.partition("-")[0].lower()
        if spoken in ("en", "fr") and quality > 0:
            return "fr" if spoken == "fr" else "en"
    return "en"


def key_of(request: Request) -> str:
    """The API key of a request: `Authorization: Bearer …` or `X-API-Key`."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else request.headers.get("X-API-Key", "")


def is_known_key(given: str, keys: Iterable[str]) -> bool:
    """Whether a key is one of ours, in the same time whichever it is."""
    matches = [hmac.compare_digest(given.encode(), key.encode()) for key in keys]
    return any(matches)


def owner_of(request: Request) -> str:
    """A name for the key's holder that does not tell the key: each has a cache of its own."""
    return blake2b(key_of(request).encode(), digest_size=8).hexdigest()


def reading_of(request: Request, include: Iterable[str] | None = None) -> Reading:
    """How this request wants to be answered."""
    parts = frozenset(PARTS if include is None else include)
    return Reading(language=language_of(request), include=parts, owner=owner_of(request))
