"""Rate limits (REFEREE_RATE_LIMIT): requests are counted per valid API key, else per address.

A picture counts as several requests, because drawing takes longer than a ruling. A batch counts as its items.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from flask import Flask, Request, current_app, request

from referee_service.api.client_context import accepted_type, quota_id_of
from referee_service.api.front import COUNTED_KEY, resumed_job_id
from referee_service.api.hooks import JSON_TYPES, STREAM_TYPES, response_types
from referee_service.api.problems import LimitExceeded
from referee_service.api.request_counter import RequestCounter
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings

if TYPE_CHECKING:
    from referee_service.store.circuit_breaker import CircuitBreaker

EXEMPT_PATHS = ("/healthz", "/readyz", "/metrics")
"""Paths without a limit, because orchestrators and monitoring poll them."""
EXEMPT_PREFIX = "/kit/"
"""Paths without a limit, because a page loads dozens of these files at once, and they need no key and no work."""

LIMITS_KEY: Final = "referee.limits"
"""Where the app has its `RateLimits`. A service without limits has none."""
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

    limit = parse(settings.rate_limit)
    limits = RateLimits(RequestCounter(settings, limit, circuit), str(limit))
    app.extensions[LIMITS_KEY] = limits

    def charge(request: Request, cost: int) -> None:
        if cost:
            limits.charge(quota_id_of(request), cost)

    @app.before_request
    def check_rate_limit() -> None:
        if request.path in EXEMPT_PATHS or request.path.startswith(EXEMPT_PREFIX):
            return
        if resumed_job_id() is None and COUNTED_KEY not in request.environ:
            charge(request, min(request_cost(request), limit.amount))

    def charge_items(request: Request, items: int) -> None:
        if items > limit.amount:
            raise ServiceError("schema-mismatch.batch-limit", limit=str(limit), most=limit.amount)
        charge(request, items - 1)  # the request itself is counted before

    app.extensions[CHARGE_KEY] = charge_items


class RateLimits:
    """The limit of a service. It raises `LimitExceeded` for a request above it."""

    def __init__(self, counter: RequestCounter, limit: str) -> None:
        self.take, self._excess, self._limit = counter.take, counter.excess, limit

    def charge(self, quota_id: str, cost: int = 1) -> None:
        """Count a request. Raises LimitExceeded. It may wait for Redis, unlike `take`."""
        reset_at = self._excess(quota_id, cost)
        if reset_at is not None:
            raise LimitExceeded(self._limit, max(1, math.ceil(reset_at - time.time())))


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
