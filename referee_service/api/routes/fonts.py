"""Routes of the font for pages that show pictures: a stylesheet and two faces, for every origin and without a key."""

from __future__ import annotations

from functools import cache
from typing import Final

from flask import Blueprint, Response

from referee_service.api.cacheable import cacheable_response
from referee_service.api.flask_app import current_request
from referee_service.pictures.faces import WEIGHTS, face, face_name, linked_faces
from referee_service.services.encoded_body import EncodedBody, encoded_body

STYLESHEET_CACHE: Final = "public, max-age=86400"
FACE_CACHE: Final = "public, max-age=31536000"
"""A year: the stylesheet has the hash of each face in its address."""

blueprint = Blueprint("fonts", __name__, url_prefix="/fonts")


@blueprint.get("/referee-sans.css")
def stylesheet() -> Response:
    """Return the stylesheet that a page links to show pictures in their font."""
    return _font_response(_stylesheet(), "text/css; charset=utf-8", STYLESHEET_CACHE)


def font_face(weight: int) -> Response:
    """Return one face of the font."""
    return _font_response(_face(weight), "font/woff2", FACE_CACHE)


for _weight in WEIGHTS:
    blueprint.add_url_rule(f"/{face_name(_weight)}", view_func=font_face, defaults={"weight": _weight}, methods=["GET"])


@cache
def _stylesheet() -> EncodedBody:
    return encoded_body(linked_faces().encode())


@cache
def _face(weight: int) -> EncodedBody:
    return encoded_body(face(weight), is_compressed=True)


def _font_response(body: EncodedBody, content_type: str, cache_control: str) -> Response:
    """Return a response that a page of any origin may use. Browsers load fonts of other origins only with CORS."""
    headers = (("Access-Control-Allow-Origin", "*"),)
    request = current_request()
    return cacheable_response(
        body, request, content_type, cache_control=cache_control, vary="Accept-Encoding", headers=headers
    )
