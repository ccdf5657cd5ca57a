"""Who reads an answer and how: language, parts of a position, API key."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from flask import Request
from msgspec import UNSET, UnsetType
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header

from referee_service.kernel.rules import Language
from referee_service.services.context import ClientContext
from referee_service.services.matches.responses import POSITION_PARTS


def preferred_language(request: Request) -> Language:
    """The first of our languages in this reader's order, `fr-CH` being French; English when neither is wanted."""
    return _language(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=256)
def _language(header: str) -> Language:
    for tag, quality in parse_accept_header(header, LanguageAccept):
        spoken = tag.partition("-")[0].lower()
        if spoken in ("en", "fr") and quality > 0:
            return "fr" if spoken == "fr" else "en"
    return "en"


@lru_cache(maxsize=256)
def accepts_response(accept: str, *, streamed: bool) -> bool:
    """Whether a reader with this `Accept` takes our answers: JSON, or where they are streamed events."""
    taken = parse_accept_header(accept, MIMEAccept)
    forms = ["application/json", "application/problem+json", *(["text/event-stream"] if streamed else [])]
    return not taken or taken.best_match(forms) is not None


def api_key_of(request: Request) -> str:
    """The API key of a request: `Authorization: Bearer …` or `X-API-Key`."""
    scheme, _, given = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    key: str = given.strip() if scheme.lower() == "bearer" else request.environ.get("HTTP_X_API_KEY", "")
    return key


def is_valid_api_key(given: str, keys: Iterable[str]) -> bool:
    """Whether a key is one of ours, in the same time whichever it is."""
    matches = [hmac.compare_digest(given.encode(), key.encode()) for key in keys]
    return any(matches)


def client_id_of(request: Request) -> str:
    """A name for the key's holder that does not tell the key: each has a cache of its own."""
    return _client_id(api_key_of(request))


@lru_cache(maxsize=256)
def _client_id(key: str) -> str:
    return blake2b(key.encode(), digest_size=8).hexdigest()


ALL_PARTS = frozenset(POSITION_PARTS)


def client_context_of(request: Request, include: Iterable[str] | UnsetType = UNSET) -> ClientContext:
    """How this request wants to be answered."""
    parts = ALL_PARTS if include is UNSET else frozenset(include)
    return ClientContext(language=preferred_language(request), include=parts, client_id=client_id_of(request))
