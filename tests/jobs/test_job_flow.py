"""The data flow of a bot request: workers advance a turn and commit it once, and reading a job changes nothing."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee_service.app import worker_parts
from referee_service.jobs.heartbeat import heartbeat
from referee_service.jobs.redis_keys import QUEUE_KEYS, WAKE_KEY, WORKERS_KEY, job_key
from referee_service.jobs.repair import requeue_lost
from referee_service.jobs.tasks import WORKER_PARTS
from referee_service.jobs.worker import search_worker
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings
from referee_service.store import StoreUnavailable
from tests.api.calls import new_match, problem
from tests.jobs.conftest import SECRET, TIMEOUT_SECONDS, metric, wait_until
from tests.jobs.test_jobs import BOTS, LONG_SEARCH, SHORT_SEARCH, wait_for_end, wait_for_report

MOVES = "/v1/games/burgundy/moves"
WHOLE_TURN = {"bot": "search", "budget": {"iterations": 20}, "workers": 2, "until": "turn_end", "play": True}
"""A request whose every decision needs two searches of its own: parts of a search do not decide ahead."""


def bots_of(client):
    return client.application.extensions["referee.bots"]


def snapshot(client):
    """Return every key in Redis with its value, except the heartbeats of workers and what wakes idle ones."""
    connection = bots_of(client).searches.connection
    of_workers = (b"rq:worker", WORKERS_KEY.encode(), WAKE_KEY.encode())
    keys = [key for key in connection.scan_iter() if not key.startswith(of_workers)]
    return {key: connection.dump(key) for key in keys}


def another_client(client):
    """Return a client of the same app that sends the same headers."""
    other = client.application.test_client()
    other.environ_base.update(client.environ_base)
    return other


def read_often(client, job):
    """Read a job in every way."""
    for _ in range(5):
        for language in ("en", "fr"):
            assert client.get(f"/v1/jobs/{job}", headers={"Accept-Language": language}).status_code == 200
        assert client.get(f"/v1/jobs/{job}?wait=1" if _ == 0 else f"/v1/jobs/{job}").status_code == 200
        stream = another_client(client).get(f"/v1/jobs/{job}/events")
        assert next(iter(stream.response)).startswith(b"event: progress")
        stream.close()


def guarded_body(client, **request):
    """Return a bot request in a new guarded match, and the id of the match's guard in Redis."""
    table = client.post("/v1/games/burgundy/states", json={"seats": 2, "guarded": True}).json
    credential = table["credentials"]["seats"][table["turn"]["seat"]]
    return table, {"sealed_state": table["sealed_state"], "credential": credential, **request}


def own_guarded_body(client, **request):
    """Return what `guarded_body` returns; all requests of this client then send the credential of the seat."""
    table, body = guarded_body(client, **request)
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {body['credential']}"
    return table, body


def commits(client):
    """Return all commits in Redis."""
    connection = bots_of(client).searches.connection
    guards = [connection.hgetall(key) for key in connection.keys("referee:1:guard:*")]
    return [(base, after) for guard in guards for base, after in guard.items() if base.startswith(b"base:")]


def wait_without_reading(client, job):
    """Wait for the end of a job without any request about it."""
    wait_until(lambda: b'"finished":true' in (bots_of(client).searches.connection.get(job_key(job)) or b""))


@pytest.fixture
def work(redis, client):
    """Yield a function that runs the queue in this process until it is empty, with the parts of a worker."""
    parts = worker_parts(Settings.from_env({"REDIS_URL": redis.url, "REFEREE_SECRET": SECRET}), redis.url)
    WORKER_PARTS.set(parts)
    connection = parts.searches.connection
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def run(max_jobs=None):
        worker = search_worker(connection, "in-process")
        worker.work(burst=True, max_jobs=max_jobs, logging_level="CRITICAL")

    run.parts = parts
    with heartbeat(redis.url, "in-process"):
        wait_until(lambda: metric(client, "referee_search_workers") == 1)
        yield run
    for number, handler in handlers.items():
        signal.signal(number, handler)


