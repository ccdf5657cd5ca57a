"""Rate limits: per API key or address, with Retry-After, counted in Redis or in memory."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import parse
from redis import Redis

from referee_service.api.rate_limits import PNG_COST, SVG_COST
from referee_service.api.request_counter import ALLOWANCES_PER_LIMIT, RequestCounter
from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis
from referee_service.store.redis_server import redis_circuit


def statuses(client, times: int, **headers: str) -> list[int]:
    return [client.get("/v1/games", headers=headers).status_code for _ in range(times)]


def test_a_request_over_the_limit_gets_429_with_retry_after():
    client = create_app(Settings(rate_limit="2/hour")).test_client()
    assert statuses(client, 2) == [200, 200]
    response = client.get("/v1/games")
    assert response.status_code == 429
    assert response.content_type == "application/problem+json"
    assert response.json["code"] == "too-many-requests"
    assert response.json["request_id"] == response.headers["X-Request-Id"]
    assert 1 <= int(response.headers["Retry-After"]) <= 3601


def test_all_paths_share_one_count_and_only_429_has_retry_after():
    client = create_app(Settings(rate_limit="2/hour")).test_client()
    response = client.post("/v1/games/burgundy/states", json={"seats": 2})
    assert response.status_code == 201
    assert "Retry-After" not in response.headers
    assert statuses(client, 2) == [200, 429]


def test_every_key_has_its_own_count():
    client = create_app(Settings(rate_limit="1/hour", api_keys=frozenset(["one", "two"]))).test_client()
    assert statuses(client, 2, **{"X-API-Key": "one"}) == [200, 429]
    assert statuses(client, 2, **{"Authorization": "Bearer two"}) == [200, 429]


def test_invented_keys_do_not_raise_the_limit_of_an_open_service():
    client = create_app(Settings(rate_limit="1/hour")).test_client()
    assert statuses(client, 1, **{"X-API-Key": "one"}) + statuses(client, 1, **{"X-API-Key": "two"}) == [200, 429]


def test_requests_with_wrong_keys_count_by_address_and_do_not_lock_out_a_valid_key():
    client = create_app(Settings(rate_limit="2/hour", api_keys=frozenset(["mine"]))).test_client()
    guesses = [statuses(client, 1, **{"X-API-Key": f"guess-{number}"})[0] for number in range(4)]
    assert guesses == [401, 401, 429, 429]
    assert statuses(client, 1, **{"X-API-Key": "mine"}) == [200]


@pytest.mark.parametrize("path", ["/v1/nothing", "/", "/v1/games/chess/moves", "/v1/games/burgundy/moves", "/nothing/"])
def test_keys_cannot_be_guessed_without_limit_on_any_path(path):
    client = create_app(Settings(rate_limit="3/hour", api_keys=frozenset(["mine"]))).test_client()
    guesses = [client.get(path, headers={"X-API-Key": f"guess-{number}"}).status_code for number in range(5)]
    assert 429 not in guesses[:3]
    assert guesses[3:] == [429, 429]
    assert client.get(path, headers={"X-API-Key": "mine"}).status_code in (200, 404, 405), (
        "a valid key has its own count"
    )


def test_every_answer_counts_also_those_that_no_route_gives():
    client = create_app(Settings(rate_limit="4/hour")).test_client()
    calls = [
        client.get("/nothing"),
        client.get("/v1/games/burgundy/moves"),
        client.put("/v1/games"),
        client.options("/v1/games"),
        client.get("/v1/games"),
    ]
    assert [call.status_code for call in calls] == [404, 405, 405, 200, 429]


def test_addresses_of_one_ipv6_network_share_one_count():
    client = create_app(Settings(rate_limit="2/hour")).test_client()
    addresses = ["2001:db8::1", "[2001:db8::2]", "2001:db8:0:0:ffff::3", "2001:db8:0:1::1"]
    answers = [client.get("/v1/games", environ_overrides={"REMOTE_ADDR": address}).status_code for address in addresses]
    assert answers == [200, 200, 429, 200]


def test_ipv4_addresses_count_one_by_one_also_as_a_socket_for_ipv6_writes_them():
    client = create_app(Settings(rate_limit="2/hour")).test_client()
    addresses = ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.2", "192.0.2.3", ""]
    answers = [client.get("/v1/games", environ_overrides={"REMOTE_ADDR": address}).status_code for address in addresses]
    assert answers == [200, 200, 429, 200, 200, 200, 200]


@pytest.mark.parametrize(
    ("path", "accept", "cost"),
    [
        (".svg", "*/*", SVG_COST),
        (".png", "*/*", PNG_COST),
        ("", "application/json", SVG_COST),
        ("", "image/svg+xml", SVG_COST),
        ("", "image/png", PNG_COST),
    ],
)
def test_a_picture_counts_as_several_requests(path, accept, cost):
    app = create_app(Settings(rate_limit="12/hour"))
    client, headers = app.test_client(), {"Accept": accept}
    start = client.post("/v1/games/burgundy/states", json={"seats": 2}).json
    if path:
        drawn = client.get(f"/v1/games/burgundy/pictures/{start['digest']}{path}", headers=headers)
    else:
        drawn = client.post("/v1/games/burgundy/pictures", json={"digest": start["digest"]}, headers=headers)
    app.extensions["referee.stop"]()
    assert drawn.status_code == 200
    left = 12 - 1 - cost
    assert statuses(client, left + 1) == [200] * left + [429]


def test_a_picture_over_the_limit_leaves_what_cheaper_requests_need():
    client = create_app(Settings(rate_limit="5/hour")).test_client()
    start = client.post("/v1/games/burgundy/states", json={"seats": 2}).json
    path = f"/v1/games/burgundy/pictures/{start['digest']}.svg"
    assert [client.get(path).status_code for _ in range(2)] == [200, 429]
    assert statuses(client, 2) == [200, 429]


def test_a_limit_below_the_cost_of_a_picture_still_allows_one():
    client = create_app(Settings(rate_limit="2/second")).test_client()
    start = client.post("/v1/games/burgundy/states", json={"seats": 2}).json
    time.sleep(1.1)
    assert client.get(f"/v1/games/burgundy/pictures/{start['digest']}.svg").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_paths_for_operators_are_not_limited(path):
    client = create_app(Settings(rate_limit="1/hour")).test_client()
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 200]


def test_processes_count_together_in_redis(empty_redis):
    settings = Settings(rate_limit="3/hour", redis_url=empty_redis.url, redis_timeout_seconds=5.0)
    one, two = create_app(settings).test_client(), create_app(settings).test_client()
    assert statuses(one, 2) + statuses(two, 2) == [200, 200, 200, 429]


@pytest.mark.parametrize("processes", [2, 3])
def test_allowances_of_several_processes_are_never_above_the_limit_and_nearly_reach_it(empty_redis, processes):
    settings = Settings(rate_limit="300/minute", redis_url=empty_redis.url, redis_timeout_seconds=5.0)
    clients = [create_app(settings).test_client() for _ in range(processes)]
    sent = [client.get("/v1/games").status_code for _ in range(330 // processes + 5) for client in clients]
    assert set(sent) == {200, 429}
    assert 300 - 300 // ALLOWANCES_PER_LIMIT * processes <= sent.count(200) <= 300


def test_most_requests_of_a_large_limit_do_not_ask_redis(empty_redis):
    settings = Settings(rate_limit="5000/hour", redis_url=empty_redis.url, redis_timeout_seconds=5.0)
    counter = RequestCounter(settings, parse("5000/hour"), redis_circuit(empty_redis.url, 5.0))
    before = Redis.from_url(empty_redis.url).info("stats")["total_commands_processed"]
    assert [counter.excess("client") for _ in range(505)] == [None] * 505
    commands = Redis.from_url(empty_redis.url).info("stats")["total_commands_processed"] - before
    assert commands < 60


def test_threads_that_need_an_allowance_at_once_get_one_together(monkeypatch):
    counter, threads = RequestCounter(Settings(), parse("500/hour"), None), 8
    hit = counter._local.hit
    monkeypatch.setattr(counter._local, "hit", lambda *given, **cost: (time.sleep(0.002), hit(*given, **cost))[1])

    def count(_):
        allowed = 0
        while counter.excess("client") is None:
            allowed += 1
            time.sleep(0.001)
        return allowed

    with ThreadPoolExecutor(threads) as pool:
        allowed = sum(pool.map(count, range(threads)))
    assert 500 - 2 * (500 // ALLOWANCES_PER_LIMIT) <= allowed <= 500


def test_what_is_left_of_an_allowance_is_added_to_the_next_one():
    counter, cost = RequestCounter(Settings(), parse("3000/hour"), None), 37
    allowed = 0
    while counter.excess("client", cost) is None:
        allowed += cost
    assert allowed > 3000 - 2 * cost


def test_allowances_end_before_redis_forgets_their_window(monkeypatch):
    counter, now = RequestCounter(Settings(), parse("100/minute"), None), time.time()
    assert counter.excess("client") is None
    monkeypatch.setattr(time, "time", lambda: now + 59.5)  # Redis may say 60 seconds if 59.5 remain
    assert not counter.take("client")
    assert [counter.excess("client") for _ in range(90)] == [None] * 90, "no allowance is taken that nothing can use"


@pytest.mark.parametrize("limit", ["40/hour", "5000/second"])
def test_small_limits_and_short_windows_have_no_allowance(limit):
    counter = RequestCounter(Settings(), parse(limit), None)
    assert counter.excess("client") is None
    assert not counter.take("client")


def test_an_allowance_ends_with_its_window(monkeypatch):
    counter, now = RequestCounter(Settings(), parse("100/minute"), None), time.time()
    assert counter.excess("client") is None
    assert counter.take("client")
    assert not counter.take("another client")
    monkeypatch.setattr(time, "time", lambda: now + 61)
    assert not counter.take("client")


def test_an_allowance_covers_a_picture_only_if_it_is_large_enough():
    counter = RequestCounter(Settings(), parse("300/minute"), None)
    assert counter.excess("client") is None
    assert [counter.take("client", PNG_COST), counter.take("client", SVG_COST)] == [False, True]


def test_a_process_counts_in_memory_while_redis_is_down():
    with embedded_redis() as server:
        client = create_app(
            Settings(rate_limit="2/hour", redis_url=server.url, redis_timeout_seconds=5.0)
        ).test_client()
        assert statuses(client, 1) == [200]
        server.stop()
        assert statuses(client, 3) == [200, 200, 429]


@pytest.mark.alone
def test_requests_do_not_wait_for_a_redis_that_hangs():
    with embedded_redis() as server:
        settings = Settings(rate_limit="1000/hour", redis_url=server.url, redis_timeout_seconds=0.5)
        client = create_app(settings).test_client()
        assert statuses(client, 1) == [200]
        with Redis.from_url(server.url) as connection:
            process_id = connection.info("server")["process_id"]
        os.kill(process_id, signal.SIGSTOP)
        try:
            start = time.monotonic()
            assert set(statuses(client, 20)) == {200}
            assert time.monotonic() - start < 2 * settings.redis_timeout_seconds + 0.4, (
                "one or two calls wait, not twenty"
            )
        finally:
            os.kill(process_id, signal.SIGCONT)
