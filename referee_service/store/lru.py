"""What was used lately: values bounded in weight and in time. When it is full, what was not used for longest goes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from msgspec import Struct

V = TypeVar("V")


class Entry(Struct, Generic[V], gc=False):
    """A value, the moment it ends, and what it weighs."""

    value: V
    expires_at: float
    weight: int


class LruTtlCache(Generic[V]):
    """Values by name, for all threads of a process; hits and misses are counted."""

    def __init__(self, limit: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock, self._lock = limit, clock, Lock()
        self._entries = OrderedDict[str, Entry[V]]()
        self._weight = self.hits = self.misses = 0

    def get(self, key: str) -> V | None:
        """The value, while it has neither ended nor been pushed out."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.expires_at <= self._clock():
                self._remove(key)
                entry = None
            if entry is None:
                self.misses += 1
                return None
            self.hits += 1
            self._entries.move_to_end(key)
            return entry.value

    def put(self, key: str, value: V, *, weight: int, seconds: int) -> None:
        """Keep a value for some seconds, unless it alone is too heavy."""
        if weight > self._limit or seconds <= 0:
            return
        with self._lock:
            self._remove(key)
            self._entries[key] = Entry(value, self._clock() + seconds, weight)
            self._weight += weight
            while self._weight > self._limit:
                self._remove(next(iter(self._entries)))

    def _remove(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._weight -= entry.weight
