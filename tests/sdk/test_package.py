"""Wheel of the SDK: it installs alone in a clean environment and works against a running service."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.test_imports import imports
from tests.sdk.corpus import CORPUS
from tests.sdk.matches import ROOT

PLAY = """
import importlib.util, sys
from referee_sdk import Client
match = Client(sys.argv[1]).new_match("burgundy", seats=2, seed="1")
match.play(match.legal_actions()[0])
assert importlib.util.find_spec("referee_service") is None
assert importlib.util.find_spec("discord") is None
print(match.decision_count)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", folder]
    subprocess.run([*build, ROOT / "sdk"], check=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_typed_and_contains_only_the_sdk(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "referee_sdk/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"referee_sdk"}
    metadata = next(name for name in names if name.endswith("METADATA"))
    required = [
        line.removeprefix("Requires-Dist: ")
        for line in zipfile.ZipFile(wheel).read(metadata).decode().splitlines()
        if line.startswith("Requires-Dist") and "extra ==" not in line
    ]
    assert required == ["requests>=2.32"]


def test_the_sdk_imports_only_requests():
    """Some modules are exceptions: they need the packages of their extras. urllib3 is a dependency of requests."""
    extras = {"discord.py": "discord", "pytest_plugin.py": "pytest"}
    extras |= {"async_transport.py": "httpx2", "async_client.py": "httpx2"}
    for path in (ROOT / "sdk/referee_sdk").rglob("*.py"):
        known = sys.stdlib_module_names | {"referee_sdk", "requests", "urllib3", extras.get(path.name, "")}
        unexpected = {name.split(".")[0] for name in imports(ast.parse(path.read_bytes()))} - known
        assert not unexpected, path


def test_the_wheel_installs_alone_and_plays_against_a_running_service(wheel, server, tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REFEREE"))}

    def run(*command: str | Path) -> str:
        return subprocess.run(
            command, env=environment, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=180
        ).stdout

    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    pip = (sys.executable, "-m", "pip", "--python", venv / "bin/python", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", wheel)
    assert run(venv / "bin/python", "-c", PLAY, server.address) == "1\n"
    assert "0 failed" in run(venv / "bin/referee-check", CORPUS, "--url", server.address)
    assert (
        "burgundy"
        in subprocess.run(
            [venv / "bin/referee-play", "--url", server.address],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        ).stderr
    )
