"""Rate limits: per API key or address, told with Retry-After, counted in Redis and without it."""

from __future__ import annotations

import pytest

from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis


def statuses(client, times: int, **headers: str) -> list[int]:
    return [client.get("/v1/games", headers=headers).status_code for _ in range(times)]


def test_the_answer_that_is_too_many_says_when_to_come_back():
    client = create_app(Settings(rate_limit="2/hour")).test_client()
    assert statuses(client, 2) == [200, 200]
    answer = client.get("/v1/games")
    assert answer.status_code == 429
    assert answer.content_type == "application/problem+json"
    assert answer.json["code"] == "too-many-requests"
    assert answer.json["request_id"] == answer.headers["X-Request-Id"]
    assert 1 <= int(answer.headers["Retry-After"]) <= 3601


def test_all_calls_count_together_and_only_answers_that_are_too_many_say_so():
    client = create_app(Settings(rate_limit="2/hour")).test_client()
    answer = client.post("/v1/games/burgundy/states", json={"seats": 2})
    assert answer.status_code == 201
    assert "Retry-After" not in answer.headers
    assert statuses(client, 2) == [200, 429]


def test_every_key_has_its_own_count():
    client = create_app(Settings(rate_limit="1/hour", api_keys=frozenset(["one", "two"]))).test_client()
    assert statuses(client, 2, **{"X-API-Key": "one"}) == [200, 429]
    assert statuses(client, 2, **{"Authorization": "Bearer two"}) == [200, 429]


def test_made_up_keys_do_not_multiply_what_an_open_service_allows():
    client = create_app(Settings(rate_limit="1/hour")).test_client()
    assert statuses(client, 1, **{"X-API-Key": "one"}) + statuses(client, 1, **{"X-API-Key": "two"}) == [200, 429]


def test_whoever_tries_keys_is_counted_by_address_and_the_holder_of_a_key_is_not_locked_out():
    client = create_app(Settings(rate_limit="2/hour", api_keys=frozenset(["mine"]))).test_client()
    tried = [statuses(client, 1, **{"X-API-Key": f"guess-{number}"})[0] for number in range(4)]
    assert tried == [401, 401, 429, 429]
    assert statuses(client, 1, **{"X-API-Key": "mine"}) == [200]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_operators_are_not_limited(path):
    client = create_app(Settings(rate_limit="1/hour")).test_client()
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 200]


def test_processes_count_together_in_redis(empty_redis):
    settings = Settings(rate_limit="3/hour", redis_url=empty_redis.url, redis_timeout=5.0)
    one, two = create_app(settings).test_client(), create_app(settings).test_client()
    assert statuses(one, 2) + statuses(two, 2) == [200, 200, 200, 429]


def test_without_its_redis_a_process_counts_alone_and_serves_on():
    with embedded_redis() as server:
        client = create_app(Settings(rate_limit="2/hour", redis_url=server.url, redis_timeout=5.0)).test_client()
        assert statuses(client, 1) == [200]
        server.stop()
        assert statuses(client, 3) == [200, 200, 429]
