"""Searches from request to result: workers are lost, searches are stopped, and Redis goes and comes."""

from __future__ import annotations

import json
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from rq.job import Job
from rq.serializers import JSONSerializer

from referee_service.jobs import worker
from referee_service.jobs.queue import MAX_BLOCK_SECONDS
from referee_service.jobs.redis_keys import WORKERS_KEY, client_searches_key
from tests.api.calls import new_match, problem
from tests.api.openapi import schema_errors
from tests.jobs.conftest import PATIENCE, client_of, figure, wait_until

BOTS = "/v1/games/burgundy/bot-moves"
SHORT = {"bot": "search", "budget": {"iterations": 60}}
LONG = {"bot": "search", "budget": {"milliseconds": 60_000}}
OVER = ("finished", "failed", "stopped")


def ended(client, job):
    """A job once it is over."""
    found = {}

    def is_over():
        found.update(client.get(f"/v1/jobs/{job}?wait=5").json)
        return found["status"] in OVER

    wait_until(is_over)
    return found


def running(client, job):
    """A job once a worker has reported about it."""
    wait_until(lambda: client.get(f"/v1/jobs/{job}").json["best"] is not None)
    return client.get(f"/v1/jobs/{job}").json


def events_of(client, job):
    """All that is told of a job while it is followed."""
    answer = client.application.test_client().get(f"/v1/jobs/{job}/events", headers={"Accept": "text/event-stream"})
    assert answer.content_type.startswith("text/event-stream")
    return [json.loads(line.removeprefix("data: ")) for line in answer.text.splitlines() if line.startswith("data: ")]


def search_of(client):
    """The name of the only search that is being done."""
    (started,) = client.application.extensions["referee.bots"].searches.queue.started_job_registry.get_job_ids()
    return started.encode()


def test_a_search_goes_from_request_to_result(client, hire):
    hire()
    state = new_match(client)["state"]
    asked = client.post(BOTS, json={"state": state, **SHORT})
    assert asked.status_code == 202
    assert asked.headers["Location"] == f"/v1/jobs/{asked.json['id']}"
    assert schema_errors("burgundy_bot_moves", "202", asked.json) == []
    job = ended(client, asked.json["id"])
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
    assert figure(client, "referee_search_iterations") == 60


def test_two_equal_requests_run_once_and_later_ones_are_answered_at_once(client, hire):
    hire()
    state = new_match(client)["state"]
    asked = [client.post(BOTS, json={"state": state, **SHORT}) for _ in range(2)]
    assert len({answer.json.get("id") for answer in asked if answer.status_code == 202}) == 1
    first = client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT})
    again = client.post(BOTS, json={"state": state, **SHORT})
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json == again.json
    assert figure(client, "referee_search_iterations") == 60


def test_the_reader_chooses_the_language(client, hire):
    hire()
    body = {"state": new_match(client)["state"], **SHORT}
    english = client.post(f"{BOTS}?wait=30", json=body).json["action"]
    french = client.post(f"{BOTS}?wait=30", json=body, headers={"Accept-Language": "fr"}).json["action"]
    assert english["notation"] == french["notation"]
    assert english["label"] != french["label"]


def test_a_whole_turn_is_searched_decision_by_decision_and_played(client, hire):
    hire()
    body = {"state": new_match(client)["state"], **SHORT, "until": "turn_end", "play": True}
    move = client.post(f"{BOTS}?wait=30", json=body).json
    assert len(move["moves"]) > 1
    assert move["position"]["turn"]["seat"] != move["seat"]
    replayed = [{"seat": move["seat"], "action": each["action"]} for each in move["moves"]]
    played = client.post("/v1/games/burgundy/moves", json={"state": body["state"], "actions": replayed}).json
    assert played["state"] == move["position"]["state"]
    assert played["played"] == move["position"]["played"]
    assert played["legal_actions"] == move["position"]["legal_actions"]


def test_several_workers_share_a_search(client, hire):
    hire()
    hire()
    body = {"state": new_match(client)["state"], **SHORT, "workers": 2}
    move = client.post(f"{BOTS}?wait=30", json=body).json
    assert move["iterations"] == 60 == sum(each["visits"] for each in move["moves"][0]["ranking"])


def test_a_search_whose_worker_was_killed_is_done_by_another(client, hire):
    lost = hire()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"iterations": 3000}}
    job = client.post(BOTS, json=body).json["id"]
    running(client, job)
    lost.send_signal(signal.SIGKILL)
    lost.wait(PATIENCE)
    hire()
    assert ended(client, job)["status"] == "finished"


