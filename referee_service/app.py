"""App factory: `create_app` builds the services and connects them. No other module does."""

from __future__ import annotations

import gc
import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import Flask

from referee_service import __version__
from referee_service.api import error_handlers, rate_limits
from referee_service.api.flask_app import RefereeFlask
from referee_service.api.front import add_refusals
from referee_service.api.hooks import add_request_checks, add_response_hooks
from referee_service.api.judgements import Judgements
from referee_service.api.metrics import Metrics
from referee_service.api.openapi.document import API_DESCRIPTION, OpenApi
from referee_service.api.openapi.document_set import DocumentSet
from referee_service.api.routes import documents, fonts, guides, operations, web
from referee_service.api.routes.bots import bots_blueprint
from referee_service.api.routes.component_pictures import component_pictures_blueprint
from referee_service.api.routes.games import games_blueprint
from referee_service.api.routes.jobs import jobs_blueprint
from referee_service.api.routes.matches import game_blueprint
from referee_service.api.routes.pictures import pictures_blueprint
from referee_service.api.routes.rooms import rooms_blueprint
from referee_service.games import GAMES
from referee_service.kernel.game import AnyGame
from referee_service.kernel.packs import ContentError
from referee_service.pictures.pool import PngPool
from referee_service.services.bots.job_runner import JobRunner
from referee_service.services.bots.queue import DisabledSearchQueue, SearchQueue
from referee_service.services.bots.service import BotService
from referee_service.services.component_pictures import ComponentPictureService
from referee_service.services.components import ComponentService
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.services.matches.service import MatchService
from referee_service.services.picture_service import PictureService
from referee_service.services.rooms.bots import RoomBots
from referee_service.services.rooms.repository import RoomRepository
from referee_service.services.rooms.service import RoomService
from referee_service.services.rooms.streams import RoomStreams
from referee_service.services.web_files import web_folder
from referee_service.settings import Settings
from referee_service.store import Store
from referee_service.store.memory import MemoryStore
from referee_service.store.rooms import MissingRoomStore, RoomStore
from referee_service.store.tiered import TieredStore

if TYPE_CHECKING:  # a service without Redis does not load RQ
    from referee_service.jobs.queue import RqSearchQueue
    from referee_service.jobs.tasks import WorkerParts
    from referee_service.store.circuit_breaker import CircuitBreaker


PNG_PROCESSES = 1
"""Processes of each serving process that render PNG pictures. They start with the first PNG picture."""


