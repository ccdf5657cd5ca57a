"""Transport against a faulty service on a real socket: the documented errors after the documented retries."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from referee_sdk import (
    AsyncClient,
    BadRequest,
    Client,
    InvalidResponse,
    NotFound,
    RateLimited,
    RetryPolicy,
    ServerError,
    TimedOut,
    Unavailable,
    Unreachable,
    __version__,
)

pytestmark = pytest.mark.alone  # the client waits 0.3 seconds, and a busy machine may need longer

VALID_BODY = json.dumps({"games": []}).encode()
Behaviour = Callable[[BaseHTTPRequestHandler], None]


class FaultyServer(ThreadingHTTPServer):
    """Server that handles each request with the next behaviour, and all further ones with the last."""

    daemon_threads = True

    def __init__(self) -> None:
        self.behaviours: list[Behaviour] = []
        self.requests = 0
        self.stopping = threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: FaultyServer

    def do_GET(self) -> None:
        index = min(self.server.requests, len(self.server.behaviours) - 1)
        self.server.requests += 1
        self.server.behaviours[index](self)

    def log_message(self, *_: object) -> None:
        """Write no log."""


def respond(status: int, body: bytes = VALID_BODY, **headers: str) -> Behaviour:
    def behave(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), "Referee_Version": __version__, **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return behave


def problem(status: int, code: str, **headers: str) -> Behaviour:
    body = {"type": "about:blank", "title": "", "status": status, "detail": "why", "code": code, "request_id": "r1"}
    return respond(status, json.dumps(body).encode(), **headers)


def incomplete_response(handler: BaseHTTPRequestHandler) -> None:
    respond(200, VALID_BODY[:5], Content_Length=str(len(VALID_BODY)))(handler)
    handler.close_connection = True


def no_response(handler: BaseHTTPRequestHandler) -> None:
    handler.server.stopping.wait(30)


def slow_incomplete_response(handler: BaseHTTPRequestHandler) -> None:
    respond(200, VALID_BODY[:5], Content_Length=str(len(VALID_BODY)))(handler)
    no_response(handler)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with FaultyServer() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.stopping.set()
        running.shutdown()
        thread.join()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Collect the pauses of both clients in seconds, instead of waiting."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr("referee_sdk.client.sleep", found.append)
    monkeypatch.setattr("referee_sdk.async_client.sleep", sleep)
    return found


@pytest.fixture(params=[Client, AsyncClient], ids=["sync", "async"])
def games(request: pytest.FixtureRequest) -> Callable[..., object]:
    """Return a function that requests all games with a new client of either kind, and the arguments of the client."""

    async def get_async(*arguments: object, **options: object) -> object:
        async with AsyncClient(*arguments, **options) as client:
            return await client.games()

    def get(*arguments: object, **options: object) -> object:
        if request.param is AsyncClient:
            return asyncio.run(get_async(*arguments, **options))
        with Client(*arguments, **options) as client:
            return client.games()

    return get


@pytest.fixture
def get_games(server: FaultyServer, pauses: list[float], games: Callable[..., object]) -> Callable[..., object]:
    def call(*behaviours: Behaviour, **retries: float) -> object:
        server.behaviours = list(behaviours)
        return games(server.address, timeout=0.3, retries=RetryPolicy(**retries))

    return call


# --- retries ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (problem(500, "internal"), ServerError),
        (respond(502, b"<html>Bad gateway</html>"), ServerError),
        (problem(503, "guard-unavailable"), Unavailable),
        (problem(429, "too-many-requests"), RateLimited),
        (incomplete_response, InvalidResponse),
        (respond(200, b"no json"), InvalidResponse),
        (respond(200, b"[]"), InvalidResponse),
        (hang_up, Unreachable),
        (no_response, TimedOut),
        (slow_incomplete_response, TimedOut),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_failing_call_is_tried_four_times(get_games, server, pauses, behaviour, error):
    with pytest.raises(error) as caught:
        get_games(behaviour)
    assert type(caught.value) is error
    assert server.requests == 4
    assert [low <= pause <= 2 * low for pause, low in zip(pauses, (0.125, 0.25, 0.5), strict=True)] == [True] * 3


@pytest.mark.parametrize("behaviour", [problem(500, "internal"), incomplete_response, hang_up, no_response])
def test_a_service_that_recovers_in_time_raises_no_error(get_games, server, behaviour):
    assert get_games(behaviour, behaviour, respond(200)) == ()
    assert server.requests == 3


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_url_without_a_service_is_unreachable(games, pauses, closed_port):
    with pytest.raises(Unreachable) as caught:
        games(f"http://127.0.0.1:{closed_port}")
    assert len(pauses) == 3
    assert caught.value.__cause__ is None
    assert re.fullmatch(
        rf"Cannot connect to http://127\.0\.0\.1:{closed_port} \(connection refused\)\. "
        r"Start the service \(`make run` in its clone\), or check the address\.",
        caught.value.detail,
    )


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1", "http://"])
def test_an_invalid_url_is_a_bad_request_and_not_retried(games, pauses, url):
    with pytest.raises(BadRequest, match="is not the address of a service"):
        games(url)
    assert pauses == []


@pytest.fixture
def tls_server(server: FaultyServer, tmp_path: Path) -> FaultyServer:
    """Return the server with a certificate that no authority signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(days=1), now + timedelta(days=1))
    encodings = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = tmp_path / "server.pem"
    file.write_bytes(key.private_bytes(*encodings) + builder.sign(key, hashes.SHA256()).public_bytes(encodings[0]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    return server


def test_a_certificate_that_cannot_be_verified_is_named(games, pauses, tls_server):
    address = tls_server.address.replace("http:", "https:")
    with pytest.raises(Unreachable, match=f"The TLS certificate of {address} cannot be verified"):
        games(address, timeout=5)


def test_a_service_without_tls_cannot_be_reached_with_https(games, pauses, server):
    server.behaviours = [respond(200)]
    with pytest.raises(Unreachable, match="If the service has no certificate, write http://127"):
        games(server.address.replace("http:", "https:"), timeout=5)


def test_a_closed_connection_is_named(get_games, server):
    with pytest.raises(Unreachable, match=f"{server.address} closed the connection without a response"):
        get_games(hang_up, max_attempts=1)


def test_a_timeout_says_how_long_the_client_waited(get_games, server):
    with pytest.raises(TimedOut) as caught:
        get_games(no_response, max_attempts=1)
    assert caught.value.detail == (
        f"{server.address} did not respond within 0.3 seconds. "
        "Check that the service is running, or wait longer: client.with_timeout(60)."
    )


# --- Retry-After and other responses ----------------------------------------------------------------------------------


def test_retry_after_replaces_the_back_off(get_games, pauses):
    assert get_games(problem(429, "too-many-requests", Retry_After="3"), respond(200)) == ()
    assert pauses == [3.0]


def test_retry_after_may_be_a_date(get_games, pauses):
    later = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 5))
    get_games(problem(503, "guard-unavailable", Retry_After=later), respond(200))
    assert 2 < pauses[0] <= 5