def test_a_search_that_rq_calls_abandoned_is_done_again(client, hire):
    lost, searches = hire(), client.application.extensions["referee.bots"].searches
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"iterations": 3000}}
    job = client.post(BOTS, json=body).json["id"]
    running(client, job)
    lost.kill()
    lost.wait(PATIENCE)
    searches.queue.started_job_registry.cleanup(timestamp=time.time() + 3600)  # as RQ does every ten minutes
    assert client.get(f"/v1/jobs/{job}").json["status"] == "queued"
    hire()
    assert ended(client, job)["status"] == "finished"


def test_a_search_whose_workers_are_always_lost_is_given_up(client, hire):
    hired, body = hire(), {"state": new_match(client)["state"], **LONG}
    job = client.post(BOTS, json=body).json["id"]

    def status():
        return client.get(f"/v1/jobs/{job}").json["status"]

    for after in ("queued", "queued", "failed"):
        wait_until(lambda: status() == "running")
        hired.kill()
        hired.wait(PATIENCE)
        wait_until(lambda after=after: status() == after)
        hired = hire()
    found = client.get(f"/v1/jobs/{job}").json
    assert "again" in found["error"]
    assert client.post(BOTS, json=body).json["status"] == "queued"
    wait_until(lambda: status() == "running")
    client.delete(f"/v1/jobs/{job}")


@pytest.mark.alone
def test_a_search_whose_worker_was_only_thought_lost_is_done_once(client, hire):
    hire()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"milliseconds": 3000}}
    job = client.post(BOTS, json=body).json["id"]
    running(client, job)
    client.application.extensions["referee.bots"].searches.connection.delete(WORKERS_KEY)  # until its next beat
    assert client.get(f"/v1/jobs/{job}").json["status"] == "queued"
    found = ended(client, job)
    assert found["status"] == "finished"
    after = {"state": new_match(client, seed="2")["state"], **SHORT}
    assert client.post(f"{BOTS}?wait=30", json=after).status_code == 200, "by then the queue is through"
    assert figure(client, "referee_search_iterations") == found["iterations"] + 60


def test_a_search_is_stopped_and_tells_its_best_so_far(client, hire):
    hire()
    state = new_match(client)["state"]
    job = client.post(BOTS, json={"state": state, **LONG}).json["id"]
    so_far = running(client, job)
    assert so_far["best"]["label"]
    assert so_far["nodes"] > so_far["iterations"] > 0
    stopped = client.delete(f"/v1/jobs/{job}").json
    assert (stopped["status"], stopped["result"]) == ("stopped", None)
    quick = client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT})
    assert quick.status_code == 200, "the worker is free again"
    assert client.get(f"/v1/jobs/{job}").json["best"]["notation"]
    again = client.post(BOTS, json={"state": state, **LONG})
    assert again.status_code == 202
    assert again.json["status"] in ("queued", "running"), "a stopped search may be asked for again"
    client.delete(f"/v1/jobs/{job}")


@pytest.mark.alone
def test_who_waits_looks_up_now_and_then_and_when_the_search_is_over(client, hire, monkeypatch):
    hire()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"milliseconds": 2000}}
    job = client.post(BOTS, json=body).json["id"]
    running(client, job)
    assert client.delete(f"/v1/jobs/{job}").json["status"] == "stopped"
    searches = client.application.extensions["referee.bots"].searches
    looks, look = [], searches.progress
    monkeypatch.setattr(searches, "progress", lambda name: looks.append(name) or look(name))
    began = time.monotonic()
    assert client.post(f"{BOTS}?wait=30", json=body).status_code == 200
    took = time.monotonic() - began
    assert 2 < len(looks) < took / MAX_BLOCK_SECONDS + 6, "what the stopped search left behind is not its end"


def test_a_search_that_has_not_begun_is_stopped_too(client, hire):
    hire()
    busy = client.post(BOTS, json={"state": new_match(client)["state"], **LONG}).json["id"]
    running(client, busy)
    waiting = client.post(BOTS, json={"state": new_match(client, seed="2")["state"], **LONG}).json["id"]
    assert client.get(f"/v1/jobs/{waiting}").json["status"] == "queued"
    assert figure(client, "referee_search_queued") == 1
    with ThreadPoolExecutor(5) as pool:
        told = pool.submit(lambda: events_of(client, waiting))
        stopped = [pool.submit(client.delete, f"/v1/jobs/{waiting}") for _ in range(4)]
        assert {answer.result().json["status"] for answer in stopped} == {"stopped"}
        assert told.result()[-1]["status"] == "stopped"
    assert figure(client, "referee_search_queued") == 0
    kept = client.application.extensions["referee.bots"].searches.connection.keys("rq:*")
    assert {key for key in kept if b"cancel" in key or key.startswith(b"rq:job:")} == {b"rq:job:" + search_of(client)}
    client.delete(f"/v1/jobs/{busy}")


