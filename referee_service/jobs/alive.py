"""Which workers are alive: each says so every second, by the clock of Redis."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from redis import Redis, RedisError

from referee_service.jobs.keys import WORKERS

BEAT_SECONDS: Final = 1.0
LOST_SECONDS: Final = 5
"""A worker not seen for so long is gone."""

_BEAT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 60)
redis.call('EXPIRE', KEYS[1], 60)
return now
"""
_ALIVE = """
local now = tonumber(redis.call('TIME')[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], now - tonumber(ARGV[1]), '+inf')
"""


def alive(connection: Redis) -> set[str]:
    """The names of the workers that are alive."""
    found = connection.eval(_ALIVE, 1, WORKERS, LOST_SECONDS)
    assert isinstance(found, list), "a range is a list"
    return {name.decode() for name in found}


@contextmanager
def beating(url: str, name: str) -> Iterator[None]:
    """Say that this worker is alive, from a thread and over a line of its own, as long as it works."""
    connection = Redis.from_url(url, socket_timeout=BEAT_SECONDS, socket_connect_timeout=BEAT_SECONDS)
    over = threading.Event()

    def beat() -> None:
        while not over.is_set():
            with suppress(RedisError):  # it is away; the next beat tries again
                connection.eval(_BEAT, 1, WORKERS, name)
            over.wait(BEAT_SECONDS)

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        with suppress(RedisError):  # it will be missed soon
            connection.zrem(WORKERS, name)
