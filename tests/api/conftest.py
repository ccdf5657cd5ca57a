"""Apps to ask: one with a store of its own, one with secrets and a real Redis."""

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
PATIENT = 10.0
"""A timeout for tests that are not about time: a busy machine must not fail them."""


@pytest.fixture(scope="session")
def app() -> Flask:
    """The service as it is without any setting."""
    return create_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def redis(redis_server: EmbeddedRedis) -> EmbeddedRedis:
    """A real Redis for this test process."""
    return redis_server


@pytest.fixture(scope="session")
def guarded_app(redis: EmbeddedRedis) -> Flask:
    """A service that keeps guarded matches, in a real Redis, and knows the toy game as well."""
    settings = Settings.from_env({"REFEREE_SECRET": SECRET})
    return create_app(settings, RedisStore(redis.url, PATIENT), games={**GAMES, TOY.name: TOY})


@pytest.fixture
def guarded(guarded_app: Flask) -> FlaskClient:
    return guarded_app.test_client()
