"""Fixtures: an app with an in-memory store, and an app with secrets and a real Redis."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from referee_service.store.embedded import EmbeddedRedis
from referee_service.store.redis import RedisStore
from tests.kernel.toy import GAME as TOY

SECRET = "first:correct horse battery staple"
LONG_TIMEOUT = 10.0
"""Seconds. Tests that are not about time must not fail on a busy machine."""


@pytest.fixture(scope="session")
def app() -> Flask:
    """Return the service with default settings."""
    return create_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def redis(redis_server: EmbeddedRedis) -> EmbeddedRedis:
    """Return the real Redis of this test process."""
    return redis_server


@pytest.fixture(scope="session")
def guarded_app(redis: EmbeddedRedis) -> Flask:
    """Return a service with guarded matches in a real Redis. It also has the toy game."""
    settings = Settings.from_env({"REFEREE_SECRET": SECRET})
    return create_app(settings, RedisStore(redis.url, LONG_TIMEOUT), games={**GAMES, TOY.name: TOY})


@pytest.fixture
def guarded(guarded_app: Flask) -> FlaskClient:
    return guarded_app.test_client()
