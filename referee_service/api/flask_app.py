"""Flask as far as this service needs it: no sessions, no host names in routes, no coroutines, answers whole."""

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


class TimedRequest(Request):
    """A request that knows when it came, and what it is called in logs and answers."""

    def __init__(self, environ: WSGIEnvironment, populate_request: bool = True, shallow: bool = False) -> None:  # noqa: FBT001, FBT002
        super().__init__(environ, populate_request, shallow)
        self.began = perf_counter()

    @cached_property
    def id(self) -> str:
        """Its name."""
        return f"{getrandbits(64):016x}"

    @property
    def seconds(self) -> float:
        """How long it has been with us."""
        return perf_counter() - self.began


def current_request() -> TimedRequest:
    """The request being served, itself: the proxy that Flask offers looks for it at every touch."""
    found: TimedRequest = request._get_current_object()  # type: ignore[attr-defined]
    return found


class JsonResponse(Response):
    """JSON that is whole already: sent as it is, without a look for what may have to be mended."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        super().__init__(body, status, content_type="application/json")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Send it."""
        start_response(self.status, self.headers.to_wsgi_list())
        body: Iterable[bytes] = self.response  # type: ignore[assignment]
        return body


class _DisabledSessions(SessionInterface):
    """Nobody has a session, so all have the same one."""

    _none: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session of nobody."""
        return self._none


class RefereeFlask(Flask):
    """The application that all calls are added to."""

    request_class = TimedRequest
    session_interface = _DisabledSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is: none of ours must be awaited."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds the call of a request, by path and method alone."""
        if request is None:
            return None
        host, root, scheme = request.environ.get("HTTP_HOST", "localhost"), request.root_path, request.scheme
        return MapAdapter(self.url_map, host, f"{root}/", "", scheme, request.path, request.method)