def test_many_who_ask_again_for_a_stopped_search_have_it_done_once(client, hire):
    hire()
    busy = client.post(BOTS, json={"state": new_match(client)["state"], **LONG}).json["id"]
    running(client, busy)
    body = {"state": new_match(client, seed="2")["state"], **SHORT}
    client.delete(f"/v1/jobs/{client.post(BOTS, json=body).json['id']}")
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(client.post, BOTS, json=body) for _ in range(8)]
        assert {answer.result().status_code for answer in asked} == {202}
    assert figure(client, "referee_search_queued") == 1
    assert figure(client, "referee_search_oldest_seconds") > 0
    client.delete(f"/v1/jobs/{busy}")
    before = figure(client, "referee_search_iterations")
    assert client.post(f"{BOTS}?wait=30", json=body).status_code == 200
    assert figure(client, "referee_search_iterations") >= before + 60
    assert figure(client, "referee_search_seconds") > 0


def test_only_who_asked_may_look_or_stop(redis, hire):
    hire()
    client = client_of(redis, REFEREE_API_KEYS="anna,berta")
    anna, berta = {"X-API-Key": "anna"}, {"X-API-Key": "berta"}
    setup = {"seats": 2, "chance": {"mode": "seeded", "seed": "1"}}
    state = client.post("/v1/games/burgundy/states", json=setup, headers=anna).json["state"]
    job = client.post(BOTS, json={"state": state, **LONG}, headers=anna).json["id"]
    problem(client.get(f"/v1/jobs/{job}", headers=berta), 404, "unknown-job")
    problem(client.delete(f"/v1/jobs/{job}", headers=berta), 404, "unknown-job")
    assert client.delete(f"/v1/jobs/{job}", headers=anna).json["status"] == "stopped"


def test_a_key_may_have_so_many_searches_under_way(redis, hire):
    hire()
    client = client_of(redis, REFEREE_JOB_LIMIT="2")
    states = [new_match(client, seed=str(seed))["state"] for seed in range(3)]
    jobs = [client.post(BOTS, json={"state": state, **LONG}).json["id"] for state in states[:2]]
    refused = client.post(BOTS, json={"state": states[2], **LONG})
    problem(refused, 429, "too-many-jobs")
    assert refused.headers["Retry-After"]
    assert client.post(BOTS, json={"state": states[0], **LONG}).status_code == 202, "what runs may be asked for again"
    connection = client.application.extensions["referee.bots"].searches.connection
    (asked,) = connection.keys(client_searches_key("*"))
    assert connection.ttl(asked) > 2 * 60 * 60, "and what is queued for long is not forgotten"
    for job in jobs:
        client.delete(f"/v1/jobs/{job}")
    wait_until(lambda: client.post(BOTS, json={"state": states[2], **LONG}).status_code == 202)


def test_a_search_that_waits_for_a_worker_says_that_there_is_none_any_more(client, hire):
    hired = hire()
    running(client, client.post(BOTS, json={"state": new_match(client)["state"], **LONG}).json["id"])
    body = {"state": new_match(client, seed="2")["state"], **SHORT}
    assert client.post(BOTS, json=body).json["status"] == "queued"
    hired.kill()
    hired.wait(PATIENCE)
    wait_until(lambda: figure(client, "referee_search_workers") == 0)
    problem(client.post(BOTS, json=body), 503, "no-worker")


def test_without_a_worker_nothing_is_queued(client):
    refused = client.post(BOTS, json={"state": new_match(client)["state"], **SHORT})
    problem(refused, 503, "no-worker")
    assert refused.headers["Retry-After"]
    assert figure(client, "referee_search_queued") == 0


def test_a_worker_that_ends_is_missed(client, hire):
    hired = hire()
    hired.terminate()
    assert hired.wait(PATIENCE) == 0
    assert figure(client, "referee_search_workers") == 0


