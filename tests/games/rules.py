"""How a test says which rule it proves.

`@rule(id)`: the test sees both sides itself (parametrised, or two assertions).
`@refuses(id)` and `@allows(id)`: it sees one side; then the referee must really have ruled so while the test ran.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

JUDGED: list[set[str]] = []
"""What the referee answered since the current test began."""


def rule(*ids: str) -> pytest.MarkDecorator:
    """The test sees these rules applied and not applied."""
    return pytest.mark.rule(*ids)


def refuses(*ids: str) -> Callable:
    """The test sees the referee refuse under these rules."""
    return _seen(ids, lambda rule_id: any(rule_id in judged for judged in JUDGED), "nothing was refused under")


def allows(*ids: str) -> Callable:
    """The test sees the referee raise no objection under these rules."""
    return _seen(ids, lambda rule_id: any(rule_id not in judged for judged in JUDGED), "nothing passed")


def _seen(ids: tuple[str, ...], happened: Callable[[str], bool], complaint: str) -> Callable:
    def decorate(test: Callable) -> Callable:
        @functools.wraps(test)
        def checked(*args, **kwargs) -> None:
            JUDGED.clear()
            test(*args, **kwargs)
            for rule_id in ids:
                assert happened(rule_id), f"{complaint} {rule_id} in {test.__name__}"

        return checked

    return decorate
