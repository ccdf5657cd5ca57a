"""Server processes of the benchmarks: the service as it is run in production, and the references beside it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from referee_service.server.front import THREADS

ADDRESS: Final = "127.0.0.1"
START_SECONDS: Final = 60.0
SECRET: Final = "5e" * 32
"""REFEREE_SECRET of all services, so that each accepts what another one signed."""

_SERVE: Final = ("-m", "referee_service.cli", "serve", "--port", "{port}")
COMMANDS: Final[dict[str, Sequence[str]]] = {
    "service": _SERVE,
    "service, 2 processes": (*_SERVE, "--processes", "2"),
    "service without Redis": _SERVE,
    "echo": ("-m", "benchmarks.web", "{port}", "1"),
    "echo, 2 processes": ("-m", "benchmarks.web", "{port}", "2"),
    "echo on WSGI": (
        *("-m", "granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", str(THREADS)),
        *("--port", "{port}", "--factory", "benchmarks.web:echo"),
    ),
    "service on gunicorn": (
        *("-m", "gunicorn", "--worker-class", "gthread", "--threads", str(THREADS), "--keep-alive", "30"),
        *("--no-control-socket", "--bind", f"{ADDRESS}:{{port}}", "benchmarks.web:service()"),
    ),
}
"""Arguments of Python that start each server. `service` is `referee serve`, with logs, two Redis and a secret."""


class Server(NamedTuple):
    """A running server: its port, its process, and the file with its standard error."""

    port: int
    pid: int
    log: Path

    @property
    def memory(self) -> float:
        """Return the memory of the process and its children in MB. Pages that they share count once."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        sizes = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in (self.pid, *children)]
        return sum(int(size.partition("\nPss:")[2].split()[0]) for size in sizes) / 1024

    @property
    def logged_requests(self) -> int:
        """Return the number of requests in the log."""
        return self.log.read_text().count('"message":"request"')


@contextmanager
def running_server(name: str, environ: Mapping[str, str]) -> Iterator[Server]:
    """Run one of the servers of COMMANDS with these variables. Its log is a file, as with most service managers."""
    with socket.create_server((ADDRESS, 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, *(part.format(port=port) for part in COMMANDS[name])]
    others = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE_") and key != "REDIS_URL"}
    with tempfile.NamedTemporaryFile(suffix=".log") as log:
        process = subprocess.Popen(command, env={**others, **environ}, stdout=subprocess.DEVNULL, stderr=log)
        try:
            _wait_for(port, process, Path(log.name))
            yield Server(port, process.pid, Path(log.name))
        finally:
            process.terminate()
            process.wait(timeout=60)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server accepts connections. Raises RuntimeError with its log if it ends or is too slow."""
    end = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError):
            socket.create_connection((ADDRESS, port), timeout=1).close()
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {process.args!r}\n{log.read_text()[-2000:]}")
