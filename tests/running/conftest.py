"""Helpers that run `referee` in its own process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
REFEREE = (sys.executable, "-m", "referee_service.cli")
PATIENCE = 60.0
"""Seconds. Tests that are not about time must not fail on a busy machine."""


def clean_environment(**variables: str) -> dict[str, str]:
    """Return the environment without settings of the service, plus these variables."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "REDIS_"))}
    return {**inherited, **variables}


def referee(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run one command and wait until it ends."""
    return subprocess.run(
        [*REFEREE, *arguments],
        cwd=ROOT,
        env=clean_environment(**variables),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@dataclass(frozen=True)
class ServerProcess:
    """A server process. Its output goes to files, so that no pipe fills up."""

    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def output(self) -> str:
        """Return its standard output: the start-up lines."""
        return (self.folder / "out").read_text()

    @property
    def logs(self) -> str:
        """Return its standard error: the log lines."""
        return (self.folder / "err").read_text()

    def line(self, name: str) -> str:
        """Return the text of the start-up line with this name."""
        lines = self.output.splitlines()
        return next(line.split(maxsplit=1)[1].strip() for line in lines if line.split()[:1] == [name])

    @property
    def address(self) -> str:
        """Return the URL of the server."""
        return self.line("listening")

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Send a signal and wait for the end. Return the exit code and the duration in seconds."""
        start = time.monotonic()
        self.process.send_signal(with_signal)
        code = self.process.wait(timeout=PATIENCE)
        return code, time.monotonic() - start


def start_server(
    command: Sequence[str | Path], environment: Mapping[str, str], folder: Path, *, cwd: Path = ROOT
) -> ServerProcess:
    """Start a server and wait until it has printed its start-up lines and is ready."""
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        server = ServerProcess(subprocess.Popen(command, cwd=cwd, env=environment, stdout=out, stderr=err), folder)
    try:
        wait_until(lambda: "Ctrl-C" in server.output or server.process.poll() is not None)
        assert server.process.poll() is None, server.logs
        wait_until(lambda: is_ok(f"{server.address}/readyz"))
    except BaseException:
        server.process.kill()
        server.process.wait()
        raise
    return server


def is_ok(url: str) -> bool:
    """Return whether a GET request returns 200."""
    try:
        with urlopen(url, timeout=5) as response:
            return response.status == 200
    except (URLError, ConnectionError, TimeoutError):
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    """Poll a condition until it holds. Fails after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "the condition did not hold in time"
        time.sleep(0.02)


def descendants_of(pid: int) -> list[int]:
    """Return the process ids of all children and their children."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")  # a process belongs to the thread that has started it
    children = [int(child) for thread in threads for child in thread.read_text().split()]
    return children + [descendant for child in children for descendant in descendants_of(child)]


def is_alive(pid: int) -> bool:
    """Return whether a process runs. A zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def running_referee(folder: Path, *arguments: str, **variables: str) -> Iterator[ServerProcess]:
    """Run `referee` with arguments and variables during a `with` block."""
    server = start_server((*REFEREE, *arguments), clean_environment(**variables), folder)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(timeout=PATIENCE)


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., ServerProcess]]:
    """Return a function that starts `referee` with arguments and variables. All servers are stopped after the test."""
    with ExitStack() as servers:

        def start_referee(*arguments: str, **variables: str) -> ServerProcess:
            return servers.enter_context(running_referee(tmp_path_factory.mktemp("server"), *arguments, **variables))

        yield start_referee
