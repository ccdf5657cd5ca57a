"""Supervision of the Redis servers that `referee up` starts."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol
from urllib.parse import urlsplit

from referee_service.store.embedded import RedisStartError

CHECK_SECONDS: Final = 0.5
"""Interval between two checks that all servers run."""
CONNECT_SECONDS: Final = 1.0

_logger = logging.getLogger("referee")


class RedisServer(Protocol):
    """A server that can be started again at the same address, with the data that it has on disk."""

    @property
    def url(self) -> str:
        """The address of the server."""

    def start(self) -> object:
        """Start the server, also after a crash. Raises RedisStartError."""


@contextmanager
def supervised_redis(servers: Sequence[RedisServer]) -> Iterator[None]:
    """Restart servers that die during a `with` block. A server that hangs is left alone: it still has its data."""
    stopping = threading.Event()

    def restart_dead_servers() -> None:
        while not stopping.wait(CHECK_SECONDS):
            for server in servers:
                if not _is_listening(server) and not stopping.is_set():
                    _restart(server)

    watcher = threading.Thread(target=restart_dead_servers, name="referee-redis", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stopping.set()
        watcher.join()


def _is_listening(server: RedisServer) -> bool:
    """Return whether a process listens at the address of a server."""
    address = urlsplit(server.url)
    try:
        socket.create_connection((address.hostname, address.port), timeout=CONNECT_SECONDS).close()
    except ConnectionRefusedError:
        return False
    except OSError:
        return True  # a timeout, or too many connections: the server is busy, not dead
    return True


def _restart(server: RedisServer) -> None:
    _logger.warning("Redis has ended; it is started again with its data")
    try:
        server.start()
    except RedisStartError as error:
        _logger.error("Redis does not start; the next check tries again: %s", error)
