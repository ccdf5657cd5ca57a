"""The store protocol: a cache that may lose data, and guards against take-backs that must not.

`memory.py` keeps both in this process and `redis.py` shares them between processes. `tiered.py` puts the memory cache
in front of Redis. `embedded.py` starts a private Redis.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from msgspec import Struct

MAX_VALUE_BYTES: Final = 256 * 1024
"""Larger values are not cached: they would evict more than they save."""

GUARD_SECONDS: Final = 90 * 24 * 60 * 60
"""Lifetime of a guard after the last commit of its match. An older match cannot be continued."""

CommitStatus = Literal["first", "same", "other", "lost"]
"""The result of a commit.

first: the base had no continuation, and the commit was recorded. same: the same continuation was recorded before.
other: a different continuation was recorded before. lost: the match has no guard, so nothing was recorded.
"""


class StoreUnavailable(Exception):
    """Raised by guard calls and the search queue if Redis is unreachable. Cache calls treat an outage as a miss."""


class StoreHealth(Struct, frozen=True):
    """State of the store, and cache statistics of this process."""

    kind: Literal["redis", "memory"]
    up: bool
    shared: bool
    """Whether other processes see the same guards."""
    hits: int
    misses: int
    """Calls of `get` that returned None, including those during an outage."""
    failures: int
    """Calls that failed or timed out. Calls that the circuit breaker skipped do not count."""
    dropped: int = 0
    """Values that were not written because the write-behind queue was full."""


class Store(Protocol):
    """The operations of a store. Cache and guards are independent but may share a server."""

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the cached value, or None if it is missing or the store is down. Never raises.

        With `local_only` look only in this process. Use it for values that are faster to compute than to fetch.
        """

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value for `seconds`, if the store is up and the value is not above MAX_VALUE_BYTES. Never raises.

        A key must always name the same value (it holds a digest), because a `put` that fails keeps an earlier value.
        With `local_only` cache it only in this process.
        """

    def flush(self) -> None:
        """Wait for a few seconds at most until all pending writes are sent. Never raises."""

    def begin_guard(self, match: str) -> None:
        """Create the guard of a match, unless it exists. Raises StoreUnavailable."""

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
        """Record that the position `base` continued to `after`, unless it has a continuation. Atomic.

        `base` and `after` are digests. Raises StoreUnavailable. A caller that got no answer may repeat the commit; it
        then gets "first" or "same".
        """

    def health(self) -> StoreHealth:
        """Return the current state and statistics. Never raises."""
