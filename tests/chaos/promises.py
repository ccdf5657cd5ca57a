"""What the service promises under each fault. docs/reliability.md has the same names and values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Loss = Literal["nothing", "2 seconds", "all"]
"""Acknowledged data that a fault may lose: guards and searches of the last two seconds before it, or all of them."""

WRONG_ANSWERS = 0
TAKE_BACKS = 0
DUPLICATED_COMMITS = 0
INTERNAL_ERRORS = 0
RETRY_AFTER_SECONDS = 1
LOST_SECONDS = 2
OPEN_P99_FACTOR = 2
OPEN_P99_SLACK_SECONDS = 0.05

NUMBERS = (
    "WRONG_ANSWERS",
    "TAKE_BACKS",
    "DUPLICATED_COMMITS",
    "INTERNAL_ERRORS",
    "RETRY_AFTER_SECONDS",
    "LOST_SECONDS",
    "OPEN_P99_FACTOR",
    "OPEN_P99_SLACK_SECONDS",
)
"""The promises that hold under every fault."""


@dataclass(frozen=True, slots=True)
class Promise:
    """The failures that clients may see during a fault, how soon they end after it, and what may be lost.

    A failure is the code of a problem, `disconnected` (no complete answer) or `refused` (no connection). Empty: all
    calls are served.
    """

    open: frozenset[str] = frozenset()
    guarded: frozenset[str] = frozenset()
    searches: frozenset[str] = frozenset()
    recovers_seconds: int = 0
    loses: Loss = "nothing"

    def allowed(self, family: str) -> frozenset[str]:
        """Return the failures that calls of a family may have."""
        families = {"guarded": self.guarded, "search": self.searches, "stream": self.searches}
        return families.get(family, self.open)


_NO_GUARD, _NO_SEARCH = frozenset({"guard-unavailable"}), frozenset({"search-unavailable", "no-worker"})
_BROKEN = frozenset({"disconnected"})
_GONE = frozenset({"disconnected", "refused"})

NO_FAULT = Promise()
DATA_KILLED = Promise(guarded=_NO_GUARD, searches=_NO_SEARCH, recovers_seconds=8, loses="2 seconds")
DATA_STOPPED = Promise(guarded=_NO_GUARD, searches=_NO_SEARCH, recovers_seconds=8)
DATA_EMPTIED = Promise(
    guarded=frozenset({"match-lost"}),
    searches=frozenset({"unknown-job", "match-lost"}) | _NO_SEARCH,
    recovers_seconds=8,
    loses="all",
)
DATA_FULL = Promise(guarded=_NO_GUARD, searches=_NO_SEARCH, recovers_seconds=8)
DATA_SLOW = Promise(guarded=_NO_GUARD, searches=_NO_SEARCH, recovers_seconds=8)
CACHE_KILLED = Promise()
CACHE_STOPPED = Promise()
CACHE_EMPTIED = Promise()
CACHE_FULL = Promise()
CACHE_SLOW = Promise()
WORKERS_KILLED = Promise(searches=frozenset({"no-worker"}), recovers_seconds=15)
WORKERS_FROZEN = Promise(searches=frozenset({"no-worker"}), recovers_seconds=8)
WEB_KILLED = Promise(open=_BROKEN, guarded=_BROKEN, searches=_BROKEN, recovers_seconds=5)
WEB_TERMINATED = Promise(open=_GONE, guarded=_GONE, searches=_GONE, recovers_seconds=5)
LOG_FULL = Promise()
CLOCK_MOVED = Promise()
SLOW_CLIENTS = Promise()

PROMISES: dict[str, Promise] = {name: value for name, value in globals().items() if isinstance(value, Promise)}
"""The promise of each fault by its name."""
