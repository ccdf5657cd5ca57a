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
"""A timeout for tests that are not about time: a busy machine must not fail them."""


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class Bench:
    """A store, and a way to let time pass in it."""

    store: Store
    later: Callable[[float], None]


def memory_bench() -> Bench:
    clock = Clock()
    return Bench(MemoryStore(1 << 24, clock=clock), clock.forward)


def redis_bench(server: EmbeddedRedis) -> Bench:
    client = Redis.from_url(server.url)
    client.flushall()

    def later(seconds: float) -> None:
        """Nobody moves the clock of a server, so every key is brought nearer to its end instead."""
        for key in client.scan_iter():
            left = client.pttl(key)
            assert left > 0, f"{key} would live for ever"
            client.pexpire(key, max(left - int(seconds * 1000), 0))  # 0 ends it now

    return Bench(RedisStore(server.url, PATIENT), later)


def near_bench(server: EmbeddedRedis) -> Bench:
    """Both at once: time passes in the process and, once all is written, in Redis."""
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
    """The Redis that tests of one process share; each test begins with it empty."""
    return redis_server


@pytest.fixture
def mortal() -> Iterator[EmbeddedRedis]:
    """A Redis for one test, which may kill it."""
    with embedded_redis() as server:
        yield server


@pytest.fixture
def client(server: EmbeddedRedis) -> Iterator[Redis]:
    """A look behind the store: the shared server, emptied."""
    with Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture(params=["memory", "redis", "near"])
def bench(request: pytest.FixtureRequest) -> Bench:
    """All stores, one after the other."""
    if request.param == "memory":
        return memory_bench()
    make = redis_bench if request.param == "redis" else near_bench
    return make(request.getfixturevalue("server"))


@pytest.fixture
def store(bench: Bench) -> Store:
    return bench.store
