"""Commands `referee up`, `serve` and `openapi`."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing.util import Finalize
from typing import Final

from flask import Flask
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from referee_service import __version__, logs
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.packs import ContentError
from referee_service.settings import Settings, SettingsError, unknown_variables
from referee_service.store.embedded import RedisStartError, embedded_redis

THREADS: Final = 8
"""Requests served concurrently. Rules hold the GIL; threads help while a request waits for the store."""

GRACE_SECONDS: Final = 10
"""Time for open requests to finish after a stop signal."""

SECRET_BYTES: Final = 32


class StartupError(Exception):
    """A reason why the service cannot start, as a message for the user of the command."""


def up(options: argparse.Namespace) -> int:
    """Run Redis, search workers and the HTTP server; make a secret if none is set. Return the exit code."""
    return _report_startup_error(partial(_up, options))


def serve(options: argparse.Namespace) -> int:
    """Run only the HTTP server, with the settings of the environment. Return the exit code."""
    return _report_startup_error(lambda: _serve_until_stopped(_settings(_overrides(options))))


def openapi() -> int:
    """Print the OpenAPI document. Return the exit code."""
    document: bytes = create_app(Settings()).extensions["referee.openapi"]()
    sys.stdout.write(document.decode())
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
    variables = {"REFEREE_HOST": options.host, "REFEREE_PORT": options.port}
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
        yield {"REDIS_URL": data.url, "REFEREE_CACHE_URL": cache.url}, note


# --- the server -----------------------------------------------------------------------------------------------------


def _serve_until_stopped(settings: Settings, notes: Sequence[str] = ()) -> None:
    """Serve until SIGTERM or Ctrl-C. The app is created first, so that a broken content pack prevents the start."""
    port = _free_port(settings.host, settings.port)
    _application(settings)
    logs.log_unknown_variables(unknown_variables(os.environ))
    lines = [f"Referee {__version__}: {', '.join(GAMES)}", *notes, *_addresses(settings, port)]
    greet = partial(print, "\n  ".join(lines), flush=True)
    listen(partial(_application, settings), host=settings.host, port=port, greet=greet)


@cache
def _application(settings: Settings) -> Flask:
    """Return the app of these settings. It is cached, so a forked server process does not create it again."""
    logs.configure_logging(settings.log_level)
    return create_app(settings)


def listen(load: Callable[[], Flask], *, host: str, port: int, greet: Callable[[], None] | None = None) -> None:
    """Serve an app with granian in one process with threads.

    Return once a stop signal has arrived and all open requests have finished.
    """
    server = Server(
        "referee",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        blocking_threads=THREADS,
        log_level=LogLevels.error,
        log_dictconfig=logs.GRANIAN_LOGGING,
        workers_kill_timeout=GRACE_SECONDS,
    )
    if greet is not None:
        server.on_startup(greet)  # the socket already listens, so early requests wait in its queue
    server.serve(target_loader=partial(_serve_in_worker, load), wrap_loader=False)


def _serve_in_worker(load: Callable[[], Flask]) -> Flask:
    """Return the app inside the serving process, and make that process exit together with its parent."""
    threading.Thread(target=_exit_with_parent, args=(os.getppid(),), daemon=True).start()
    app = load()
    if "referee.stop" in app.extensions:
        Finalize(None, app.extensions["referee.stop"], exitpriority=1)  # atexit does not run in a forked process
    return app


def _exit_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _free_port(host: str, port: int) -> int:
    """Check that the port is free and return it; for 0, return any free port. Raises StartupError."""
    try:
        (family, kind, _, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            free_port: int = probe.getsockname()[1]
    except OSError as error:
        raise StartupError(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
    return free_port


def _addresses(settings: Settings, port: int) -> Iterator[str]:
    """Yield the start-up lines: address, reference page, a working curl command, how to stop."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    key = "-H 'X-API-Key: YOUR-KEY' " if settings.api_keys else ""
    yield f"listening  {address}"
    yield f"reference  {address}/docs"
    yield (
        f"try        curl -s {address}/v1/games/{next(iter(GAMES))}/states "
        f"{key}-H 'Content-Type: application/json' -d '{{\"seats\": 2}}'"
    )
    yield "stop       Ctrl-C"