def test_a_search_that_takes_too_long_fails_and_says_so(redis, hire):
    hire()
    client = client_of(redis, REFEREE_JOB_SECONDS="1")
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"iterations": 1_000_000}}
    found = ended(client, client.post(BOTS, json=body, headers={"Accept-Language": "fr"}).json["id"])
    assert found["status"] == "failed"
    assert "smaller budget" in found["error"]


@pytest.mark.alone
def test_events_tell_how_a_search_goes(client, hire):
    hire()
    body = {"state": new_match(client)["state"], "bot": "search", "budget": {"milliseconds": 900}}
    job = client.post(BOTS, json=body).json["id"]
    told = events_of(client, job)
    assert told[-1]["status"] == "finished"
    assert len(told) > 2
    for figure_told in ("iterations", "nodes"):
        counts = [each[figure_told] for each in told]
        assert counts == sorted(counts)


def test_an_unknown_job_is_a_problem(client):
    for ask in (client.get, client.delete):
        problem(ask("/v1/jobs/nobody"), 404, "unknown-job")
    problem(client.get("/v1/jobs/nobody/events"), 404, "unknown-job")
    problem(client.get("/v1/jobs/nobody?wait=31"), 422, "schema-mismatch")


@pytest.mark.own_redis
def test_while_redis_is_away_every_call_about_searches_says_so(redis, client, hire, monkeypatch):
    hire()
    state = new_match(client)["state"]
    job = client.post(BOTS, json={"state": state, **LONG}).json["id"]
    running(client, job)
    followed = iter(client.get(f"/v1/jobs/{job}/events").response)
    assert next(followed).startswith(b"event: progress")
    searches, waits = client.application.extensions["referee.bots"].searches, threading.Event()
    wait = searches.wait_for_any
    monkeypatch.setattr(searches, "wait_for_any", lambda *about: waits.set() or wait(*about))
    with ThreadPoolExecutor(1) as pool:
        waited = pool.submit(client.application.test_client().get, f"/v1/jobs/{job}?wait=30")
        assert waits.wait(PATIENCE)
        redis.stop()
        problem(waited.result(), 503, "search-unavailable")
    assert all(event.startswith(b"event: progress") for event in followed), "it ends, for there is no more to tell"
    for answer in (
        client.post(BOTS, json={"state": state, **SHORT}),
        client.get(f"/v1/jobs/{job}"),
        client.get(f"/v1/jobs/{job}/events"),
        client.delete(f"/v1/jobs/{job}"),
    ):
        problem(answer, 503, "search-unavailable")
    assert client.post(BOTS, json={"state": state, "bot": "greedy"}).status_code == 200, "cheap bots need no Redis"


@pytest.mark.own_redis
def test_redis_restarts_empty_and_the_same_worker_leaves_what_nobody_knows_any_more(redis, client, hire):
    hired = hire()
    state = new_match(client)["state"]
    running(client, client.post(BOTS, json={"state": state, **LONG}).json["id"])
    redis.stop()
    redis.start()
    wait_until(lambda: figure(client, "referee_search_workers") == 1)
    assert client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT}).status_code == 200
    assert hired.poll() is None
    again = client.post(BOTS, json={"state": state, **LONG}).json["id"]
    assert running(client, again)["status"] == "running", "it may be asked for again"
    client.delete(f"/v1/jobs/{again}")


def test_a_worker_begins_anew_where_rq_gives_up_and_ends_when_it_is_told_to(redis, monkeypatch):
    begun: list[str] = []

    def give_up_twice(self, **_):
        begun.append(self.name)
        self.told_to_end = len(begun) == 3

    monkeypatch.setattr(worker.SearchWorker, "work", give_up_twice)
    monkeypatch.setattr(worker, "RESTART_SECONDS", 0.01)
    worker.run_worker(redis.url)
    assert len(set(begun)) == 3


def test_a_job_in_redis_holds_the_view_as_json_and_nothing_else(redis, client, hire):
    hire()
    state = new_match(client)["state"]
    client.post(f"{BOTS}?wait=30", json={"state": state, **SHORT})
    connection = client.application.extensions["referee.bots"].searches.connection
    (key,) = connection.keys("rq:job:*")
    job = Job.fetch(key.decode().removeprefix("rq:job:"), connection=connection, serializer=JSONSerializer)
    (task,) = job.args
    assert set(json.loads(task)) <= {"game", "view", "seat", "seed", "iterations", "milliseconds", "part", "whole_turn"}
    assert "chance" not in json.loads(task)["view"], "the seed of the match is no part of what a seat sees"