# --- reading changes nothing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guarded", [False, True], ids=["open", "guarded"])
def test_a_turn_that_no_client_reads_is_finished_by_workers(client, start_worker, guarded):
    start_worker()
    body = {"state": new_match(client)["state"], **WHOLE_TURN}
    if guarded:
        _, body = own_guarded_body(client, **WHOLE_TURN)
    job = client.post(BOTS, json=body).json["id"]
    wait_without_reading(client, job)
    searched = metric(client, "referee_search_iterations")
    before = snapshot(client)
    found = client.get(f"/v1/jobs/{job}").json
    assert found["status"] == "finished"
    assert len(found["result"]["moves"]) > 1
    assert searched == found["iterations"] == 20 * len(found["result"]["moves"])
    assert found["result"]["position"]["turn"]["seat"] != found["result"]["seat"]
    read_often(client, job)
    assert snapshot(client) == before
    assert bool(commits(client)) == guarded


@pytest.mark.parametrize("guarded", [False, True], ids=["open", "guarded"])
def test_reading_a_job_during_its_turn_writes_nothing(client, work, guarded):
    body = {"state": new_match(client)["state"], **WHOLE_TURN}
    if guarded:
        _, body = own_guarded_body(client, **WHOLE_TURN)
    job = client.post(BOTS, json=body).json["id"]
    statuses = []
    while (status := client.get(f"/v1/jobs/{job}").json["status"]) != "finished":
        statuses.append(status)
        before = snapshot(client)
        read_often(client, job)
        assert snapshot(client) == before
        work(max_jobs=1)
    assert len(statuses) >= 4
    before = snapshot(client)
    read_often(client, job)
    assert snapshot(client) == before


def test_reading_a_search_whose_worker_died_writes_nothing(client, start_worker):
    worker = start_worker()
    job = client.post(BOTS, json={"state": new_match(client)["state"], **LONG_SEARCH}).json["id"]
    wait_for_report(client, job)
    worker.kill()
    worker.wait(TIMEOUT_SECONDS)
    wait_until(lambda: metric(client, "referee_search_workers") == 0)
    before = snapshot(client)
    read_often(client, job)
    assert client.get(f"/v1/jobs/{job}").json["status"] == "queued"
    assert snapshot(client) == before


def test_a_turn_is_the_same_whether_it_is_read_or_not(client, work):
    state = new_match(client)["state"]
    bodies = [{"state": state, **WHOLE_TURN, "seed": seed} for seed in ("1", "2")]
    results = []
    for is_read in (True, False):
        bots_of(client).searches.connection.flushall()
        wait_until(lambda: metric(client, "referee_search_workers") == 1)
        for body in bodies:
            job = client.post(BOTS, json=body).json["id"]
            while is_read and client.get(f"/v1/jobs/{job}").json["status"] != "finished":
                work(max_jobs=1)
            work()
            results.append(client.get(f"/v1/jobs/{job}").data)
    assert results[:2] == results[2:]


# --- guarded matches --------------------------------------------------------------------------------------------------


def test_a_worker_commits_the_moves_of_a_guarded_match_once(client, work):
    _, body = own_guarded_body(client, **WHOLE_TURN)
    job = client.post(BOTS, json=body).json["id"]
    assert commits(client) == []
    work()
    committed = commits(client)
    assert committed
    move = client.post(BOTS, json=body).json
    assert move == client.post(BOTS, json=body).json | {"position": move["position"]}
    assert client.get(f"/v1/jobs/{job}").json["result"]["moves"] == move["moves"]
    assert commits(client) == committed
    after = {"sealed_state": move["position"]["sealed_state"], "credential": body["credential"]}
    own = client.post("/v1/games/burgundy/views", json=after)
    assert own.status_code == 200
    assert own.json["turn"] == move["position"]["turn"]


