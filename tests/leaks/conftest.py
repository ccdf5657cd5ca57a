"""A service with guarded matches, search jobs and the toy game, in a real Redis."""

import pytest
from flask import Flask

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from referee_service.store.embedded import EmbeddedRedis
from tests.kernel.toy import GAME as TOY

SECRET = "first:0123456789abcdef0123456789abcdef"


@pytest.fixture
def settings(empty_redis: EmbeddedRedis) -> Settings:
    """Return the settings of a service with guarded matches and searches."""
    variables = {"REDIS_URL": empty_redis.url, "REFEREE_SECRET": SECRET, "REFEREE_REDIS_TIMEOUT": "10"}
    return Settings.from_env(variables)


@pytest.fixture
def app(settings: Settings) -> Flask:
    """Return a service with all games and the toy game."""
    return create_app(settings, games={**GAMES, TOY.name: TOY})
