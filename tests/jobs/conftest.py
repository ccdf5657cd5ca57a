"""A real Redis, real worker processes, and an app that uses them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from referee_service.app import create_app
from referee_service.jobs.heartbeat import live_workers
from referee_service.settings import Settings
from referee_service.store.embedded import EmbeddedRedis, embedded_redis
from tests.running.conftest import REFEREE, ROOT, clean_environment

SECRET = "first:0123456789abcdef0123456789abcdef"
TIMEOUT_SECONDS = 60.0
Worker = subprocess.Popen[bytes]


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds, and fail after TIMEOUT_SECONDS."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(0.05)


@pytest.fixture
def redis(request: pytest.FixtureRequest) -> Iterator[EmbeddedRedis]:
    """Return the shared Redis, emptied. A test marked `own_redis` gets a server that it may stop."""
    if request.node.get_closest_marker("own_redis") is None:
        yield request.getfixturevalue("empty_redis")
        return
    with embedded_redis() as server:
        yield server


@pytest.fixture
def client(redis: EmbeddedRedis) -> FlaskClient:
    return client_of(redis)


def client_of(redis: EmbeddedRedis, **variables: str) -> FlaskClient:
    """Return a client of an app that uses this Redis."""
    settings = {"REDIS_URL": redis.url, "REFEREE_SECRET": SECRET, "REFEREE_REDIS_TIMEOUT": "5", **variables}
    return create_app(Settings.from_env(settings)).test_client()


@pytest.fixture
def start_worker(redis: EmbeddedRedis, client: FlaskClient) -> Iterator[Callable[[], Worker]]:
    """Yield a function that starts a worker and waits for its heartbeat. All workers are killed after the test."""
    workers: list[Worker] = []
    searches = client.application.extensions["referee.bots"].searches

    def start() -> Worker:
        environment = clean_environment(REDIS_URL=redis.url, REFEREE_SECRET=SECRET)
        worker = subprocess.Popen([*REFEREE, "worker"], cwd=ROOT, env=environment)
        workers.append(worker)
        wait_until(lambda: any(f"-{worker.pid}-" in name for name in live_workers(searches.connection)))
        return worker

    yield start
    for worker in workers:
        worker.kill()
        worker.wait(TIMEOUT_SECONDS)


def metric(client: FlaskClient, name: str) -> float:
    """Return a value of /metrics."""
    lines = client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))