def test_a_long_retry_after_raises_the_error_at_once(get_games, server, pauses):
    with pytest.raises(RateLimited) as caught:
        get_games(problem(429, "too-many-requests", Retry_After="3600"))
    assert caught.value.retry_after == 3600
    assert (server.requests, pauses) == (1, [])
    assert (caught.value.code, caught.value.request_id) == ("too-many-requests", "r1")


def test_an_unreadable_retry_after_is_ignored(get_games, pauses):
    get_games(problem(429, "too-many-requests", Retry_After="soon"), respond(200))
    assert pauses[0] <= 0.25


def test_a_client_error_is_not_retried(get_games, server):
    with pytest.raises(NotFound):
        get_games(problem(404, "unknown-game"))
    assert server.requests == 1


def test_the_number_of_attempts_can_be_set(get_games, server):
    with pytest.raises(ServerError):
        get_games(problem(500, "internal"), max_attempts=2)
    assert server.requests == 2


def test_a_response_of_another_form_is_invalid(get_games, server):
    with pytest.raises(InvalidResponse, match=r"response\.games\[0\]: .*game.* is missing"):
        get_games(respond(200, b'{"games": [{"title": "?"}]}'))


def sync_statuses(address: str) -> list[str]:
    with Client(address) as client:
        return [job.status for job in client.job_events("j")]


def async_statuses(address: str) -> list[str]:
    async def read() -> list[str]:
        async with AsyncClient(address) as client:
            return [job.status async for job in client.job_events("j")]

    return asyncio.run(read())


@pytest.mark.parametrize("job_statuses", [sync_statuses, async_statuses])
def test_a_stream_of_events_that_ends_early_is_opened_again(server, job_statuses):
    def events(*states: str) -> Behaviour:
        lines = [f"event: progress\ndata: {json.dumps({'id': 'j', 'status': status})}\n\n" for status in states]
        return respond(200, "".join([": \n\n", *lines]).encode())

    server.behaviours = [events("queued", "running"), events("running", "finished")]
    assert job_statuses(server.address) == ["queued", "running", "running", "finished"]

    server.behaviours, server.requests = [events()], 0
    assert job_statuses(server.address) == []

    server.behaviours, server.requests = [respond(200, b"data: {nonsense\n\n")], 0
    with pytest.raises(InvalidResponse):
        job_statuses(server.address)

    server.behaviours, server.requests = [problem(404, "unknown-job")], 0
    with pytest.raises(NotFound):
        job_statuses(server.address)
