"""The report at the end of a test run."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.running.conftest import ROOT

FILES = ["tests/kernel/test_hexes.py", "tests/kernel/test_bags.py"]


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["one process", "two processes"])
def test_a_run_prints_its_slowest_files(options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *FILES],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 2 slowest files " in done.stdout
    lines = re.findall(r"^ +([0-9.]+)s  (\S+)$", done.stdout, re.MULTILINE)
    assert {path for _, path in lines} == set(FILES)
    seconds = [float(number) for number, _ in lines]
    assert seconds == sorted(seconds, reverse=True)
