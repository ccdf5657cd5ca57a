"""A service with rooms in a real Redis, a clock that tests move by hand, and bots without a worker process."""

from __future__ import annotations

import pytest
from flask import Flask

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.services.rooms.bots import RoomBots
from referee_service.settings import Settings
from referee_service.store.embedded import EmbeddedRedis
from tests.kernel.toy import GAME as TOY
from tests.rooms.tables import Clock
from tests.services.inline_queue import QuickSearchQueue

SECRET = "first:0123456789abcdef0123456789abcdef"
ALL_GAMES = {**GAMES, TOY.name: TOY}


def create_room_app(redis: EmbeddedRedis, clock: Clock, **variables: str) -> Flask:
    """Return a service whose searches run at once and whose rooms use this clock."""
    settings = {"REDIS_URL": redis.url, "REFEREE_SECRET": SECRET, "REFEREE_REDIS_TIMEOUT": "10", **variables}
    app = create_app(Settings.from_env(settings), games=ALL_GAMES)
    QuickSearchQueue(ALL_GAMES).serve(app.extensions["referee.bots"])
    app.extensions["referee.rooms"].repository.clock = clock
    return app


@pytest.fixture(scope="session")
def session_app(redis_server: EmbeddedRedis) -> Flask:
    """Return the service that all tests of this process share."""
    return create_room_app(redis_server, Clock())


@pytest.fixture
def app(session_app: Flask, empty_redis: EmbeddedRedis) -> Flask:
    """Return the service with an empty Redis."""
    session_app.extensions["referee.bots"].searches.clear()
    return session_app


@pytest.fixture
def clock(app: Flask) -> Clock:
    """Return the clock of the rooms."""
    found: Clock = app.extensions["referee.rooms"].repository.clock
    return found


@pytest.fixture
def bots(app: Flask) -> RoomBots:
    """Return what a worker does for rooms. Tests call it instead of a thread."""
    found: RoomBots = app.extensions["referee.rooms"].bots
    return found
