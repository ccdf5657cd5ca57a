"""Searches from request to result, with workers that die, searches that are stopped, and outages of Redis."""

from __future__ import annotations

import json
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from rq.job import Job as RqJob
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer

from referee_service.app import worker_parts
from referee_service.jobs import worker
from referee_service.jobs.queue import MAX_BLOCK_SECONDS
from referee_service.jobs.redis_keys import QUEUE_NAMES, RUNNING_KEY, WORKERS_KEY, client_searches_key
from referee_service.settings import Settings
from tests.api.calls import new_match, problem
from tests.api.openapi import schema_errors
from tests.jobs.conftest import TIMEOUT_SECONDS, client_of, metric, wait_until

BOTS = "/v1/games/burgundy/bot-moves"
SHORT_SEARCH = {"bot": "search", "budget": {"iterations": 60}}
LONG_SEARCH = {"bot": "search", "budget": {"milliseconds": 60_000}}
FINAL_STATUSES = ("finished", "failed", "stopped")


def wait_for_end(client, job):
    """Wait for the end of a job and return it."""
    latest = {}

    def is_over():
        latest.update(client.get(f"/v1/jobs/{job}?wait=5").json)
        return latest["status"] in FINAL_STATUSES

    wait_until(is_over)
    return latest


def wait_for_report(client, job):
    """Wait for the first progress report of a worker and return the job."""
    wait_until(lambda: client.get(f"/v1/jobs/{job}").json["best"] is not None)
    return client.get(f"/v1/jobs/{job}").json


def events_of(client, job):
    """Return all events of a job."""
    response = client.application.test_client().get(f"/v1/jobs/{job}/events", headers={"Accept": "text/event-stream"})
    assert response.content_type.startswith("text/event-stream")
    return [json.loads(line.removeprefix("data: ")) for line in response.text.splitlines() if line.startswith("data: ")]


def running_search_id(client):
    """Return the id of the only search that is running."""
    connection = client.application.extensions["referee.bots"].searches.connection
    (entry,) = connection.hgetall(RUNNING_KEY).values()
    return entry.split()[1]


def test_a_search_goes_from_request_to_result(client, start_worker):
    start_worker()
    state = new_match(client)["state"]
    accepted = client.post(BOTS, json={"state": state, **SHORT_SEARCH})
    assert accepted.status_code == 202
    assert accepted.headers["Location"] == f"/v1/jobs/{accepted.json['id']}"
    assert schema_errors("burgundy_bot_moves", "202", accepted.json) == []
    job = wait_for_end(client, accepted.json["id"])
    assert schema_errors("job", "200", job) == []
    assert (job["status"], job["iterations"], job["error"]) == ("finished", 60, None)
    assert job["nodes"] > 60
    result = job["result"]
    assert schema_errors("burgundy_bot_moves", "200", result) == []
    (decision,) = result["moves"]
    assert decision["action"] == result["action"] == decision["ranking"][0]["action"]
    assert job["best"]["notation"] == result["action"]["notation"]
    assert sum(each["visits"] for each in decision["ranking"]) == 60
    legal = client.post("/v1/games/burgundy/legal-actions", json={"state": state}).json["legal_actions"]
    assert result["action"] in legal
    assert metric(client, "referee_search_iterations") == 60


def test_equal_requests_share_one_search_and_later_ones_are_answered_at_once(client, start_worker):
    start_worker()
    state = new_match(client)["state"]
    responses = [client.post(BOTS, json={"state": state, **SHORT_SEARCH}) for _ in range(2)]
    assert len({response.json.get("id") for response in responses if response.status_code == 202}) == 1
    first = client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT_SEARCH})
    again = client.post(BOTS, json={"state": state, **SHORT_SEARCH})
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json == again.json
    assert metric(client, "referee_search_iterations") == 60


