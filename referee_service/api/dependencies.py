"""Accessors for the services that `create_app` registers on the app."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, current_app

from referee_service.api.judgements import Judgements
from referee_service.api.metrics import Metrics
from referee_service.kernel.game import AnyGame
from referee_service.services.bots.service import BotService
from referee_service.services.component_pictures import ComponentPictureService
from referee_service.services.components import ComponentService
from referee_service.services.matches.service import MatchService
from referee_service.services.picture_service import PictureService
from referee_service.services.rooms.service import RoomService
from referee_service.services.rooms.streams import RoomStreams


def _app() -> Flask:
    """Return the current app object. Flask's proxy would look it up on every attribute access."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return app


def games() -> Mapping[str, AnyGame]:
    """Return the games of the current app, by name."""
    games_by_name: Mapping[str, AnyGame] = _app().extensions["referee.games"]
    return games_by_name


def match_service() -> MatchService:
    """Return the match service of the current app."""
    service: MatchService = _app().extensions["referee.matches"]
    return service


def judgements() -> Judgements:
    """Return the calls of the current app that judge and list."""
    found: Judgements = _app().extensions["referee.judgements"]
    return found


def component_service() -> ComponentService:
    """Return the component service of the current app."""
    service: ComponentService = _app().extensions["referee.components"]
    return service


def picture_service() -> PictureService:
    """Return the picture service of the current app."""
    service: PictureService = _app().extensions["referee.pictures"]
    return service


def component_picture_service() -> ComponentPictureService:
    """Return the service of the current app that draws components."""
    service: ComponentPictureService = _app().extensions["referee.component_pictures"]
    return service


def room_service() -> RoomService:
    """Return the room service of the current app."""
    service: RoomService = _app().extensions["referee.rooms"]
    return service


def room_streams() -> RoomStreams:
    """Return the event streams of rooms of the current app."""
    streams: RoomStreams = _app().extensions["referee.room_streams"]
    return streams


def bot_service() -> BotService:
    """Return the bot service of the current app."""
    service: BotService = _app().extensions["referee.bots"]
    return service


def api_keys() -> frozenset[str]:
    """Return the API keys that the current app accepts; none if it needs no key."""
    keys: frozenset[str] = _app().extensions["referee.api_keys"]
    return keys


def metrics() -> Metrics:
    """Return the Prometheus metrics of the current app."""
    metrics: Metrics = _app().extensions["referee.metrics"]
    return metrics
