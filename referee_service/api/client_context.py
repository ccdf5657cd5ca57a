"""Readers of request headers: language, accepted formats, API key, credential, client id."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv4Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from flask import Request
from msgspec import UNSET, UnsetType
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header

from referee_service.api.dependencies import api_keys
from referee_service.kernel.rules import Language
from referee_service.services.context import ClientContext, requested_form, requested_parts
from referee_service.services.errors import ServiceError
from referee_service.services.matches.responses import ActionForm

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def preferred_language(request: Request) -> Language:
    """Return the client's preferred language of the two supported ones. `fr-CH` counts as French; default English."""
    return language_of(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=256)
def language_of(header: str) -> Language:
    """Return the preferred language of an `Accept-Language` header."""
    for tag, quality in parse_accept_header(header, LanguageAccept):
        language = tag.partition("-")[0].lower()
        if language in ("en", "fr") and quality > 0:
            return "fr" if language == "fr" else "en"
    return "en"


@lru_cache(maxsize=256)
def accepted_type(accept: str, media_types: tuple[str, ...]) -> str | None:
    """Return the media type that an `Accept` header prefers, the first of equal ones. None if it allows none."""
    accepted = parse_accept_header(accept, MIMEAccept)
    return accepted.best_match(media_types) if accepted else media_types[0]


FOUND_KEY: Final = "referee.api_key"
"""Where the environment of a request has its API key, once it was compared with all keys."""


def api_key_of(request: Request) -> str:
    """Return the API key of a request, or "" if it has none that the service accepts.

    A key comes as `Authorization: Bearer …` or as `X-API-Key`. Any other Bearer value is a credential.
    """
    environ = request.environ
    if "HTTP_AUTHORIZATION" not in environ and "HTTP_X_API_KEY" not in environ:
        return ""
    if FOUND_KEY not in environ:
        environ[FOUND_KEY] = api_key_in(environ, api_keys())
    return str(environ[FOUND_KEY])


def api_key_in(environ: WSGIEnvironment, keys: Iterable[str]) -> str:
    """Return the first value of the two headers that is one of these keys, or ""."""
    candidates: tuple[str, ...] = (_bearer_in(environ), environ.get("HTTP_X_API_KEY", ""))
    return next((candidate for candidate in candidates if is_valid_api_key(candidate, keys)), "")


def credential_of(request: Request) -> str:
    """Return the credential of a request: its Bearer value, unless that is an API key."""
    bearer = _bearer_in(request.environ)
    return "" if is_valid_api_key(bearer, api_keys()) else bearer


def required_credential_of(request: Request) -> str:
    """Return the credential of a request about a room. Raises ServiceError `missing-credential` without one."""
    credential = credential_of(request)
    if not credential:
        raise ServiceError("missing-credential.room")
    return credential


def _bearer_in(environ: WSGIEnvironment) -> str:
    scheme, _, value = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return str(value.strip()) if scheme.lower() == "bearer" else ""


def is_valid_api_key(candidate: str, keys: Iterable[str]) -> bool:
    """Return whether the candidate is one of the keys. Runs in constant time: it compares with every key."""
    matches = [hmac.compare_digest(candidate.encode(), key.encode()) for key in keys]
    return any(matches)


def client_id_of(request: Request) -> str:
    """Return a hash of the request's API key. It namespaces caches and jobs and does not reveal the key.

    All clients without a key share one namespace.
    """
    return short_hash(api_key_of(request))


def quota_id_of(request: Request) -> str:
    """Return the name under which limits count a request."""
    return quota_id(api_key_of(request), request.remote_addr or "")


def quota_id(api_key: str, address: str) -> str:
    """Return the name under which limits count: a hash of the API key, or of the address without a key."""
    return f"key:{short_hash(api_key)}" if api_key else f"address:{short_hash(_network_of(address))}"


@lru_cache(maxsize=256)
def _network_of(address: str) -> str:
    """Return an address, or the /64 network of an IPv6 address: one client may use all addresses of its network."""
    try:
        parsed = ip_address(address.strip("[]"))
    except ValueError:  # the address of a Unix socket
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))


@lru_cache(maxsize=256)
def short_hash(text: str) -> str:
    """Return a hash that names an API key or an address without showing it."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def origin_of(request: Request) -> str:
    """Return the address of the service as the client sees it, for links to its page.

    Behind a proxy with TLS the request itself came by HTTP. Then a browser's `Origin` with the same host has the real
    scheme, and `X-Forwarded-Proto` has it for other clients.
    """
    environ, host = request.environ, request.host
    origin = environ.get("HTTP_ORIGIN", "")
    if origin in (f"https://{host}", f"http://{host}"):
        return str(origin)
    is_secure = request.scheme == "https" or environ.get("HTTP_X_FORWARDED_PROTO", "") == "https"
    return f"{'https' if is_secure else 'http'}://{host}"


def client_context_of(
    request: Request, include: Iterable[str] | UnsetType = UNSET, actions: ActionForm | UnsetType = UNSET
) -> ClientContext:
    """Return the language and the client id of a request, the parts of a position, and how legal lists are written."""
    return ClientContext(
        language=preferred_language(request),
        include=requested_parts(include),
        client_id=client_id_of(request),
        actions=requested_form(actions),
    )


def job_context_of(
    request: Request,
    include: Iterable[str] | UnsetType = UNSET,
    actions: ActionForm | UnsetType = UNSET,
    credential: str | UnsetType = UNSET,
) -> ClientContext:
    """Return the context of a request about bots and jobs: it also has the quota id and the credential.

    The credential comes from the body if it has one, else from the header.
    """
    context = client_context_of(request, include, actions)
    found = credential_of(request) if credential is UNSET else credential
    return replace(context, quota_id=quota_id_of(request), credential=found)
