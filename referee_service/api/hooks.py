"""Hooks around every request: checks before it is handled, headers and log line after it."""

from __future__ import annotations

from flask import Flask, Response

from referee_service import logs
from referee_service.api.client_context import accepts_response, api_key_of, is_valid_api_key, preferred_language
from referee_service.api.flask_app import current_request
from referee_service.api.metrics import Metrics
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings

PUBLIC_PATHS = frozenset(["/healthz", "/readyz", "/metrics", "/openapi.yaml", "/openapi.json", "/docs", "/"])
"""What needs no API key."""


JSON = "application/json"


CORS_HEADERS = (
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, X-API-Key"),
    ("Access-Control-Allow-Methods", "GET, POST, DELETE"),
    ("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Location"),
    ("Vary", "Origin"),
)
"""What browsers of other origins are told."""


def add_request_checks(app: Flask, settings: Settings) -> None:
    """What is asked of every request before any work: a key, a form we can answer in, JSON."""

    @app.before_request
    def gate() -> None:
        given = current_request()
        method, path, environ = given.method, given.path, given.environ
        if method == "OPTIONS" or path in PUBLIC_PATHS:
            return
        if settings.api_keys and not is_valid_api_key(api_key_of(given), settings.api_keys):
            raise ServiceError("bad-key.unknown")
        if given.url_rule is None:
            return  # 404 or 405 follows
        if not accepts_response(environ.get("HTTP_ACCEPT", ""), streamed=path.endswith("/events")):
            raise ServiceError("not-acceptable.json")
        if method == "POST" and environ.get("CONTENT_TYPE") != JSON and given.mimetype != JSON:
            raise ServiceError("unsupported-media-type.json")


def add_response_hooks(app: Flask, metrics: Metrics, settings: Settings) -> None:
    """What is noted of every answer, and the headers all of them carry."""

    @app.after_request
    def measure(answer: Response) -> Response:
        given = current_request()
        headers, seconds = answer.headers, given.seconds
        headers.add("X-Request-Id", given.id)
        headers.add("X-Content-Type-Options", "nosniff")
        headers.add("Cache-Control", "no-store")
        headers.add("Content-Language", preferred_language(given))
        origin = given.environ.get("HTTP_ORIGIN", "")
        if origin and (origin in settings.cors_origins or "*" in settings.cors_origins):
            headers.extend((("Access-Control-Allow-Origin", origin), *CORS_HEADERS))
        metrics.count_response(given.endpoint or "none", answer.status_code, seconds)
        path = given.path if given.url_rule is not None else logs.UNKNOWN_PATH
        logs.log_request(given.id, given.method, path, answer.status_code, seconds)
        return answer
