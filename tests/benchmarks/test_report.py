"""The page of the benchmarks: figures, their spread and limits, the machine, and the command."""

import subprocess
import sys

import pytest

from benchmarks.http import body_of
from benchmarks.report import LIMITS, Figure, Machine, page, this_machine
from tests.architecture.source_files import ROOT

MACHINE = Machine("Z80 at 4 MHz", 1, 0.001, "CP/M 2.2", "3.11.7", "0123456789ab")
MOVES = "`POST moves` / Flask echo, 4 connections"


def written(*figures: Figure) -> str:
    return page(figures, MACHINE, date="2026-01-01", command="python -m benchmarks --write", method="By turns.")


def test_a_row_has_the_figure_its_median_its_spread_and_its_limit():
    assert f"| {MOVES} | 0.60x (0.50–0.91) | {LIMITS[MOVES]} |" in written(Figure(MOVES, [0.91, 0.5, 0.6]))


def test_a_single_value_has_no_spread():
    assert "| memory | 73.6 MB | – |" in written(Figure("memory", [73.62], "MB"))


def test_a_figure_without_values_is_shown_as_not_measured():
    assert "| signed | not measured | – |" in written(Figure("signed", []))


@pytest.mark.parametrize(
    ("value", "text"), [(0.123456, "0.12x"), (9.999, "10.00x"), (12.34, "12.3x"), (1234.5, "1,234x")]
)
def test_numbers_are_rounded_to_what_a_measurement_can_tell(value, text):
    assert Figure("ratio", [value]).text == text


def test_a_figure_of_one_game_has_the_limit_of_its_kind():
    assert Figure("start of the app, CPU: burgundy", [1.0], "s").limit == LIMITS["start of the app, CPU"]


def test_the_page_names_the_machine_the_commit_and_the_command():
    text = written()
    for part in ("Z80 at 4 MHz, cores: 1", "CP/M 2.2", "Python 3.11.7", "0123456789ab", "python -m benchmarks --write"):
        assert part in text


def test_the_machine_of_the_tests_has_a_processor_cores_and_a_commit():
    machine = this_machine()
    assert machine.processor
    assert machine.cores >= 1
    assert machine.memory_gb > 0
    assert len(machine.commit.split()[0]) == 12


def test_a_body_has_a_signature_only_if_the_service_signs():
    assert body_of(b'{"a":1}', "roll") == b'{"state":{"a":1},"notation":"roll"}'
    assert body_of(b'{"a":1}', "roll", "5e") == b'{"state":{"a":1},"notation":"roll","signature":"5e"}'


def test_every_part_but_the_engine_runs_without_the_peers():
    """`python -m benchmarks --only http` needs no package that only the environment of `make bench` has."""
    run = subprocess.run([sys.executable, "-m", "benchmarks", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "--write" in run.stdout
