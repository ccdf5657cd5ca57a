"""Listening socket and serving processes, run by granian."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.util import Finalize
from types import FrameType
from typing import Any, Final

from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]  # granian exports them again
from granian.server import Server

from referee_service import logs
from referee_service.api.schemas.queries import MAX_WAIT_SECONDS
from referee_service.server.bodies import BODY_SECONDS, Bodies
from referee_service.server.front import Front
from referee_service.server.shared_metrics import forget_dead_processes

GRACE_SECONDS: Final = MAX_WAIT_SECONDS + 10
"""Time for open requests to finish after a stop signal: longer than the longest wait for a job."""
MAX_CONNECTIONS: Final = 16_384
"""Connections that one process accepts at the same time. Event streams keep theirs open."""
BACKLOG: Final = 4096
RESPAWN_SECONDS: Final = 1.0
STOP_PRIORITY: Final = 20
"""Exit priority of `referee.stop`. Queues of multiprocessing close at 10; a process pool cannot end without them."""


def listen(
    load: Callable[[], Flask],
    *,
    host: str,
    port: int,
    processes: int = 1,
    greet: Callable[[], None] | None = None,
) -> None:
    """Serve an app with granian. A serving process that dies is replaced.

    Return once a stop signal has arrived and all open requests have finished. HTTP/2 is disabled: without TLS no
    browser uses it, and a proxy in front speaks HTTP/1.1 to this server.
    """
    _allow_many_connections()
    server = Server(
        "referee",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=processes,
        backlog=BACKLOG,
        backpressure=MAX_CONNECTIONS,
        log_level=LogLevels.error,
        log_dictconfig=logs.GRANIAN_LOGGING,
        workers_kill_timeout=GRACE_SECONDS,
        respawn_failed_workers=True,
        respawn_interval=RESPAWN_SECONDS,
    )
    if greet is not None:
        server.on_startup(greet)  # the socket already listens, so early requests wait in its queue
    gc.collect()
    gc.freeze()  # the collector would touch, and so copy, the memory that serving processes share
    target: Callable[..., Any] = partial(_serve_in_process, load)
    server.serve(target_loader=target, wrap_loader=False)


class ServingProcess:
    """The RSGI target of one process. Granian calls `__rsgi_init__` in the process, before the first request."""

    def __init__(self, front: Front) -> None:
        self._front = front

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """End event streams at a stop signal, so that the server need not wait for them.

        Granian has registered its own handlers on the loop. They still run: the loop gets every signal that has any
        handler in Python.
        """

        def stop_streams(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._front.stop_streams)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop_streams)

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Serve one request."""
        await self._front(scope, protocol)


def _serve_in_process(load: Callable[[], Flask]) -> ServingProcess:
    """Return the target inside a serving process, and make that process exit together with its parent."""
    threading.Thread(target=_exit_with_parent, args=(os.getppid(),), daemon=True).start()
    app = load()
    forget_dead_processes()
    if "referee.stop" in app.extensions:
        # atexit does not run in a forked process.
        Finalize(None, app.extensions["referee.stop"], exitpriority=STOP_PRIORITY)
    body_limit = app.config["MAX_CONTENT_LENGTH"] or 1 << 20
    bodies = Bodies(seconds=app.config.get("BODY_SECONDS", BODY_SECONDS), body_limit=body_limit)
    process = ServingProcess(Front(app, body_limit=body_limit, bodies=bodies))
    gc.collect()
    gc.freeze()  # games and texts stay; a full collection of them would stop all requests for a tenth of a second
    return process


def _exit_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _allow_many_connections() -> None:
    """Raise the limit of open files to what the system allows this process; each connection is a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + 1024
    if soft < wanted:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (min(wanted, hard) if hard != resource.RLIM_INFINITY else wanted, hard)
        )
