"""A service that misbehaves, on a real socket: the documented error, after the documented retries."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from referee_sdk import (
    Client,
    InvalidResponse,
    NotFound,
    RateLimited,
    RetryPolicy,
    ServerError,
    TimedOut,
    Unavailable,
    Unreachable,
)

GOOD = json.dumps({"games": []}).encode()
Behaviour = Callable[[BaseHTTPRequestHandler], None]


class Misbehaving(ThreadingHTTPServer):
    """Answers every request as the next behaviour says; the last one again and again."""

    daemon_threads = True

    def __init__(self) -> None:
        self.behaviours: list[Behaviour] = []
        self.requests = 0
        self.over = threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Misbehaving

    def do_GET(self) -> None:
        at = min(self.server.requests, len(self.server.behaviours) - 1)
        self.server.requests += 1
        self.server.behaviours[at](self)

    def log_message(self, *_: object) -> None:
        """Be silent."""


def answers(status: int, body: bytes = GOOD, **headers: str) -> Behaviour:
    def behave(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return behave


def problem(status: int, code: str, **headers: str) -> Behaviour:
    told = {"type": "about:blank", "title": "", "status": status, "detail": "why", "code": code, "request_id": "r1"}
    return answers(status, json.dumps(told).encode(), **headers)


def half_an_answer(handler: BaseHTTPRequestHandler) -> None:
    answers(200, GOOD[:5], Content_Length=str(len(GOOD)))(handler)
    handler.close_connection = True


def silence(handler: BaseHTTPRequestHandler) -> None:
    handler.server.over.wait(30)


def half_an_answer_slowly(handler: BaseHTTPRequestHandler) -> None:
    answers(200, GOOD[:5], Content_Length=str(len(GOOD)))(handler)
    silence(handler)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def server() -> Iterator[Misbehaving]:
    with Misbehaving() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.over.set()
        running.shutdown()
        thread.join()


@pytest.fixture
def waited() -> list[float]:
    """The seconds that the client wanted to wait; nobody really does."""
    return []


@pytest.fixture
def ask(server: Misbehaving, waited: list[float]) -> Callable[..., object]:
    def asked(*behaviours: Behaviour, **retries: float) -> object:
        server.behaviours = list(behaviours)
        policy = RetryPolicy(sleep=waited.append, **retries)
        return Client(server.address, timeout=0.3, retries=policy).games()

    return asked


# --- what is tried again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (problem(500, "internal"), ServerError),
        (answers(502, b"<html>Bad gateway</html>"), ServerError),
        (problem(503, "guard-unavailable"), Unavailable),
        (problem(429, "too-many-requests"), RateLimited),
        (half_an_answer, InvalidResponse),
        (answers(200, b"no json"), InvalidResponse),
        (answers(200, b"[]"), InvalidResponse),
        (hang_up, Unreachable),
        (silence, TimedOut),
        (half_an_answer_slowly, TimedOut),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_failure_is_tried_four_times_and_then_told(ask, server, waited, behaviour, error):
    with pytest.raises(error) as caught:
        ask(behaviour)
    assert type(caught.value) is error
    assert server.requests == 4
    assert [low <= pause <= 2 * low for pause, low in zip(waited, (0.125, 0.25, 0.5), strict=True)] == [True] * 3


@pytest.mark.parametrize("behaviour", [problem(500, "internal"), half_an_answer, hang_up, silence])
def test_a_service_that_recovers_in_time_is_not_told_of(ask, server, behaviour):
    assert ask(behaviour, behaviour, answers(200)) == ()
    assert server.requests == 3


def test_nobody_at_the_address(waited):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(Unreachable):
        Client(f"http://127.0.0.1:{port}", retries=RetryPolicy(sleep=waited.append)).games()
    assert len(waited) == 3


def test_an_address_that_is_none(waited):
    with pytest.raises(Unreachable):
        Client("nonsense", retries=RetryPolicy(sleep=waited.append)).games()


# --- what is asked for ------------------------------------------------------------------------------------------------


def test_the_service_says_how_long_to_wait(ask, waited):
    assert ask(problem(429, "too-many-requests", Retry_After="3"), answers(200)) == ()
    assert waited == [3.0]


def test_a_date_is_understood_too(ask, waited):
    later = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 5))
    ask(problem(503, "guard-unavailable", Retry_After=later), answers(200))
    assert 2 < waited[0] <= 5


def test_whoever_asks_for_too_long_a_wait_is_not_waited_for(ask, server, waited):
    with pytest.raises(RateLimited) as caught:
        ask(problem(429, "too-many-requests", Retry_After="3600"))
    assert caught.value.retry_after == 3600
    assert (server.requests, waited) == (1, [])
    assert (caught.value.code, caught.value.request_id) == ("too-many-requests", "r1")


def test_nonsense_in_the_header_is_ignored(ask, waited):
    ask(problem(429, "too-many-requests", Retry_After="soon"), answers(200))
    assert waited[0] <= 0.25


def test_what_cannot_be_helped_is_not_tried_again(ask, server):
    with pytest.raises(NotFound):
        ask(problem(404, "unknown-game"))
    assert server.requests == 1


def test_how_often_can_be_chosen(ask, server):
    with pytest.raises(ServerError):
        ask(problem(500, "internal"), max_attempts=2)
    assert server.requests == 2


def test_an_answer_of_another_shape_is_a_broken_answer(ask, server):
    with pytest.raises(InvalidResponse, match=r"response\.games\[0\]: .*game.* is missing"):
        ask(answers(200, b'{"games": [{"title": "?"}]}'))


def test_a_stream_of_events_that_ends_early_is_opened_again(ask, server):
    def events(*states: str) -> Behaviour:
        told = [f"event: progress\ndata: {json.dumps({'id': 'j', 'status': status})}\n\n" for status in states]
        return answers(200, "".join([": \n\n", *told]).encode())

    server.behaviours = [events("queued", "running"), events("running", "finished")]
    seen = [job.status for job in Client(server.address).job_events("j")]
    assert seen == ["queued", "running", "running", "finished"]

    server.behaviours, server.requests = [events()], 0
    assert list(Client(server.address).job_events("j")) == []

    server.behaviours, server.requests = [answers(200, b"data: {nonsense\n\n")], 0
    with pytest.raises(InvalidResponse):
        list(Client(server.address).job_events("j"))
