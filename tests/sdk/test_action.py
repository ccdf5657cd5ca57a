"""Scripts of `action.yml`: which packages they install, and how they call `referee-check`."""

from __future__ import annotations

import os

import pytest
import yaml

from tests.sdk.matches import ROOT
from tests.sdk.workflows import WorkflowRun

STUB = """#!/bin/sh
for argument in "${0##*/}" "$@" "${REFEREE_API_KEY-unset}"; do printf "<%s>" "$argument"; done
echo
"""
"""A program that prints its name, its arguments and the API key."""


@pytest.fixture
def calls(tmp_path):
    """Return a function that runs the action with inputs and returns the programs that it calls."""
    for name in ("python", "referee-check"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(STUB)
        program.chmod(0o755)
    (tmp_path / "b.whl").touch()
    (tmp_path / "a.whl").touch()

    def run_action(**inputs: str) -> list[list[str]]:
        run = WorkflowRun(tmp_path, {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"})
        assert run.run_action(ROOT, {name.replace("_", "-"): value for name, value in inputs.items()})
        assert [name for name, _ in run.used] == ["actions/setup-python@v5"]
        return [line[1:-1].split("><") for line in run.output.splitlines()]

    return run_action


def test_the_action_installs_its_own_repository_and_checks_everything(calls):
    install, check = calls()
    assert install == ["python", "-m", "pip", "install", "--quiet", f"{ROOT}/sdk", str(ROOT), "unset"]
    assert check == ["referee-check", "--format", "github", "--lang", "en", "--", ".", "unset"]


def test_a_service_at_a_url_is_not_installed(calls):
    install, check = calls(url="http://referee.example", api_key="sesame")
    assert install[5:-1] == [f"{ROOT}/sdk"]
    assert check[5:] == ["--url", "http://referee.example", "--", ".", "sesame"]


def test_packages_may_be_a_pattern(calls):
    install, _ = calls(packages="*.whl pytest")
    assert install[5:-1] == ["a.whl", "b.whl", "pytest"]


def test_every_line_of_files_is_a_path(calls):
    _, check = calls(files="records\n-odd name.game\n$(touch hacked)\n", junit="my report.xml", lang="fr")
    assert check[3:-1] == [
        "--lang", "fr", "--junit", "my report.xml", "--", "records", "-odd name.game", "$(touch hacked)"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "options"),
    [
        ("true", ["--changed"]),
        ("True", ["--changed"]),
        ("origin/main", ["--changed=origin/main"]),
        ("", []),
        ("False", []),
    ],
)
def test_only_changed_files_are_checked_on_request(calls, changed, options):
    _, check = calls(changed=changed)
    assert check[5:-2] == [*options, "--"]


def test_every_input_is_described_and_used():
    text = (ROOT / "action.yml").read_text()
    inputs = yaml.safe_load(text)["inputs"]
    assert all(entry["description"].endswith(".") and "default" in entry for entry in inputs.values())
    assert all(f"${{{{ inputs.{name} }}}}" in text for name in inputs)
    assert all(f"| `{name}` |" in (ROOT / "docs/checks.md").read_text() for name in inputs)
