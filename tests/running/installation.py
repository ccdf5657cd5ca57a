"""Installation of the wheels in a clean environment, made once for all processes of pytest-xdist."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.running.conftest import ROOT, ServerProcess, start_server
from tests.sdk.workflows import environment_of

TOOLS = ("pip", "pre-commit", "check-jsonschema")
"""Packages that the clean environment needs beside the wheels: for the action, the hook and the YAML files."""


@dataclass(frozen=True)
class Environment:
    """A virtual environment outside the repository, and a folder to run commands in."""

    folder: Path

    @property
    def venv(self) -> Path:
        return self.folder / "venv"

    def run(self, *command: str | Path, cwd: Path | None = None, code: int = 0) -> str:
        """Run a command of the environment, and return its output. It must end with this exit code."""
        done = subprocess.run(
            [shutil.which(str(command[0]), path=self.venv / "bin") or command[0], *command[1:]],
            cwd=cwd or self.folder,
            env=environment_of(self.venv, PRE_COMMIT_HOME=str(self.folder / "pre-commit")),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=180,
            check=False,
        )
        assert done.returncode == code, done.stdout
        return done.stdout

    def install(self, *packages: str | Path) -> None:
        """Make the virtual environment, and install packages with their dependencies. uv takes a tenth of the time."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.venv], check=True)
        python, uv = self.venv / "bin/python", find_uv()
        if uv is not None:
            self.run(uv, "pip", "install", "--quiet", "--python", python, *packages)
        else:
            self.run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *packages)


def find_uv() -> str | None:
    """Return the program uv of this environment, of `make lock`, or of this machine, or None."""
    places = [Path(sys.executable).parent, ROOT / ".venv-lock/bin", *os.get_exec_path()]
    return shutil.which("uv", path=os.pathsep.join(map(str, places)))


def wheel_of(folder: Path, name: str) -> Path:
    (wheel,) = folder.glob(f"{name}-*.whl")
    return wheel


# --- fixtures, which tests/conftest.py imports ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def make_once(tmp_path_factory) -> Callable[[str, Callable[[Path], None]], Path]:
    """Return a function that makes a folder once for all processes of pytest-xdist."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def make(name: str, fill: Callable[[Path], None]) -> Path:
        folder, complete = shared / name, shared / f"{name}.complete"
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not complete.exists():
                folder.mkdir()
                fill(folder)
                complete.touch()
        return folder

    return make


@pytest.fixture(scope="session")
def wheels(make_once) -> Path:
    """Build both wheels from the sources, and return their folder."""

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", folder]
        subprocess.run([*command, ROOT, ROOT / "sdk"], check=True, timeout=120)

    return make_once("wheels", build)


@pytest.fixture(scope="session")
def installed(make_once, wheels) -> Environment:
    """Install both wheels, the extra `pytest`, and tools in a clean environment."""
    service, sdk = wheel_of(wheels, "referee_service"), wheel_of(wheels, "referee_sdk")
    return Environment(
        make_once(
            "installed",
            lambda folder: Environment(folder).install(service, f"referee-sdk[pytest] @ {sdk.as_uri()}", *TOOLS),
        )
    )


@pytest.fixture(scope="session")
def installed_server(installed, tmp_path_factory) -> Iterator[ServerProcess]:
    """Run `referee up` of the clean environment."""
    folder = tmp_path_factory.mktemp("server")
    command = (installed.venv / "bin/referee", "up", "--port", "0")
    running = start_server(command, environment_of(installed.venv), folder, cwd=folder)
    yield running
    running.stop()