def test_a_match_that_was_continued_elsewhere_ends_the_job_with_a_conflict(client, work):
    table, body = own_guarded_body(client, **WHOLE_TURN)
    job = client.post(BOTS, json=body).json["id"]
    position = table
    actions = client.post("/v1/games/burgundy/legal-actions", json=_own(table, body)).json["legal_actions"]
    while commits(client) == []:
        action = {"action": actions[-1]}
        position = client.post(MOVES, json={**_own(position, body), **action}).json
        actions = position.get("legal_actions", [])
    work()
    first = problem(client.get(f"/v1/jobs/{job}"), 409, "already-played")
    before = snapshot(client)
    assert problem(client.get(f"/v1/jobs/{job}"), 409, "already-played")["detail"] == first["detail"]
    problem(client.get(f"/v1/jobs/{job}/events"), 409, "already-played")
    assert snapshot(client) == before
    problem(client.post(BOTS, json=body), 409, "already-played")
    problem(client.delete(f"/v1/jobs/{job}"), 409, "already-played")
    assert len(commits(client)) >= 1


def test_a_match_whose_guard_is_lost_ends_the_job(client, work):
    _, body = own_guarded_body(client, **WHOLE_TURN)
    job = client.post(BOTS, json=body).json["id"]
    connection = bots_of(client).searches.connection
    connection.delete(*connection.keys("referee:1:guard:*"))
    work()
    problem(client.get(f"/v1/jobs/{job}"), 410, "match-lost")
    problem(client.get(f"/v1/jobs/{job}/events"), 410, "match-lost")


def _own(position, body):
    return {"sealed_state": position["sealed_state"], "credential": body["credential"]}


def test_a_worker_without_the_secret_fails_the_search_with_a_reason(redis, client, work):
    _, body = own_guarded_body(client, **WHOLE_TURN)
    WORKER_PARTS.set(worker_parts(Settings.from_env({"REDIS_URL": redis.url}), redis.url))
    job = client.post(BOTS, json=body).json["id"]
    work()
    found = client.get(f"/v1/jobs/{job}").json
    assert (found["status"], found["result"]) == ("failed", None)
    assert "REFEREE_SECRET" in found["error"]
    WORKER_PARTS.set(work.parts)
    client.post(BOTS, json=body)
    work()
    assert client.get(f"/v1/jobs/{job}").json["status"] == "finished", "it may be requested again"
    assert metric(client, "referee_search_iterations") == client.get(f"/v1/jobs/{job}").json["iterations"]


# --- failures and races -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "failure",
    [StoreUnavailable("gone"), ServiceError("guard-unavailable.unreachable")],
    ids=["the queue", "the guard"],
)
@pytest.mark.parametrize("is_committed", [False, True], ids=["before the commit", "after the commit"])
def test_a_worker_that_could_not_reach_redis_plays_its_choice_later(client, work, monkeypatch, failure, is_committed):
    _, body = own_guarded_body(client, **{**WHOLE_TURN, "workers": 1})
    matches, failures = work.parts.runner.matches, [failure]
    move = matches.move

    def fail_once(*arguments):
        if not failures:
            return move(*arguments)
        if is_committed:
            move(*arguments)
        raise failures.pop() from StoreUnavailable("gone")

    monkeypatch.setattr(matches, "move", fail_once)
    job = client.post(BOTS, json=body).json["id"]
    work()
    assert client.get(f"/v1/jobs/{job}").json["status"] == "queued"
    requeue_lost(work.parts.searches)
    work()
    assert client.get(f"/v1/jobs/{job}").json["status"] == "finished"


def test_a_stopped_turn_starts_no_further_search(client, work):
    body = {"state": new_match(client)["state"], **WHOLE_TURN}
    job = client.post(BOTS, json=body).json["id"]
    work(max_jobs=3)
    assert len(bots_of(client).runner.find(job).choices) == 1
    stopped = client.delete(f"/v1/jobs/{job}").json
    assert stopped["status"] == "stopped"
    assert len(stopped["result"]["moves"]) == 1
    searched = metric(client, "referee_search_iterations")
    work()
    assert metric(client, "referee_search_iterations") == searched
    assert metric(client, "referee_search_queued") == 0
    assert client.get(f"/v1/jobs/{job}").json["result"] == stopped["result"]
    client.post(BOTS, json=body)
    work()
    finished = client.get(f"/v1/jobs/{job}").json
    assert finished["status"] == "finished", "a stopped turn continues if it is requested again"
    assert finished["result"]["moves"][0] == stopped["result"]["moves"][0]


