"""In-process store: a cache bounded in bytes, and guards that other processes do not see."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from msgspec import Struct

from referee_service.store import GUARD_SECONDS, MAX_VALUE_BYTES, CommitStatus, StoreHealth
from referee_service.store.lru import LruTtlCache

ENTRY_OVERHEAD_BYTES: Final = 320
"""Memory of an entry beside its key and value (270 bytes measured). It bounds the number of small entries."""


class GuardEntry(Struct, gc=False):
    """The guard of one match: the continuation of each committed position, and the time at which it expires."""

    expires_at: float
    commits: dict[str, str] = {}


class MemoryStore:
    """In-process store with the behaviour of RedisStore. A full cache evicts the least recently used values."""

    def __init__(self, max_bytes: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._cache = LruTtlCache[bytes](max_bytes, clock=clock)
        self._guards = OrderedDict[str, GuardEntry]()

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the cached value, or None. All values are local, so `local_only` changes nothing."""
        return self._cache.get(key)

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value for `seconds`, unless it is above MAX_VALUE_BYTES."""
        if len(value) <= MAX_VALUE_BYTES:
            self._cache.put(key, value, weight=ENTRY_OVERHEAD_BYTES + len(key) + len(value), seconds=seconds)

    def flush(self) -> None:
        """Do nothing: writes are immediate."""

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str) -> None:
        """Create the guard of a match, unless it exists."""
        with self._lock:
            now = self._expire_guards()
            if match not in self._guards:
                self._guards[match] = GuardEntry(now + GUARD_SECONDS)

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
        """Record that `base` continued to `after`, under a lock. Never raises."""
        with self._lock:
            now = self._expire_guards()
            guard = self._guards.get(match)
            if guard is None:
                return "lost"
            if base in guard.commits:
                return "same" if guard.commits[base] == after else "other"
            guard.commits[base] = after
            guard.expires_at = now + GUARD_SECONDS
            self._guards.move_to_end(match)
            return "first"

    def _expire_guards(self) -> float:
        """Remove expired guards and return the current time. Guards are ordered by their expiry."""
        now = self._clock()
        while self._guards and next(iter(self._guards.values())).expires_at <= now:
            self._guards.popitem(last=False)
        return now

    def health(self) -> StoreHealth:
        """Return the cache statistics. The store is always up."""
        cache = self._cache
        return StoreHealth("memory", up=True, shared=False, hits=cache.hits, misses=cache.misses, failures=0)
