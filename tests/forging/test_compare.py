"""Comparison of commits by forged states: the states are reproducible, and every kind of difference is named."""

import pytest

from referee_service.games import GAMES
from tests.forging.compare import ROOT, forged_states, kind_of_difference, verdicts


def test_forged_states_are_the_same_every_time():
    assert forged_states(GAMES["settlement"], 30) == forged_states(GAMES["settlement"], 30)


def test_a_checkout_gives_one_verdict_per_state():
    states = forged_states(GAMES["settlement"], 30)
    found = verdicts(ROOT, "settlement", states)
    assert len(found) == 30
    assert any(found), "most forged states are refused"
    assert not all(found), "some are possible"


@pytest.mark.parametrize(
    ("before", "now", "kind"),
    [
        ([], [], None),
        (["a: r"], ["a: r"], None),
        (["a: r"], [], "newly accepted"),
        ([], ["a: r"], "newly refused"),
        (["a: r"], ["b: r"], "other faults"),
        (["a: r"], ["exception: KeyError()"], "exception"),
        (["exception: KeyError()"], ["exception: KeyError()"], "exception"),
        (["exception: KeyError()"], ["a: r"], "exception gone"),
    ],
)
def test_every_difference_has_its_kind(before, now, kind):
    assert kind_of_difference(before, now) == kind
