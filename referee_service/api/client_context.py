"""Readers of request headers: language, accepted formats, API key, client id."""

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
    """Return the client's preferred language of the two supported ones. `fr-CH` counts as French; default English."""
    return _language(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=256)
def _language(header: str) -> Language:
    for tag, quality in parse_accept_header(header, LanguageAccept):
        language = tag.partition("-")[0].lower()
        if language in ("en", "fr") and quality > 0:
            return "fr" if language == "fr" else "en"
    return "en"


@lru_cache(maxsize=256)
def accepts_response(accept: str, *, streamed: bool) -> bool:
    """Return whether an `Accept` header allows JSON, or also server-sent events if the response is streamed."""
    accepted = parse_accept_header(accept, MIMEAccept)
    media_types = ["application/json", "application/problem+json", *(["text/event-stream"] if streamed else [])]
    return not accepted or accepted.best_match(media_types) is not None


def api_key_of(request: Request) -> str:
    """Return the API key of a request: from `Authorization: Bearer …`, else from `X-API-Key`, else ""."""
    scheme, _, value = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    key: str = value.strip() if scheme.lower() == "bearer" else request.environ.get("HTTP_X_API_KEY", "")
    return key


def is_valid_api_key(candidate: str, keys: Iterable[str]) -> bool:
    """Return whether the candidate is one of the keys. Runs in constant time: it compares with every key."""
    matches = [hmac.compare_digest(candidate.encode(), key.encode()) for key in keys]
    return any(matches)


def client_id_of(request: Request) -> str:
    """Return a hash of the request's API key. It namespaces caches and jobs and does not reveal the key."""
    return _client_id(api_key_of(request))


@lru_cache(maxsize=256)
def _client_id(key: str) -> str:
    return blake2b(key.encode(), digest_size=8).hexdigest()


ALL_PARTS = frozenset(POSITION_PARTS)


def client_context_of(request: Request, include: Iterable[str] | UnsetType = UNSET) -> ClientContext:
    """Return the language, the included parts (default: all) and the client id of a request."""
    parts = ALL_PARTS if include is UNSET else frozenset(include)
    return ClientContext(language=preferred_language(request), include=parts, client_id=client_id_of(request))
