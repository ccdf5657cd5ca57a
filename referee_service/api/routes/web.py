"""Routes of the page and of the kit, its modules: files of `web/`, for every reader and without a key."""

from __future__ import annotations

from typing import Final

import msgspec
from flask import Blueprint, Request, Response, current_app

from referee_service.api.cacheable import cacheable_response
from referee_service.api.client_context import preferred_language
from referee_service.api.flask_app import JsonResponse, current_request
from referee_service.services.encoded_body import EncodedBody
from referee_service.services.errors import ServiceError
from referee_service.services.web_files import ICON, WebFolder

SCRIPT: Final = "text/javascript; charset=utf-8"
INDEX: Final = msgspec.json.encode(
    {"referee": "a rules backend for board games", "docs": "/docs", "contract": "/openapi.yaml"}
)
"""What a program gets at `/`: links to the reference page and the OpenAPI document."""
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self';"
    " font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE_HEADERS: Final = (("Content-Security-Policy", CONTENT_SECURITY_POLICY), ("Referrer-Policy", "no-referrer"))
FILE_HEADERS: Final = (("Access-Control-Allow-Origin", "*"), ("Content-Language", "en, fr"))
"""Headers of kit files: pages of every origin may use them, and each has the texts of both languages."""

REVALIDATED: Final = "no-cache"
IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""A year: the address has the hash of all files."""
ENTRY_CACHE: Final = "public, max-age=300"
"""Other pages load a new version of the kit after this time at most."""
ICON_CACHE: Final = "public, max-age=86400"

blueprint = Blueprint("web", __name__)


def web_folder() -> WebFolder:
    """Return the folder with the files of the current app."""
    found: WebFolder = current_app.extensions["referee.web"]
    return found


@blueprint.get("/")
def index() -> Response:
    """Return the page to a browser, and links to the reference page and the OpenAPI document to a program."""
    request = current_request()
    if not is_html_preferred(request):
        response = JsonResponse(INDEX)
        response.headers["Vary"] = "Accept"
        return response
    language = preferred_language(request)
    return cacheable_response(
        web_folder().files().pages[language],
        request,
        "text/html; charset=utf-8",
        cache_control=REVALIDATED,
        vary="Accept, Accept-Encoding, Accept-Language",
        headers=(*PAGE_HEADERS, ("Content-Language", language)),
    )


def is_html_preferred(request: Request) -> bool:
    """Return whether `Accept` names HTML, and JSON not more. `*/*` alone is no browser."""
    qualities = {media_type.lower(): quality for media_type, quality in request.accept_mimetypes}
    html = qualities.get("text/html", 0)
    return html > 0 and html >= qualities.get("application/json", 0)


@blueprint.get("/kit/referee.js")
def kit_entry() -> Response:
    """Return the module that other pages load. Its address is stable, and it exports the current version."""
    return _file_response(web_folder().files().entry, SCRIPT, ENTRY_CACHE)


@blueprint.get("/kit/<digest>/<path:name>")
def kit_file(digest: str, name: str) -> Response:
    """Return the current version of a file. Under the hash of another version, browsers ask again each time."""
    found = web_folder().files(digest)
    file = found.files.get(name)
    if file is None:
        raise ServiceError("not-found.path")
    return _file_response(file.body, file.media_type, IMMUTABLE if digest == found.digest else REVALIDATED)


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """Return the icon for pages that name none."""
    file = web_folder().files().files[ICON]
    return _file_response(file.body, file.media_type, ICON_CACHE)


def _file_response(body: EncodedBody, media_type: str, cache_control: str) -> Response:
    return cacheable_response(
        body,
        current_request(),
        media_type,
        cache_control=cache_control,
        vary="Accept-Encoding",
        headers=FILE_HEADERS,
    )
