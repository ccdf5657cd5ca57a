"""This process' own cache in front of a shared one. Nobody waits for a write: a thread of its own sends them along."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Final, Protocol

from msgspec.structs import replace

from referee_service.store import CommitStatus, Store, StoreHealth
from referee_service.store.memory import MemoryStore

BATCH_SIZE: Final = 64
"""Values in one message to the shared store."""

SEND_INTERVAL_SECONDS: Final = 0.001
"""Seconds between two messages: a lone value is sent at once, many at a time wait for each other."""

MAX_PENDING_WRITES: Final = 2048
"""When more values wait than this, the shared store is too slow, and new ones are dropped."""


FLUSH_TIMEOUT_SECONDS: Final = 5.0
"""How long the last values may take when the process ends, in seconds."""


class BatchStore(Store, Protocol):
    """A store that takes several values at once."""

    def put_many(self, values: Mapping[str, bytes], *, seconds: int) -> None:
        """Keep several values for some seconds, in one message."""


class TieredStore:
    """What was put or got here is answered here; all else, and every guard, is the shared store's."""

    def __init__(self, near: MemoryStore, shared: BatchStore) -> None:
        self._near, self.shared = near, shared
        self._later = WriteBehindQueue(shared)

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        value = self._near.get(key)
        return value if value is not None or local_only else self.shared.get(key)

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        self._near.put(key, value, seconds=seconds)
        if not local_only and seconds > 0:
            self._later.put(key, value, seconds=seconds)

    def begin_guard(self, match: str) -> None:
        self.shared.begin_guard(match)

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
        return self.shared.commit(match, base, after)

    def health(self) -> StoreHealth:
        """The shared store's, with what was found here among the hits; what was looked for only here is no miss."""
        health = self.shared.health()
        return replace(health, hits=health.hits + self._near.health().hits, dropped=self._later.dropped)

    def flush(self) -> None:
        self._later.flush()


class WriteBehindQueue:
    """Values on their way to a shared store, sent by a thread that starts with the first of them."""

    def __init__(self, shared: BatchStore) -> None:
        self._shared = shared
        self._changed = threading.Condition()
        self._waiting: dict[int, dict[str, bytes]] = {}
        self._count = 0
        self._sending = False
        self._thread: threading.Thread | None = None
        self.dropped = 0

    def put(self, key: str, value: bytes, *, seconds: int) -> None:
        """Send this value soon; drop it when too many wait already."""
        with self._changed:
            if self._count >= MAX_PENDING_WRITES:
                self.dropped += 1
                return
            self._waiting.setdefault(seconds, {})[key] = value
            self._count += 1
            if self._count == 1:
                self._changed.notify_all()
            if self._thread is None or not self._thread.is_alive():  # a fork takes no threads along
                self._thread = threading.Thread(target=self._run, name="referee-store", daemon=True)
                self._thread.start()

    def flush(self) -> None:
        """Wait until nothing waits, but not for ever."""
        with self._changed:
            self._changed.wait_for(lambda: not self._count and not self._sending, timeout=FLUSH_TIMEOUT_SECONDS)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._count)
                taken, self._waiting, self._count, self._sending = self._waiting, {}, 0, True
            for seconds, values in taken.items():
                self._send(values, seconds)
            with self._changed:
                self._sending = False
                self._changed.notify_all()
            time.sleep(SEND_INTERVAL_SECONDS)

    def _send(self, values: Mapping[str, bytes], seconds: int) -> None:
        named = list(values.items())
        for at in range(0, len(named), BATCH_SIZE):
            self._shared.put_many(dict(named[at : at + BATCH_SIZE]), seconds=seconds)
