"""The two-minute campaign, and what it finds in planted samples."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.chaos.campaign import Campaign, Outcome, line, run_campaign
from tests.chaos.client import Sample
from tests.chaos.faults import FAULTS
from tests.chaos.promises import PROMISES
from tests.chaos.service import Service

HOLD_SECONDS = 4.0
PATIENCE = 3.0
"""Limits of time are three times those of the page: the machine may have other work."""
EFFECTS = {
    "DATA_KILLED": "guard-unavailable",
    "DATA_STOPPED": "guard-unavailable",
    "DATA_EMPTIED": "match-lost",
    "WEB_KILLED": "disconnected",
}
"""A failure of any call that proves that the fault was there."""


@pytest.mark.alone
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are found in /proc")
def test_the_promises_hold_in_the_two_minute_campaign(tmp_path, record_property):
    faults = [fault for fault in FAULTS if fault.is_quick]
    outcomes = asyncio.run(run_campaign(tmp_path, faults, HOLD_SECONDS, PATIENCE))
    for outcome in outcomes:
        record_property("figures", line(outcome))
    assert [outcome.name for outcome in outcomes] == ["NO_FAULT", *(fault.name for fault in faults)]
    assert [f"{outcome.name}: {breach}" for outcome in outcomes for breach in outcome.breaches] == []
    assert all(len(outcome.samples) > 100 for outcome in outcomes)
    for outcome in outcomes:
        if outcome.name in EFFECTS:
            failures = {failure.split()[-1] for failure in outcome.failures}
            assert EFFECTS[outcome.name] in failures, f"{outcome.name} had no effect"


@pytest.fixture
def campaign(tmp_path) -> Campaign:
    """Return a campaign whose service does not run."""
    return Campaign(Service(tmp_path), HOLD_SECONDS)


def breaches(campaign: Campaign, name: str, *samples: Sample, recovery: float = 0.0) -> list[str]:
    """Return the broken promises of a fault from second 10 to second 20."""
    outcome = Outcome(name, list(samples), 0, 0, recovery, {})
    return list(campaign._breaches(outcome, PROMISES[name], 10.0, 20.0))


def test_a_failure_is_a_breach_unless_the_promise_names_it(campaign):
    refused = Sample("guarded", 12.0, 12.1, "guard-unavailable")
    assert breaches(campaign, "DATA_STOPPED", refused) == []
    assert breaches(campaign, "CACHE_STOPPED", refused) == ["guarded: guard-unavailable, +2.0 s"]
    broken = Sample("open", 12.0, 12.1, "internal-error")
    assert breaches(campaign, "DATA_STOPPED", broken) == ["1 internal errors", "open: internal-error, +2.0 s"]


def test_a_late_recovery_and_a_wrong_answer_are_breaches(campaign):
    (late,) = breaches(campaign, "DATA_STOPPED", recovery=30.0)
    assert late.startswith("recovery took 30.0 s")
    campaign.room.ledger.wrong.append("open burgundy: the digest differs")
    assert breaches(campaign, "NO_FAULT") == ["open burgundy: the digest differs"]


@pytest.mark.parametrize(
    ("name", "acknowledged", "is_breach"),
    [
        ("DATA_STOPPED", 9.0, True),
        ("DATA_KILLED", 9.0, False),
        ("DATA_KILLED", 5.0, True),
        ("DATA_EMPTIED", 5.0, False),
    ],
)
def test_lost_data_is_a_breach_unless_the_promise_allows_it(campaign, name, acknowledged, is_breach):
    campaign.room.ledger.lose(acknowledged, "a commit")
    assert bool(breaches(campaign, name)) is is_breach
