"""What create_app has joined, as request handlers find it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import current_app

from referee_service.api.metrics import Metrics
from referee_service.kernel.game import AnyGame
from referee_service.services.bots import BotDesk
from referee_service.services.desk import Desk


def games() -> Mapping[str, AnyGame]:
    """The games of this app, by name."""
    known: Mapping[str, AnyGame] = current_app.extensions["referee.games"]
    return known


def desk() -> Desk:
    """The desk of this app."""
    at: Desk = current_app.extensions["referee.desk"]
    return at


def bot_desk() -> BotDesk:
    """Where bots of this app are asked."""
    at: BotDesk = current_app.extensions["referee.bots"]
    return at


def metrics() -> Metrics:
    """The counters of this app."""
    counters: Metrics = current_app.extensions["referee.metrics"]
    return counters
