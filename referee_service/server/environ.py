"""WSGI environment of an RSGI request, and the limits of its headers."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from granian.rsgi import Scope

from referee_service.api.front import REFUSAL_KEY, WATCHES_KEY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MAX_HEADER_BYTES: Final = 8 << 10
"""Longest single header, name and value. Parsing a header of 200 kB takes a second."""
MAX_HEADERS_BYTES: Final = 16 << 10
"""Largest sum of all headers."""
MAX_CACHED_NAME: Final = 64

HEADERS_TOO_LARGE: Final = "headers-too-large.limit"
CHUNKED_BODY: Final = "chunked-body.length"

_BASE: Final[dict[str, Any]] = {
    "SCRIPT_NAME": "",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
    WATCHES_KEY: None,
}


def wsgi_environ(scope: Scope) -> WSGIEnvironment:
    """Return the environment of a request with an empty body. REFUSAL_KEY names the error if a limit is exceeded."""
    host, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        **_BASE,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(),
    }
    headers = scope.headers.items()
    if are_too_large(headers):
        environ[REFUSAL_KEY] = HEADERS_TOO_LARGE
        headers = [(name, value) for name, value in headers if len(name) + len(value) <= MAX_CACHED_NAME]
    _add_headers(environ, headers)
    if "HTTP_TRANSFER_ENCODING" in environ:
        # The HTTP parser drops a Content-Length beside it, so the two together look the same as chunks alone.
        environ.setdefault(REFUSAL_KEY, CHUNKED_BODY)
    return environ


def are_too_large(headers: Sequence[tuple[str, str]]) -> bool:
    """Return whether a header, or all headers together, are above the limit."""
    sizes = [len(name) + len(value) for name, value in headers]
    return sum(sizes) > MAX_HEADERS_BYTES or max(sizes, default=0) > MAX_HEADER_BYTES


def _add_headers(environ: WSGIEnvironment, headers: list[tuple[str, str]]) -> None:
    """Add headers under their WSGI names. Values of a repeated header are joined by commas."""
    for name, value in headers:
        key = _wsgi_name(name) if len(name) <= MAX_CACHED_NAME else _wsgi_name.__wrapped__(name)
        environ[key] = f"{environ[key]},{value}" if key in environ else value


@lru_cache(maxsize=512)
def _wsgi_name(header: str) -> str:
    name = header.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
