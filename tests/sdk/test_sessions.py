"""Sessions of a client: closing, headers, log lines, proxies, and use by many threads."""

from __future__ import annotations

import asyncio
import logging
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import urlsplit

import httpx2
import pytest
from requests import Session

import referee_sdk
from referee_sdk import AsyncClient, BadRequest, Client, NotFound, Unreachable
from referee_sdk.core.exchange import Response
from referee_sdk.transport import Transport
from tests.sdk.conftest import HEADERS, NO_WAIT
from tests.sdk.matches import ROOT
from tests.sdk.service import shared_app


class ClosableSession(Session):
    """Session that counts how often it is closed."""

    closed = 0

    def close(self) -> None:
        self.closed += 1
        super().close()


# --- closing ----------------------------------------------------------------------------------------------------------


def test_a_client_closes_its_own_session_and_leaves_one_that_was_given(monkeypatch):
    own, given = ClosableSession(), ClosableSession()
    monkeypatch.setattr("referee_sdk.client.new_session", lambda: own)
    with Client() as client:
        assert client.with_language("fr")._transport.session is own
    assert own.closed == 1
    with Client(session=given):
        pass
    client = Client(session=given)
    client.close()
    assert given.closed == 0


def test_a_match_may_get_another_client_of_the_same_service(client):
    match = client.new_match("burgundy", seed="1")
    english = match.turn.prompt
    match.client = match.client.with_language("fr")
    match.play(0)
    match.undo()
    assert match.turn.prompt == english  # it was requested before
    match.play(0)
    assert match.events[-1].text.startswith("La place")
    assert match.client._transport is client._transport


# --- address ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_client_without_address_uses_that_of_the_environment(kind, monkeypatch):
    monkeypatch.setenv("REFEREE_URL", "http://referee.example/")
    assert kind()._transport.base_url == "http://referee.example"
    assert kind("http://other.example")._transport.base_url == "http://other.example"
    monkeypatch.setenv("REFEREE_URL", "")
    assert kind()._transport.base_url == "http://127.0.0.1:8080"


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_an_address_is_written_without_the_version_of_the_paths(kind):
    with pytest.raises(BadRequest, match=r"adds /v1 .* Write http://127\.0\.0\.1:8080 for"):
        kind("http://127.0.0.1:8080/v1/")


def test_a_language_is_one_of_two(client):
    with pytest.raises(BadRequest, match="one of en, fr, not 'de'"):
        client.with_language("de")
    with pytest.raises(BadRequest, match="one of en, fr, not 'french'"):
        Client(language="french")


# --- headers ----------------------------------------------------------------------------------------------------------


def test_every_request_names_the_sdk_and_python():
    with (ROOT / "sdk/pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    assert referee_sdk.__version__ == version
    headers = Client()._calls.request("GET", "/v1/games").headers
    assert headers["User-Agent"] == f"referee-sdk/{version} python/{platform.python_version()}"


def test_a_body_that_is_not_json_is_a_bad_request(client):
    state = {"game": "burgundy", "board": {1, 2}}
    with pytest.raises(BadRequest, match="cannot be written as JSON: Object of type set"):
        client.score(state)
    with pytest.raises(BadRequest, match="cannot be written as JSON"):
        client.score({"game": "burgundy", "ply": float("nan")})


@pytest.mark.parametrize("key", ["a\n", " a", "clé", "a\r\nX: y"])
def test_a_key_that_no_header_may_have_is_a_bad_request(key):
    with Client(app=shared_app(), api_key=key) as client, pytest.raises(BadRequest, match="header X-API-Key"):
        client.games()


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e12])
def test_a_timeout_is_positive_and_at_most_a_day(client, seconds):
    with pytest.raises(BadRequest, match="positive number of seconds"):
        client.with_timeout(seconds)


def test_names_in_paths_may_have_any_characters(client):
    for name in ("no such game", "../games", "burgundy?x=1", "a/b#c", "%2e%2e"):
        with pytest.raises(NotFound):
            client.game(name)
        with pytest.raises(NotFound):
            client.job(name)


def test_an_unknown_field_passes_through_the_detail_of_the_service(client):
    match = client.new_match("burgundy", seed="1")
    with pytest.raises(BadRequest) as caught:
        match.play({"kind": "take_tile", "die": 1, "depoot": 1, "tile": "bank"})
    assert caught.value.status == 422
    assert caught.value.detail == caught.value.problem["detail"]
    assert "depoot" in caught.value.detail


# --- log --------------------------------------------------------------------------------------------------------------


def test_the_log_has_a_line_per_request_and_no_secret(live, caplog):
    caplog.set_level(logging.DEBUG, "referee_sdk")
    match = Client(live._transport.base_url, api_key="my-api-key").new_match("burgundy", guarded=True)
    match.play(0)
    match.view(0)
    lines = [record.getMessage() for record in caplog.records if record.name == "referee_sdk"]
    assert len(lines) == 4
    assert re.fullmatch(r"POST /v1/games/burgundy/moves: 200, \d+\.\d ms, attempt 1", lines[2])
    text = "\n".join(lines)
    secrets = ["my-api-key", match.sealed_state, match.credentials.keeper, *match.credentials.seats]
    assert [secret for secret in secrets if secret in text] == []


