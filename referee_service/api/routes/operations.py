"""Routes for operators: health, readiness, metrics."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST

from referee_service.api.dependencies import games, match_service
from referee_service.api.dependencies import metrics as service_metrics
from referee_service.services.readiness import check_readiness

blueprint = Blueprint("operations", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Return 200 if the process serves requests."""
    return _json_response({"alive": True})


@blueprint.get("/readyz")
def readyz() -> Response:
    """Return 200 with what cannot be served and why.

    A failure of Redis does not change the status, because it concerns all processes: none would be left to serve open
    matches.
    """
    matches = match_service()
    searches = current_app.extensions["referee.searches"]
    readiness = check_readiness(matches.store, searches, games=tuple(games()), has_secret=matches.crypto is not None)
    return _json_response(readiness)


@blueprint.get("/metrics")
def metrics() -> Response:
    """Return the metrics in Prometheus text format."""
    return Response(service_metrics().exposition(), content_type=CONTENT_TYPE_LATEST)


def _json_response(body: object) -> Response:
    return Response(msgspec.json.encode(body), content_type="application/json")
