"""Local cache in front of a shared store, with write-behind.

Requests never wait for writes. A background thread sends them in batches and flushes the rest at shutdown.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Final, Protocol

from msgspec.structs import replace

from referee_service.store import Commit, CommitStatus, Store, StoreHealth
from referee_service.store.memory import MemoryStore

BATCH_SIZE: Final = 64
"""Maximum number of values in one call to the shared store."""

SEND_INTERVAL_SECONDS: Final = 0.001
"""Pause between two batches. A single value is sent at once; values that arrive during the pause form a batch."""

MAX_PENDING_WRITES: Final = 2048
"""Size of the write-behind queue. New values are dropped while it is full, because the shared store is too slow."""

FLUSH_TIMEOUT_SECONDS: Final = 5.0
"""Longest wait for pending writes at shutdown."""


class BatchStore(Store, Protocol):
    """A store that writes several values in one call."""

    def put_many(self, values: Mapping[str, bytes], *, seconds: int, is_offer: bool = False) -> None:
        """Cache several values for `seconds`, in one call. An offer replaces no value."""


class TieredStore:
    """Local cache in front of a shared store. Misses and all guard calls go to the shared store."""

    def __init__(self, local: MemoryStore, shared: BatchStore) -> None:
        self._local, self.shared = local, shared
        self._writes = WriteBehindQueue(shared)

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the local value, or that of the shared store unless `local_only` is set."""
        value = self._local.get(key)
        return value if value is not None or local_only else self.shared.get(key)

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value locally, and queue its write to the shared store unless `local_only` is set."""
        self._local.put(key, value, seconds=seconds)
        if not local_only and seconds > 0:
            self._writes.put(key, value, seconds=seconds)

    def offer(self, key: str, value: bytes, *, seconds: int) -> None:
        """Queue a write to the shared store, which ignores it if it has a value. Locally nothing hides that value."""
        if seconds > 0:
            self._writes.put(key, value, seconds=seconds, is_offer=True)

    def begin_guard(self, match: str, request: str = "") -> bool:
        """Create the guard of a match in the shared store. Return whether this request created it.

        Raises StoreUnavailable.
        """
        return self.shared.begin_guard(match, request)

    def commit(self, match: str, commit: Commit) -> CommitStatus:
        """Commit to the guard in the shared store. Raises StoreUnavailable."""
        return self.shared.commit(match, commit)

    def health(self) -> StoreHealth:
        """Return the health of the shared store plus local hits. Local-only misses do not count."""
        health = self.shared.health()
        return replace(health, hits=health.hits + self._local.health().hits, dropped=self._writes.dropped)

    def flush(self) -> None:
        """Wait for pending writes, for at most FLUSH_TIMEOUT_SECONDS."""
        self._writes.flush()


class WriteBehindQueue:
    """Pending writes to a shared store. A background thread sends them; it starts with the first write."""

    def __init__(self, shared: BatchStore) -> None:
        self._shared = shared
        self._changed = threading.Condition()
        self._pending: dict[tuple[int, bool], dict[str, bytes]] = {}
        self._count = 0
        self._sending = False
        self._thread: threading.Thread | None = None
        self.dropped = 0

    def put(self, key: str, value: bytes, *, seconds: int, is_offer: bool = False) -> None:
        """Queue a write, or count it as dropped if the queue is full."""
        with self._changed:
            if self._count >= MAX_PENDING_WRITES:
                self.dropped += 1
                return
            self._pending.setdefault((seconds, is_offer), {})[key] = value
            self._count += 1
            if self._count == 1:
                self._changed.notify_all()
            if self._thread is None or not self._thread.is_alive():  # a forked process has no copy of the thread
                self._thread = threading.Thread(target=self._run, name="referee-store", daemon=True)
                self._thread.start()

    def flush(self) -> None:
        """Wait until all writes are sent, for at most FLUSH_TIMEOUT_SECONDS."""
        with self._changed:
            self._changed.wait_for(lambda: not self._count and not self._sending, timeout=FLUSH_TIMEOUT_SECONDS)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._count)
                batch, self._pending, self._count, self._sending = self._pending, {}, 0, True
            for (seconds, is_offer), values in batch.items():
                self._send(values, seconds, is_offer=is_offer)
            with self._changed:
                self._sending = False
                self._changed.notify_all()
            time.sleep(SEND_INTERVAL_SECONDS)

    def _send(self, values: Mapping[str, bytes], seconds: int, *, is_offer: bool) -> None:
        items = list(values.items())
        for start in range(0, len(items), BATCH_SIZE):
            self._shared.put_many(dict(items[start : start + BATCH_SIZE]), seconds=seconds, is_offer=is_offer)
