"""HTTP transport over `requests`: one request, one response. All rules of sending are in `core`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from requests import Response as HttpResponse
from requests import Session
from requests.adapters import HTTPAdapter
from requests.exceptions import (
    ChunkedEncodingError,
    ConnectionError,
    ContentDecodingError,
    InvalidProxyURL,
    InvalidSchema,
    InvalidURL,
    MissingSchema,
    ProxyError,
    RequestException,
    Timeout,
)
from requests.utils import get_environ_proxies, select_proxy
from urllib3.exceptions import ProtocolError

from referee_sdk.core.exchange import Request, Response
from referee_sdk.core.failures import (
    cannot_connect,
    disconnected,
    incomplete,
    invalid_address,
    invalid_proxy,
    proxy_failed,
    short_cause,
    timed_out,
)
from referee_sdk.core.sender import LOG, raise_for_status
from referee_sdk.errors import BadRequest, RefereeError
from referee_sdk.wsgi import IN_PROCESS_URL, WsgiAdapter

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

MAX_CONNECTIONS = 32
"""Connections that stay open for later requests of other threads."""


LOCAL_URL = "http://127.0.0.1:8080"
"""Address of a service that `make run` started."""


def service_address(base_url: str | None) -> str:
    """Return the address of a service: the given one, else that of REFEREE_URL, else the local one.

    An empty variable is none. Raises `BadRequest` for an address that ends with `/v1`, which every path begins with.
    """
    address = (base_url if base_url is not None else os.environ.get("REFEREE_URL") or LOCAL_URL).rstrip("/")
    if address.endswith("/v1"):
        raise BadRequest(f"The client adds /v1 to the address. Write {address.removesuffix('/v1')} for {address}.")
    return address


def new_session() -> Session:
    """Return a session with connections for many threads."""
    session = Session()
    for prefix in ("http://", "https://"):
        session.mount(prefix, HTTPAdapter(pool_maxsize=MAX_CONNECTIONS))
    return session


@dataclass
class Transport:
    """Session of `requests` for a service. `owns_session` is whether `close` closes the session."""

    base_url: str
    session: Session
    owns_session: bool = True

    def send(self, request: Request) -> Response:
        """Send a request and return its response. Raises `Unreachable`, `TimedOut` or `InvalidResponse`."""
        with self._errors(request), self._open(request, stream=False) as response:
            return _response(response)

    def lines(self, request: Request) -> Iterator[str]:
        """Yield the lines of an event stream as they arrive. Raises the error of a response that is none."""
        with self._errors(request), self._open(request, stream=True) as response:
            if response.status_code >= 300:
                raise_for_status(_response(response))
            yield from (line.decode() for line in response.iter_lines())

    def close(self) -> None:
        """Close the connections of an own session. A session that the user gave stays open."""
        if self.owns_session:
            self.session.close()

    def _open(self, request: Request, *, stream: bool) -> HttpResponse:
        return self.session.request(
            request.method,
            f"{self.base_url}{request.path}",
            data=request.content,
            params=dict(request.params),
            headers=dict(request.headers),
            timeout=request.timeout,
            stream=stream,
            allow_redirects=False,  # another host must not receive keys and credentials
        )

    @contextmanager
    def _errors(self, request: Request) -> Iterator[None]:
        """Convert exceptions of `requests` into `RefereeError`s, and log what caused them."""
        try:
            yield
        except RequestException as error:
            LOG.debug("%s %s: no response (%s)", request.method, request.path, short_cause(error))
            raise self._error(error, request.timeout) from None

    def _error(self, error: RequestException, timeout: float) -> RefereeError:
        # While it reads a body, requests reports a read timeout as a connection error.
        if isinstance(error, Timeout) or (isinstance(error, ConnectionError) and "timed out" in str(error).lower()):
            return timed_out(self.base_url, timeout)
        if isinstance(error, ChunkedEncodingError | ContentDecodingError):
            return incomplete(self.base_url)
        if isinstance(error, InvalidProxyURL) or self._is_proxy_invalid(error):
            return invalid_proxy()
        if isinstance(error, MissingSchema | InvalidSchema | InvalidURL):
            return invalid_address(self.base_url)
        if isinstance(error, ProxyError):
            return proxy_failed(self.base_url, error)
        if error.args and isinstance(error.args[0], ProtocolError):
            return disconnected(self.base_url)
        return cannot_connect(self.base_url, error)

    def _is_proxy_invalid(self, error: RequestException) -> bool:
        """Return whether a proxy has the invalid address. That of the service is valid if there is a request."""
        is_proxy = error.request is not None or "SOCKS" in str(error)
        return isinstance(error, InvalidURL | InvalidSchema) and is_proxy and has_proxy(self.base_url)


def has_proxy(url: str) -> bool:
    """Return whether the environment names a proxy for this address."""
    return select_proxy(url, get_environ_proxies(url, no_proxy=None)) is not None


def wsgi_transport(app: WSGIApplication, session: Session | None = None) -> Transport:
    """Return the transport for a WSGI app in this process."""
    used = session or Session()
    used.mount(IN_PROCESS_URL, WsgiAdapter(app))
    return Transport(IN_PROCESS_URL, used, owns_session=session is None)


def _response(response: HttpResponse) -> Response:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Response(response.status_code, headers, bytes(response.content))
