"""Counter of requests for rate limits: in Redis for all processes, or in memory without it.

A process counts some requests of a client in advance, its allowance, so that it need not ask Redis for each of them.
The sum of all allowances and requests is never above the limit. Requests that an allowance covers and that never come
are lost, so a client of several processes may be refused a little early: by a fiftieth of the limit for each of them.
"""

from __future__ import annotations

import time
from threading import Lock
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from referee_service.settings import Settings
from referee_service.store import StoreUnavailable
from referee_service.store.lru import LruTtlCache

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

    from referee_service.store.circuit_breaker import CircuitBreaker

KEY_PREFIX: Final = "referee:1:limit"
MIN_WINDOW_SECONDS: Final = 60
"""Windows below this have no allowances: a part of an allowance would often be lost."""
ALLOWANCES_PER_LIMIT: Final = 50
"""A new allowance is the limit divided by this number."""
LAST_SECONDS: Final = 1.0
"""Allowances end this long before their window: Redis rounds its end to a second, and the next one counts anew."""
MAX_CLIENTS: Final = 10_000
"""Clients whose allowances a process remembers."""


class Allowance(Struct):
    """Requests of a client that are counted in advance, and until when they may come."""

    remaining: int
    ends_at: float


class RequestCounter:
    """Counts requests in Redis for all processes, or in memory while Redis is missing or does not respond."""

    def __init__(self, settings: Settings, limit: RateLimitItem, circuit: CircuitBreaker | None) -> None:
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        self._limit = limit
        self._size = limit.amount // ALLOWANCES_PER_LIMIT if limit.get_expiry() >= MIN_WINDOW_SECONDS else 0
        self._allowances, self._lock = LruTtlCache[Allowance](MAX_CLIENTS), Lock()
        self._renewals = set[str]()
        self._local, self._circuit = FixedWindowRateLimiter(MemoryStorage()), circuit
        if settings.redis_url is not None:
            from limits.storage import RedisStorage

            from referee_service.store.redis_server import connect

            pool = connect(settings.redis_url, settings.redis_timeout_seconds).connection_pool
            storage = RedisStorage("redis://", connection_pool=pool, key_prefix=KEY_PREFIX)
            self._shared = FixedWindowRateLimiter(storage)

    def take(self, name: str, cost: int = 1) -> bool:
        """Count a request if the client has an allowance in this process. It asks no other process."""
        with self._lock:
            allowance = self._allowances.get(name)
            if allowance is None or allowance.remaining < cost or allowance.ends_at <= time.time():
                return False
            allowance.remaining -= cost
            return True

    def excess(self, name: str, cost: int = 1) -> float | None:
        """Count a request. Return None, or the time at which the count starts again if it is above the limit."""
        if self.take(name, cost):
            return None
        if self._circuit is not None:
            try:
                with self._circuit.calls():
                    return self._count(self._shared, name, cost)
            except StoreUnavailable:
                pass  # the circuit breaker has logged it
        return self._count(self._local, name, cost)

    def _count(self, limiter: FixedWindowRateLimiter, name: str, cost: int) -> float | None:
        """Count a request, with a new allowance if the limit has room for one.

        A picture that is above the limit is not counted, so that cheaper requests still fit.
        """
        if self._begin_renewal(name):
            try:
                if self.take(name, cost) or self._renew(limiter, name, cost):
                    return None
            finally:
                self._renewals.discard(name)
        limit = self._limit
        is_allowed = (cost == 1 or limiter.test(limit, name, cost=cost)) and limiter.hit(limit, name, cost=cost)
        return None if is_allowed else limiter.get_window_stats(limit, name).reset_time

    def _begin_renewal(self, name: str) -> bool:
        """Return whether this thread may get a new allowance for a client: one at a time, or allowances are lost."""
        if not self._size:
            return False
        with self._lock:
            known = self._allowances.get(name)
            is_last_second = known is not None and 0 <= time.time() - known.ends_at < LAST_SECONDS
            if is_last_second or name in self._renewals:
                return False
            self._renewals.add(name)
            return True

    def _renew(self, limiter: FixedWindowRateLimiter, name: str, cost: int) -> bool:
        """Count a request and a new allowance. Return False if the limit has no room for both."""
        limit, advance = self._limit, cost + self._size
        if not (limiter.test(limit, name, cost=advance) and limiter.hit(limit, name, cost=advance)):
            return False
        ends_at = limiter.get_window_stats(limit, name).reset_time - LAST_SECONDS
        with self._lock:
            old = self._allowances.get(name)  # too small for this request, or its window has ended
            rest = old.remaining if old is not None and old.ends_at > time.time() else 0
            self._allowances.put(name, Allowance(self._size + rest, ends_at), weight=1, seconds=limit.get_expiry())
        return True