@contextmanager
def _paused_collection() -> Iterator[None]:
    """Pause the garbage collector. Nearly all objects that the start creates live on, so it would find little."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_paused_collection()
def create_app(
    settings: Settings | None = None, store: Store | None = None, games: Mapping[str, AnyGame] = GAMES
) -> Flask:
    """Return the WSGI app. Without a store it opens the one that the settings name. Raises ContentError."""
    settings = settings or Settings.from_env({})
    circuit = _open_circuit(settings)
    store = store or open_store(settings, circuit)
    crypto = MatchCrypto(settings.secrets) if settings.secrets else None
    app = RefereeFlask("referee_service", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.body_limit,
        BODY_SECONDS=settings.body_seconds,
        API_TITLE="Referee",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={"info": {"description": API_DESCRIPTION}},
    )
    load_content(games, settings)
    app.extensions["referee.games"] = games
    app.extensions["referee.api_keys"] = settings.api_keys
    app.extensions["referee.cors_origins"] = settings.cors_origins
    app.extensions["referee.matches"] = MatchService(store, crypto, cache_seconds=settings.cache_seconds)
    app.extensions["referee.components"] = ComponentService()
    pictures = _add_pictures(app, settings.cache_seconds)
    app.extensions["referee.stop"] = partial(_shut_down, store, pictures)
    searches = app.extensions["referee.searches"] = _search_queue(settings, circuit)
    app.extensions["referee.bots"] = BotService(app.extensions["referee.matches"], searches, games)
    _add_rooms(app, settings, circuit)
    metrics = Metrics(store, searches)
    app.extensions["referee.metrics"] = metrics
    app.extensions["referee.judgements"] = Judgements(app.extensions["referee.matches"], metrics.count_verdict)
    app.extensions["referee.web"] = web_folder()
    app.extensions["referee.seed"] = lambda: secrets.token_hex(8)
    _register_blueprints(app, games)
    add_refusals(app)
    rate_limits.add_rate_limits(app, settings, circuit)  # before the key check: requests with wrong keys count too
    add_request_checks(app, settings)
    add_response_hooks(app, metrics, settings)
    error_handlers.register_error_handlers(app)
    return app


def open_store(settings: Settings, circuit: CircuitBreaker | None) -> Store:
    """Return a Redis store with a local cache in front if the settings have a Redis URL, else an in-memory store.

    `circuit` is the circuit breaker of that Redis, which the search queue and the rate limits share.
    """
    local = MemoryStore(settings.cache_bytes)
    if settings.redis_url is None:
        return local
    from referee_service.store.redis import RedisStore

    shared = RedisStore(
        settings.redis_url, settings.redis_timeout_seconds, cache_url=settings.cache_url, circuit=circuit
    )
    shared.health()  # logs at the start if a server does not respond, or may lose data
    return TieredStore(local, shared)


def _open_circuit(settings: Settings) -> CircuitBreaker | None:
    """Return the circuit breaker of the Redis with guards, limits and queue, or None without Redis."""
    if settings.redis_url is None:
        return None
    from referee_service.store.redis_server import redis_circuit

    return redis_circuit(settings.redis_url, settings.redis_timeout_seconds)


def _add_pictures(app: Flask, cache_seconds: int) -> PictureService:
    """Add the services that draw positions and components. They share the processes that render PNG pictures."""
    pool, matches = PngPool(PNG_PROCESSES), app.extensions["referee.matches"]
    pictures = PictureService(matches.loader, matches.last_moves, pool, cache_seconds=cache_seconds)
    components: ComponentService = app.extensions["referee.components"]
    app.extensions["referee.pictures"] = pictures
    app.extensions["referee.component_pictures"] = ComponentPictureService(
        components, pool, cache_seconds=cache_seconds
    )
    return pictures


def _add_rooms(app: Flask, settings: Settings, circuit: CircuitBreaker | None) -> None:
    """Add the services of rooms. Their bots need the runner of searches."""
    bots: BotService = app.extensions["referee.bots"]
    repository = _room_repository(settings, circuit, bots.matches, app.extensions["referee.games"])
    app.extensions["referee.rooms"] = RoomService(repository, RoomBots(repository, bots.runner))
    app.extensions["referee.room_streams"] = RoomStreams(repository)


def _room_repository(
    settings: Settings, circuit: CircuitBreaker | None, matches: MatchService, games: Mapping[str, AnyGame]
) -> RoomRepository:
    """Return the repository of rooms in the data Redis, or one that refuses rooms without Redis."""
    seconds, store = settings.room_days * 86_400, cast("RoomStore", MissingRoomStore())
    if settings.redis_url is not None:
        from referee_service.store.redis_rooms import RedisRoomStore
        from referee_service.store.redis_server import redis_circuit

        circuit = circuit or redis_circuit(settings.redis_url, settings.redis_timeout_seconds)
        store = RedisRoomStore(settings.redis_url, settings.redis_timeout_seconds, circuit, seconds=seconds)
    return RoomRepository(store, matches, games, seconds=seconds)


def _shut_down(store: Store, pictures: PictureService) -> None:
    """End the processes of pictures, and send the waiting writes to the store and the log."""
    pictures.close()
    store.flush()
    for handler in logging.getLogger().handlers:
        handler.flush()


def worker_parts(settings: Settings, redis_url: str) -> WorkerParts:
    """Return what a search worker needs: the queue, the runner that advances jobs, and the bots of rooms."""
    from referee_service.jobs.tasks import WorkerParts

    crypto = MatchCrypto(settings.secrets) if settings.secrets else None
    matches = MatchService(open_store(settings, _open_circuit(settings)), crypto, cache_seconds=settings.cache_seconds)
    searches = _rq_search_queue(settings, redis_url, None)  # a worker tries every call: its results must not get lost
    runner = JobRunner(matches, searches, GAMES)
    rooms = None
    if crypto is not None:
        rooms = RoomBots(_room_repository(settings, None, matches, GAMES), runner)
    return WorkerParts(searches, runner, rooms)


def _search_queue(settings: Settings, circuit: CircuitBreaker | None) -> SearchQueue:
    """Return the search queue, which needs Redis. Without Redis, return one that rejects searches."""
    if settings.redis_url is None:
        return DisabledSearchQueue()
    return _rq_search_queue(settings, settings.redis_url, circuit)


def _rq_search_queue(settings: Settings, redis_url: str, circuit: CircuitBreaker | None) -> RqSearchQueue:
    from referee_service.jobs.queue import RqSearchQueue
    from referee_service.jobs.rq_logs import redact_rq_logs

    redact_rq_logs()
    return RqSearchQueue(
        redis_url,
        timeout=max(1.0, settings.redis_timeout_seconds),
        search_seconds=settings.search_seconds,
        keep_seconds=settings.job_keep_seconds,
        search_limit=settings.search_limit,
        circuit=circuit,
    )


def load_content(games: Mapping[str, AnyGame], settings: Settings) -> None:
    """Load all packs and texts before the first request. Raises ContentError with file, row and reason."""
    for game in games.values():
        game.packs.load_builtin()
        game.catalogue()
    if settings.content_dir is not None:
        for path in sorted(settings.content_dir.glob("*/*.yaml")):
            if path.parent.name not in games:
                raise ContentError(str(path), "", f"no game is named {path.parent.name!r}; rename the folder")
            games[path.parent.name].packs.add(path.read_bytes(), where=str(path))


def _register_blueprints(app: Flask, games: Mapping[str, AnyGame]) -> None:
    api = OpenApi(app)
    api.register_blueprint(games_blueprint())
    for game in games.values():
        api.register_blueprint(game_blueprint(game))
        api.register_blueprint(pictures_blueprint(game))
        api.register_blueprint(component_pictures_blueprint(game))
        api.register_blueprint(bots_blueprint(game))
    api.register_blueprint(jobs_blueprint())
    api.register_blueprint(rooms_blueprint(games.values()))
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(fonts.blueprint)
    app.register_blueprint(web.blueprint)
    app.register_blueprint(guides.blueprint)
    app.register_blueprint(documents.blueprint)
    app.extensions["referee.openapi"] = DocumentSet(api, games)
