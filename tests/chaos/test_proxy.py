"""The proxy in front of a Redis: it passes calls on, and delays them."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from tests.chaos.proxy import DelayProxy

SECONDS = 0.3


def test_the_proxy_delays_every_call_and_ends_its_connections(redis_server):
    async def measure() -> tuple[float, Redis]:
        proxy = DelayProxy(redis_server.url)
        client = Redis.from_url(await proxy.start())
        assert await asyncio.to_thread(client.echo, "one") == b"one"
        proxy.seconds, start = SECONDS, monotonic()
        assert await asyncio.to_thread(client.echo, "two") == b"two"
        delay = monotonic() - start
        await proxy.stop()
        return delay, client

    delay, client = asyncio.run(measure())
    assert delay >= SECONDS
    with client, pytest.raises(RedisConnectionError):
        client.ping()
