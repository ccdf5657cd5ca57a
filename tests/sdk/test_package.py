"""Wheels of the SDK and the service: installed in clean environments, they do everything that the docs show."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from tests.architecture.test_imports import imports
from tests.running.installation import Environment, wheel_of
from tests.sdk.check_files import BURGUNDY, git, tampered_record
from tests.sdk.corpus import CORPUS
from tests.sdk.matches import ROOT
from tests.sdk.workflows import WorkflowRun, environment_of

PLAY_ALONE = """
import importlib.util, sys
from referee_sdk import Client
match = Client(sys.argv[1]).new_match("burgundy", seats=2, seed="1")
match.play(match.legal_actions()[0])
assert importlib.util.find_spec("referee_service") is None
assert importlib.util.find_spec("discord") is None
print(match.decision_count)
"""

PLAY_ALL = """
import sys
from referee_sdk import Client
client = Client(sys.argv[1])
for summary in client.games():
    match = client.new_match(summary.game, seats=summary.seats[0], seed="1")
    while match.decision_count < 5:
        match.play(match.legal_actions()[0])
    assert match.picture().startswith(b"\\x89PNG")
    print(summary.game, match.decision_count)
"""


# --- fixtures ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path) -> Path:
    """Copy the example of a repository with records, and commit it."""
    folder = shutil.copytree(ROOT / "examples/ci-check", tmp_path / "repository")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Records")
    return folder


# --- the SDK alone ----------------------------------------------------------------------------------------------------


def test_the_wheel_is_typed_and_contains_only_the_sdk(wheels):
    wheel = wheel_of(wheels, "referee_sdk")
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
    """Some modules are exceptions: they need the packages of their extras.

    urllib3 is a dependency of requests, and aiohttp of discord.py.
    """
    extras = {"discord": "discord", "terminal": "textual", "pytest_plugin.py": "pytest"}
    extras |= {"async_transport.py": "httpx2", "async_client.py": "httpx2"}
    package = ROOT / "sdk/referee_sdk"
    for path in package.rglob("*.py"):
        known = sys.stdlib_module_names | {"referee_sdk", "requests", "urllib3"}
        known |= {extras.get(part, "") for part in path.relative_to(package).parts}
        known |= {"aiohttp"} if "discord" in path.parts else set()
        unexpected = {name.split(".")[0] for name in imports(ast.parse(path.read_bytes()))} - known
        assert not unexpected, path


def test_the_sdk_installs_alone_and_plays_against_a_running_service(wheels, server, tmp_path):
    alone = Environment(tmp_path)
    alone.install(wheel_of(wheels, "referee_sdk"))
    assert alone.run("python", "-c", PLAY_ALONE, server.address) == "1\n"
    assert "0 failed" in alone.run("referee-check", CORPUS, "--url", server.address)
    assert "burgundy" in alone.run("referee-play", "--url", server.address, code=2)


# --- both wheels ------------------------------------------------------------------------------------------------------


def python_blocks(page: Path) -> list[str]:
    """Return the Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def test_both_packages_come_from_the_wheels(installed):
    for name in ("referee_sdk", "referee_service"):
        path = installed.run("python", "-c", f"import {name}; print({name}.__file__)")
        assert path.startswith(str(installed.venv))


def test_the_examples_of_the_readme_run(installed):
    rules, sdk = python_blocks(ROOT / "README.md")[:2]
    assert "place_tile.stored – You have no bank in storage." in installed.run("python", "-c", rules)
    assert "from referee_sdk import Client" in sdk
    assert installed.run("python", "-c", sdk).startswith("Banque: ")


def test_the_installed_service_has_every_file_that_it_needs(installed, installed_server):
    played = installed.run("python", "-c", PLAY_ALL, installed_server.address).split()
    assert played[1::2] == ["5"] * 5
    for path in ("/docs", "/openapi.yaml"):
        with urlopen(f"{installed_server.address}{path}", timeout=30) as response:
            assert response.status == 200
    (code,) = python_blocks(ROOT / "sdk/README.md")
    assert installed.run("python", "-c", code.replace("http://127.0.0.1:8080", installed_server.address))


