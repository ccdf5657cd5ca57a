"""Modules of `web/`: their JSDoc types are right in strict mode, and their tests pass in Node.js."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.typescript.node import PACKAGES, run_node

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "web"
TESTS = sorted(HERE.glob("*.test.js"))
COMPILER = PACKAGES / "typescript/bin/tsc"
MISTAKES = """// Three mistakes.
import { languageOf } from "./language.js";

languageOf(5);
/** @param {string[]} names */
export const first = (names) => names[0].length;
export const untyped = (value) => value;
"""


def compiler_output(config: Path) -> str:
    """Return what the compiler says about a project: nothing if its types are right."""
    process = run_node(COMPILER, "--project", config, "--pretty", "false", cwd=HERE)
    assert not process.stderr, process.stderr
    return process.stdout


def test_all_types_are_right():
    errors = compiler_output(HERE / "tsconfig.json")
    assert not errors, errors


def test_mistakes_are_found(tmp_path):
    shutil.copy(WEB / "language.js", tmp_path)
    (tmp_path / "mistakes.js").write_text(MISTAKES)
    config = {"extends": str(HERE / "tsconfig.json"), "include": ["*.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    found = re.findall(r"mistakes\.js\((\d+),\d+\): error (TS\d+)", compiler_output(tmp_path / "tsconfig.json"))
    assert found == [("4", "TS2345"), ("6", "TS2532"), ("7", "TS7006")]


@pytest.mark.parametrize("path", TESTS, ids=[path.name for path in TESTS])
def test_the_tests_of_a_module_pass(path):
    """Node prints each failed test with its reason and place."""
    process = run_node("--test", "--test-reporter=spec", path, cwd=HERE)
    assert process.returncode == 0, f"\n{process.stdout}{process.stderr}"
    (passed,) = re.findall(r"^ℹ pass (\d+)$", process.stdout, re.MULTILINE)
    assert int(passed) > 0
    assert not re.search(r"^ℹ (?:skipped|todo|cancelled) [1-9]", process.stdout, re.MULTILINE), process.stdout


def test_a_failed_test_is_shown(tmp_path):
    path = tmp_path / "planted.test.js"
    path.write_text('import { test } from "node:test";\ntest("a rule", () => { throw new Error("not here"); });\n')
    process = run_node("--test", "--test-reporter=spec", path, cwd=tmp_path)
    assert process.returncode == 1
    assert "a rule" in process.stdout
    assert "not here" in process.stdout
