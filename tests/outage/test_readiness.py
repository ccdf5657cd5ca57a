"""Readiness: what /readyz says while a real Redis is missing, stopped, full, read-only or hung."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest
from redis import Redis

from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis
from tests.running.conftest import REFEREE, ROOT, clean_environment, wait_until

SECRETS = (("0", b"0123456789abcdef"),)
GUARDED = {"seats": 2, "guarded": True}


@pytest.fixture
def data():
    with embedded_redis() as server:
        yield server


@pytest.fixture
def cache():
    with embedded_redis("cache") as server:
        yield server


@pytest.fixture
def client(data, cache):
    settings = Settings(redis_url=data.url, cache_url=cache.url, secrets=SECRETS, redis_timeout_seconds=1.0)
    return create_app(settings).test_client()


def readiness(client):
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json["ready"] is True
    return response.json


def unavailable(client):
    return {each["part"]: each["reason"] for each in readiness(client)["unavailable"]}


def guarded_status(client):
    return client.post("/v1/games/burgundy/states", json=GUARDED).status_code


def test_without_redis_and_secret_nothing_fails_but_parts_are_not_set_up():
    found = readiness(create_app(Settings()).test_client())
    assert found["degraded"] is False
    assert found["unavailable"] == [
        {"part": "guarded-matches", "reason": "no-secret"},
        {"part": "searches", "reason": "no-redis"},
        {"part": "shared-cache", "reason": "no-redis"},
    ]


def test_a_service_with_two_servers_lacks_only_its_workers(client):
    found = readiness(client)
    assert found["unavailable"] == [{"part": "searches", "reason": "no-worker"}]
    assert found["degraded"] is True
    assert found["warnings"] == []


def test_one_server_for_cache_and_data_is_a_warning(data, caplog):
    client = create_app(Settings(redis_url=data.url, secrets=SECRETS, redis_timeout_seconds=5.0)).test_client()
    assert readiness(client)["warnings"] == ["one-redis"]
    assert "set REFEREE_CACHE_URL" in caplog.text


def test_the_log_warns_of_one_server_at_the_start_without_any_request(data, caplog):
    create_app(Settings(redis_url=data.url, redis_timeout_seconds=5.0))
    assert "set REFEREE_CACHE_URL" in caplog.text


def test_without_the_data_server_guards_and_searches_are_unavailable(client, data):
    data.stop()
    assert guarded_status(client) == 503
    assert unavailable(client) == {"guarded-matches": "redis-unreachable", "searches": "redis-unreachable"}
    data.start()
    wait_until(lambda: "guarded-matches" not in unavailable(client))
    assert guarded_status(client) == 201


def test_without_the_cache_server_only_the_shared_cache_is_unavailable(client, cache):
    cache.stop()
    assert unavailable(client) == {"searches": "no-worker", "shared-cache": "redis-unreachable"}
    assert guarded_status(client) == 201


def test_a_full_data_server_is_named_while_guards_fail(client, data):
    with Redis.from_url(data.url) as direct:
        direct.config_set("maxmemory", 1)
        assert guarded_status(client) == 503
        assert unavailable(client) == {"guarded-matches": "redis-full", "searches": "redis-full"}
        assert "referee_store_up 1.0" in client.get("/metrics").text
        assert "referee_store_writable 0.0" in client.get("/metrics").text
        direct.config_set("maxmemory", 0)
    assert guarded_status(client) == 201
    assert "guarded-matches" not in unavailable(client)


def test_a_read_only_data_server_is_named_while_guards_fail(client, data):
    with Redis.from_url(data.url) as direct:
        direct.replicaof("127.0.0.1", 1)
    assert guarded_status(client) == 503
    assert unavailable(client) == {"guarded-matches": "redis-read-only", "searches": "redis-read-only"}


def test_an_emptied_data_server_serves_new_guarded_matches(client, data):
    assert guarded_status(client) == 201
    with Redis.from_url(data.url) as direct:
        direct.flushall()
    assert guarded_status(client) == 201
    assert "guarded-matches" not in unavailable(client)


@pytest.mark.alone
def test_a_hung_data_server_is_named_in_less_than_two_timeouts(client, data):
    with Redis.from_url(data.url) as direct:
        process = direct.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        start = time.monotonic()
        assert unavailable(client) == {"guarded-matches": "redis-unreachable", "searches": "redis-unreachable"}
        assert time.monotonic() - start < 2
    finally:
        os.kill(process, signal.SIGCONT)


@pytest.mark.alone
def test_with_a_worker_nothing_is_unavailable(client, data):
    environment = clean_environment(REDIS_URL=data.url)
    worker = subprocess.Popen([*REFEREE, "worker"], cwd=ROOT, env=environment)
    try:
        wait_until(lambda: unavailable(client) == {})
        assert readiness(client)["degraded"] is False
    finally:
        worker.kill()
        worker.wait()
