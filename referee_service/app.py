"""create_app(settings): the only place where parts are joined."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import msgspec
from flask import Flask

from referee_service import __version__
from referee_service.api import error_handlers, rate_limits
from referee_service.api.flask_app import RefereeFlask
from referee_service.api.hooks import add_request_checks, add_response_hooks
from referee_service.api.metrics import Metrics
from referee_service.api.openapi.document import API_DESCRIPTION, OpenApi, openapi_document, to_yaml
from referee_service.api.routes import bots, jobs, operations
from referee_service.api.routes import games as catalogue
from referee_service.api.routes.matches import game_blueprint
from referee_service.games import GAMES
from referee_service.kernel.game import AnyGame
from referee_service.kernel.packs import ContentError
from referee_service.services.bots.queue import DisabledSearchQueue, SearchQueue
from referee_service.services.bots.service import BotService
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.services.matches.service import MatchService
from referee_service.settings import Settings
from referee_service.store import Store
from referee_service.store.memory import MemoryStore
from referee_service.store.tiered import TieredStore


def create_app(
    settings: Settings | None = None, store: Store | None = None, games: Mapping[str, AnyGame] = GAMES
) -> Flask:
    """The service with all its parts."""
    settings = settings or Settings.from_env({})
    store = store or open_store(settings)
    vault = MatchCrypto(settings.secrets) if settings.secrets else None
    app = RefereeFlask("referee_service", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.body_limit,
        API_TITLE="Referee",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={"info": {"description": API_DESCRIPTION}},
    )
    load_content(games, settings)
    metrics = Metrics(store)
    app.extensions["referee.games"] = games
    app.extensions["referee.matches"] = MatchService(store, vault, cache_seconds=settings.cache_seconds)
    app.extensions["referee.metrics"] = metrics
    app.extensions["referee.stop"] = partial(_shut_down, store)
    searches = _search_queue(settings)
    app.extensions["referee.bots"] = BotService(app.extensions["referee.matches"], searches, games)
    metrics.add_queue_gauges(searches)
    app.extensions["referee.seed"] = lambda: secrets.token_hex(8)
    _register_blueprints(app, games)
    rate_limits.add_rate_limits(app, settings)  # before the gate, so that whoever tries keys is counted too
    add_request_checks(app, settings)
    add_response_hooks(app, metrics, settings)
    error_handlers.register_error_handlers(app)
    return app


def open_store(settings: Settings) -> Store:
    """Redis where one is named, with this process' own memory in front of it; else that alone."""
    if settings.redis_url is None:
        return MemoryStore(settings.cache_bytes)
    from referee_service.store.redis import RedisStore

    return TieredStore(MemoryStore(settings.cache_bytes), RedisStore(settings.redis_url, settings.redis_timeout))


def _shut_down(store: Store) -> None:
    """Before the process ends: what is still on its way to the store and to the log goes out."""
    store.flush()
    for handler in logging.getLogger().handlers:
        handler.flush()


def _search_queue(settings: Settings) -> SearchQueue:
    """The queue of searches where there is a Redis to keep it; else there are none."""
    if settings.redis_url is None:
        return DisabledSearchQueue()
    from referee_service.jobs.queue import RqSearchQueue

    return RqSearchQueue(
        settings.redis_url,
        timeout=max(1.0, settings.redis_timeout),
        job_seconds=settings.job_seconds,
        keep_seconds=settings.job_keep_seconds,
        limit=settings.job_limit,
    )


def load_content(games: Mapping[str, AnyGame], settings: Settings) -> None:
    """Read all packs before the first request; a broken one stops the start with file, row and reason."""
    for game in games.values():
        game.packs.load_builtin()
        game.catalogue()
    if settings.content_dir is not None:
        for path in sorted(settings.content_dir.glob("*/*.yaml")):
            if path.parent.name not in games:
                raise ContentError(str(path), "", f"no game is called {path.parent.name!r}")
            games[path.parent.name].packs.add(path.read_bytes(), where=str(path))


def _register_blueprints(app: Flask, games: Mapping[str, AnyGame]) -> None:
    contract = OpenApi(app)
    contract.add_schemas(games.values())
    contract.register_blueprint(catalogue.games_blueprint())
    for game in games.values():
        contract.register_blueprint(game_blueprint(game))
        contract.register_blueprint(bots.bots_blueprint(game))
    contract.register_blueprint(jobs.jobs_blueprint())
    app.register_blueprint(operations.blueprint)

    @cache
    def openapi() -> dict[str, Any]:
        return openapi_document(contract, games.values())

    app.extensions["referee.openapi"] = cache(lambda: to_yaml(openapi()))
    app.extensions["referee.openapi.json"] = cache(lambda: msgspec.json.encode(openapi()))
