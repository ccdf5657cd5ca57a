"""Runner for GitHub workflows and composite actions on this machine, because GitHub cannot run here.

It runs the `run` scripts with bash and the variables that GitHub sets. Actions of other repositories (checkout,
setup-python, upload-artifact) are not run but listed. It knows the expressions that this project uses, and refuses
others.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")
"""The command of GitHub for `shell: bash`."""


@dataclass
class WorkflowRun:
    """A run in a checked-out repository. `actions` has the folders of composite actions; others are only listed.

    `inputs` replaces inputs of these actions, so that they install the wheels under test.
    """

    workspace: Path
    environment: Mapping[str, str]
    actions: Mapping[str, Path] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    used: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)
    output: str = ""

    def run_workflow(self, path: Path) -> bool:
        """Run the jobs of a workflow until one fails. Return whether all steps have succeeded."""
        jobs = yaml.safe_load(path.read_text())["jobs"]
        return all(self._run_steps(job["steps"], {}, None) for job in jobs.values())

    def run_action(self, folder: Path, inputs: Mapping[str, str]) -> bool:
        """Run a composite action with inputs, or their defaults. Return whether all steps have succeeded."""
        action = yaml.safe_load((folder / "action.yml").read_text())
        assert action["runs"]["using"] == "composite"
        assert set(inputs) <= set(action["inputs"]), "an input does not exist"
        values = {name: str(inputs.get(name, entry["default"])) for name, entry in action["inputs"].items()}
        return self._run_steps(action["runs"]["steps"], values, folder)

    def _run_steps(self, steps: list[dict[str, Any]], inputs: Mapping[str, str], folder: Path | None) -> bool:
        has_succeeded = True
        for step in steps:
            assert step.get("if") in (None, "always()"), "this runner does not know the condition"
            if has_succeeded or "if" in step:
                has_succeeded = self._run_step(step, inputs, folder) and has_succeeded
        return has_succeeded

    def _run_step(self, step: dict[str, Any], inputs: Mapping[str, str], folder: Path | None) -> bool:
        if "uses" in step:
            values = {name: evaluate(str(value), inputs) for name, value in step.get("with", {}).items()}
            name = step["uses"].partition("@")[0]
            self.used.append((step["uses"], values))
            return self.run_action(self.actions[name], {**values, **self.inputs}) if name in self.actions else True
        variables = {name: evaluate(str(value), inputs) for name, value in step.get("env", {}).items()}
        github = {"GITHUB_ACTIONS": "true", "CI": "true", "GITHUB_WORKSPACE": str(self.workspace)}
        if folder is not None:
            assert step["shell"] == "bash", "a composite action names the shell of each step"
            github["GITHUB_ACTION_PATH"] = str(folder)
        assert "${{" not in step["run"], "an expression in a script would run what its value contains"
        done = subprocess.run(
            [*BASH, step["run"]],
            cwd=self.workspace,
            env={**self.environment, **github, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=180,
            check=False,
        )
        self.output += done.stdout
        return done.returncode == 0


def evaluate(text: str, inputs: Mapping[str, str]) -> str:
    """Replace expressions. Only `inputs.NAME` is known; others raise KeyError."""
    return EXPRESSION.sub(lambda found: {f"inputs.{name}": value for name, value in inputs.items()}[found[1]], text)


def environment_of(venv: Path, **variables: str) -> dict[str, str]:
    """Return the environment of a job: the commands of a virtual environment first, no settings of this project."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REFEREE", "GIT"))}
    return {**inherited, "PATH": f"{venv / 'bin'}:{os.environ['PATH']}", "VIRTUAL_ENV": str(venv), **variables}
