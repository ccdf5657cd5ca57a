"""The Dockerfile step by step in a clean virtual environment: all but the container itself is real."""

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
from tests.running.conftest import ROOT, answers, clean_environment, started

STEPS = [
    line.split(maxsplit=1)
    for line in (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    if line and not line.startswith("#")
]


def said(step: str) -> list[str]:
    """What the Dockerfile says after this word, time by time."""
    return [rest for word, rest in STEPS if word == step]


def environment(folder: Path) -> dict[str, str]:
    """What ENV sets, with the folder of the image moved to ours and a free port."""
    settings = dict(pair.split("=", 1) for line in said("ENV") for pair in shlex.split(line))
    inherited = clean_environment(PATH="/usr/local/bin:/usr/bin:/bin")
    path = settings.pop("PATH").replace("$PATH", inherited["PATH"]).replace("/opt/referee", str(folder))
    return {**inherited, **settings, "PATH": path, "REFEREE_PORT": "0"}


@pytest.fixture
def image(tmp_path_factory) -> Path:
    """What the first stage leaves in /opt/referee, made from exactly the files it copies."""
    source, target = tmp_path_factory.mktemp("src"), tmp_path_factory.mktemp("opt") / "referee"
    for line in said("COPY"):
        *names, into = line.split()
        if names[0].startswith("--from"):
            continue
        for name in names:
            place = source / into / ("" if (ROOT / name).is_dir() else Path(name).name)
            place.parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, place)
    (run,) = [line for line in said("RUN") if "install.sh" in line]
    subprocess.run(
        [word.replace("/opt/referee", str(target)) for word in run.split()],
        cwd=source,
        env=clean_environment(),
        check=True,
        timeout=300,
    )
    shutil.rmtree(source)
    return target


def assert_no_tool_of_development(image: Path) -> None:
    listed = subprocess.run(
        [image / "bin" / "python", "-m", "pip", "list", "--format=json", "--disable-pip-version-check"],
        capture_output=True,
        check=True,
        timeout=60,
    )
    names = {package["name"].lower() for package in json.loads(listed.stdout)}
    assert {"flask", "granian", "redis", "referee-service"} <= names
    assert not names & {"pytest", "mypy", "ruff", "schemathesis", "hypothesis", "gunicorn", "catanatron"}


@pytest.mark.alone
def test_the_image_starts_is_healthy_and_ends_on_sigterm(image, tmp_path):
    assert_no_tool_of_development(image)
    variables = environment(image)
    (command,) = said("CMD")
    program = [shutil.which(word, path=variables["PATH"]) or word for word in json.loads(command)]
    assert Path(program[0]) == image / "bin" / "referee"
    server = started(program, variables, tmp_path, cwd=tmp_path)
    try:
        assert answers(f"{server.address}/v1/games")
        assert answers(f"{server.address}/docs")
        (check,) = said("HEALTHCHECK")
        health = json.loads(check.partition("CMD ")[2])
        asked = {**variables, "REFEREE_PORT": server.address.rpartition(":")[2]}
        health[0] = str(image / "bin" / health[0])
        assert subprocess.run(health, env=asked, check=False, timeout=30).returncode == 0
    finally:
        code, seconds = server.stop()
    assert code == 0
    assert seconds < 10
    assert subprocess.run(health, env=asked, check=False, timeout=30, stderr=subprocess.DEVNULL).returncode != 0


def test_the_image_runs_as_nobody_special():
    last = [word for word, _ in STEPS][[word for word, _ in STEPS].index("USER") :]
    assert said("USER") == ["referee"]
    assert "RUN" not in last
    assert len(said("FROM")) == 2


def test_what_the_dockerfile_copies_is_sent_to_the_builder():
    sent = set(re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    copied = {name for line in said("COPY") if not line.startswith("--from") for name in line.split()[:-1]}
    assert copied == sent


def test_compose_has_a_web_a_worker_and_a_redis_that_keeps_the_guards():
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    assert compose["services"].keys() == {"web", "worker", "redis"}
    for name in ("web", "worker"):
        assert Settings.from_env(compose["services"][name]["environment"]).redis_url
    assert compose["services"]["worker"]["command"] == ["referee", "worker"]
    assert "--appendonly" in compose["services"]["redis"]["command"]


def test_the_example_of_the_environment_names_every_setting_with_its_default():
    lines = (ROOT / "deploy/env.example").read_text().splitlines()
    given = dict(line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?[A-Z_]+=", line))
    assert given.keys() == Settings().redacted().keys()
    examples = {"REDIS_URL", "REFEREE_RATE_LIMIT"}  # whose default is to have none
    assert {**Settings.from_env(given).redacted(), **dict.fromkeys(examples, "")} == Settings().redacted()