def test_the_log_has_a_warning_per_retry(caplog, monkeypatch):
    responses = [Response(503, {}, b'{"detail": "a secret"}'), Response(200, HEADERS, b'{"games": []}')]
    monkeypatch.setattr(Transport, "send", lambda self, request: responses.pop(0))
    with Client(retries=NO_WAIT) as client:
        assert client.games() == ()
    (warning,) = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warning == "GET /v1/games failed (Unavailable, attempt 1); next attempt in 0.00 s"


def test_a_program_that_configures_no_logging_prints_nothing():
    code = """
from referee_sdk import Client, RetryPolicy, Unreachable
try:
    Client("http://127.0.0.1:9", retries=RetryPolicy(max_attempts=2, backoff_seconds=0)).games()
except Unreachable as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert (done.stdout[:14], done.stderr) == ("Cannot connect", "")


def test_a_failed_call_in_process_prints_nothing():
    code = """
from referee_sdk import Client, Unavailable
from referee_service.app import create_app
client = Client(app=create_app())
try:
    client.bot_move(client.new_match("burgundy").state, "search")
except Unavailable as error:
    print(error.code)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("no-worker\n", "")


def test_the_log_has_the_cause_that_the_error_does_not_show(caplog):
    caplog.set_level(logging.DEBUG, "referee_sdk")
    with Client("http://127.0.0.1:9", retries=NO_WAIT) as client, pytest.raises(Unreachable) as caught:
        client.with_retries(max_attempts=1).games()
    assert "urllib3" not in str(caught.value)
    assert "Connection refused" in caplog.text
    assert "urllib3" not in caplog.text
    assert all(len(record.getMessage()) < 100 for record in caplog.records)


# --- proxies ----------------------------------------------------------------------------------------------------------


class Proxy(ThreadingHTTPServer):
    """HTTP proxy that forwards GET requests and lists their URLs."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        super().__init__(("127.0.0.1", 0), ProxyHandler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class ProxyHandler(BaseHTTPRequestHandler):
    server: Proxy

    def do_GET(self) -> None:
        self.server.urls.append(self.path)
        url = urlsplit(self.path)
        connection = HTTPConnection(self.server.upstream, timeout=10)
        connection.request("GET", url.path, headers={"Host": url.netloc})
        response = connection.getresponse()
        body = response.read()
        self.send_response(response.status)
        self.send_header("Content-Length", str(len(body)))
        for name in ("Content-Type", "Referee-Version"):
            if name in response.headers:
                self.send_header(name, response.headers[name])
        self.end_headers()
        self.wfile.write(body)
        connection.close()

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture
def proxy(server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    with Proxy() as running:
        running.upstream = urlsplit(server.address).netloc
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


URL = "http://referee.example"
"""Address that only the proxy can reach."""


async def async_games(**options: object) -> object:
    async with AsyncClient(URL, retries=NO_WAIT, **options) as client:
        return await client.games()


def test_requests_go_through_the_proxy_of_the_environment(proxy, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", proxy.address)
    monkeypatch.setenv("http_proxy", proxy.address)
    with Client(URL, retries=NO_WAIT) as client:
        assert client.games() == asyncio.run(async_games())
    assert proxy.urls == [f"{URL}/v1/games"] * 2


def test_requests_go_through_the_proxy_of_a_session(proxy):
    session = Session()
    session.proxies["http"] = proxy.address
    with session, Client(URL, session=session, retries=NO_WAIT) as client:
        assert client.games()

    async def with_session() -> object:
        async with httpx2.AsyncClient(proxy=proxy.address) as own:
            return await async_games(session=own)

    assert asyncio.run(with_session())
    assert proxy.urls == [f"{URL}/v1/games"] * 2


def test_a_proxy_that_is_down_is_named():
    session = Session()
    session.proxies["http"] = "http://127.0.0.1:9"
    with Client(URL, session=session, retries=NO_WAIT) as client, pytest.raises(Unreachable, match="The proxy does"):
        client.games()


# --- threads ----------------------------------------------------------------------------------------------------------


def test_eight_threads_share_a_client(live):
    def play(number: int) -> tuple[int, list[str]]:
        match = live.with_language("fr" if number % 2 else "en").new_match("burgundy", seed=str(number % 4))
        for _ in range(6):
            match.play(match.legal_actions()[-1])
        return number, [move.notation for move in match.record().moves]

    with ThreadPoolExecutor(8) as threads:
        played = dict(threads.map(play, range(32)))
    by_seed = {seed: {tuple(played[number]) for number in range(32) if number % 4 == seed} for seed in range(4)}
    assert [len(moves) for moves in by_seed.values()] == [1, 1, 1, 1]
    assert len({next(iter(moves)) for moves in by_seed.values()}) == 4


def test_one_thread_at_a_time_may_change_a_match(client, monkeypatch):
    match = client.new_match("burgundy", seed="1")
    send, is_sending, may_respond = Transport.send, Event(), Event()

    def slow_send(self, request):
        is_sending.set()
        assert may_respond.wait(10)
        return send(self, request)

    monkeypatch.setattr(Transport, "send", slow_send)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(match.play, 0)
        assert is_sending.wait(10)
        for change in (lambda: match.play(0), match.undo, match.play_bot):
            with pytest.raises(BadRequest, match="Another call that changes this match is in progress"):
                change()
        assert match.decision_count == 0
        may_respond.set()
        assert first.result()
    match.play(0)
    assert client.replay(match.record()).valid


def test_threads_share_an_app_in_this_process():
    with Client(app=shared_app()) as client, ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(lambda _: client.games(), range(32)))) == 1
