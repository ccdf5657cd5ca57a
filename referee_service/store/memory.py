"""The store of a single process: a cache bounded in bytes, and guards that nobody else sees."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from msgspec import Struct

from referee_service.store import GUARD_SECONDS, VALUE_LIMIT, Commitment, Health

ENTRY_BYTES: Final = 320
"""What an entry weighs beside its key and value (270 bytes measured), so that many small ones are bounded too."""


class Entry(Struct, gc=False):
    """A cached value and the moment it ends."""

    value: bytes
    ends: float
    weight: int


class Guard(Struct, gc=False):
    """How each committed position of one match went on, and the moment the guard ends."""

    ends: float
    played: dict[str, str] = {}


class MemoryStore:
    """The in-process twin of RedisStore. When it is full, what was not used for longest goes first."""

    def __init__(self, max_bytes: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_bytes, self._clock = max_bytes, clock
        self._lock = Lock()
        self._entries = OrderedDict[str, Entry]()
        self._bytes = self._hits = self._misses = 0
        self._guards = OrderedDict[str, Guard]()

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str) -> bytes | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.ends <= self._clock():
                self._forget(key)
                entry = None
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            self._entries.move_to_end(key)
            return entry.value

    def put(self, key: str, value: bytes, *, seconds: int) -> None:
        weight = ENTRY_BYTES + len(key) + len(value)
        if len(value) > VALUE_LIMIT or weight > self._max_bytes or seconds <= 0:
            return
        with self._lock:
            self._forget(key)
            self._entries[key] = Entry(value, self._clock() + seconds, weight)
            self._bytes += weight
            while self._bytes > self._max_bytes:
                self._forget(next(iter(self._entries)))

    def _forget(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry.weight

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str) -> None:
        with self._lock:
            now = self._drop_ended_guards()
            if match not in self._guards:
                self._guards[match] = Guard(now + GUARD_SECONDS)

    def commit(self, match: str, base: str, after: str) -> Commitment:
        with self._lock:
            now = self._drop_ended_guards()
            guard = self._guards.get(match)
            if guard is None:
                return "lost"
            if base in guard.played:
                return "same" if guard.played[base] == after else "other"
            guard.played[base] = after
            guard.ends = now + GUARD_SECONDS
            self._guards.move_to_end(match)
            return "first"

    def _drop_ended_guards(self) -> float:
        """Guards lie in the order in which they end. Returns the time."""
        now = self._clock()
        while self._guards and next(iter(self._guards.values())).ends <= now:
            self._guards.popitem(last=False)
        return now

    def health(self) -> Health:
        with self._lock:
            return Health("memory", up=True, shared=False, hits=self._hits, misses=self._misses, failures=0)
