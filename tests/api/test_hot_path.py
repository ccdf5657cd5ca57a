"""Tests of the hot path: Flask gives the same response to every request, and counts and logs the same."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from types import SimpleNamespace

import hypothesis
import msgspec
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from referee_service import logs
from referee_service.api import flask_app, hot_path
from referee_service.api.front import COUNTED_KEY
from referee_service.api.hot_path import HOT_CALLS, MAX_HOT_BYTES, MAX_HOT_HEADER_CHARS, HotPath
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.codec import encode
from referee_service.server.environ import wsgi_environ
from referee_service.settings import Settings
from tests.api.hot_requests import SECRET, Request, matches, requests
from tests.api.test_schemathesis import BOUNDED

PER_GAME = 400
"""Recorded requests of each game; 2,000 in all."""
SETTINGS = {
    "keys": {"REFEREE_API_KEYS": "good-key-0123456789,other-key-0123456789"},
    "origins": {"REFEREE_CORS_ORIGINS": "https://table.example"},
    "a limit": {"REFEREE_RATE_LIMIT": "150/hour"},
    "a large limit": {"REFEREE_RATE_LIMIT": "100000/hour"},
    "no cache": {"REFEREE_CACHE_SECONDS": "0"},
    "a secret": {"REFEREE_SECRET": SECRET},
}
"""Settings that a response may depend on."""
BODY_LIMIT = 1 << 20

Answer = tuple[int, list[tuple[str, str]], bytes]


@pytest.fixture
def fixed(monkeypatch):
    """Give every request the same id, the same time and no duration, and collect the log lines."""
    lines: list[tuple[object, ...]] = []
    fix(monkeypatch, lines)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    return lines


def fix(patch: pytest.MonkeyPatch, lines: list[tuple[object, ...]]) -> None:
    """Give every request the same id and no duration, and collect the log lines."""
    patch.setattr(logs, "log_request", lambda *line: lines.append(line))
    for module in (flask_app, hot_path):
        patch.setattr(module, "getrandbits", lambda bits: 7)
        patch.setattr(module, "perf_counter", lambda: 0.0)


class Ways:
    """Two equal services: one answers by Flask alone, the other by the hot path where it can."""

    def __init__(self, environ: dict[str, str]) -> None:
        settings = Settings.from_env(environ)
        self.flask, self.app = create_app(settings), create_app(settings)
        self.hot = HotPath(self.app, body_limit=BODY_LIMIT)
        self.answered = Counter[tuple[str, int]]()

    def by_flask(
        self, app, path: str, raw: bytes, headers: Sequence[tuple[str, str]], *, is_counted: bool = False
    ) -> Answer:
        """Return the response of the WSGI app, called as the server calls it."""
        scope = SimpleNamespace(
            **{"server": "127.0.0.1:80", "client": "127.0.0.1:9", "method": "POST", "path": path, "scheme": "http"},
            query_string="",
            headers=SimpleNamespace(items=lambda: list(headers)),
        )
        started: list[tuple[int, list[tuple[str, str]]]] = []
        environ = wsgi_environ(scope) | {"wsgi.input": BytesIO(raw)} | ({COUNTED_KEY: True} if is_counted else {})
        parts = app.wsgi_app(environ, lambda status, found, _=None: started.append((int(status[:3]), found)))
        return (*started[-1], b"".join(parts))

    def by_hot_path(self, path: str, raw: bytes, headers: Sequence[tuple[str, str]]) -> Answer:
        """Return the response of the hot path, or that of Flask if it has none, as the server does."""
        request = self.hot.accept("POST", path, headers, "127.0.0.1")
        prepared = self.hot.prepare(request, raw) if request is not None else None
        answer = self.hot.answer(prepared) if prepared is not None else None
        if answer is None:
            return self.by_flask(self.app, path, raw, headers, is_counted=prepared is not None)
        self.answered[path.rpartition("/")[2], answer.status] += 1
        return answer.status, answer.headers, answer.body

    def compare(self, game: str, request: Request) -> None:
        """Send a request both ways and compare the responses."""
        call, raw, extra = request
        path = f"/v1/games/{game}/{call}"
        headers = {"host": "x", "content-type": "application/json", "content-length": str(len(raw)), **extra}
        pairs = list(headers.items())
        assert self.by_hot_path(path, raw, pairs) == self.by_flask(self.flask, path, raw, pairs), (path, raw[-300:])

    def counters(self, app) -> list[str]:
        """Return the counters and gauges, without the times at which they were created."""
        text = app.extensions["referee.metrics"].exposition().decode()
        return [line for line in text.splitlines() if "_created" not in line]


@pytest.mark.parametrize("game", GAMES)
def test_recorded_requests_get_the_same_response_from_flask(game, fixed):
    ways = Ways({})
    compare_all(ways, game, PER_GAME, fixed)
    answered = ways.answered
    assert all(answered[call, 200] > PER_GAME / 20 for call in HOT_CALLS), answered
    assert answered["moves", 409] > PER_GAME / 20, answered
    assert sum(answered.values()) > PER_GAME / 2, answered
    assert ways.counters(ways.app) == ways.counters(ways.flask)


@pytest.mark.parametrize("environ", SETTINGS.values(), ids=SETTINGS)
def test_the_responses_are_the_same_with_every_setting(environ, fixed):
    ways = Ways(environ)
    for game in GAMES:
        compare_all(ways, game, PER_GAME // 10, fixed)
    assert ways.counters(ways.app) == ways.counters(ways.flask)
    assert ways.answered


def compare_all(ways, game, count, lines):
    """Send recorded requests both ways, and compare responses and log lines."""
    for request in requests(GAMES[game], count, seed=len(game)):
        ways.compare(game, request)
        assert len(lines) == 2, "one line for each way"
        assert lines[0] == lines[1]
        lines.clear()


SCHEMA = schemathesis.openapi.from_wsgi("/openapi.json", create_app())
SCHEMA.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
SCHEMA.config.phases.coverage.enabled = False
HOT_SCHEMA = SCHEMA.include(path_regex=f"/({'|'.join(HOT_CALLS)})$")
WAYS = Ways({})


@HOT_SCHEMA.parametrize()
@hypothesis.settings(max_examples=10, **BOUNDED)
def test_generated_requests_get_the_same_response_from_flask(case):
    try:
        raw = b"" if isinstance(case.body, NotSet) else msgspec.json.encode(case.body)
    except (TypeError, UnicodeEncodeError):
        hypothesis.reject()
    game, call = case.formatted_path.split("/")[-2:]
    lines: list[tuple[object, ...]] = []
    with pytest.MonkeyPatch.context() as patch:
        fix(patch, lines)
        WAYS.compare(game, (call, raw, {}))
        assert len(lines) == 2
        assert lines[0] == lines[1]
        assert WAYS.counters(WAYS.app) == WAYS.counters(WAYS.flask)


def test_a_refused_move_is_worked_once(monkeypatch):
    ways, played = Ways({}), []
    service = ways.app.extensions["referee.matches"]
    play = service.play
    monkeypatch.setattr(service, "play", lambda *given: played.append(given) or play(*given))
    state = msgspec.Raw(encode(matches(GAMES["burgundy"], 0)[0]))
    raw = msgspec.json.encode({"state": state, "notation": "place_tile die=1 tile=bank space=1"})
    status, _, body = ways.by_hot_path("/v1/games/burgundy/moves", raw, _headers({"content-length": str(len(raw))}))
    assert (status, len(played)) == (409, 1)
    assert msgspec.json.decode(body)["refusals"]


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/v1/games/burgundy/moves", {}),
        ("POST", "/v1/games/burgundy/states", {}),
        ("POST", "/v1/games/nothing/moves", {}),
        ("POST", "/v1/games/burgundy/moves", {"content-length": "0"}),
        ("POST", "/v1/games/burgundy/moves", {"content-length": "²"}),
        ("POST", "/v1/games/burgundy/moves", {"content-length": str(BODY_LIMIT + 1)}),
        ("POST", "/v1/games/burgundy/moves", {"content-length": str(MAX_HOT_BYTES + 1)}),
        ("POST", "/v1/games/burgundy/moves", {"accept_language": "fr"}),
        ("POST", "/v1/games/burgundy/moves", {"transfer_encoding": "chunked"}),
        ("POST", "/v1/games/burgundy/moves", {"transfer-encoding": "chunked"}),
        ("POST", "/v1/games/burgundy/moves", {"accept": "text/html"}),
        ("POST", "/v1/games/burgundy/moves", {"content-length": "0" * 5000 + "9"}),
        ("POST", "/v1/games/burgundy/moves", {"accept": "*/*" + ";" * MAX_HOT_HEADER_CHARS}),
        ("POST", "/v1/games/burgundy/moves", {"accept-language": "fr," * MAX_HOT_HEADER_CHARS}),
        ("POST", "/v1/games/burgundy/moves", {"origin": "https://" + "x" * MAX_HOT_HEADER_CHARS}),
    ],
)
def test_other_requests_are_left_to_flask(method, path, headers):
    assert WAYS.hot.accept("POST", "/v1/games/burgundy/moves", _headers({}), "") is not None
    assert WAYS.hot.accept(method, path, _headers(headers), "") is None


def test_a_repeated_header_is_left_to_flask():
    headers = [*_headers({}), ("accept", "application/json"), ("accept", "text/html")]
    assert WAYS.hot.accept("POST", "/v1/games/burgundy/moves", headers, "") is None


def test_a_body_that_cannot_be_written_is_left_to_flask(monkeypatch):
    ways = Ways({})
    monkeypatch.setattr(ways.app.extensions["referee.judgements"], "call", lambda *given: object())
    raw = msgspec.json.encode({"state": msgspec.Raw(encode(matches(GAMES["burgundy"], 0)[0])), "notation": "end_turn"})
    headers = _headers({"content-length": str(len(raw))})
    prepared = ways.hot.prepare(ways.hot.accept("POST", "/v1/games/burgundy/moves", headers, ""), raw)
    assert ways.hot.answer(prepared) is None


def _headers(extra):
    return list({"content-type": "application/json", "content-length": "9", **extra}.items())
