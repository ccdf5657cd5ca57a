"""Tests of the tests: every rule of every game is shown applied and not applied."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from referee_service.games import GAMES
from referee_service.kernel.catalogue import load_rules

HERE = Path(__file__).parent
SIDES = {"rule": {"applied", "not applied"}, "refuses": {"applied"}, "allows": {"not applied"}}
"""What each decorator of rules.py shows."""


def sides_shown(folder: Path) -> dict[str, set[str]]:
    """Return for each rule id that a test of this folder names, which of its two sides are shown."""
    shown: dict[str, set[str]] = defaultdict(set)
    for path in folder.rglob("test_*.py"):
        for test in ast.walk(ast.parse(path.read_text())):
            if isinstance(test, ast.FunctionDef):
                for mark in test.decorator_list:
                    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id in SIDES:
                        for rule_id in mark.args:
                            shown[ast.literal_eval(rule_id)] |= SIDES[mark.func.id]
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_shown_applied_and_not_applied(name):
    shown = sides_shown(HERE / name)
    rules = load_rules(f"referee_service.games.{name}")
    missing = {rule_id: SIDES["rule"] - shown[rule_id] for rule_id in rules if shown[rule_id] != SIDES["rule"]}
    assert not missing


@pytest.mark.parametrize("name", GAMES)
def test_no_test_names_an_unknown_rule(name):
    known = set(GAMES[name].catalogue().rules)
    assert set(sides_shown(HERE / name)) <= known
