"""`referee` as a process of its own, as people start it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
REFEREE = (sys.executable, "-m", "referee_service.cli")
PATIENCE = 60.0
"""Seconds; a busy machine must not fail a test that is not about time."""


def clean_environment(**variables: str) -> dict[str, str]:
    """This environment without what would set the service up; and what the test sets."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "REDIS_"))}
    return {**inherited, **variables}


def referee(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
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
class Running:
    """A server that was started: what it says (into files, which nobody need empty), where it is, how it ends."""

    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def said(self) -> str:
        """Its start-up lines."""
        return (self.folder / "out").read_text()

    @property
    def logs(self) -> str:
        return (self.folder / "err").read_text()

    def line(self, name: str) -> str:
        """What a start-up line says after its name."""
        return next(line.split(maxsplit=1)[1].strip() for line in self.said.splitlines() if line.split()[:1] == [name])

    @property
    def address(self) -> str:
        return self.line("listening")

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Ask the server to end: its exit code, and how many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(with_signal)
        code = self.process.wait(timeout=PATIENCE)
        return code, time.monotonic() - began


def started(
    command: Sequence[str | Path], environment: Mapping[str, str], folder: Path, *, cwd: Path = ROOT
) -> Running:
    """Start a server and wait until it has greeted and is ready."""
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        running = Running(subprocess.Popen(command, cwd=cwd, env=environment, stdout=out, stderr=err), folder)
    try:
        wait_until(lambda: "Ctrl-C" in running.said or running.process.poll() is not None)
        assert running.process.poll() is None, running.logs
        wait_until(lambda: answers(f"{running.address}/readyz"))
    except BaseException:
        running.process.kill()
        running.process.wait()
        raise
    return running


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as answer:
            return answer.status == 200
    except (URLError, ConnectionError, TimeoutError):
        return False


def wait_until(is_so: Callable[[], bool]) -> None:
    latest = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < latest, "it did not come to that"
        time.sleep(0.02)


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    """Start `referee` with these arguments and variables; whatever still runs ends with the test."""
    servers: list[Running] = []

    def begin(*arguments: str, **variables: str) -> Running:
        folder = tmp_path_factory.mktemp("server")
        servers.append(started((*REFEREE, *arguments), clean_environment(**variables), folder))
        return servers[-1]

    yield begin
    for server in servers:
        server.process.terminate()
        server.process.wait(timeout=PATIENCE)
