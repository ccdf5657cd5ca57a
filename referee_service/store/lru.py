"""LRU cache bounded by total weight and by age."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from msgspec import Struct

V = TypeVar("V")


class Entry(Struct, Generic[V], gc=False):
    """A cached value with its expiry time and its weight."""

    value: V
    expires_at: float
    weight: int


class LruTtlCache(Generic[V]):
    """Thread-safe LRU cache with expiry, weights, and counters of hits and misses.

    `limit` bounds the sum of weights. A full cache evicts the least recently used values.
    """

    def __init__(self, limit: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock, self._lock = limit, clock, Lock()
        self._entries = OrderedDict[str, Entry[V]]()
        self._weight = self.hits = self.misses = 0

    def get(self, key: str) -> V | None:
        """Return the value, or None if it was evicted or has expired."""
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
        """Cache a value for `seconds`, unless its weight alone exceeds the limit."""
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