def test_the_commands_of_the_guide_print_what_it_shows(installed, tmp_path):
    """The clone has only the example, and the commands run in one shell, as a reader types them."""
    clone = tmp_path / "referee"
    shutil.copytree(ROOT / "examples/ci-check", clone / "examples/ci-check")
    section = (ROOT / "docs/checks.md").read_text().partition("## Check\n")[2]
    (guide,) = re.findall(r"^```console\n(.*?)^```", section.partition("\n## ")[0], re.MULTILINE | re.DOTALL)
    commands = [line.removeprefix("$ ") for line in guide.splitlines() if line.startswith("$ ")]
    script = "\n".join(f"printf '%s\\n' {shlex.quote(f'$ {command}')}; {keep_status(command)}" for command in commands)
    assert installed.run("bash", "-c", script, cwd=clone) == guide


def keep_status(command: str) -> str:
    """Return a command that finds the exit code of the command before it in `$?`, in spite of the prompt."""
    return f"(exit ${{status:-0}}); {command}\nstatus=$?"


# --- CI ---------------------------------------------------------------------------------------------------------------


def test_the_action_and_the_workflow_are_valid_for_github(installed):
    for schema, path in (
        ("github-actions", ROOT / "action.yml"),
        ("github-workflows", ROOT / "examples/ci-check/.github/workflows/records.yml"),
    ):
        installed.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", path)


def workflow_run(installed: Environment, repository: Path, wheels: Path) -> WorkflowRun:
    workflow = yaml.safe_load((repository / ".github/workflows/records.yml").read_text())
    name = workflow["jobs"]["records"]["steps"][1]["uses"].partition("@")[0]
    inputs = {"packages": f"{wheels}/*.whl"}
    return WorkflowRun(repository, environment_of(installed.venv), {name: ROOT}, inputs)


def test_the_workflow_of_the_example_passes(installed, repository, wheels):
    run = workflow_run(installed, repository, wheels)
    assert run.run_workflow(repository / ".github/workflows/records.yml"), run.output
    assert "1 checked, 0 failed" in run.output
    assert "3 passed" in run.output
    assert (repository / run.used[-1][1]["path"]).exists()


def test_the_action_fails_at_the_line_that_a_pull_request_breaks(installed, repository, wheels):
    git(repository, "branch", "target")
    path, line = tampered_record("burgundy", repository / "records")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "A wrong record")
    run = WorkflowRun(repository, environment_of(installed.venv))
    assert not run.run_action(ROOT, {"changed": "target", "packages": f"{wheels}/*.whl"})
    command, summary, scope = run.output.splitlines()
    place = f"file=records/{path.name},line={line}"
    assert command.startswith(f"::error {place},title=referee-check%3A illegal-move::99 place_tile ")
    assert (summary, scope) == ("1 checked, 1 failed", "1 of 2 records changed since target")


def test_the_pytest_plugin_is_installed(installed, tmp_path):
    shutil.copy(BURGUNDY, tmp_path / "fine.game")
    path, line = tampered_record("burgundy", tmp_path)
    report = installed.run("python", "-m", "pytest", "-q", cwd=tmp_path, code=1)
    assert "1 failed, 1 passed" in report
    assert f"({path.name}:{line})\n    99 " in report


def test_the_pre_commit_hook_refuses_a_wrong_record(installed, repository, tmp_path):
    """pre-commit clones a repository and installs it, so it gets a copy of this one with the files it needs."""
    project = tmp_path / "project"
    for name in (".pre-commit-hooks.yaml", "pyproject.toml", "LICENSE", "referee_service", "web", "sdk"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (project / name).parent.mkdir(exist_ok=True)
        copy(ROOT / name, project / name)
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "Project")
    config = repository / ".pre-commit-config.yaml"
    settings = yaml.safe_load(config.read_text())
    settings["repos"][0] |= {"repo": str(project), "rev": git(project, "rev-parse", "HEAD")}
    config.write_text(yaml.safe_dump(settings))

    path, line = tampered_record("burgundy", repository / "records")
    git(repository, "add", "-A")
    report = installed.run("pre-commit", "run", cwd=repository, code=1)
    assert f"records/{path.name}:{line}: 99 " in report
    assert "1 checked, 1 failed" in report
    shutil.copy(BURGUNDY, path)
    git(repository, "add", "-A")
    assert "Passed" in installed.run("pre-commit", "run", cwd=repository)
