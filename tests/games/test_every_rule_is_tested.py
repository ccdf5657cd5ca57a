"""Every rule id of every game has a test that sees it applied and one that sees it not applied."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from referee_service.games import GAMES
from referee_service.kernel.catalogue import load_rules

HERE = Path(__file__).parent
SIDES = {"rule": {"applies", "does not"}, "refuses": {"applies"}, "allows": {"does not"}}


def proved_in(folder: Path) -> dict[str, set[str]]:
    """For each rule id named by a test in this folder, which of its two sides are seen."""
    proved: dict[str, set[str]] = defaultdict(set)
    for path in folder.glob("test_*.py"):
        for test in ast.walk(ast.parse(path.read_text())):
            if isinstance(test, ast.FunctionDef):
                for mark in test.decorator_list:
                    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id in SIDES:
                        for rule_id in mark.args:
                            proved[ast.literal_eval(rule_id)] |= SIDES[mark.func.id]
    return proved


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_test_on_both_sides(name):
    proved = proved_in(HERE / name)
    rules = load_rules(f"referee_service.games.{name}")
    lacking = {rule_id: SIDES["rule"] - proved[rule_id] for rule_id in rules if proved[rule_id] != SIDES["rule"]}
    assert not lacking


@pytest.mark.parametrize("name", GAMES)
def test_no_test_names_a_rule_that_does_not_exist(name):
    known = set(GAMES[name].catalogue().rules)
    assert set(proved_in(HERE / name)) <= known
