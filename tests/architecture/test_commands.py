"""The test commands of the Makefile: no test is left out of them, and none runs twice."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
MARKS = ("soak", "alone")
"""The marks that choose the command of a test."""
SKIPPED = {"build", "dist", "node_modules", "venv"}
"""Names of folders that pytest never enters."""


def pytest_calls(target: str) -> list[list[str]]:
    """Return the arguments of every pytest call of a make target, in order. Nothing is run."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    dry_run = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    calls = [shlex.split(line) for line in dry_run.stdout.splitlines() if " -m pytest" in line]
    return [words[words.index("pytest") + 1 :] for words in calls]


def option(arguments: list[str], name: str) -> str | None:
    """Return the value of an option, or None if it is not given."""
    return arguments[arguments.index(name) + 1] if name in arguments else None


def paths(arguments: list[str]) -> list[str]:
    """Return the files and folders that a call names. Without any, pytest collects `testpaths`."""
    return [word for word in arguments if word.startswith("tests")]


def is_selected(arguments: list[str], marks: set[str]) -> bool:
    """Return whether a call selects a test with these marks."""
    return bool(eval(option(arguments, "-m"), {}, {mark: mark in marks for mark in MARKS}))


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=len(MARKS))))
def test_every_test_is_run_by_exactly_one_call_of_test_and_soak(chosen):
    marks = {mark for mark, is_chosen in zip(MARKS, chosen, strict=True) if is_chosen}
    calls = [*pytest_calls("test"), *pytest_calls("soak")]
    assert [is_selected(arguments, marks) for arguments in calls].count(True) == 1


def test_no_folder_is_left_out_of_test_and_soak():
    for arguments in [*pytest_calls("test"), *pytest_calls("soak")]:
        assert paths(arguments) == []
        assert not any(word.startswith(("-k", "--ignore", "--deselect")) for word in arguments)
    assert OPTIONS["testpaths"] == ["tests"]
    assert not OPTIONS.keys() & {"norecursedirs", "python_files", "python_functions", "collect_imported_tests"}
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    skipped = {folder for folder in folders if SKIPPED & set(folder.relative_to(ROOT).parts)}
    assert skipped == set()


def test_tests_with_a_time_limit_run_after_the_others_in_one_process():
    parallel, alone = pytest_calls("test")
    assert (option(parallel, "-n"), option(alone, "-n")) == ("auto", None)
    assert is_selected(alone, {"alone"})


def test_check_runs_a_part_of_test():
    (check,), (parallel, _) = pytest_calls("check"), pytest_calls("test")
    assert paths(check)
    assert [word for word in check if word not in paths(check)] == parallel
    for path in paths(check):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(
    ("variables", "report"),
    [
        ({"REFEREE_NO_BROWSER": "1"}, r"^skipped: REFEREE_NO_BROWSER=1 \(\d tests\)$"),
        ({"REFEREE_BROWSER": "no-such-program"}, "^`no-such-program` is missing: run `make system`"),
    ],
)
def test_tests_without_a_browser_say_what_to_do(variables, report):
    """They fail, and are skipped only if the user says so."""
    process = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/browser/test_accessibility.py", "-x"],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (process.returncode == 0) == ("REFEREE_NO_BROWSER" in variables), process.stdout
    assert re.search(report, process.stdout, re.MULTILINE), process.stdout


def test_ci_runs_test():
    assert (ROOT / ".ci/run").read_text().splitlines()[-1] == "exec make test"
