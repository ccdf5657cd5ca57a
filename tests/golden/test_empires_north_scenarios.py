"""The recorded solo scenarios replay to the same end, and the same choices are still offered on the way."""

from __future__ import annotations

import json

import pytest

from referee_service.games.empires_north import GAME
from referee_service.kernel.records import parse_record
from referee_service.kernel.replay import replay
from tests.golden.record import HERE, outcome_of, text_of
from tests.golden.record_scenarios import EXPECTED, SCENARIOS, played_alone


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_recorded_scenario_replays_and_is_played_again_just_so(scenario):
    text, expected = (HERE / f"empires_north-1-{scenario}.game").read_text(), json.loads(EXPECTED.read_text())[scenario]
    assert outcome_of(GAME, replay(GAME, parse_record(text))) | {"offered": expected["offered"]} == expected
    again = played_alone(scenario)
    assert text_of(again.record).splitlines() == text.splitlines()
    assert again.offered == expected["offered"]
