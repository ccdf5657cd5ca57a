"""Audits in groups: what a later group trusts, an earlier one has found."""

from __future__ import annotations

from referee_service.kernel.audit import quiescence_check, staged_audit
from referee_service.kernel.pending import push
from referee_service.kernel.rules import fault
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import given
from tests.kernel.toy.flow import proceed
from tests.kernel.toy.state import Cards

LONG, HIGH = fault("hand", "state.long"), fault("turn", "state.high")


def test_a_later_group_is_asked_only_where_all_before_it_hold():
    asked = []

    def trusting(state):
        asked.append(state)
        return [HIGH]

    assert list(staged_audit(lambda state: [LONG, HIGH], trusting)(given())) == [LONG, HIGH]
    assert not asked
    assert list(staged_audit(lambda state: [], trusting)(given())) == [HIGH]
    assert asked


def test_a_position_that_would_go_on_by_itself_is_not_at_rest():
    rests = quiescence_check(proceed)
    assert not list(rests(given()))
    (found,) = rests(push(given(), Cards(CHANCE, 0, 0)))
    assert (found.path, found.rule, found.facts) == ("pending", "referee.rest", {"question": "cards"})
