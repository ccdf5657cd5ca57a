"""Fair queues: a client with many searches holds up neither the searches of others nor the service."""

from __future__ import annotations

import time

import pytest
from redis import Redis

from referee_service.jobs import queue as search_queue
from referee_service.jobs.redis_keys import FORMER_QUEUE_NAME, QUEUE_KEYS, RUNNING_KEY, lost_count_key, queue_name
from referee_service.jobs.repair import requeue_lost
from tests.api.calls import new_match, problem
from tests.jobs.conftest import client_of, metric, wait_until
from tests.jobs.test_job_flow import bots_of
from tests.jobs.test_jobs import BOTS, LONG_SEARCH, SHORT_SEARCH, wait_for_end

MANY_JOBS = 76
SMALL_SEARCH = {"bot": "search", "budget": {"iterations": 5}}
ANNA, BERTA = {"X-API-Key": "anna"}, {"X-API-Key": "berta"}


@pytest.fixture
def shared_service(redis):
    """Return a client of a service with two API keys."""
    client = client_of(redis, REFEREE_API_KEYS="anna,berta", REFEREE_JOB_LIMIT="100")
    setup = {"seats": 2, "chance": {"mode": "seeded", "seed": "1"}}
    client.state = client.post("/v1/games/burgundy/states", json=setup, headers=ANNA).json["state"]
    return client


def request(client, headers, **fields):
    response = client.post(BOTS, json={"state": client.state, **fields}, headers=headers)
    assert response.status_code == 202, response.text
    return response.json["id"]


def status(client, job, headers):
    return client.get(f"/v1/jobs/{job}", headers=headers).json["status"]


def seconds_until_finished(client, job, headers):
    start = time.monotonic()
    wait_until(lambda: client.get(f"/v1/jobs/{job}?wait=5", headers=headers).json["status"] == "finished")
    return time.monotonic() - start


@pytest.mark.alone
def test_a_small_search_does_not_wait_for_the_many_searches_of_another_client(
    shared_service, start_worker, record_property
):
    start_worker()
    jobs = [
        request(shared_service, ANNA, bot="search", budget={"milliseconds": 300}, seed=str(number))
        for number in range(MANY_JOBS)
    ]
    assert metric(shared_service, "referee_search_queued") > MANY_JOBS - 25
    seconds = seconds_until_finished(shared_service, request(shared_service, BERTA, **SMALL_SEARCH), BERTA)
    record_property("figures", f"a small search behind {MANY_JOBS} of another client: {seconds:.2f} s")
    assert seconds < 1
    assert status(shared_service, jobs[-1], ANNA) == "queued"


@pytest.mark.alone
def test_no_client_holds_every_worker_while_another_waits(shared_service, start_worker):
    start_worker()
    start_worker()
    jobs = [request(shared_service, ANNA, **LONG_SEARCH, seed=str(number)) for number in range(3)]
    wait_until(lambda: [status(shared_service, job, ANNA) for job in jobs].count("running") == 2)
    assert seconds_until_finished(shared_service, request(shared_service, BERTA, **SMALL_SEARCH), BERTA) < 2
    wait_until(lambda: [status(shared_service, job, ANNA) for job in jobs].count("running") == 2)
    first, second, third = jobs
    assert status(shared_service, first, ANNA) == "running", "the search that began last made room"
    connection = bots_of(shared_service).searches.connection
    for job in (second, third):
        (search_id,) = bots_of(shared_service).runner.find(job).searches
        assert connection.get(lost_count_key(search_id)) is None, "no worker was lost"
    for job in jobs:
        assert shared_service.delete(f"/v1/jobs/{job}", headers=ANNA).json["status"] == "stopped"


@pytest.mark.alone
def test_one_client_uses_every_worker_while_no_other_waits(shared_service, start_worker):
    start_worker()
    start_worker()
    jobs = [request(shared_service, ANNA, **LONG_SEARCH, seed=str(number)) for number in range(2)]
    for _ in range(8):  # several reports
        wait_until(lambda: [status(shared_service, job, ANNA) for job in jobs] == ["running", "running"])
        time.sleep(0.1)
    for job in jobs:
        shared_service.delete(f"/v1/jobs/{job}", headers=ANNA)


