"""The store protocol: a cache that may lose data, and guards against take-backs that must not.

`memory.py` keeps both in this process and `redis.py` shares them between processes. `tiered.py` puts the memory cache
in front of Redis. `circuit_breaker.py` stops calls to a Redis that does not respond. `embedded.py` starts a private
Redis.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from msgspec import Struct

MAX_VALUE_BYTES: Final = 256 * 1024
"""Larger values are not cached: they would evict more than they save."""

GUARD_SECONDS: Final = 90 * 24 * 60 * 60
"""Lifetime of a guard after a commit of its match. A match that pauses for longer cannot be continued."""

FINISHED_GUARD_SECONDS: Final = 24 * 60 * 60
"""Lifetime of a guard after the commit that ends its match. So long the last move may be repeated."""

RECENT_COMMITS: Final = 4
"""Number of commits that a guard keeps. A repeat of an older one counts as another continuation."""

CommitStatus = Literal["first", "same", "other", "lost"]
"""The result of a commit.

first: the base had no continuation, and the commit was recorded. same: the same continuation was recorded before.
other: a different continuation was recorded before, or the base is older than the commits that the guard keeps.
lost: the match has no guard, so nothing was recorded.
"""


WriteRefusal = Literal["full", "read-only", "refused"]
"""Why a server that responds refuses writes: no memory is left, it is a replica, or another reason."""

StoreWarning = Literal["one-redis", "data-redis-evicts"]
"""A set-up that may lose guards and counts.

one-redis: cache and data are in the same server. data-redis-evicts: the server with the data evicts keys if it is full.
"""


class StoreUnavailable(Exception):
    """Raised by guard calls and the search queue if Redis is unreachable. Cache calls treat an outage as a miss."""


class Commit(Struct, frozen=True):
    """A committed position `base` of a match, and the next one. Both are digests with their plies."""

    base: str
    base_ply: int
    """-1 if it is unknown."""
    after: str
    after_ply: int
    is_last: bool = False
    """Whether the match is over after it."""


class StoreHealth(Struct, frozen=True):
    """State of the store, and cache statistics of this process."""

    kind: Literal["redis", "memory"]
    up: bool
    """Whether the server with guards, limits and queue responds."""
    shared: bool
    """Whether other processes see the same guards."""
    hits: int
    misses: int
    """Calls of `get` that returned None, including those during an outage."""
    failures: int
    """Calls that failed or timed out. Calls that the circuit breaker skipped do not count."""
    dropped: int = 0
    """Values that were not written because the write-behind queue was full."""
    cache_up: bool = True
    """Whether the server with the cache responds."""
    refusal: WriteRefusal | None = None
    """Why guards cannot be written although the server responds."""
    warnings: tuple[StoreWarning, ...] = ()


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

    def offer(self, key: str, value: bytes, *, seconds: int) -> None:
        """Cache a value as `put` does, unless the store has one under this key. It does not wait."""

    def flush(self) -> None:
        """Wait for a few seconds at most until all pending writes are sent. Never raises."""

    def begin_guard(self, match: str, request: str = "") -> bool:
        """Create the guard of a match, unless it exists. Atomic. Return whether this request created it.

        `request` is a digest of the set-up. A repetition of the same request also gets True. Raises StoreUnavailable.
        """

    def commit(self, match: str, commit: Commit) -> CommitStatus:
        """Record a commit, unless its base has another continuation. Atomic.

        A guard keeps its ply and the last RECENT_COMMITS commits. A new commit continues the last one. It may also
        begin at a higher ply: then the guard lost commits, and the caller has a position that was committed.
        Raises StoreUnavailable. A caller that got no answer may repeat the commit; it then gets "first" or "same".
        """

    def health(self) -> StoreHealth:
        """Return the current state and statistics. Never raises."""
