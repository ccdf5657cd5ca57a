"""Rate limits (REFEREE_RATE_LIMIT): requests are counted per valid API key, else per address.

A picture counts as several requests, because drawing takes longer than a ruling. A batch counts as its items.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from flask import Flask, Request, Response, current_app, request

from referee_service.api import error_handlers
from referee_service.api.client_context import accepted_type, quota_id_of
from referee_service.api.front import resumed_job_id
from referee_service.api.hooks import JSON_TYPES, STREAM_TYPES, response_types
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings
from referee_service.store import StoreUnavailable

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

    from referee_service.store.circuit_breaker import CircuitBreaker

EXEMPT_PATHS = ("/healthz", "/readyz", "/metrics")
"""Paths without a limit, because orchestrators and monitoring poll them."""
EXEMPT_PREFIX = "/kit/"
"""Paths without a limit, because a page loads dozens of these files at once, and they need no key and no work."""

KEY_PREFIX = "referee:1:limit"
SVG_COST: Final = 3
"""How many requests a picture as SVG or as places counts for."""
CHARGE_KEY: Final = "referee.charge"
"""Where the app has the function that counts batches. A service without limits has none."""
PNG_COST: Final = 10
"""How many requests a picture as PNG counts for."""


def add_rate_limits(app: Flask, settings: Settings, circuit: CircuitBreaker | None) -> None:
    """Refuse requests above the limit with 429. They are counted before any other check, on every path.

    Flask calls this hook also for a path without a route, so keys cannot be guessed there without limit. `circuit` is
    the circuit breaker of the Redis that counts; None if each process counts for itself.
    """
    if settings.rate_limit is None:
        return
    from limits import parse  # imported late: a service without limits does not need it

    counter, limit = RequestCounter(settings, circuit), parse(settings.rate_limit)

    def charge(request: Request, cost: int) -> None:
        reset_at = counter.excess(limit, quota_id_of(request), cost) if cost else None
        if reset_at is not None:
            raise LimitExceeded(str(limit), max(1, math.ceil(reset_at - time.time())))

    @app.before_request
    def check_rate_limit() -> None:
        if request.path in EXEMPT_PATHS or request.path.startswith(EXEMPT_PREFIX):
            return
        if resumed_job_id() is None:  # a request that waited is counted already
            charge(request, min(request_cost(request), limit.amount))

    def charge_items(request: Request, items: int) -> None:
        if items > limit.amount:
            raise ServiceError("schema-mismatch.batch-limit", limit=str(limit), most=limit.amount)
        charge(request, items - 1)  # the request itself is counted before

    app.extensions[CHARGE_KEY] = charge_items
    app.register_error_handler(LimitExceeded, handle_excess)


class LimitExceeded(ServiceError):
    """Raised for a request above the limit. It says in how many seconds the count starts again."""

    def __init__(self, limit: str, seconds: int) -> None:
        super().__init__("too-many-requests.limit", limit=limit, seconds=seconds)
        self.seconds = seconds


def handle_excess(error: LimitExceeded) -> Response:
    """Return the problem body of the error, and when the client may try again."""
    response = error_handlers.problem_response(error)
    response.headers["Retry-After"] = str(error.seconds)
    return response


def charge_batch(request: Request, items: int) -> None:
    """Count a batch as its items. Raises LimitExceeded, or ServiceError if it has more items than the limit allows."""
    charge: Callable[[Request, int], None] | None = current_app.extensions.get(CHARGE_KEY)
    if charge is not None:
        charge(request, items)


def request_cost(request: Request) -> int:
    """Return how many requests a request counts for."""
    types = response_types(request.path)
    if types in (JSON_TYPES, STREAM_TYPES):
        return 1
    return PNG_COST if accepted_type(request.headers.get("Accept", ""), types) == "image/png" else SVG_COST


class RequestCounter:
    """Counts requests in Redis for all processes, or in memory while Redis is missing or does not respond."""

    def __init__(self, settings: Settings, circuit: CircuitBreaker | None) -> None:
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        self._local, self._circuit = FixedWindowRateLimiter(MemoryStorage()), circuit
        if settings.redis_url is not None:
            from limits.storage import RedisStorage

            from referee_service.store.redis_server import connect

            pool = connect(settings.redis_url, settings.redis_timeout_seconds).connection_pool
            storage = RedisStorage("redis://", connection_pool=pool, key_prefix=KEY_PREFIX)
            self._shared = FixedWindowRateLimiter(storage)

    def excess(self, limit: RateLimitItem, name: str, cost: int = 1) -> float | None:
        """Count a request. Return None, or the time at which the count starts again if it is above the limit."""
        if self._circuit is not None:
            try:
                with self._circuit.calls():
                    return _count(self._shared, limit, name, cost)
            except StoreUnavailable:
                pass  # the circuit breaker has logged it
        return _count(self._local, limit, name, cost)


def _count(limiter: FixedWindowRateLimiter, limit: RateLimitItem, name: str, cost: int) -> float | None:
    """Count a request. A picture that is above the limit is not counted, so that cheaper requests still fit."""
    is_allowed = (cost == 1 or limiter.test(limit, name, cost=cost)) and limiter.hit(limit, name, cost=cost)
    return None if is_allowed else limiter.get_window_stats(limit, name).reset_time
