"""What create_app has joined, as request handlers find it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, current_app

from referee_service.api.metrics import Metrics
from referee_service.kernel.game import AnyGame
from referee_service.services.bots.service import BotService
from referee_service.services.matches.service import MatchService


def _app() -> Flask:
    """The application itself: the proxy that Flask offers looks for it at every touch."""
    found: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return found


def games() -> Mapping[str, AnyGame]:
    """The games of this app, by name."""
    known: Mapping[str, AnyGame] = _app().extensions["referee.games"]
    return known


def match_service() -> MatchService:
    """The desk of this app."""
    at: MatchService = _app().extensions["referee.matches"]
    return at


def bot_service() -> BotService:
    """Where bots of this app are asked."""
    at: BotService = current_app.extensions["referee.bots"]
    return at


def metrics() -> Metrics:
    """The counters of this app."""
    counters: Metrics = _app().extensions["referee.metrics"]
    return counters
