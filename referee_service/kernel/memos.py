"""Memos: caches of pure functions whose arguments are states or their parts, and the sizes of all memos.

Every new position brings new arguments, so each memo of a serving process fills up. The sizes keep all of them
together below 20 MB. With 50 matches in turn, four times the size makes no rule or search measurably faster.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Final, TypeVar, TypeVarTuple

A = TypeVarTuple("A")
R = TypeVar("R")

MEMO_ENTRIES: Final = 1024
"""Largest number of results that a memo of the rules keeps."""
EVALUATION_ENTRIES: Final = 4096
"""Largest number of results that a memo of an evaluation keeps. A search visits thousands of positions."""


def memo_by(key: Callable[[*A], Hashable], entries: int) -> Callable[[Callable[[*A], R]], Callable[[*A], R]]:
    """Build the decorator of a function whose result depends on less than its arguments, and is never None.

    `key` returns what the result depends on. Calls with equal keys share one result. A full memo is emptied.
    """

    def decorate(function: Callable[[*A], R]) -> Callable[[*A], R]:
        results: dict[Hashable, R] = {}

        @wraps(function)
        def remembered(*arguments: *A) -> R:
            at = key(*arguments)
            result = results.get(at)
            if result is None:
                result = function(*arguments)
                if len(results) >= entries:
                    results.clear()
                results[at] = result
            return result

        return remembered

    return decorate
