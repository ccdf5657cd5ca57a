"""The service while its Redis is killed in the middle of a match, and after it is back. A real server, a real match."""

from __future__ import annotations

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
    with embedded_redis() as running:
        yield running


@pytest.fixture
def client(server):
    return create_app(Settings.from_env({"REDIS_URL": server.url, **SECRET})).test_client()


def another_client(server):
    """A client of another process with the same Redis."""
    return create_app(Settings.from_env({"REDIS_URL": server.url, **SECRET})).test_client()


def set_up(client, *, guarded=False):
    how = {"guarded": True} if guarded else {"chance": {"mode": "seeded", "seed": "storm"}}
    return client.post(f"{GAME}/states", json={"seats": 2, **how}).json


def play_on(client, position, actions):
    """The position after so many first legal actions, each sent with the whole state."""
    for _ in range(actions):
        body = {"state": position["state"], "action": position["legal_actions"][0]}
        answer = client.post(f"{GAME}/moves", json=body)
        assert answer.status_code == 200, answer.json
        position = answer.json
    return position


def is_up(client):
    return client.get("/readyz").json["store"]["up"]


def wait_until(condition, *, seconds=20.0):
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end
        sleep(0.1)


def test_an_open_match_goes_on_without_redis_and_uses_it_again_when_it_is_back(server, client):
    position = play_on(client, set_up(client), 5)
    assert is_up(client)
    server.stop()
    began = monotonic()
    position = play_on(client, position, 10)
    assert monotonic() - began < 5
    assert not is_up(client)
    assert client.get("/readyz").status_code == 200
    assert "referee_store_up 0.0" in client.get("/metrics").text
    server.start()
    wait_until(lambda: play_on(client, position, 1) and is_up(client))
    position = play_on(client, position, 1)
    again = client.post(f"{GAME}/legal-actions", json={"digest": position["digest"]})
    assert again.status_code == 200
    assert again.json["legal_actions"] == position["legal_actions"]


def test_while_redis_is_away_a_process_knows_its_own_references_and_no_others_and_states_still_serve(server, client):
    position, elsewhere = set_up(client), another_client(server)
    server.stop()
    by_reference = {"digest": position["digest"]}
    assert client.post(f"{GAME}/scores", json=by_reference).status_code == 200
    unknown = elsewhere.post(f"{GAME}/scores", json=by_reference)
    assert (unknown.status_code, unknown.json["code"]) == (404, "unknown-state")
    assert elsewhere.post(f"{GAME}/scores", json={"state": position["state"]}).status_code == 200


def test_a_reference_reaches_other_processes_by_itself(server, client):
    """The write is not waited for, so another process may have to be asked twice; the client would send the state."""
    elsewhere = another_client(server)
    for seed in ("storm", "calm"):
        body = {"seats": 2, "chance": {"mode": "seeded", "seed": seed}}
        position = client.post(f"{GAME}/states", json=body).json
        known = {"digest": position["digest"]}
        wait_until(lambda known=known: elsewhere.post(f"{GAME}/scores", json=known).status_code == 200, seconds=5)


def test_lists_and_verdicts_about_the_state_of_another_process_are_shared_with_it(server, client):
    position, elsewhere = set_up(client), another_client(server)
    body = {"digest": position["digest"]}
    wait_until(lambda: elsewhere.post(f"{GAME}/scores", json=body).status_code == 200)
    third = another_client(server)
    listed = third.post(f"{GAME}/legal-actions", json=body).json
    move = {**body, "action": position["legal_actions"][0]}
    verdict = another_client(server).post(f"{GAME}/verdicts", json=move).json
    assert listed["legal_actions"] == position["legal_actions"]
    keys = Redis.from_url(server.url)
    wait_until(lambda: [key for key in keys.scan_iter() if b":legal:" in key])
    wait_until(lambda: [key for key in keys.scan_iter() if b":verdict:" in key])
    assert all(0 < keys.ttl(key) <= 3600 for key in keys.scan_iter())
    assert another_client(server).post(f"{GAME}/legal-actions", json=body).json == listed
    assert another_client(server).post(f"{GAME}/verdicts", json=move).json == verdict


def test_a_guarded_match_waits_for_its_guard(server, client):
    position = set_up(client, guarded=True)
    seat = position["turn"]["seat"]
    mine = {"sealed_state": position["sealed_state"], "credential": position["credentials"]["seats"][seat]}
    listed = client.post(f"{GAME}/legal-actions", json=mine).json["legal_actions"]
    server.stop()
    denied = None
    for _ in range(20):
        answer = client.post(f"{GAME}/moves", json={**mine, "notation": listed[0]["notation"]})
        if answer.status_code == 503:
            denied = answer
            break
        mine["sealed_state"] = answer.json["sealed_state"]
        listed = answer.json["legal_actions"]
    assert denied is not None
    assert denied.json["code"] == "guard-unavailable"
    assert denied.headers["Retry-After"]
    assert client.post(f"{GAME}/states", json={"seats": 2, "guarded": True}).status_code == 503
