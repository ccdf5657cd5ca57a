"""Flask subclasses with less work per request: no sessions, no host matching, no coroutines, complete JSON bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from random import getrandbits
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

STARTED_KEY: Final = "referee.started"
"""Environment key: `perf_counter` at the start of a request that has waited for a job before it reaches the app."""


class TimedRequest(Request):
    """A request with its start time and a random id for logs and responses."""

    def __init__(self, environ: WSGIEnvironment, populate_request: bool = True, shallow: bool = False) -> None:  # noqa: FBT001, FBT002
        super().__init__(environ, populate_request, shallow)
        self.started_at: float = environ.get(STARTED_KEY) or perf_counter()

    @cached_property
    def id(self) -> str:
        """Return the request id, 16 hex digits."""
        return f"{getrandbits(64):016x}"

    @property
    def seconds(self) -> float:
        """Return the seconds since the request arrived."""
        return perf_counter() - self.started_at


def current_request() -> TimedRequest:
    """Return the current request object. Flask's proxy would look it up on every attribute access."""
    current: TimedRequest = request._get_current_object()  # type: ignore[attr-defined]
    return current


class CompleteResponse(Response):
    """A complete body with all its headers, sent without Werkzeug's response post-processing."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Send status and headers, and return the body. A HEAD request gets none."""
        start_response(self.status, self.headers.to_wsgi_list())
        body: Iterable[bytes] = self.response  # type: ignore[assignment]
        return () if environ["REQUEST_METHOD"] == "HEAD" else body


class JsonResponse(CompleteResponse):
    """A complete JSON body."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        super().__init__(body, status, content_type="application/json")


class _DisabledSessions(SessionInterface):
    """Sessions are disabled: every request gets the same null session."""

    _none: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Return the shared null session."""
        return self._none


class RefereeFlask(Flask):
    """The Flask application of the service."""

    request_class = TimedRequest
    session_interface = _DisabledSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged, because no handler is a coroutine."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return a URL adapter that matches by path and method only."""
        if request is None:
            return None
        host, root, scheme = request.environ.get("HTTP_HOST", "localhost"), request.root_path, request.scheme
        return MapAdapter(self.url_map, host, f"{root}/", "", scheme, request.path, request.method)
