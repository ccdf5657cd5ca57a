"""The store of a single process: a cache bounded in bytes, and guards that nobody else sees."""

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
"""What an entry weighs beside its key and value (270 bytes measured), so that many small ones are bounded too."""


class GuardEntry(Struct, gc=False):
    """How each committed position of one match went on, and the moment the guard ends."""

    expires_at: float
    commits: dict[str, str] = {}


class MemoryStore:
    """The in-process twin of RedisStore. When it is full, what was not used for longest goes first."""

    def __init__(self, max_bytes: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._cache = LruTtlCache[bytes](max_bytes, clock=clock)
        self._guards = OrderedDict[str, GuardEntry]()

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        return self._cache.get(key)

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        if len(value) <= MAX_VALUE_BYTES:
            self._cache.put(key, value, weight=ENTRY_OVERHEAD_BYTES + len(key) + len(value), seconds=seconds)

    def flush(self) -> None:
        """Nothing waits here."""

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str) -> None:
        with self._lock:
            now = self._expire_guards()
            if match not in self._guards:
                self._guards[match] = GuardEntry(now + GUARD_SECONDS)

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
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
        """Guards lie in the order in which they end. Returns the time."""
        now = self._clock()
        while self._guards and next(iter(self._guards.values())).expires_at <= now:
            self._guards.popitem(last=False)
        return now

    def health(self) -> StoreHealth:
        cache = self._cache
        return StoreHealth("memory", up=True, shared=False, hits=cache.hits, misses=cache.misses, failures=0)
