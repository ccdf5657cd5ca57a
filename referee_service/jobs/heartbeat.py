"""Heartbeats of workers: each worker reports every second, with the clock of Redis."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from redis import Redis, RedisError

from referee_service.jobs.redis_keys import WORKERS_KEY

HEARTBEAT_SECONDS: Final = 1.0
DEAD_AFTER_SECONDS: Final = 5
"""Seconds without a heartbeat after which a worker counts as dead."""

_HEARTBEAT_SCRIPT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 60)
redis.call('EXPIRE', KEYS[1], 60)
return now
"""
_LIVE_SCRIPT = """
local now = tonumber(redis.call('TIME')[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], now - tonumber(ARGV[1]), '+inf')
"""


def live_workers(connection: Redis) -> set[str]:
    """Return the names of the workers that are alive."""
    found = connection.eval(_LIVE_SCRIPT, 1, WORKERS_KEY, DEAD_AFTER_SECONDS)
    assert isinstance(found, list), "ZRANGEBYSCORE returns a list"
    return {name.decode() for name in found}


@contextmanager
def heartbeat(url: str, name: str) -> Iterator[None]:
    """Send heartbeats for a worker from a background thread, over a separate connection, until the block ends."""
    connection = Redis.from_url(url, socket_timeout=HEARTBEAT_SECONDS, socket_connect_timeout=HEARTBEAT_SECONDS)
    stop = threading.Event()

    def beat() -> None:
        while not stop.is_set():
            with suppress(RedisError):  # Redis is unreachable; the next beat tries again
                connection.eval(_HEARTBEAT_SCRIPT, 1, WORKERS_KEY, name)
            stop.wait(HEARTBEAT_SECONDS)

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        with suppress(RedisError):  # the entry expires without further heartbeats
            connection.zrem(WORKERS_KEY, name)
