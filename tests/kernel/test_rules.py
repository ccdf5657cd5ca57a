"""Tests of refusals and faults as values."""

from referee_service.kernel.rules import fault, refuse


def test_facts_may_have_any_name():
    assert refuse("herd.size", rule=1, facts=2).facts == {"rule": 1, "facts": 2}
    assert fault("herds", "herd.size", path="here", rule="there").facts == {"path": "here", "rule": "there"}
