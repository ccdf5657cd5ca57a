"""Rate limits (REFEREE_RATE_LIMIT): requests are counted per valid API key, else per address."""

from __future__ import annotations

import math
import time
from typing import Any

from flask import Flask, Response, request

from referee_service.api import error_handlers
from referee_service.api.client_context import api_key_of, client_id_of, is_valid_api_key
from referee_service.api.front import resumed_job_id
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings

EXEMPT_PATHS = ("/healthz", "/readyz", "/metrics")
"""Paths without a limit, because orchestrators and monitoring poll them."""


def add_rate_limits(app: Flask, settings: Settings) -> None:
    """Count requests in Redis, shared by all processes; count in memory if Redis is missing or down."""
    if settings.rate_limit is None:
        return
    from flask_limiter import Limiter, RateLimitExceeded  # imported late: it adds 0.1 s to every start

    def counter_name() -> str:
        """Return the name of the counter for this request: the hash of a valid API key, or the address."""
        if is_valid_api_key(api_key_of(request), settings.api_keys):
            return f"key:{client_id_of(request)}"
        return f"address:{request.remote_addr}"

    timeouts: dict[str, Any] = dict.fromkeys(
        ("socket_timeout", "socket_connect_timeout"), settings.redis_timeout_seconds
    )
    limiter = Limiter(
        counter_name,
        app=app,
        application_limits=[settings.rate_limit],
        storage_uri=_storage_uri(settings.redis_url),
        storage_options=timeouts if settings.redis_url else {},
        in_memory_fallback_enabled=True,
        key_prefix="referee:1:limit",
    )

    @limiter.request_filter
    def is_unlimited() -> bool:
        return request.path in EXEMPT_PATHS or resumed_job_id() is not None  # a request that waited is counted already

    @app.errorhandler(RateLimitExceeded)
    def handle_excess(error: RateLimitExceeded) -> Response:
        reset_at = limiter.current_limit.reset_at if limiter.current_limit else time.time()
        seconds = max(1, math.ceil(reset_at - time.time()))
        response = error_handlers.problem_response(
            ServiceError("too-many-requests.limit", limit=str(error.description), seconds=seconds)
        )
        response.headers["Retry-After"] = str(seconds)
        return response


def _storage_uri(redis_url: str | None) -> str:
    """Return the Redis URL in the format of the `limits` library, or its in-memory storage."""
    return "memory://" if redis_url is None else redis_url.replace("unix://", "redis+unix://")
