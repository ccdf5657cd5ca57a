"""Golden tests of the solo scenarios of Empires of the North: equal replays and equal legal actions."""

from __future__ import annotations

import json

import pytest

from referee_service.games.empires_north import GAME
from referee_service.kernel.records import parse_record
from referee_service.kernel.replay import replay
from tests.golden.record import HERE, golden_text, summary_of
from tests.golden.record_scenarios import EXPECTED, SCENARIOS, play_solo


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_recorded_scenario_replays_and_the_policy_plays_the_same_game(scenario):
    text, expected = (HERE / f"empires_north-1-{scenario}.game").read_text(), json.loads(EXPECTED.read_text())[scenario]
    assert summary_of(GAME, replay(GAME, parse_record(text))) | {"offered": expected["offered"]} == expected
    again = play_solo(scenario)
    assert golden_text(again.record).splitlines() == text.splitlines()
    assert again.offered == expected["offered"]