def test_each_request_has_its_own_language(client, start_worker):
    start_worker()
    body = {"state": new_match(client)["state"], **SHORT_SEARCH}
    english = client.post(f"{BOTS}?wait=30", json=body).json["action"]
    french = client.post(f"{BOTS}?wait=30", json=body, headers={"Accept-Language": "fr"}).json["action"]
    assert english["notation"] == french["notation"]
    assert english["label"] != french["label"]


def test_a_whole_turn_is_searched_and_played(client, start_worker):
    start_worker()
    body = {"state": new_match(client)["state"], **SHORT_SEARCH, "until": "turn_end", "play": True}
    move = client.post(f"{BOTS}?wait=30", json=body).json
    assert len(move["moves"]) > 1
    assert move["position"]["turn"]["seat"] != move["seat"]
    replayed = [{"seat": move["seat"], "action": each["action"]} for each in move["moves"]]
    played = client.post("/v1/games/burgundy/moves", json={"state": body["state"], "moves": replayed}).json
    assert played["state"] == move["position"]["state"]
    assert played["played"] == move["position"]["played"]
    assert played["legal_actions"] == move["position"]["legal_actions"]


def test_several_workers_share_a_search(client, start_worker):
    start_worker()
    start_worker()
    body = {"state": new_match(client)["state"], **SHORT_SEARCH, "workers": 2}
    move = client.post(f"{BOTS}?wait=30", json=body).json
    assert move["iterations"] == 60 == sum(each["visits"] for each in move["moves"][0]["ranking"])


def test_a_search_whose_worker_died_is_run_by_another(client, start_worker):
    dead_worker = start_worker()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"iterations": 3000}}
    job = client.post(BOTS, json=body).json["id"]
    wait_for_report(client, job)
    dead_worker.send_signal(signal.SIGKILL)
    dead_worker.wait(TIMEOUT_SECONDS)
    start_worker()
    assert wait_for_end(client, job)["status"] == "finished"


def test_a_search_that_rq_reports_as_abandoned_is_run_again(client, start_worker):
    dead_worker, searches = start_worker(), client.application.extensions["referee.bots"].searches
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"iterations": 3000}}
    job = client.post(BOTS, json=body).json["id"]
    wait_for_report(client, job)
    dead_worker.kill()
    dead_worker.wait(TIMEOUT_SECONDS)
    for name in QUEUE_NAMES:  # as RQ does every ten minutes
        registry = StartedJobRegistry(name, connection=searches.connection, serializer=JSONSerializer)
        registry.cleanup(timestamp=time.time() + 3600)
    assert client.get(f"/v1/jobs/{job}").json["status"] == "queued"
    start_worker()
    assert wait_for_end(client, job)["status"] == "finished"


def test_a_search_fails_after_three_lost_workers(client, start_worker):
    worker_process, body = start_worker(), {"state": new_match(client)["state"], **LONG_SEARCH}
    job = client.post(BOTS, json=body).json["id"]

    def status():
        return client.get(f"/v1/jobs/{job}").json["status"]

    for after in ("queued", "queued", "failed"):
        wait_until(lambda: status() == "running")
        worker_process.kill()
        worker_process.wait(TIMEOUT_SECONDS)
        wait_until(lambda after=after: status() == after)
        worker_process = start_worker()
    found = client.get(f"/v1/jobs/{job}").json
    assert "again" in found["error"]
    assert client.post(BOTS, json=body).json["status"] == "queued"
    wait_until(lambda: status() == "running")
    client.delete(f"/v1/jobs/{job}")


@pytest.mark.alone
def test_a_search_whose_worker_only_seemed_dead_runs_once(client, start_worker):
    start_worker()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"milliseconds": 3000}}
    job = client.post(BOTS, json=body).json["id"]
    wait_for_report(client, job)
    client.application.extensions["referee.bots"].searches.connection.delete(WORKERS_KEY)  # until the next heartbeat
    assert client.get(f"/v1/jobs/{job}").json["status"] == "queued"
    found = wait_for_end(client, job)
    assert found["status"] == "finished"
    after = {"state": new_match(client, seed="2")["state"], **SHORT_SEARCH}
    assert client.post(f"{BOTS}?wait=30", json=after).status_code == 200, "the queue is empty by then"
    assert metric(client, "referee_search_iterations") == found["iterations"] + 60


