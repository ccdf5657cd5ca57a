"""A line of JSON for every answer, with the id of the request, and never with what was said."""

from __future__ import annotations

import io
import json
import logging
from time import monotonic, sleep

import pytest

from referee_service import logs
from referee_service.app import create_app
from referee_service.settings import Settings

SECRET = "a secret that is long enough"
API_KEY = "key-of-a-client"


@pytest.fixture
def written(monkeypatch):
    """What is logged, as JSON, line by line."""
    stream = io.StringIO()
    handler, logger = logging.StreamHandler(stream), logging.getLogger(logs.LOGGER)
    handler.setFormatter(logs.JsonFormatter())
    monkeypatch.setattr(logger, "handlers", [handler])
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.manager._clear_cache()
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logger.manager._clear_cache()


@pytest.fixture
def app():
    return create_app(Settings(secrets=(("0", SECRET.encode()),), api_keys=frozenset([API_KEY])))


def test_every_answer_is_a_line_with_the_id_that_the_client_got(app, written):
    answer = app.test_client().get("/v1/games", headers={"X-API-Key": API_KEY})
    (line,) = written()
    assert line["request_id"] == answer.headers["X-Request-Id"]
    assert (line["method"], line["path"], line["status"], line["level"]) == ("GET", "/v1/games", 200, "info")
    assert line["ms"] >= 0
    assert line["time"].endswith("+00:00")


def test_no_line_tells_a_state_a_token_a_pass_or_a_key(app, written):
    client, headers = app.test_client(), {"X-API-Key": API_KEY}
    path = "/v1/games/burgundy"
    opened = client.post(f"{path}/states", json={"seats": 2}, headers=headers).json
    guarded = client.post(f"{path}/states", json={"seats": 2, "guarded": True}, headers=headers).json
    notation = opened["legal_actions"][0]["notation"]
    seat = guarded["credentials"]["seats"][0]
    for body in (
        {"state": opened["state"], "notation": notation},
        {"state": {**opened["state"], "board": "broken"}, "notation": notation},
        {"sealed_state": guarded["sealed_state"], "credential": seat, "notation": "end_turn"},
        {"sealed_state": guarded["sealed_state"][:-1], "credential": seat, "notation": "end_turn"},
    ):
        client.post(f"{path}/moves?api_key={API_KEY}", json=body, headers=headers)
    client.get(f"/{API_KEY}", headers=headers)
    lines = written()
    assert len(lines) == 7
    said = json.dumps(lines)
    for hidden in (
        API_KEY,
        SECRET,
        guarded["sealed_state"][:40],
        seat,
        guarded["credentials"]["keeper"],
        '"estate',
        "broken",
    ):
        assert hidden not in said


def test_a_crash_is_told_by_its_type_and_places_never_by_its_words(app, written, monkeypatch):
    def broken(**_: object) -> None:
        raise KeyError("the whole state")

    monkeypatch.setattr(app.extensions["referee.matches"].store, "health", broken)
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 500
    crash, line = written()
    assert crash["error"] == "KeyError"
    assert any("operations.py" in place for place in crash["where"])
    assert crash["request_id"] == line["request_id"] == answer.json["request_id"]
    assert line["level"] == "warning"
    assert "the whole state" not in json.dumps([crash, line])


def test_the_server_logs_json_alone(start):
    server = start("up", "--port", "0", REFEREE_LOG_LEVEL="info")
    server.stop()
    lines = [json.loads(line) for line in server.logs.splitlines()]
    assert any(line["path"] == "/readyz" for line in lines)


def test_the_level_can_be_raised(start):
    server = start("serve", "--port", "0", REFEREE_LOG_LEVEL="warning")
    server.stop()
    assert server.logs == ""


def record(level: int, path: str) -> logging.LogRecord:
    made = logging.LogRecord(logs.LOGGER, level, "", 0, "request", None, None)
    made.path = path
    return made


@pytest.fixture
def lines(capsys):
    """A handler as the service has it, and what it has written so far."""
    handler = logs.BufferedStderrHandler()
    handler.setFormatter(logs.JsonFormatter())
    written = []

    def so_far():
        written.extend(json.loads(line)["path"] for line in capsys.readouterr().err.splitlines())
        return written

    return handler, so_far


@pytest.mark.alone
def test_lines_are_written_soon_and_in_order(lines):
    handler, so_far = lines
    for number in range(100):
        handler.handle(record(logging.INFO, str(number)))
    end = monotonic() + 10
    while len(so_far()) < 100 and monotonic() < end:
        sleep(0.01)
    assert so_far() == [str(number) for number in range(100)]


def test_what_is_wrong_is_written_at_once_after_all_that_came_before(lines):
    handler, so_far = lines
    handler.handle(record(logging.INFO, "before"))
    handler.handle(record(logging.WARNING, "wrong"))
    assert so_far() == ["before", "wrong"]


def test_nothing_is_lost_when_the_process_ends(lines):
    handler, so_far = lines
    handler.handle(record(logging.INFO, "last"))
    handler.flush()
    assert so_far() == ["last"]
