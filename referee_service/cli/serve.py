"""`referee up`, `serve` and `openapi`: the service from the command line."""

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
from referee_service.settings import Settings, SettingsError
from referee_service.store.embedded import RedisStartError, embedded_redis

THREADS: Final = 8
"""Requests served at the same time: rules hold the interpreter, but while one waits for the store others go on."""

GRACE_SECONDS: Final = 10
"""How long requests may still run after the server was asked to stop."""

SECRET_BYTES: Final = 32


class StartupError(Exception):
    """Why the service cannot run, in words for whoever typed the command."""


def up(options: argparse.Namespace) -> int:
    """All of it on this machine: Redis where none is named, a secret where none is set, the HTTP server."""
    return _report_startup_error(partial(_up, options))


def serve(options: argparse.Namespace) -> int:
    """The HTTP server with exactly what the environment says."""
    return _report_startup_error(lambda: _serve_until_stopped(_settings(_overrides(options))))


def openapi() -> int:
    """The contract on standard output."""
    document: bytes = create_app(Settings()).extensions["referee.openapi"]()
    sys.stdout.write(document.decode())
    return 0


def _report_startup_error(run: Callable[[], None]) -> int:
    """Run; what stops the start is said in one line, never as a traceback."""
    try:
        run()
    except (StartupError, SettingsError, ContentError, RedisStartError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    return 0


# --- settings -------------------------------------------------------------------------------------------------------


def _settings(chosen: Mapping[str, str]) -> Settings:
    """The environment, with what was chosen on the command line."""
    return Settings.from_env({**os.environ, **chosen})


def _overrides(options: argparse.Namespace) -> dict[str, str]:
    given = {"REFEREE_HOST": options.host, "REFEREE_PORT": options.port}
    return {variable: value for variable, value in given.items() if value is not None}


def _up(options: argparse.Namespace) -> None:
    chosen, notes = _overrides(options), []
    if not _settings(chosen).secrets:
        chosen["REFEREE_SECRET"] = secrets.token_hex(SECRET_BYTES)
        notes.append("secret     made for this run: guarded matches end with it (set REFEREE_SECRET to keep them)")
    from referee_service.cli.worker import supervised_workers  # the server alone needs no queue

    with _redis_for_run(_settings(chosen)) as (url, note):
        chosen["REDIS_URL"] = url
        with supervised_workers(options.workers, chosen):
            _serve_until_stopped(_settings(chosen), [note, f"search     {options.workers} worker(s)", *notes])


@contextmanager
def _redis_for_run(settings: Settings) -> Iterator[tuple[str, str]]:
    """The address of the Redis to use and what to say about it; one of our own ends with us."""
    if settings.redis_url is not None:
        yield settings.redis_url, f"store      {settings.redacted()['REDIS_URL']}"
        return
    with embedded_redis() as server:
        yield server.url, "store      an own Redis, which ends with this command (set REDIS_URL to use another)"


# --- the server -----------------------------------------------------------------------------------------------------


def _serve_until_stopped(settings: Settings, notes: Sequence[str] = ()) -> None:
    """Serve until SIGTERM or Ctrl-C. The app is made first: a broken content pack stops the start."""
    port = _claim_port(settings.host, settings.port)
    _application(settings)
    lines = [f"Referee {__version__}: {', '.join(GAMES)}", *notes, *_addresses(settings, port)]
    greet = partial(print, "\n  ".join(lines), flush=True)
    listen(partial(_application, settings), host=settings.host, port=port, greet=greet)


@cache
def _application(settings: Settings) -> Flask:
    """The app of these settings; made once, whether the server forks or starts anew."""
    logs.configure_logging(settings.log_level)
    return create_app(settings)


def listen(load: Callable[[], Flask], *, host: str, port: int, greet: Callable[[], None] | None = None) -> None:
    """One process with threads, behind granian; returns once SIGTERM or Ctrl-C came and open requests were answered."""
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
        server.on_startup(greet)  # the socket listens by then: whoever comes early waits in the queue
    server.serve(target_loader=partial(_serve_in_worker, load), wrap_loader=False)


def _serve_in_worker(load: Callable[[], Flask]) -> Flask:
    """The app inside the serving process, which ends when its parent is gone, however that went."""
    threading.Thread(target=_exit_with_parent, args=(os.getppid(),), daemon=True).start()
    app = load()
    if "referee.stop" in app.extensions:
        Finalize(None, app.extensions["referee.stop"], exitpriority=1)  # a forked process runs no atexit functions
    return app


def _exit_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _claim_port(host: str, port: int) -> int:
    """The port to listen on, found free; a free one for 0."""
    try:
        (family, kind, _, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            found: int = probe.getsockname()[1]
    except OSError as error:
        raise StartupError(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
    return found


def _addresses(settings: Settings, port: int) -> Iterator[str]:
    """Where the service is, and a call that works as it stands."""
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