def test_a_stopped_search_has_its_best_action_so_far(client, start_worker):
    start_worker()
    state = new_match(client)["state"]
    job = client.post(BOTS, json={"state": state, **LONG_SEARCH}).json["id"]
    report = wait_for_report(client, job)
    assert report["best"]["label"]
    assert report["nodes"] > report["iterations"] > 0
    stopped = client.delete(f"/v1/jobs/{job}").json
    assert (stopped["status"], stopped["result"]) == ("stopped", None)
    quick = client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT_SEARCH})
    assert quick.status_code == 200, "the worker is free again"
    assert client.get(f"/v1/jobs/{job}").json["best"]["notation"]
    again = client.post(BOTS, json={"state": state, **LONG_SEARCH})
    assert again.status_code == 202
    assert again.json["status"] in ("queued", "running"), "a stopped search may be requested again"
    client.delete(f"/v1/jobs/{job}")


@pytest.mark.alone
def test_a_waiting_request_polls_rarely_and_returns_when_the_search_ends(client, start_worker, monkeypatch):
    start_worker()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"milliseconds": 2000}}
    job = client.post(BOTS, json=body).json["id"]
    wait_for_report(client, job)
    assert client.delete(f"/v1/jobs/{job}").json["status"] == "stopped"
    searches = client.application.extensions["referee.bots"].searches
    polls, progress = [], searches.progress
    monkeypatch.setattr(searches, "progress", lambda name: polls.append(name) or progress(name))
    start = time.monotonic()
    assert client.post(f"{BOTS}?wait=30", json=body).status_code == 200
    seconds = time.monotonic() - start
    assert 2 < len(polls) < seconds / MAX_BLOCK_SECONDS + 6, "the result of the stopped search must not end the wait"


def test_a_queued_search_can_be_stopped(client, start_worker):
    start_worker()
    busy = client.post(BOTS, json={"state": new_match(client)["state"], **LONG_SEARCH}).json["id"]
    wait_for_report(client, busy)
    waiting = client.post(BOTS, json={"state": new_match(client, seed="2")["state"], **LONG_SEARCH}).json["id"]
    assert client.get(f"/v1/jobs/{waiting}").json["status"] == "queued"
    assert metric(client, "referee_search_queued") == 1
    with ThreadPoolExecutor(5) as pool:
        events = pool.submit(lambda: events_of(client, waiting))
        stopped = [pool.submit(client.delete, f"/v1/jobs/{waiting}") for _ in range(4)]
        assert {response.result().json["status"] for response in stopped} == {"stopped"}
        assert events.result()[-1]["status"] == "stopped"
    assert metric(client, "referee_search_queued") == 0
    keys = client.application.extensions["referee.bots"].searches.connection.keys("rq:*")
    assert {key for key in keys if b"cancel" in key or key.startswith(b"rq:job:")} == {
        b"rq:job:" + running_search_id(client)
    }
    client.delete(f"/v1/jobs/{busy}")


def test_concurrent_requests_for_a_stopped_search_run_it_once(client, start_worker):
    start_worker()
    busy = client.post(BOTS, json={"state": new_match(client)["state"], **LONG_SEARCH}).json["id"]
    wait_for_report(client, busy)
    body = {"state": new_match(client, seed="2")["state"], **SHORT_SEARCH}
    client.delete(f"/v1/jobs/{client.post(BOTS, json=body).json['id']}")
    with ThreadPoolExecutor(8) as pool:
        responses = [pool.submit(client.post, BOTS, json=body) for _ in range(8)]
        assert {response.result().status_code for response in responses} == {202}
    assert metric(client, "referee_search_queued") == 1
    assert metric(client, "referee_search_oldest_seconds") > 0
    client.delete(f"/v1/jobs/{busy}")
    before = metric(client, "referee_search_iterations")
    assert client.post(f"{BOTS}?wait=30", json=body).status_code == 200
    assert metric(client, "referee_search_iterations") >= before + 60
    assert metric(client, "referee_search_seconds") > 0


