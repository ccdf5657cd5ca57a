"""JSON logging: one line per response, with the request id and without private data."""

from __future__ import annotations

import io
import json
import logging
import re

import pytest

from referee_sdk import Client, NotFound, SealedState
from referee_service import logs
from referee_service.app import create_app
from referee_service.settings import Settings
from tests.running.conftest import referee

SECRET = "a secret that is long enough"
API_KEY = "key-of-a-client"
JOB_ID = "9d21cf276249203fefe595a84718ca25"


@pytest.fixture
def read_lines(monkeypatch):
    """Return a function that returns the log lines so far, decoded from JSON."""
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


def test_every_response_is_logged_with_its_request_id(app, read_lines):
    response = app.test_client().get("/v1/games", headers={"X-API-Key": API_KEY})
    (line,) = read_lines()
    assert line["request_id"] == response.headers["X-Request-Id"]
    assert (line["method"], line["path"], line["status"], line["level"]) == ("GET", "/v1/games", 200, "info")
    assert line["ms"] >= 0
    assert line["time"].endswith("+00:00")


def test_no_line_contains_a_state_a_sealed_state_a_credential_a_key_or_a_job_id(app, read_lines):
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
    for path in (f"/v1/jobs/{JOB_ID}", f"/v1/jobs/{JOB_ID}/events", f"/v1/games/burgundy/rules/{JOB_ID}"):
        client.get(path, headers={**headers, "Authorization": f"Bearer {seat}"})
    lines = read_lines()
    assert [line["path"] for line in lines[7:9]] == ["/v1/jobs/<id>", "/v1/jobs/<id>/events"]
    text = json.dumps(lines)
    for hidden in (
        API_KEY,
        JOB_ID,
        SECRET,
        guarded["sealed_state"][:40],
        seat,
        guarded["credentials"]["keeper"],
        '"estate',
        "broken",
    ):
        assert hidden not in text


def test_an_exception_is_logged_with_type_and_locations_but_without_message(app, read_lines, monkeypatch):
    def broken(**_: object) -> None:
        raise KeyError("the whole state")

    monkeypatch.setattr(app.extensions["referee.matches"].store, "health", broken)
    response = app.test_client().get("/readyz")
    assert response.status_code == 500
    crash, line = read_lines()
    assert crash["error"] == "KeyError"
    assert any("operations.py" in location for location in crash["where"])
    assert crash["request_id"] == line["request_id"] == response.json["request_id"]
    assert line["level"] == "warning"
    assert "the whole state" not in json.dumps([crash, line])


def test_the_server_logs_only_json(start):
    server = start("up", "--port", "0", REFEREE_LOG_LEVEL="info")
    server.stop()
    lines = [json.loads(line) for line in server.logs.splitlines()]
    assert any(line["path"] == "/readyz" for line in lines)


def test_the_server_warns_once_about_variables_that_are_no_settings(start):
    server = start("up", "--port", "0", REFEREE_NICKNAME="Bob", REFEREE_SERVICE_HOST="10.0.0.1")
    server.stop()
    lines = [json.loads(line) for line in server.logs.splitlines()]
    assert [line["message"] for line in lines if line["level"] == "warning"] == ["REFEREE_NICKNAME is not a setting"]


@pytest.mark.parametrize("command", ["serve", "up", "worker", "config"])
def test_a_misspelt_setting_stops_the_start(command):
    process = referee(command, REFEREE_RATE_LIMITT="600/minute")
    assert process.returncode == 1
    assert process.stderr == "referee: REFEREE_RATE_LIMITT: is not a setting; did you mean REFEREE_RATE_LIMIT?\n"


def test_server_and_workers_log_no_id_of_a_job_or_a_search(start):
    server = start("up", "--port", "0", REFEREE_LOG_LEVEL="debug", REFEREE_JOB_SECONDS="1")
    client = Client(server.address)
    match = client.new_match("burgundy", guarded=True)
    credential = match.credentials.seats[match.seat]
    source = SealedState("burgundy", match.sealed_state, credential)
    job = client.start_bot_move(source, "search", milliseconds=60_000)
    assert list(client.job_events(job))[-1].status == "failed", "the search takes too long"
    client.stop_job(client.start_bot_move(source, "search", milliseconds=60_000, seed="stop"))
    with pytest.raises(NotFound):
        client.job(job.id)
    server.stop()
    lines = [json.loads(line) for line in server.logs.splitlines()]
    (failure,) = [line for line in lines if line["message"] == "a search failed"]
    assert failure["error"] == "JobTimeoutException"
    assert any("mcts.py" in place for place in failure["where"])
    assert {line["path"] for line in lines if "path" in line} > {"/v1/jobs/<id>", "/v1/jobs/<id>/events"}
    assert re.findall(r"\b[0-9a-f]{32}\b", server.logs) == [], "ids have 32 hex digits"
    assert credential not in server.logs


def test_the_log_level_can_be_raised(start):
    server = start("serve", "--port", "0", REFEREE_LOG_LEVEL="warning")
    server.stop()
    assert server.logs == ""
