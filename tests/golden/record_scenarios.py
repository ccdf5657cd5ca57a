"""Records a playthrough of each solo scenario of Empires of the North, beside those of record.py.

PYTHONPATH=. python -m tests.golden.record_scenarios
"""

from __future__ import annotations

import json
from typing import get_args

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import ScenarioName
from tests.golden.record import HERE, Playthrough, outcome_of, played, text_of

SCENARIOS: tuple[str, ...] = get_args(ScenarioName)
EXPECTED = HERE / "empires_north-scenarios.json"


def played_alone(scenario: str) -> Playthrough:
    """The game that the policy plays alone in this scenario."""
    return played(GAME, 1, {"scenario": scenario})


def record() -> None:
    """Write the golden files."""
    lines = []
    for scenario in SCENARIOS:
        whole = played_alone(scenario)
        (HERE / f"empires_north-1-{scenario}.game").write_text(text_of(whole.record))
        outcome = {**outcome_of(GAME, whole.end), "offered": whole.offered}
        lines.append(f'  "{scenario}": {json.dumps(outcome)}')
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    record()