def test_only_the_requesting_client_may_read_or_stop_a_job(redis, start_worker):
    start_worker()
    client = client_of(redis, REFEREE_API_KEYS="anna,berta")
    anna, berta = {"X-API-Key": "anna"}, {"X-API-Key": "berta"}
    setup = {"seats": 2, "chance": {"mode": "seeded", "seed": "1"}}
    state = client.post("/v1/games/burgundy/states", json=setup, headers=anna).json["state"]
    job = client.post(BOTS, json={"state": state, **LONG_SEARCH}, headers=anna).json["id"]
    problem(client.get(f"/v1/jobs/{job}", headers=berta), 404, "unknown-job")
    problem(client.delete(f"/v1/jobs/{job}", headers=berta), 404, "unknown-job")
    assert client.delete(f"/v1/jobs/{job}", headers=anna).json["status"] == "stopped"


def test_the_number_of_searches_in_progress_per_key_is_limited(redis, start_worker):
    start_worker()
    client = client_of(redis, REFEREE_JOB_LIMIT="2")
    states = [new_match(client, seed=str(seed))["state"] for seed in range(3)]
    jobs = [client.post(BOTS, json={"state": state, **LONG_SEARCH}).json["id"] for state in states[:2]]
    refused = client.post(BOTS, json={"state": states[2], **LONG_SEARCH})
    problem(refused, 429, "too-many-jobs")
    assert refused.headers["Retry-After"]
    assert client.post(BOTS, json={"state": states[0], **LONG_SEARCH}).status_code == 202, (
        "a running search may be requested again"
    )
    connection = client.application.extensions["referee.bots"].searches.connection
    (key,) = connection.keys(client_searches_key("*"))
    assert connection.ttl(key) > 2 * 60 * 60, "a search that is queued for long still counts"
    for job in jobs:
        client.delete(f"/v1/jobs/{job}")
    wait_until(lambda: client.post(BOTS, json={"state": states[2], **LONG_SEARCH}).status_code == 202)


def test_a_repeated_request_for_a_queued_search_reports_that_no_worker_is_alive(client, start_worker):
    worker_process = start_worker()
    wait_for_report(client, client.post(BOTS, json={"state": new_match(client)["state"], **LONG_SEARCH}).json["id"])
    body = {"state": new_match(client, seed="2")["state"], **SHORT_SEARCH}
    assert client.post(BOTS, json=body).json["status"] == "queued"
    worker_process.kill()
    worker_process.wait(TIMEOUT_SECONDS)
    wait_until(lambda: metric(client, "referee_search_workers") == 0)
    problem(client.post(BOTS, json=body), 503, "no-worker")


def test_without_a_worker_nothing_is_queued(client):
    refused = client.post(BOTS, json={"state": new_match(client)["state"], **SHORT_SEARCH})
    problem(refused, 503, "no-worker")
    assert refused.headers["Retry-After"]
    assert metric(client, "referee_search_queued") == 0


def test_a_worker_that_ends_is_no_longer_counted(client, start_worker):
    worker_process = start_worker()
    worker_process.terminate()
    assert worker_process.wait(TIMEOUT_SECONDS) == 0
    assert metric(client, "referee_search_workers") == 0


def test_a_search_that_takes_too_long_fails_with_a_reason(redis, start_worker):
    start_worker()
    client = client_of(redis, REFEREE_JOB_SECONDS="1")
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"iterations": 1_000_000}}
    found = wait_for_end(client, client.post(BOTS, json=body, headers={"Accept-Language": "fr"}).json["id"])
    assert found["status"] == "failed"
    assert "smaller `budget`" in found["error"]


@pytest.mark.alone
def test_events_show_the_progress_of_a_search(client, start_worker):
    start_worker()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"milliseconds": 900}}
    job = client.post(BOTS, json=body).json["id"]
    events = events_of(client, job)
    assert events[-1]["status"] == "finished"
    assert len(events) > 2
    for field in ("iterations", "nodes"):
        counts = [event[field] for event in events]
        assert counts == sorted(counts)


