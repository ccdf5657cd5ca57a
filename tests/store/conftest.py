"""A real Redis for every test process, and clocks that tests move by hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from redis import Redis

from referee_service.store import Store
from referee_service.store.embedded import EmbeddedRedis, embedded_redis
from referee_service.store.memory import MemoryStore
from referee_service.store.redis import RedisStore
from referee_service.store.tiered import TieredStore

PATIENT = 10.0
"""Timeout in seconds for tests that do not check time, so that a busy machine does not fail them."""


class Clock:
    """A clock that moves only with `forward`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class Bench:
    """A store, and a function that lets time pass in it."""

    store: Store
    later: Callable[[float], None]


def memory_bench() -> Bench:
    clock = Clock()
    return Bench(MemoryStore(1 << 24, clock=clock), clock.forward)


def redis_bench(server: EmbeddedRedis) -> Bench:
    client = Redis.from_url(server.url)
    client.flushall()

    def later(seconds: float) -> None:
        """Shorten the lifetime of every key, because the clock of the server cannot be moved."""
        for key in client.scan_iter():
            remaining = client.pttl(key)
            assert remaining > 0, f"{key} never expires"
            client.pexpire(key, max(remaining - int(seconds * 1000), 0))  # 0 expires it now

    return Bench(RedisStore(server.url, PATIENT), later)


def tiered_bench(server: EmbeddedRedis) -> Bench:
    """Return a tiered store. Time passes in the process and, after pending writes, in Redis."""
    clock, shared = Clock(), redis_bench(server)
    store = TieredStore(MemoryStore(1 << 24, clock=clock), shared.store)

    def later(seconds: float) -> None:
        store.flush()
        clock.forward(seconds)
        shared.later(seconds)

    return Bench(store, later)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def server(redis_server: EmbeddedRedis) -> EmbeddedRedis:
    """Return the Redis that all tests of one process share. Each test starts with it empty."""
    return redis_server


@pytest.fixture
def private_server() -> Iterator[EmbeddedRedis]:
    """Yield a Redis for one test, which may stop it."""
    with embedded_redis() as server:
        yield server


@pytest.fixture
def client(server: EmbeddedRedis) -> Iterator[Redis]:
    """Yield a client of the shared server, which is emptied first."""
    with Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture(params=["memory", "redis", "tiered"])
def bench(request: pytest.FixtureRequest) -> Bench:
    """Return each kind of store in turn."""
    if request.param == "memory":
        return memory_bench()
    make = redis_bench if request.param == "redis" else tiered_bench
    return make(request.getfixturevalue("server"))


@pytest.fixture
def store(bench: Bench) -> Store:
    return bench.store
