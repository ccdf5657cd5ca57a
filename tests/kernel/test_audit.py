"""Tests of staged audits and of the quiescence check."""

from __future__ import annotations

from referee_service.kernel.audit import quiescence_check, staged_audit
from referee_service.kernel.pending import push
from referee_service.kernel.rules import fault
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import given
from tests.kernel.toy.flow import FLOW
from tests.kernel.toy.questions import DealCardsFrame

LONG, HIGH = fault("hand", "state.long"), fault("turn", "state.high")


def test_a_group_of_checks_runs_only_if_no_earlier_group_found_a_fault():
    checked = []

    def second_group(state):
        checked.append(state)
        return [HIGH]

    assert list(staged_audit(lambda state: [LONG, HIGH], second_group)(given())) == [LONG, HIGH]
    assert not checked
    assert list(staged_audit(lambda state: [], second_group)(given())) == [HIGH]
    assert checked


def test_a_pending_automatic_step_is_a_fault():
    check = quiescence_check(FLOW.automatic_step)
    assert not list(check(given()))
    (found,) = check(push(given(), DealCardsFrame(CHANCE, 0, 0)))
    assert (found.path, found.rule, found.facts) == ("pending", "referee.rest", {"question": "deal_cards"})