def test_an_unknown_job_is_a_problem(client):
    for call in (client.get, client.delete):
        problem(call("/v1/jobs/unknown"), 404, "unknown-job")
    problem(client.get("/v1/jobs/unknown/events"), 404, "unknown-job")
    problem(client.get("/v1/jobs/unknown?wait=31"), 422, "schema-mismatch")


@pytest.mark.own_redis
def test_without_redis_every_call_about_searches_reports_the_outage(redis, client, start_worker, monkeypatch):
    start_worker()
    state = new_match(client)["state"]
    job = client.post(BOTS, json={"state": state, **LONG_SEARCH}).json["id"]
    wait_for_report(client, job)
    event_stream = iter(client.get(f"/v1/jobs/{job}/events").response)
    assert next(event_stream).startswith(b"event: progress")
    searches, has_waited = client.application.extensions["referee.bots"].searches, threading.Event()
    wait = searches.wait_for_any
    monkeypatch.setattr(searches, "wait_for_any", lambda *arguments: has_waited.set() or wait(*arguments))
    with ThreadPoolExecutor(1) as pool:
        response = pool.submit(client.application.test_client().get, f"/v1/jobs/{job}?wait=30")
        assert has_waited.wait(TIMEOUT_SECONDS)
        redis.stop()
        problem(response.result(), 503, "search-unavailable")
    assert all(event.startswith(b"event: progress") for event in event_stream), "the stream ends"
    for response in (
        client.post(BOTS, json={"state": state, **SHORT_SEARCH}),
        client.get(f"/v1/jobs/{job}"),
        client.get(f"/v1/jobs/{job}/events"),
        client.delete(f"/v1/jobs/{job}"),
    ):
        problem(response, 503, "search-unavailable")
    assert client.post(BOTS, json={"state": state, "bot": "greedy"}).status_code == 200, "instant bots need no Redis"


@pytest.mark.own_redis
def test_after_a_restart_of_redis_a_worker_abandons_its_unknown_search(redis, client, start_worker):
    worker_process = start_worker()
    state = new_match(client)["state"]
    wait_for_report(client, client.post(BOTS, json={"state": state, **LONG_SEARCH}).json["id"])
    redis.stop()
    redis.start()
    wait_until(lambda: metric(client, "referee_search_workers") == 1)
    assert client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT_SEARCH}).status_code == 200
    assert worker_process.poll() is None
    again = client.post(BOTS, json={"state": state, **LONG_SEARCH}).json["id"]
    assert wait_for_report(client, again)["status"] == "running", "it may be requested again"
    client.delete(f"/v1/jobs/{again}")


def test_a_worker_restarts_rq_until_a_stop_signal_arrives(redis, monkeypatch):
    names: list[str] = []

    def give_up_twice(self, **_):
        names.append(self.name)
        self.is_stopping = len(names) == 3

    monkeypatch.setattr(worker.SearchWorker, "work", give_up_twice)
    monkeypatch.setattr(worker, "RESTART_SECONDS", 0.01)
    worker.run_worker(redis.url, worker_parts(Settings.from_env({"REDIS_URL": redis.url}), redis.url))
    assert len(set(names)) == 3


def test_an_rq_job_holds_only_the_search_task_as_json(redis, client, start_worker):
    start_worker()
    state = new_match(client)["state"]
    client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT_SEARCH})
    connection = client.application.extensions["referee.bots"].searches.connection
    (key,) = connection.keys("rq:job:*")
    rq_job = RqJob.fetch(key.decode().removeprefix("rq:job:"), connection=connection, serializer=JSONSerializer)
    (task,) = rq_job.args
    assert set(json.loads(task)) <= {"game", "view", "seat", "seed", "iterations", "milliseconds", "part", "whole_turn"}
    assert "chance" not in json.loads(task)["view"], "a view does not contain the seed of the match"
