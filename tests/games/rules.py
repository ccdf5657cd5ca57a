"""Decorators that name the rules a test proves.

`@rule(id)`: the test itself shows an action that the rule forbids and one that it allows.
`@refuses(id)` and `@allows(id)`: the test shows one side, and the decorator checks that the engine judged so.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

JUDGED: list[set[str]] = []
"""Rules of every judgement and audit since the current test began, one set per call of the harness."""


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test that shows these rules applied and not applied."""
    return pytest.mark.rule(*ids)


def refuses(*ids: str) -> Callable:
    """Check that the engine refused an action, or an audit found a fault, under each of these rules."""
    return _checked(ids, lambda rule_id: any(rule_id in rules for rules in JUDGED), "nothing was refused under")


def allows(*ids: str) -> Callable:
    """Check that, for each of these rules, some judgement or audit did not name it."""
    return _checked(ids, lambda rule_id: any(rule_id not in rules for rules in JUDGED), "nothing was allowed under")


def _checked(ids: tuple[str, ...], is_shown: Callable[[str], bool], complaint: str) -> Callable:
    """Return a decorator that fails the test if a rule was not shown."""

    def decorate(test: Callable) -> Callable:
        @functools.wraps(test)
        def checked_test(*args, **kwargs) -> None:
            JUDGED.clear()
            test(*args, **kwargs)
            for rule_id in ids:
                assert is_shown(rule_id), f"{complaint} {rule_id} in {test.__name__}"

        return checked_test

    return decorate
