"""Recorder of golden playthroughs of the solo scenarios of Empires of the North.

It uses the policy of record.py:

    PYTHONPATH=. python -m tests.golden.record_scenarios
"""

from __future__ import annotations

import json
from typing import get_args

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import ScenarioName
from tests.golden.record import HERE, Playthrough, golden_text, play_policy_game, summary_of

SCENARIOS: tuple[str, ...] = get_args(ScenarioName)
EXPECTED = HERE / "empires_north-scenarios.json"


def play_solo(scenario: str) -> Playthrough:
    """Return the solo game that the policy plays in this scenario."""
    return play_policy_game(GAME, 1, {"scenario": scenario})


def record() -> None:
    """Write the golden files of all scenarios."""
    lines = []
    for scenario in SCENARIOS:
        playthrough = play_solo(scenario)
        (HERE / f"empires_north-1-{scenario}.game").write_text(golden_text(playthrough.record))
        summary = {**summary_of(GAME, playthrough.end), "offered": playthrough.offered}
        lines.append(f'  "{scenario}": {json.dumps(summary)}')
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    record()
