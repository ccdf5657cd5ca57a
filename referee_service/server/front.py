"""RSGI application in front of the WSGI app: it accepts requests, gives them a thread, and sends the responses."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Flask
from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]  # granian exports them again

from referee_service.api.client_context import api_key_in
from referee_service.api.flask_app import STARTED_KEY
from referee_service.api.front import COUNTED_KEY, REFUSAL_KEY, RESUMED_KEY, WATCHES_KEY, JobWatch, RoomWatch
from referee_service.api.hot_path import HotAnswer, HotPath, HotRequest, Prepared
from referee_service.api.room_access import has_room_credential
from referee_service.server.bodies import Bodies, BodyIncomplete, BodyRefused
from referee_service.server.environ import are_too_large, wsgi_environ
from referee_service.server.threads import Threads, note_hot_call
from referee_service.server.watches import Watches

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

THREADS: Final = 8
"""Requests served concurrently. Rules hold the GIL; threads help while a request waits for the store."""

HEALTH_PATH: Final = "/healthz"
"""Served on the event loop: it needs neither store nor rules, and must answer while all threads are busy."""
OPERATOR_PATHS: Final = frozenset({"/metrics", "/readyz"})
"""Served by a thread of their own, because they may wait for Redis."""


class Answer(NamedTuple):
    """A finished response of the WSGI app."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Front:
    """The RSGI callable of one serving process."""

    def __init__(self, app: Flask, *, body_limit: int, bodies: Bodies) -> None:
        self._app, self._body_limit, self._bodies = app, body_limit, bodies
        self._api_keys: frozenset[str] = app.extensions.get("referee.api_keys", frozenset())
        has_matches = "referee.judgements" in app.extensions
        self._hot_path = HotPath(app, body_limit=body_limit) if has_matches else None
        self._requests = Threads(THREADS, "referee-requests")
        self._operators = Threads(1, "referee-operators")
        bots = app.extensions.get("referee.bots")
        self._watches = Watches(bots, app.extensions["referee.room_streams"]) if bots is not None else None
        if self._watches is not None:
            app.extensions["referee.metrics"].add_watchers(lambda: self._watches.count)

    def stop_streams(self) -> None:
        """End all event streams, because the server stops."""
        if self._watches is not None:
            self._watches.stop_streams()

    async def __call__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Serve one request: by the hot path, or else by Flask."""
        headers = scope.headers.items()
        request = self._accept_hot(scope, headers)
        if request is None or are_too_large(headers):
            await self._serve(scope, protocol)
        else:
            await self._serve_hot(request, scope, protocol)

    def _accept_hot(self, scope: Scope, headers: list[tuple[str, str]]) -> HotRequest | None:
        if self._hot_path is None:
            return None
        return self._hot_path.accept(scope.method, scope.path, headers, scope.client.rpartition(":")[0])

    async def _serve_hot(self, request: HotRequest, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer a request by the hot path, or by Flask if the hot path leaves it to Flask."""
        note_hot_call()
        try:
            body = await self._bodies.read(protocol, request.length)
        except BodyIncomplete:
            return
        except BodyRefused as refused:
            await self._serve(scope, protocol, refusal=refused.args[0])
            return
        assert self._hot_path is not None
        try:
            prepared = self._hot_path.prepare(request, body)
            answer = await self._hot_answer(self._hot_path, prepared) if prepared is not None else None
            if answer is not None:
                _send(protocol, answer)
            else:
                environ = self._environ(scope)
                if prepared is not None:
                    environ[COUNTED_KEY] = True
                await self._respond(environ, scope, body, protocol)
        finally:
            self._bodies.release(body)

    async def _hot_answer(self, hot_path: HotPath, prepared: Prepared) -> HotAnswer | None:
        """Return the answer of the hot path, made on the event loop if that is quick, else in a thread."""
        if prepared.is_quick:
            return hot_path.answer(prepared)
        return await self._requests.call(partial(hot_path.answer, prepared))

    async def _serve(self, scope: Scope, protocol: HTTPProtocol, *, refusal: str | None = None) -> None:
        """Serve one request by Flask. `refusal` is the error of a body that was not accepted."""
        environ = self._environ(scope)
        if refusal is not None:
            environ[REFUSAL_KEY] = refusal
        try:
            body = await self._read_body(environ, protocol)
        except BodyIncomplete:
            return
        try:
            await self._respond(environ, scope, body, protocol)
        finally:
            self._bodies.release(body)

    def _environ(self, scope: Scope) -> WSGIEnvironment:
        environ = wsgi_environ(scope)
        if self._watches is None or self._watches.is_full:
            del environ[WATCHES_KEY]
        return environ

    async def _respond(self, environ: WSGIEnvironment, scope: Scope, body: bytes, protocol: HTTPProtocol) -> None:
        """Run the app, and send its response, or what it watches."""
        answer = await self._answer(environ, body)
        if isinstance(answer, JobWatch):
            await self._wait_and_resume(answer, scope, body, protocol)
        elif environ.get(WATCHES_KEY) is not None:
            await self._stream(environ[WATCHES_KEY], answer, protocol)
        else:
            _send(protocol, answer)

    async def _read_body(self, environ: WSGIEnvironment, protocol: HTTPProtocol) -> bytes:
        """Return the body, or b"" if there is none or it is refused.

        A body that is too long, or whose client has no valid key, is not read: the app refuses it without the body.
        For a room any credential is enough here.
        """
        length = environ.get("CONTENT_LENGTH", "").lstrip("0")  # Python refuses a number of 5,000 digits
        if REFUSAL_KEY in environ or not length.isdecimal() or int(length) > self._body_limit:
            return b""
        environ["CONTENT_LENGTH"] = length
        if self._api_keys and not api_key_in(environ, self._api_keys) and not has_room_credential(environ):
            return b""
        try:
            return await self._bodies.read(protocol, int(length))
        except BodyRefused as refused:
            environ[REFUSAL_KEY] = refused.args[0]
            return b""

    async def _answer(self, environ: WSGIEnvironment, body: bytes) -> Answer | JobWatch:
        """Run the app where the request belongs: on the event loop, in the operators' thread or in a request thread."""
        environ["wsgi.input"] = io.BytesIO(body)
        path = environ["PATH_INFO"]
        if path == HEALTH_PATH or REFUSAL_KEY in environ:
            return self._call_app(environ)
        threads = self._operators if path in OPERATOR_PATHS else self._requests
        return await threads.call(partial(self._call_app, environ))

    def _call_app(self, environ: WSGIEnvironment) -> Answer | JobWatch:
        """Return the response of the app, or the job that the request waits for."""
        started: list[tuple[int, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> Callable[[bytes], object]:
            started.append((int(status[:3]), headers))
            return _unsupported_write

        try:
            parts = self._app.wsgi_app(environ, start_response)
        except JobWatch as watch:
            return watch
        try:
            body = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return Answer(*started[-1], body)

    async def _wait_and_resume(self, watch: JobWatch, scope: Scope, body: bytes, protocol: HTTPProtocol) -> None:
        """Wait for a job without a thread, then run the app again. A client that has disconnected gets nothing."""
        assert self._watches is not None
        started, gone = perf_counter(), asyncio.ensure_future(protocol.client_disconnect())
        try:
            if not await self._watches.wait(watch, gone):
                return
        finally:
            gone.cancel()
        environ = wsgi_environ(scope) | {RESUMED_KEY: watch.job.id, STARTED_KEY: started}
        answer = await self._answer(environ, body)
        assert isinstance(answer, Answer), "a resumed request does not wait again"
        _send(protocol, answer)

    async def _stream(self, watch: JobWatch | RoomWatch, answer: Answer, protocol: HTTPProtocol) -> None:
        """Send the events of a job or a room under the headers of the app's response."""
        assert self._watches is not None
        headers = [header for header in answer.headers if header[0].lower() != "content-length"]
        gone = asyncio.ensure_future(protocol.client_disconnect())
        events = self._watches.events(watch, gone)
        try:
            with suppress(ProtocolClosed):  # the client has disconnected
                transport = protocol.response_stream(answer.status, headers)
                async for event in events:
                    await transport.send_bytes(event)
        finally:
            await events.aclose()
            gone.cancel()


def _send(protocol: HTTPProtocol, answer: Answer | HotAnswer) -> None:
    with suppress(ProtocolClosed):  # the client has disconnected
        protocol.response_bytes(answer.status, answer.headers, answer.body)


def _unsupported_write(data: bytes) -> object:
    raise NotImplementedError("the app returns its body and never writes it")
