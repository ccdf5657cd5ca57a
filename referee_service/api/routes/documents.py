"""Routes of the OpenAPI documents, and of the reference page that shows them. They need no API key."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

import msgspec
from flask import Blueprint, Response, current_app

from referee_service.api.cacheable import cacheable_response
from referee_service.api.flask_app import current_request
from referee_service.api.openapi.document_set import GENERIC, WHOLE, DocumentFormat, DocumentSet
from referee_service.services.encoded_body import EncodedBody, encoded_body
from referee_service.services.errors import ServiceError

MEDIA_TYPES: Final[dict[DocumentFormat, str]] = {"yaml": "application/yaml", "json": "application/json"}
VIEWER_TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
VIEWER_FILES: Final = {
    **{name: name for name in ("page.css", "page.js")},
    **{
        name: f"swagger-ui/{name}"
        for name in ("swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js")
    },
}
"""Files of the reference page by name, and where they lie in the package.

Swagger UI is the viewer: it is well kept, works offline, and needs no inline scripts.
"""
VIEWER_STYLE: Final = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"
"""Hash of the one style that a script of Swagger UI inserts into the page."""
CONTENT_SECURITY_POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self' {VIEWER_STYLE}; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

ENGLISH: Final = ("Content-Language", "en")
"""The documents and the page have one language."""

blueprint = Blueprint("documents", __name__)


def document_set() -> DocumentSet:
    """Return the documents of the current app."""
    found: DocumentSet = current_app.extensions["referee.openapi"]
    return found


def _document(name: str, document_format: DocumentFormat) -> Response:
    """Return one OpenAPI document."""
    body = document_set().body(name, document_format)
    media_type = MEDIA_TYPES[document_format]
    return cacheable_response(body, current_request(), media_type, vary="Accept-Encoding, Origin", headers=(ENGLISH,))


for _name in (WHOLE, GENERIC):
    for _format in MEDIA_TYPES:
        blueprint.add_url_rule(
            f"/{_name}.{_format}", view_func=_document, defaults={"name": _name, "document_format": _format}
        )


@blueprint.get("/v1/games/<game>/openapi.yaml")
def game_yaml(game: str) -> Response:
    """Return the document of one game as YAML."""
    return _game_document(game, "yaml")


@blueprint.get("/v1/games/<game>/openapi.json")
def game_json(game: str) -> Response:
    """Return the document of one game as JSON."""
    return _game_document(game, "json")


def _game_document(game: str, document_format: DocumentFormat) -> Response:
    if game not in current_app.extensions["referee.games"]:
        raise ServiceError("unknown-game.path")
    return _document(game, document_format)


@blueprint.get("/docs")
def docs() -> Response:
    """Return the reference page, which lets a reader choose a document and try its calls."""
    headers = (ENGLISH, ("Content-Security-Policy", CONTENT_SECURITY_POLICY))
    return cacheable_response(
        _page(document_set()), current_request(), "text/html; charset=utf-8", vary="Accept-Encoding", headers=headers
    )


@blueprint.get("/docs/<name>")
def viewer_file(name: str) -> Response:
    """Return a script or stylesheet of the reference page."""
    if name not in VIEWER_FILES:
        raise ServiceError("not-found.path")
    media_type = VIEWER_TYPES[name[name.rindex(".") :]]
    return cacheable_response(_file(name), current_request(), media_type, vary="Accept-Encoding", headers=(ENGLISH,))


@cache
def _page(documents: DocumentSet) -> EncodedBody:
    links = escape(msgspec.json.encode(documents.links()).decode(), quote=True)
    page = (files("referee_service.api.openapi") / "viewer/page.html").read_text(encoding="utf-8")
    return encoded_body(page.replace("{documents}", links).encode())


@cache
def _file(name: str) -> EncodedBody:
    return encoded_body((files("referee_service.api.openapi") / "viewer" / VIEWER_FILES[name]).read_bytes())
