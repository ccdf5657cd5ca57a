"""create_app(settings): the only place where parts are joined."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from time import perf_counter
from typing import Any

import msgspec
from flask import Flask, Response, g, request

from referee_service import __version__, logs
from referee_service.api import bots, catalogue, errors, jobs, limits, operations
from referee_service.api.contract import ABOUT, PROBLEM_JSON, Contract, document, written
from referee_service.api.metrics import Metrics
from referee_service.api.play import game_blueprint
from referee_service.api.reading import is_known_key, key_of, language_of
from referee_service.games import GAMES
from referee_service.kernel.content import ContentError
from referee_service.kernel.game import AnyGame
from referee_service.services.bots import BotDesk
from referee_service.services.desk import Desk
from referee_service.services.searches import NoSearches, Searches
from referee_service.services.vault import Vault
from referee_service.settings import Settings
from referee_service.store import Store
from referee_service.store.memory import MemoryStore

OPEN_PATHS = ("/healthz", "/readyz", "/metrics", "/openapi.yaml", "/openapi.json", "/docs", "/")
"""What needs no API key."""


def create_app(
    settings: Settings | None = None, store: Store | None = None, games: Mapping[str, AnyGame] = GAMES
) -> Flask:
    """The service with all its parts."""
    settings = settings or Settings.from_env({})
    store = store or open_store(settings)
    vault = Vault(settings.secrets) if settings.secrets else None
    app = Flask("referee_service", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.body_limit,
        API_TITLE="Referee",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={"info": {"description": ABOUT}},
    )
    load_content(games, settings)
    metrics = Metrics(store)
    app.extensions["referee.games"] = games
    app.extensions["referee.desk"] = Desk(store, vault, cache_seconds=settings.cache_seconds)
    app.extensions["referee.metrics"] = metrics
    searches = _searches(settings)
    app.extensions["referee.bots"] = BotDesk(
        app.extensions["referee.desk"], searches, games, keep_seconds=settings.job_keep_seconds
    )
    metrics.watch(searches)
    app.extensions["referee.seed"] = lambda: secrets.token_hex(8)
    _add_calls(app, games)
    _add_gate(app, settings)
    limits.attach(app, settings)
    logs.attach(app)
    _add_measures(app, metrics, settings)
    errors.register(app)
    return app


def open_store(settings: Settings) -> Store:
    """Redis where one is named, else this process' own memory."""
    if settings.redis_url is None:
        return MemoryStore(settings.cache_bytes)
    from referee_service.store.redis import RedisStore

    return RedisStore(settings.redis_url, settings.redis_timeout)


def _searches(settings: Settings) -> Searches:
    """The queue of searches where there is a Redis to keep it; else there are none."""
    if settings.redis_url is None:
        return NoSearches()
    from referee_service.jobs.queue import RqSearches

    return RqSearches(
        settings.redis_url,
        timeout=max(1.0, settings.redis_timeout),
        job_seconds=settings.job_seconds,
        keep_seconds=settings.job_keep_seconds,
        limit=settings.job_limit,
    )


def load_content(games: Mapping[str, AnyGame], settings: Settings) -> None:
    """Read all packs before the first request; a broken one stops the start with file, row and reason."""
    for game in games.values():
        game.shelf.load()
        game.catalogue()
    if settings.content_dir is not None:
        for path in sorted(settings.content_dir.glob("*/*.yaml")):
            if path.parent.name not in games:
                raise ContentError(str(path), "", f"no game is called {path.parent.name!r}")
            games[path.parent.name].shelf.add(path.read_bytes(), where=str(path))


def _add_calls(app: Flask, games: Mapping[str, AnyGame]) -> None:
    contract = Contract(app)
    contract.describe(games.values())
    contract.register_blueprint(catalogue.games_blueprint())
    for game in games.values():
        contract.register_blueprint(game_blueprint(game))
        contract.register_blueprint(bots.bots_blueprint(game))
    contract.register_blueprint(jobs.jobs_blueprint())
    app.register_blueprint(operations.blueprint)

    @cache
    def openapi() -> dict[str, Any]:
        return document(contract, games.values())

    app.extensions["referee.openapi"] = cache(lambda: written(openapi()))
    app.extensions["referee.openapi.json"] = cache(lambda: msgspec.json.encode(openapi()))


def _add_gate(app: Flask, settings: Settings) -> None:
    """What is asked of every request before any work: a key, a form we can answer in, JSON."""

    @app.before_request
    def gate() -> Response | None:
        g.request_id = secrets.token_hex(8)
        g.began = perf_counter()
        if request.method == "OPTIONS" or request.path in OPEN_PATHS:
            return None
        if settings.api_keys and not is_known_key(key_of(request), settings.api_keys):
            return errors.problem("bad-key", "Send a known key as `Authorization: Bearer …` or `X-API-Key`.")
        if request.url_rule is None:
            return None  # 404 or 405 follows
        if request.accept_mimetypes and not request.accept_mimetypes.best_match(_offered()):
            return errors.problem("not-acceptable", "Answers are application/json.")
        if request.method == "POST" and request.mimetype != "application/json":
            return errors.problem("wrong-type", "Send the body as application/json.")
        return None


def _offered() -> list[str]:
    """The forms in which this path can be answered."""
    return ["application/json", PROBLEM_JSON, *(["text/event-stream"] if request.path.endswith("/events") else [])]


def _add_measures(app: Flask, metrics: Metrics, settings: Settings) -> None:
    """What is noted of every answer, and the headers all of them carry."""

    @app.after_request
    def measure(answer: Response) -> Response:
        operation = request.endpoint or "none"
        metrics.requests.labels(operation, str(answer.status_code)).inc()
        metrics.latency.labels(operation).observe(perf_counter() - g.get("began", perf_counter()))
        answer.headers["X-Request-Id"] = g.get("request_id", "")
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Content-Language"] = language_of(request)
        origin = request.headers.get("Origin", "")
        if origin and (origin in settings.cors_origins or "*" in settings.cors_origins):
            answer.headers["Access-Control-Allow-Origin"] = origin
            answer.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type, X-API-Key"
            answer.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE"
            answer.headers["Access-Control-Expose-Headers"] = "X-Request-Id, Retry-After, Location"
            answer.headers["Vary"] = "Origin"
        return answer