def test_a_search_that_is_enqueued_after_its_job_was_stopped_does_not_start(client, work):
    bots, body = bots_of(client), {"state": new_match(client)["state"], **SHORT_SEARCH}
    enqueue = bots.searches.enqueue

    def enqueue_late(*arguments):
        client.application.test_client().delete(f"/v1/jobs/{arguments[-1]}")
        enqueue(*arguments)

    bots.searches.enqueue = enqueue_late
    job = client.post(BOTS, json=body).json["id"]
    work()
    assert client.get(f"/v1/jobs/{job}").json["status"] == "stopped"
    assert metric(client, "referee_search_iterations") == 0


def test_two_jobs_share_a_search_and_one_may_be_stopped(client, work):
    state = new_match(client)["state"]
    shown = client.post(BOTS, json={"state": state, **SHORT_SEARCH}).json["id"]
    played = client.post(BOTS, json={"state": state, **SHORT_SEARCH, "play": True}).json["id"]
    stopped = client.post(BOTS, json={"state": state, **SHORT_SEARCH, "seat": 0}).json["id"]
    assert len({shown, played, stopped}) == 3
    assert client.delete(f"/v1/jobs/{stopped}").json["status"] == "stopped"
    work()
    assert client.get(f"/v1/jobs/{stopped}").json["status"] == "stopped"
    results = [client.get(f"/v1/jobs/{job}").json["result"] for job in (shown, played)]
    assert results[0]["action"] == results[1]["action"]
    assert metric(client, "referee_search_iterations") == 60


def test_many_workers_advance_one_turn_together(client, start_worker):
    for _ in range(3):
        start_worker()
    for number in range(3):
        _, body = own_guarded_body(client, **{**WHOLE_TURN, "workers": 8, "seed": str(number)})
        with ThreadPoolExecutor(4) as pool:
            posts = [pool.submit(client.application.test_client().post, BOTS, json=body) for _ in range(4)]
        (job,) = {post.result().json["id"] for post in posts}
        wait_without_reading(client, job)
        found = client.get(f"/v1/jobs/{job}").json
        assert found["iterations"] == 20 * len(found["result"]["moves"])
    bases = [base for base, _ in commits(client)]
    assert len(bases) == len(set(bases)) > 0


def test_a_lost_search_is_requeued_without_a_moment_in_which_it_is_missing(client, work):
    """A worker that only seems dead stops its search if it finds no RQ job."""
    bots_of(client).searches.connection.delete(WORKERS_KEY)
    wait_until(lambda: metric(client, "referee_search_workers") == 1)
    job = client.post(BOTS, json={"state": new_match(client)["state"], **SHORT_SEARCH}).json["id"]
    searches = work.parts.searches
    (search_id,) = bots_of(client).runner.find(job).searches
    key, is_over, missing = f"rq:job:{search_id}", threading.Event(), []

    def watch():
        while not is_over.is_set():
            missing.extend([1] if not searches.connection.exists(key) else [])

    with ThreadPoolExecutor(1) as pool:
        watcher = pool.submit(watch)
        for _ in range(100):
            searches.connection.hset(key, mapping={"status": "started", "worker_name": "dead"})
            for queue_key in QUEUE_KEYS:
                searches.connection.lpop(queue_key)
            searches.connection.delete(f"referee:1:search:lost:{search_id}")
            requeue_lost(searches)
        is_over.set()
        watcher.result()
    assert missing == []
    assert searches.stats().queued == 1
    work()
    assert wait_for_end(client, job)["status"] == "finished"
