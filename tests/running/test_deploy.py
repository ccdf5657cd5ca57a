"""Deployment files: the steps of the Dockerfile run in a clean virtual environment, without a container."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from referee_service.settings import Settings
from tests.running.conftest import ROOT, clean_environment, is_ok, start_server

STEPS = [
    line.split(maxsplit=1)
    for line in (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    if line and not line.startswith("#")
]


def arguments_of(instruction: str) -> list[str]:
    """Return the arguments of every Dockerfile line with this instruction."""
    return [rest for word, rest in STEPS if word == instruction]


def environment(folder: Path) -> dict[str, str]:
    """Return the ENV of the image with /opt/referee replaced by this folder, and with a free port."""
    settings = dict(pair.split("=", 1) for line in arguments_of("ENV") for pair in shlex.split(line))
    inherited = clean_environment(PATH="/usr/local/bin:/usr/bin:/bin")
    path = settings.pop("PATH").replace("$PATH", inherited["PATH"]).replace("/opt/referee", str(folder))
    return {**inherited, **settings, "PATH": path, "REFEREE_PORT": "0"}


@pytest.fixture
def image(tmp_path_factory) -> Path:
    """Return a folder with the content of /opt/referee, built only from the files that the Dockerfile copies."""
    source, target = tmp_path_factory.mktemp("src"), tmp_path_factory.mktemp("opt") / "referee"
    for line in arguments_of("COPY"):
        *names, folder = line.split()
        if names[0].startswith("--from"):
            continue
        for name in names:
            path = source / folder / ("" if (ROOT / name).is_dir() else Path(name).name)
            path.parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, path)
    (run,) = [line for line in arguments_of("RUN") if "install.sh" in line]
    subprocess.run(
        [word.replace("/opt/referee", str(target)) for word in run.split()],
        cwd=source,
        env=clean_environment(),
        check=True,
        timeout=300,
    )
    shutil.rmtree(source)
    return target


def assert_no_development_tools(image: Path) -> None:
    process = subprocess.run(
        [image / "bin" / "python", "-m", "pip", "list", "--format=json", "--disable-pip-version-check"],
        capture_output=True,
        check=True,
        timeout=60,
    )
    names = {package["name"].lower() for package in json.loads(process.stdout)}
    assert {"flask", "granian", "redis", "referee-service"} <= names
    assert not names & {"pytest", "mypy", "ruff", "schemathesis", "hypothesis", "gunicorn", "catanatron"}


@pytest.mark.alone
def test_the_image_starts_is_healthy_and_ends_on_sigterm(image, tmp_path):
    assert_no_development_tools(image)
    variables = environment(image)
    (command,) = arguments_of("CMD")
    program = [shutil.which(word, path=variables["PATH"]) or word for word in json.loads(command)]
    assert Path(program[0]) == image / "bin" / "referee"
    server = start_server(program, variables, tmp_path, cwd=tmp_path)
    try:
        assert is_ok(f"{server.address}/v1/games")
        assert is_ok(f"{server.address}/docs")
        (check,) = arguments_of("HEALTHCHECK")
        health = json.loads(check.partition("CMD ")[2])
        health_env = {**variables, "REFEREE_PORT": server.address.rpartition(":")[2]}
        health[0] = str(image / "bin" / health[0])
        assert subprocess.run(health, env=health_env, check=False, timeout=30).returncode == 0
    finally:
        code, seconds = server.stop()
    assert code == 0
    assert seconds < 10
    assert subprocess.run(health, env=health_env, check=False, timeout=30, stderr=subprocess.DEVNULL).returncode != 0


def test_the_image_runs_as_an_unprivileged_user():
    instructions = [word for word, _ in STEPS]
    assert arguments_of("USER") == ["referee"]
    assert "RUN" not in instructions[instructions.index("USER") :]
    assert len(arguments_of("FROM")) == 2


def test_dockerignore_allows_exactly_the_copied_files():
    allowed = set(re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    copied = {name for line in arguments_of("COPY") if not line.startswith("--from") for name in line.split()[:-1]}
    assert copied == allowed


def test_compose_has_a_web_a_worker_and_a_persistent_redis():
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    assert compose["services"].keys() == {"web", "worker", "redis"}
    for name in ("web", "worker"):
        assert Settings.from_env(compose["services"][name]["environment"]).redis_url
    assert compose["services"]["worker"]["command"] == ["referee", "worker"]
    assert "--appendonly" in compose["services"]["redis"]["command"]


def test_env_example_has_every_setting_with_its_default():
    lines = (ROOT / "deploy/env.example").read_text().splitlines()
    shown = [line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?[A-Z_]+=", line)]
    assert sorted(shown) == sorted(map(list, Settings().redacted().items()))
