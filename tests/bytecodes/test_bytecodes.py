"""Tests of the engine's work per action: a count of bytecodes that may not rise."""

import json

import pytest

from referee_service.games import GAMES
from tests.bytecodes.counter import PYTHON_VERSION, TABLE_FILE, BytecodeCounter, measure_apart

TABLE = json.loads(TABLE_FILE.read_text())
LARGEST_CHANGE = 1.05

if TABLE["python"] != PYTHON_VERSION:
    pytest.skip(f"the table is of Python {TABLE['python']}, this is {PYTHON_VERSION}", allow_module_level=True)


def test_the_table_has_every_game():
    assert list(TABLE["games"]) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_an_action_costs_no_more_bytecodes_than_the_table_says(game):
    counts, limits = measure_apart(game), TABLE["games"][game]
    assert list(counts) == list(limits)
    for seats, count in counts.items():
        assert count <= limits[seats] * LARGEST_CHANGE, f"{seats} seats: {count}, the table has {limits[seats]}"
        assert count * LARGEST_CHANGE >= limits[seats], "better: run `python -m tests.bytecodes.counter --write`"


def test_the_counter_counts_callees_and_nothing_outside():
    def callee(number):
        return number + 1

    counter = BytecodeCounter()
    assert counter.run(lambda: callee(1)) == 2
    once = counter.count
    assert 5 <= once <= 20
    sum(range(1000))
    assert counter.count == once
    counter.run(lambda: [callee(1), callee(2)])
    assert counter.count > 2 * once
