"""What operators ask: is it alive, is it ready, how is it doing, what is the contract."""

from __future__ import annotations

from importlib.resources import files

import msgspec
from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from referee_service.api.dependencies import games, match_service

blueprint = Blueprint("operations", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return _text_response({"alive": True})


@blueprint.get("/readyz")
def readyz() -> Response:
    """Ready to serve; the store may be down, then we say so and go on without it."""
    health = match_service().store.health()
    return _text_response({"ready": True, "games": list(games()), "store": health})


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus metrics."""
    registry = current_app.extensions["referee.metrics"].registry
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


@blueprint.get("/openapi.yaml")
def openapi() -> Response:
    """The contract."""
    text: bytes = current_app.extensions["referee.openapi"]()
    return Response(text, content_type="application/yaml")


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """The contract for readers without YAML, such as the page below."""
    text: bytes = current_app.extensions["referee.openapi.json"]()
    return Response(text, content_type="application/json")


@blueprint.get("/docs")
def docs() -> Response:
    """The reference as a page that needs nothing from outside."""
    page = (files("referee_service.api") / "docs.html").read_text()
    return Response(page, content_type="text/html; charset=utf-8")


@blueprint.get("/")
def index() -> Response:
    """Where to go."""
    return _text_response({"referee": "a rules backend for board games", "docs": "/docs", "contract": "/openapi.yaml"})


def _text_response(body: object) -> Response:
    return Response(msgspec.json.encode(body), content_type="application/json")
