"""Deployment files: the steps of the Dockerfile run in a clean virtual environment, without a container."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from redis import AuthenticationError, ConnectionError, Redis

from referee_service.server.listener import GRACE_SECONDS
from referee_service.settings import Settings
from referee_service.store.embedded import redis_executable
from tests.running.conftest import ROOT, clean_environment, is_ok, start_server, wait_until

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
        assert is_ok(f"{server.address}/kit/referee.js")
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
    (user,) = arguments_of("USER")
    assert int(user) > 0, "an orchestrator can check only a number"
    assert any(f"useradd --uid {user} " in line for line in arguments_of("RUN"))
    assert "RUN" not in instructions[instructions.index("USER") :]
    assert len(arguments_of("FROM")) == 2


def test_dockerignore_allows_exactly_the_copied_files():
    allowed = set(re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    copied = {name for line in arguments_of("COPY") if not line.startswith("--from") for name in line.split()[:-1]}
    assert copied == allowed


PASSWORD = "a-password-for-compose"
COMPOSE = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]


def filled_in(text: str) -> str:
    """Replace the variables of a value, as compose does."""
    return re.sub(r"\$\{REDIS_PASSWORD:\?[^}]*\}", PASSWORD, text)


def test_compose_has_a_web_a_worker_and_two_redis_servers():
    assert COMPOSE.keys() == {"web", "worker", "redis-data", "redis-cache"}
    for name in ("web", "worker"):
        settings = Settings.from_env({key: filled_in(url) for key, url in COMPOSE[name]["environment"].items()})
        assert settings.redis_url == f"redis://:{PASSWORD}@redis-data:6379/0"
        assert settings.cache_url == f"redis://:{PASSWORD}@redis-cache:6379/0"
    assert COMPOSE["worker"]["command"] == ["referee", "worker"]


def test_compose_waits_for_the_end_of_requests_and_searches():
    seconds = {name: int(COMPOSE[name].get("stop_grace_period", "10s").removesuffix("s")) for name in COMPOSE}
    assert seconds["web"] > GRACE_SECONDS
    assert seconds["worker"] > Settings().search_seconds


@pytest.mark.parametrize("name", COMPOSE)
def test_every_service_of_compose_has_limits_and_few_rights(name):
    service = COMPOSE[name]
    assert {"mem_limit", "pids_limit"} <= service.keys()
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])


def test_the_redis_servers_of_compose_are_in_a_private_network_only():
    networks = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["networks"]
    assert networks["store"] == {"internal": True}
    for name in ("redis-data", "redis-cache"):
        assert COMPOSE[name]["networks"] == ["store"]
        assert "ports" not in COMPOSE[name]


@contextmanager
def redis_of_compose(name: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run the command of a Redis server of compose here, in another folder and on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    *shell, script = COMPOSE[name]["command"]
    script = re.sub(r"--dir \S+", f"--dir {folder} --port {port}", script.replace("$$", "$"))
    variables = {key: filled_in(value) for key, value in COMPOSE[name]["environment"].items()}
    program = redis_executable().parent
    process = subprocess.Popen(
        [*shell, script], env={"PATH": f"{program}:/usr/bin:/bin", **variables}, stdout=subprocess.DEVNULL
    )
    try:
        yield process, port
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0, "SIGTERM reaches Redis itself"


@pytest.mark.parametrize(
    ("name", "persistence", "policy"), [("redis-data", "yes", "noeviction"), ("redis-cache", "no", "allkeys-lru")]
)
def test_a_redis_of_compose_needs_its_password_and_has_its_role(name, persistence, policy, tmp_path):
    with redis_of_compose(name, tmp_path) as (process, port), Redis(port=port, password=PASSWORD) as client:
        wait_until(lambda: responds(client))
        settings = client.config_get("*")
        assert [settings[key] for key in ("appendonly", "maxmemory-policy")] == [persistence, policy]
        assert int(settings["maxmemory"]) < parse_size(COMPOSE[name]["mem_limit"])
        with Redis(port=port) as stranger, pytest.raises(AuthenticationError):
            stranger.ping()
        assert PASSWORD not in Path(f"/proc/{process.pid}/cmdline").read_text()


def responds(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except ConnectionError:
        return False


def parse_size(text: str) -> int:
    return int(text[:-1]) << {"m": 20, "g": 30}[text[-1]]


@pytest.mark.parametrize("lock", ["requirements.lock", "deploy/requirements.lock", "benchmarks/requirements.lock"])
def test_every_locked_package_has_hashes(lock):
    """pip then refuses every file with another content."""
    text = (ROOT / lock).read_text().replace("\\\n", " ")
    packages = [line for line in text.splitlines() if "==" in line and not line.lstrip().startswith("#")]
    assert len(packages) > 20
    assert [line for line in packages if "--hash=sha256:" not in line] == []


def test_env_example_has_every_setting_with_its_default():
    lines = (ROOT / "deploy/env.example").read_text().splitlines()
    shown = [line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?[A-Z_]+=", line)]
    for_compose = {"REDIS_PASSWORD": ""}
    assert sorted(shown) == sorted(map(list, (Settings().redacted() | for_compose).items()))
