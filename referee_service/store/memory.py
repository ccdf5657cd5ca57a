"""In-process store: a cache bounded in bytes, and guards that other processes do not see."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from msgspec import Struct

from referee_service.store import (
    FINISHED_GUARD_SECONDS,
    GUARD_SECONDS,
    MAX_VALUE_BYTES,
    RECENT_COMMITS,
    Commit,
    CommitStatus,
    StoreHealth,
)
from referee_service.store.lru import LruTtlCache

ENTRY_OVERHEAD_BYTES: Final = 320
"""Memory of an entry beside its key and value (270 bytes measured). It bounds the number of small entries."""


class GuardEntry(Struct, gc=False):
    """The guard of one match: when it expires, the request that created it, its ply, and its last commits by base.

    The oldest commit comes first.
    """

    expires_at: float
    request: str = ""
    ply: int = -1
    commits: dict[str, str] = {}

    def record(self, commit: Commit) -> CommitStatus:
        """Record a commit, unless its base has another continuation."""
        if commit.base in self.commits:
            return "same" if self.commits[commit.base] == commit.after else "other"
        *_, head = self.commits.values() if self.commits else (commit.base,)
        if head != commit.base and commit.base_ply <= self.ply:
            return "other"
        if len(self.commits) == RECENT_COMMITS:
            del self.commits[next(iter(self.commits))]
        self.commits[commit.base], self.ply = commit.after, commit.after_ply
        return "first"


class MemoryStore:
    """In-process store with the behaviour of RedisStore. A full cache evicts the least recently used values."""

    def __init__(self, max_bytes: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._cache = LruTtlCache[bytes](max_bytes, clock=clock)
        self._guards, self._finished = OrderedDict[str, GuardEntry](), OrderedDict[str, GuardEntry]()

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the cached value, or None. All values are local, so `local_only` changes nothing."""
        return self._cache.get(key)

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value for `seconds`, unless it is above MAX_VALUE_BYTES."""
        if len(value) <= MAX_VALUE_BYTES:
            self._cache.put(key, value, weight=ENTRY_OVERHEAD_BYTES + len(key) + len(value), seconds=seconds)

    def offer(self, key: str, value: bytes, *, seconds: int) -> None:
        """Cache a value, unless there is one."""
        if self._cache.get(key) is None:
            self.put(key, value, seconds=seconds)

    def flush(self) -> None:
        """Do nothing: writes are immediate."""

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str, request: str = "") -> bool:
        """Create the guard of a match, unless it exists. Return whether this request created it."""
        with self._lock:
            now = self._expire_guards()
            guard = self._guards.get(match) or self._finished.get(match)
            if guard is None:
                guard = self._guards[match] = GuardEntry(now + GUARD_SECONDS, request)
            return guard.request == request

    def commit(self, match: str, commit: Commit) -> CommitStatus:
        """Record a commit, under a lock. Never raises."""
        with self._lock:
            now = self._expire_guards()
            guard = self._guards.get(match) or self._finished.get(match)
            if guard is None:
                return "lost"
            status = guard.record(commit)
            if status == "first":
                self._guards.pop(match, None)
                self._finished.pop(match, None)
                guard.expires_at = now + (FINISHED_GUARD_SECONDS if commit.is_last else GUARD_SECONDS)
                (self._finished if commit.is_last else self._guards)[match] = guard
            return status

    def _expire_guards(self) -> float:
        """Remove expired guards and return the current time. Both collections are ordered by expiry."""
        now = self._clock()
        for guards in (self._guards, self._finished):
            while guards and next(iter(guards.values())).expires_at <= now:
                guards.popitem(last=False)
        return now

    def health(self) -> StoreHealth:
        """Return the cache statistics. The store is always up."""
        cache = self._cache
        return StoreHealth("memory", up=True, shared=False, hits=cache.hits, misses=cache.misses, failures=0)
