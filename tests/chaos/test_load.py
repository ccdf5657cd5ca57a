"""The load of `make load`: a short run without errors, and its table."""

from __future__ import annotations

import asyncio

import pytest

from referee_service.games import GAMES
from tests.chaos.load import Figures, recorded_calls, run_load, table

SECONDS = 8.0


@pytest.mark.alone
def test_a_short_load_has_no_errors(tmp_path, capsys):
    failures = asyncio.run(run_load(tmp_path, SECONDS))
    assert [each for each in failures if not each.startswith("memory")] == [], "memory needs a longer run"
    printed = capsys.readouterr().out
    for call in ("move", "move by digest", "guarded move", "legal actions", "verdict", "search"):
        assert f"\n{call} " in printed


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_is_part_of_the_load(game):
    assert {name for name, _, _ in recorded_calls(game)} == {
        *("set-up", "move", "move by digest"),
        *("legal actions", "verdict"),
    }


def test_the_table_shows_the_errors_of_each_call():
    figures = Figures({"guarded move": [1.0, 1.0, 1.0]}, {"guarded move": ["guard-unavailable"]})
    head, line = table(figures, 3.0)
    assert head.split()[:3] == ["call", "per", "second"]
    assert line.split()[2:] == ["1.0", "1000.0", "1000.0", "1000.0", "1"]
