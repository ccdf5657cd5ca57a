"""Asynchronous transports: over `httpx2`, and over a WSGI app in threads of this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

import httpx2

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
from referee_sdk.transport import MAX_CONNECTIONS, Transport, has_proxy


def new_session() -> httpx2.AsyncClient:
    """Return a session for any number of tasks. Raises `BadRequest` if the environment names an invalid proxy."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=MAX_CONNECTIONS)
    try:
        return httpx2.AsyncClient(limits=limits)
    except (httpx2.InvalidURL, ValueError, ImportError) as error:  # SOCKS needs another package
        raise invalid_proxy() from error


class AsyncTransport(Protocol):
    """What an `AsyncClient` needs to send requests."""

    @property
    def base_url(self) -> str:
        """The address of the service."""

    async def send(self, request: Request) -> Response:
        """Send a request and return its response."""

    def lines(self, request: Request) -> AsyncGenerator[str, None]:
        """Yield the lines of an event stream as they arrive."""

    async def close(self) -> None:
        """Close own connections."""


@dataclass
class HttpTransport:
    """Client of `httpx2` for a service. `owns_session` is whether `close` closes it."""

    base_url: str
    session: httpx2.AsyncClient
    owns_session: bool = True
    _loop: asyncio.AbstractEventLoop | None = field(default=None, init=False, repr=False)

    async def send(self, request: Request) -> Response:
        """Send a request and return its response. Raises `Unreachable`, `TimedOut` or `InvalidResponse`."""
        async with self._open(request) as response:
            return await _response(response)

    async def lines(self, request: Request) -> AsyncGenerator[str, None]:
        """Yield the lines of an event stream as they arrive. Raises the error of a response that is none."""
        async with self._open(request) as response:
            if response.status_code >= 300:
                raise_for_status(await _response(response))
            async for line in response.aiter_lines():
                yield line

    async def close(self) -> None:
        """Close the connections of an own session. A session that the user gave stays open."""
        if self.owns_session:
            await self.session.aclose()

    def _check_loop(self) -> None:
        """Raise `BadRequest` in a second event loop: open connections belong to the first one."""
        loop = asyncio.get_running_loop()
        self._loop = self._loop or loop
        if self._loop is not loop:
            raise BadRequest("This client belongs to another event loop. Make one AsyncClient per `asyncio.run`.")

    @asynccontextmanager
    async def _open(self, request: Request) -> AsyncIterator[httpx2.Response]:
        """Open a response. Exceptions of `httpx2` become `RefereeError`s, and the log has their cause."""
        self._check_loop()
        has_started = False
        try:
            async with self.session.stream(
                request.method,
                f"{self.base_url}{request.path}",
                content=request.content,
                params=dict(request.params),
                headers=dict(request.headers),
                timeout=request.timeout,
                follow_redirects=False,  # another host must not receive keys and credentials
            ) as response:
                has_started = True
                yield response
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            LOG.debug("%s %s: no response (%s)", request.method, request.path, short_cause(error))
            raise self._error(error, request.timeout, has_started=has_started) from None

    def _error(self, error: Exception, timeout: float, *, has_started: bool) -> RefereeError:
        if isinstance(error, httpx2.TimeoutException):
            return timed_out(self.base_url, timeout)
        if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
            return invalid_address(self.base_url)
        is_refused = isinstance(error, httpx2.ConnectError) and self.owns_session and has_proxy(self.base_url)
        if isinstance(error, httpx2.ProxyError) or is_refused:
            return proxy_failed(self.base_url, error)
        if has_started:
            return incomplete(self.base_url)
        if isinstance(error, httpx2.RemoteProtocolError | httpx2.ReadError | httpx2.WriteError):
            return disconnected(self.base_url)
        return cannot_connect(self.base_url, error)


@dataclass
class ThreadTransport:
    """Transport of `requests` whose calls run in threads. Used for a WSGI app in this process."""

    transport: Transport

    @property
    def base_url(self) -> str:
        """The address of the app in this process."""
        return self.transport.base_url

    async def send(self, request: Request) -> Response:
        """Send a request in a thread and return its response."""
        return await asyncio.to_thread(self.transport.send, request)

    async def lines(self, request: Request) -> AsyncGenerator[str, None]:
        """Yield the lines of an event stream. A thread waits for each line."""
        lines = self.transport.lines(request)
        while (line := await asyncio.to_thread(next, lines, None)) is not None:
            yield line

    async def close(self) -> None:
        """Close the transport."""
        self.transport.close()


async def _response(response: httpx2.Response) -> Response:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Response(response.status_code, headers, await response.aread())
