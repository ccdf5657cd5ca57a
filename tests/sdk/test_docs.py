"""Docs of the SDK: `python live` blocks run against a running service, and every public method appears."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import tomllib
from types import FunctionType

import pytest

from referee_sdk import Client, Match, Record, Room, errors
from referee_sdk.chat import Table, TableManager
from tests.sdk.matches import ROOT

LIVE = re.compile(r"^```python live\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = {name: (ROOT / "docs" / name).read_text() for name in ("sdk.md", "chat.md", "checks.md")}
BLOCKS = [
    pytest.param(code, id=f"{name}-{index}")
    for name, page in PAGES.items()
    for index, code in enumerate(LIVE.findall(page))
]


@pytest.mark.parametrize("code", BLOCKS)
def test_every_live_block_runs_against_a_running_service(server, monkeypatch, code):
    """A block begins with nothing and connects with `Client()`, as in the shell of a reader."""
    monkeypatch.setenv("REFEREE_URL", server.address)
    exec(compile(code, "docs", "exec"), {"__name__": "__main__"})


def test_the_first_example_runs_after_the_first_command_and_prints_what_it_shows(server, monkeypatch, capsys):
    install = re.findall(r"^```console\n(.*?)^```", PAGES["sdk.md"], re.MULTILINE | re.DOTALL)[0]
    code = re.findall(r"^```python.*?\n(.*?)^```", PAGES["sdk.md"], re.MULTILINE | re.DOTALL)[0]
    assert install == "$ pip install ./sdk\n"
    assert "referee_service" not in code
    monkeypatch.setenv("REFEREE_URL", server.address)
    exec(compile(code, "docs", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.+)$", code, re.MULTILINE)


def test_the_blocks_of_the_page_pass_mypy_in_strict_mode(tmp_path):
    blocks = re.findall(r"^```python.*?\n(.*?)^```", PAGES["sdk.md"], re.MULTILINE | re.DOTALL)
    files = [tmp_path / f"block_{index}.py" for index in range(len(blocks))]
    for file, code in zip(files, blocks, strict=True):
        file.write_text(code)
    cache = f"--cache-dir={tmp_path / 'cache'}"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", cache, *files]
    paths = {"MYPYPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | paths, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_the_readme_of_the_package_runs(server, capsys):
    (code,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "sdk/README.md").read_text(), re.MULTILINE | re.DOTALL)
    exec(compile(code.replace("http://127.0.0.1:8080", server.address), "README", "exec"), {})
    assert capsys.readouterr().out


def public_members(kind: type) -> dict[str, object]:
    """Return the public members of a class and its bases in the SDK."""
    constructors = ("from_setup", "from_saved", "from_source", "from_link", "from_access")  # only clients call them
    members = {name: member for base in kind.__mro__[:-1] for name, member in vars(base).items()}
    return {name: member for name, member in members.items() if not name.startswith("_") and name not in constructors}


def test_the_docs_name_the_wheel_and_the_python_of_the_package():
    page, project = PAGES["sdk.md"], tomllib.loads((ROOT / "sdk/pyproject.toml").read_text())["project"]
    assert f"dist/referee_sdk-{project['version']}-py3-none-any.whl[async]" in page
    assert f"User-Agent: referee-sdk/{project['version']} " in page
    assert f"Python {project['requires-python'].removeprefix('>=')} or later" in page
    assert all(f"[{extra}]" in page for extra in project["optional-dependencies"])


@pytest.mark.parametrize("kind", [Client, Match, Room, Table, TableManager, Record], ids=lambda kind: kind.__name__)
def test_every_public_method_is_in_the_docs(kind):
    code = "\n".join(PAGES.values())
    calls = [name for name, member in public_members(kind).items() if isinstance(member, FunctionType | classmethod)]
    missing = [name for name in calls if f".{name}(" not in code]
    assert not missing


def test_every_error_is_in_the_docs():
    family = [name for name, kind in vars(errors).items() if inspect.isclass(kind) and issubclass(kind, Exception)]
    assert [name for name in family if f"`{name}`" not in PAGES["sdk.md"]] == []
