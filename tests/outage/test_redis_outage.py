"""The service during and after an outage of its Redis, with a real server and a real match."""

from __future__ import annotations

import os
import signal
from time import monotonic, sleep

import pytest
from redis import Redis

from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis

pytestmark = pytest.mark.alone  # these apps wait 0.2 seconds for Redis, and a busy machine may need longer

GAME = "/v1/games/burgundy"
SECRET = {"REFEREE_SECRET": "first:0123456789abcdef0123456789abcdef"}


@pytest.fixture
def server():
    with embedded_redis() as server:
        yield server


@pytest.fixture
def client(server):
    return create_app(Settings.from_env({"REDIS_URL": server.url, **SECRET})).test_client()


def another_client(server):
    """Return a client of a separate app with the same Redis."""
    return create_app(Settings.from_env({"REDIS_URL": server.url, **SECRET})).test_client()


def set_up(client, *, guarded=False):
    options = {"guarded": True} if guarded else {"chance": {"mode": "seeded", "seed": "storm"}}
    return client.post(f"{GAME}/states", json={"seats": 2, **options}).json


def play_on(client, position, actions):
    """Play the first legal action `actions` times and return the last position."""
    for _ in range(actions):
        body = {"state": position["state"], "action": position["legal_actions"][0]}
        response = client.post(f"{GAME}/moves", json=body)
        assert response.status_code == 200, response.json
        position = response.json
    return position


def is_up(client):
    return client.get("/readyz").json["store"]["up"]


def wait_until(condition, *, seconds=20.0):
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end
        sleep(0.1)


def test_an_open_match_continues_without_redis_and_uses_it_again_afterwards(server, client):
    position = play_on(client, set_up(client), 5)
    assert is_up(client)
    server.stop()
    start = monotonic()
    position = play_on(client, position, 10)
    assert monotonic() - start < 5
    assert not is_up(client)
    assert client.get("/readyz").status_code == 200
    assert "referee_store_up 0.0" in client.get("/metrics").text
    server.start()
    wait_until(lambda: play_on(client, position, 1) and is_up(client))
    position = play_on(client, position, 1)
    again = client.post(f"{GAME}/legal-actions", json={"digest": position["digest"]})
    assert again.status_code == 200
    assert again.json["legal_actions"] == position["legal_actions"]


def test_without_redis_a_process_knows_only_digests_of_its_own_states(server, client):
    position, other_client = set_up(client), another_client(server)
    server.stop()
    by_digest = {"digest": position["digest"]}
    assert client.post(f"{GAME}/scores", json=by_digest).status_code == 200
    unknown = other_client.post(f"{GAME}/scores", json=by_digest)
    assert (unknown.status_code, unknown.json["code"]) == (404, "unknown-state")
    assert other_client.post(f"{GAME}/scores", json={"state": position["state"]}).status_code == 200


def test_a_digest_reaches_other_processes_in_the_background(server, client):
    """Requests do not wait for writes, so another process may find the digest only after a retry."""
    other_client = another_client(server)
    for seed in ("storm", "calm"):
        body = {"seats": 2, "chance": {"mode": "seeded", "seed": seed}}
        position = client.post(f"{GAME}/states", json=body).json
        known = {"digest": position["digest"]}
        wait_until(lambda known=known: other_client.post(f"{GAME}/scores", json=known).status_code == 200, seconds=5)


def test_legal_lists_and_verdicts_about_a_state_of_another_process_are_shared(server, client):
    position, other_client = set_up(client), another_client(server)
    body = {"digest": position["digest"]}
    wait_until(lambda: other_client.post(f"{GAME}/scores", json=body).status_code == 200)
    third = another_client(server)
    legal_actions = third.post(f"{GAME}/legal-actions", json=body).json
    move = {**body, "action": position["legal_actions"][0]}
    verdict = another_client(server).post(f"{GAME}/verdicts", json=move).json
    assert legal_actions["legal_actions"] == position["legal_actions"]
    keys = Redis.from_url(server.url)
    wait_until(lambda: [key for key in keys.scan_iter() if b'"legal-actions"' in key])
    wait_until(lambda: [key for key in keys.scan_iter() if b'"verdict"' in key])
    assert all(0 < keys.ttl(key) <= 3600 for key in keys.scan_iter())
    assert another_client(server).post(f"{GAME}/legal-actions", json=body).json == legal_actions
    assert another_client(server).post(f"{GAME}/verdicts", json=move).json == verdict


def test_a_build_never_answers_with_what_another_build_cached(server, client, monkeypatch):
    position, same_build = set_up(client), another_client(server)
    body = {"digest": position["digest"]}
    wait_until(lambda: same_build.post(f"{GAME}/legal-actions", json=body).status_code == 200)
    monkeypatch.setattr("referee_service.store.redis.build_id", lambda: "next")
    next_build = another_client(server)
    assert next_build.post(f"{GAME}/legal-actions", json=body).json["code"] == "unknown-state"
    assert next_build.post(f"{GAME}/legal-actions", json={"state": position["state"]}).status_code == 200


def test_searches_do_not_wait_for_a_redis_that_hangs(server, client):
    state = set_up(client)["state"]
    with Redis.from_url(server.url) as connection:
        process_id = connection.info("server")["process_id"]
    os.kill(process_id, signal.SIGSTOP)
    try:
        start = monotonic()
        for _ in range(10):
            answers = [
                client.post(f"{GAME}/bot-moves", json={"state": state, "bot": "search"}),
                client.get("/v1/jobs/any"),
                client.delete("/v1/jobs/any"),
            ]
            assert [answer.json["code"] for answer in answers] == ["search-unavailable"] * 3
        assert monotonic() - start < 5, "each call of the 30 would wait for a second"
        assert "referee_search_queued NaN" in client.get("/metrics").text
    finally:
        os.kill(process_id, signal.SIGCONT)
    wait_until(lambda: client.get("/v1/jobs/any").json["code"] == "unknown-job")


def test_the_queue_opens_the_circuit_of_the_store(server, client):
    server.stop()
    assert client.get("/v1/jobs/any").json["code"] == "search-unavailable"
    failures = client.get("/readyz").json["store"]["failures"]
    play_on(client, set_up(client), 3)
    assert client.get("/readyz").json["store"]["failures"] == failures, "the store has not tried to reach Redis"


def test_a_guarded_match_cannot_continue_without_its_guard(server, client):
    position = set_up(client, guarded=True)
    seat = position["turn"]["seat"]
    own_state = {"sealed_state": position["sealed_state"], "credential": position["credentials"]["seats"][seat]}
    legal_actions = client.post(f"{GAME}/legal-actions", json=own_state).json["legal_actions"]
    server.stop()
    problem = None
    for _ in range(20):
        response = client.post(f"{GAME}/moves", json={**own_state, "notation": legal_actions[0]["notation"]})
        if response.status_code == 503:
            problem = response
            break
        own_state["sealed_state"] = response.json["sealed_state"]
        legal_actions = response.json["legal_actions"]
    assert problem is not None
    assert problem.json["code"] == "guard-unavailable"
    assert problem.headers["Retry-After"]
    assert client.post(f"{GAME}/states", json={"seats": 2, "guarded": True}).status_code == 503
