"""Hooks around every request: checks before the handler; headers, metrics and log line after it."""

from __future__ import annotations

import re

from flask import Flask, Response

from referee_service import logs
from referee_service.api.client_context import accepted_type, api_key_of, preferred_language
from referee_service.api.flask_app import current_request
from referee_service.api.metrics import Metrics
from referee_service.api.response_headers import NO_STORE, SERVICE_HEADERS, cors_headers
from referee_service.api.room_access import is_room_request
from referee_service.pictures.faces import WEIGHTS, face_name
from referee_service.services.errors import ServiceError
from referee_service.settings import Settings

FONT_PATHS = ("/fonts/referee-sans.css", *(f"/fonts/{face_name(weight)}" for weight in WEIGHTS))
PUBLIC_PATHS = frozenset(["/healthz", "/readyz", "/metrics", "/docs", *FONT_PATHS])
"""Paths that need no API key."""
PUBLIC_ENDPOINTS = ("documents.", "web.", "guides.")
"""Prefixes of the endpoints that need no API key: OpenAPI documents and files of the reference page; page and kit;
`llms.txt` and the guides for agents.
"""

JSON = "application/json"
JSON_TYPES = (JSON, "application/problem+json")
STREAM_TYPES = (*JSON_TYPES, "text/event-stream")
IMAGE_TYPES = ("image/svg+xml", "image/png")
"""Media types of the picture of a component. The first is the default."""
PICTURE_TYPES = (*IMAGE_TYPES, JSON)
"""Media types of a picture that a POST request may get. The first is the default."""
TYPE_BY_SUFFIX = {".svg": ("image/svg+xml",), ".png": ("image/png",)}
_COMPONENT_PICTURE_PATH = re.compile(r"/v1/games/[^/]+/components/[^/]+/picture")
_PICTURE_PATH = re.compile(r"/v1/(?:games|rooms)/[^/]+/pictures(?:/[^/]+(\.svg|\.png))?")

PREFLIGHT_SECONDS = "86400"
"""How long a browser may use the response to a preflight request."""


def add_request_checks(app: Flask, settings: Settings) -> None:
    """Add the checks before every handler: API key, `Accept` header, JSON content type of POST requests."""

    @app.before_request
    def check_request() -> None:
        request = current_request()
        method, path, environ = request.method, request.path, request.environ
        if method == "OPTIONS" or path in PUBLIC_PATHS or (request.endpoint or "").startswith(PUBLIC_ENDPOINTS):
            return
        if settings.api_keys and not api_key_of(request) and not is_room_request(request):
            raise ServiceError("bad-key.unknown")
        if request.url_rule is None:
            return  # Flask raises 404 or 405 next
        media_types = response_types(path)
        if accepted_type(environ.get("HTTP_ACCEPT", ""), media_types) is None:
            if media_types in (JSON_TYPES, STREAM_TYPES):
                raise ServiceError("not-acceptable.json")
            raise ServiceError("not-acceptable.picture", types=media_types)
        if method == "POST" and environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
            raise ServiceError("unsupported-media-type.json")


def response_types(path: str) -> tuple[str, ...]:
    """Return the media types that a path can respond with: JSON, also event streams for jobs, images for pictures."""
    if path.endswith("/events"):
        return STREAM_TYPES
    if path.endswith("/picture") and _COMPONENT_PICTURE_PATH.fullmatch(path):
        return IMAGE_TYPES
    found = _PICTURE_PATH.fullmatch(path) if "/pictures" in path else None
    if found is None:
        return JSON_TYPES
    return TYPE_BY_SUFFIX[found[1]] if found[1] else PICTURE_TYPES


def add_response_hooks(app: Flask, metrics: Metrics, settings: Settings) -> None:
    """Add the steps after every handler: common headers, CORS headers, metrics, log line."""

    @app.after_request
    def finish_response(response: Response) -> Response:
        request = current_request()
        headers, seconds = response.headers, request.seconds
        headers.add("X-Request-Id", request.id)
        headers.extend(SERVICE_HEADERS)
        if "Cache-Control" not in headers:
            headers.add(*NO_STORE)
        if "Content-Language" not in headers:
            headers.add("Content-Language", preferred_language(request))
        cross_origin = cors_headers(request.environ.get("HTTP_ORIGIN", ""), settings.cors_origins)
        if cross_origin and "Access-Control-Allow-Origin" not in headers:  # fonts and kit files have it
            headers.extend(cross_origin)
            if request.method == "OPTIONS":
                headers.add("Access-Control-Max-Age", PREFLIGHT_SECONDS)
        metrics.count_response(request.endpoint or "none", response.status_code, seconds)
        # The rule has no values: an id of a job is as good as a key to it, and other values may be any text.
        path = request.url_rule.rule if request.url_rule is not None else logs.UNKNOWN_PATH
        logs.log_request(request.id, request.method, path, response.status_code, seconds)
        return response
