"""Commands `referee up`, `serve` and `openapi`."""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from typing import Final

from flask import Flask

from referee_service import __version__, logs
from referee_service.api.openapi.document_set import GENERIC, WHOLE, DocumentSet
from referee_service.app import create_app
from referee_service.cli.redis_servers import supervised_redis
from referee_service.games import GAMES
from referee_service.kernel.packs import ContentError
from referee_service.server.listener import listen
from referee_service.server.shared_metrics import shared_metrics
from referee_service.settings import Settings, SettingsError, unknown_variables
from referee_service.store.embedded import RedisStartError, embedded_redis

SECRET_BYTES: Final = 32


class StartupError(Exception):
    """A reason why the service cannot start, as a message for the user of the command."""


def up(options: argparse.Namespace) -> int:
    """Run Redis, search workers and the HTTP server; make a secret if none is set. Return the exit code."""
    return _report_startup_error(partial(_up, options))


def serve(options: argparse.Namespace) -> int:
    """Run only the HTTP server, with the settings of the environment. Return the exit code."""
    return _report_startup_error(lambda: _serve_until_stopped(_settings(_overrides(options))))


def openapi(options: argparse.Namespace) -> int:
    """Print an OpenAPI document as YAML: the whole one, that of a game, or that of any game. Return the exit code."""
    documents: DocumentSet = create_app(Settings()).extensions["referee.openapi"]
    name = GENERIC if options.generic else options.game or WHOLE
    sys.stdout.write(documents.body(name, "yaml").raw.decode())
    return 0


def _report_startup_error(run: Callable[[], None]) -> int:
    """Run a command. Print a startup error in one line, without traceback, and return 1."""
    try:
        run()
    except (StartupError, SettingsError, ContentError, RedisStartError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    return 0


# --- settings -------------------------------------------------------------------------------------------------------


def _settings(overrides: Mapping[str, str]) -> Settings:
    """Return the settings of the environment with these variables replaced."""
    return Settings.from_env({**os.environ, **overrides})


def _overrides(options: argparse.Namespace) -> dict[str, str]:
    variables = {
        "REFEREE_HOST": options.host,
        "REFEREE_PORT": options.port,
        "REFEREE_PROCESSES": options.processes,
    }
    return {variable: value for variable, value in variables.items() if value is not None}


def _up(options: argparse.Namespace) -> None:
    overrides, notes = _overrides(options), []
    if not _settings(overrides).secrets:
        overrides["REFEREE_SECRET"] = secrets.token_hex(SECRET_BYTES)
        notes.append("secret     generated for this run: guarded matches cannot continue after it (set REFEREE_SECRET)")
    from referee_service.cli.worker import supervised_workers  # `serve` alone does not need the queue

    logs.configure_logging(_settings(overrides).log_level)  # before the supervision of workers logs
    with _redis_for_run(_settings(overrides)) as (addresses, note):
        overrides.update(addresses)
        with supervised_workers(options.workers, overrides):
            _serve_until_stopped(_settings(overrides), [note, f"search     {options.workers} worker(s)", *notes])


@contextmanager
def _redis_for_run(settings: Settings) -> Iterator[tuple[dict[str, str], str]]:
    """Yield variables with Redis addresses and a start-up line. Without a configured Redis, start and stop two."""
    if settings.redis_url is not None:
        yield {}, f"store      {settings.redacted()['REDIS_URL']}"
        return
    with embedded_redis("data", settings.redis_dir) as data, embedded_redis("cache") as cache:
        note = "store      embedded Redis, stopped with this command (set REDIS_URL to use another)"
        with supervised_redis([data, cache]):
            yield {"REDIS_URL": data.url, "REFEREE_CACHE_URL": cache.url}, note


# --- the server -----------------------------------------------------------------------------------------------------


def _serve_until_stopped(settings: Settings, notes: Sequence[str] = ()) -> None:
    """Serve until SIGTERM or Ctrl-C. Raises StartupError, or ContentError for a broken content pack."""
    if settings.processes > 1 and settings.redis_url is None:
        raise StartupError(f"{settings.processes} processes need a Redis that they share; set REDIS_URL")
    with shared_metrics() if settings.processes > 1 else nullcontext():
        _serve_app(settings, notes)


def _serve_app(settings: Settings, notes: Sequence[str]) -> None:
    """Create the app and serve it. The serving processes are forked from this one, so they share its memory."""
    port = _free_port(settings.host, settings.port)
    _application(settings)
    logs.log_unknown_variables(unknown_variables(os.environ))
    if settings.processes > 1:
        notes = [*notes, f"processes  {settings.processes}"]
    lines = [f"Referee {__version__}: {', '.join(GAMES)}", *notes, *_addresses(settings, port)]
    greet = partial(print, "\n  ".join(lines), flush=True)
    listen(partial(_application, settings), host=settings.host, port=port, processes=settings.processes, greet=greet)


@cache
def _application(settings: Settings) -> Flask:
    """Return the app of these settings. It is cached, so a forked server process does not create it again."""
    logs.configure_logging(settings.log_level)
    return create_app(settings)


def _free_port(host: str, port: int) -> int:
    """Check that the port is free and return it; for 0, return any free port. Raises StartupError."""
    try:
        (family, kind, _, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            free_port: int = probe.getsockname()[1]
    except OSError as error:
        raise StartupError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; use another --port (REFEREE_PORT)"
        ) from error
    return free_port


def _addresses(settings: Settings, port: int) -> Iterator[str]:
    """Yield the start-up lines: address, page to play on, reference page, a working curl command, how to stop."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    key = "-H 'X-API-Key: YOUR-KEY' " if settings.api_keys else ""
    yield f"listening  {address}"
    yield f"play       {address}/"
    yield f"reference  {address}/docs"
    yield (
        f"try        curl -s {address}/v1/games/{next(iter(GAMES))}/states "
        f"{key}-H 'Content-Type: application/json' -d '{{\"seats\": 2}}'"
    )
    yield "stop       Ctrl-C"