def test_an_invented_key_does_not_raise_the_limit_of_searches_of_an_open_service(redis, start_worker):
    start_worker()
    client = client_of(redis, REFEREE_JOB_LIMIT="2")
    state = new_match(client)["state"]

    def answer(number, address="192.0.2.1", **headers):
        body = {"state": state, **LONG_SEARCH, "seed": str(number)}
        return client.post(BOTS, json=body, headers=headers, environ_overrides={"REMOTE_ADDR": address})

    headers = [{"X-API-Key": "one"}, {"Authorization": "Bearer two"}, {"X-API-Key": "three"}, {}]
    answers = [answer(number, **each) for number, each in enumerate(headers)]
    assert [each.status_code for each in answers] == [202, 202, 429, 429]
    problem(answers[-1], 429, "too-many-jobs")
    other = answer(4, address="192.0.2.2")
    assert other.status_code == 202, "another address has its own limit"
    for job in (answers[0], answers[1], other):
        assert client.delete(f"/v1/jobs/{job.json['id']}").status_code == 200, "an open job belongs to no address"


def test_the_number_of_waiting_searches_of_all_clients_is_bounded(shared_service, start_worker, monkeypatch):
    start_worker()
    busy = request(shared_service, ANNA, **LONG_SEARCH)
    wait_until(lambda: status(shared_service, busy, ANNA) == "running")
    monkeypatch.setattr(search_queue, "MAX_QUEUED", 3)
    waiting = [request(shared_service, ANNA, **SHORT_SEARCH, seed=str(number)) for number in range(3)]
    refused = shared_service.post(BOTS, json={"state": shared_service.state, **SHORT_SEARCH}, headers=BERTA)
    assert "3 searches" in problem(refused, 429, "too-many-jobs")["detail"]
    assert int(refused.headers["Retry-After"]) >= 1
    assert request(shared_service, ANNA, **SHORT_SEARCH, seed="0") == waiting[0], "a known search may be requested"
    shared_service.delete(f"/v1/jobs/{busy}", headers=ANNA)
    for job in waiting:
        assert seconds_until_finished(shared_service, job, ANNA) < 60


def test_figures_are_sums_over_all_queues_and_cost_one_round_trip(client, redis):
    connection = bots_of(client).searches.connection
    for key in QUEUE_KEYS:
        connection.rpush(key, "search")
    connection.hset("rq:job:search", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    calls = []
    with Redis.from_url(redis.url).monitor() as monitor:
        stats = bots_of(client).searches.stats()
        connection.echo("end")
        for command in monitor.listen():
            if command["client_type"] == "lua":
                continue
            if command["command"].startswith("ECHO"):
                break
            calls.append(command["command"].split()[0])
    assert calls == ["EVAL"]
    assert stats.queued == len(QUEUE_KEYS) == 17
    assert stats.oldest_seconds > 86_400
    assert metric(client, "referee_search_queued") == 17


def test_a_search_in_the_queue_of_the_last_release_is_still_served(client, start_worker):
    worker = start_worker()
    worker.terminate()
    worker.wait(60)
    searches = bots_of(client).searches
    searches.connection.zadd("referee:1:search:workers", {"about to start": time.time() + 60})
    job = client.post(BOTS, json={"state": new_match(client)["state"], **SHORT_SEARCH}).json["id"]
    (search_id,) = bots_of(client).runner.find(job).searches
    (key,) = [key for key in QUEUE_KEYS if searches.connection.llen(key)]
    searches.connection.rename(key, f"rq:queue:{FORMER_QUEUE_NAME}")
    searches.connection.hset(f"rq:job:{search_id}", "origin", FORMER_QUEUE_NAME)
    start_worker()
    assert wait_for_end(client, job)["status"] == "finished"


def test_a_search_whose_worker_died_before_it_began_is_enqueued_again(client, start_worker):
    worker = start_worker()
    searches = bots_of(client).searches
    worker.kill()
    worker.wait(60)
    job = client.post(BOTS, json={"state": new_match(client)["state"], **SHORT_SEARCH}).json["id"]
    (search_id,) = bots_of(client).runner.find(job).searches
    (key,) = [key for key in QUEUE_KEYS if searches.connection.llen(key)]
    searches.connection.lpop(key)
    searches.connection.hset(RUNNING_KEY, "dead", f"{key} {search_id} 1")
    requeue_lost(searches)
    assert searches.stats().queued == 1
    assert searches.connection.hgetall(RUNNING_KEY).keys().isdisjoint({b"dead"})
    requeue_lost(searches)
    assert searches.stats().queued == 1, "it is enqueued once"
    start_worker()
    assert wait_for_end(client, job)["status"] == "finished"


def test_the_queue_of_a_client_never_changes():
    assert queue_name("key:5f3c") == queue_name("key:5f3c")
    names = {queue_name(f"address:{number}") for number in range(400)}
    assert names == {f"referee-search-{number:02d}" for number in range(16)}
