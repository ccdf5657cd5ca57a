"""Hooks around every request: checks before the handler; headers, metrics and log line after it."""

from __future__ import annotations

from flask import Flask, Response

from referee_service import logs
from referee_service.api.client_context import accepts_response, api_key_of, preferred_language
from referee_service.api.flask_app import current_request
from referee_service.api.metrics import Metrics
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings

PUBLIC_PATHS = frozenset(["/healthz", "/readyz", "/metrics", "/openapi.yaml", "/openapi.json", "/docs", "/"])
"""Paths that need no API key."""

JSON = "application/json"

CORS_HEADERS = (
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, X-API-Key"),
    ("Access-Control-Allow-Methods", "GET, POST, DELETE"),
    ("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Location"),
    ("Vary", "Origin"),
)
"""CORS headers for allowed origins, without `Access-Control-Allow-Origin`."""


def add_request_checks(app: Flask, settings: Settings) -> None:
    """Add the checks before every handler: API key, `Accept` header, JSON content type of POST requests."""

    @app.before_request
    def check_request() -> None:
        request = current_request()
        method, path, environ = request.method, request.path, request.environ
        if method == "OPTIONS" or path in PUBLIC_PATHS:
            return
        if settings.api_keys and not api_key_of(request):
            raise ServiceError("bad-key.unknown")
        if request.url_rule is None:
            return  # Flask raises 404 or 405 next
        if not accepts_response(environ.get("HTTP_ACCEPT", ""), streamed=path.endswith("/events")):
            raise ServiceError("not-acceptable.json")
        if method == "POST" and environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
            raise ServiceError("unsupported-media-type.json")


def add_response_hooks(app: Flask, metrics: Metrics, settings: Settings) -> None:
    """Add the steps after every handler: common headers, CORS headers, metrics, log line."""

    @app.after_request
    def finish_response(response: Response) -> Response:
        request = current_request()
        headers, seconds = response.headers, request.seconds
        headers.add("X-Request-Id", request.id)
        headers.add("X-Content-Type-Options", "nosniff")
        if "Cache-Control" not in headers:
            headers.add("Cache-Control", "no-store")
        headers.add("Content-Language", preferred_language(request))
        origin = request.environ.get("HTTP_ORIGIN", "")
        if origin and (origin in settings.cors_origins or "*" in settings.cors_origins):
            headers.extend((("Access-Control-Allow-Origin", origin), *CORS_HEADERS))
        metrics.count_response(request.endpoint or "none", response.status_code, seconds)
        # The rule has no values: an id of a job is as good as a key to it, and other values may be any text.
        path = request.url_rule.rule if request.url_rule is not None else logs.UNKNOWN_PATH
        logs.log_request(request.id, request.method, path, response.status_code, seconds)
        return response
