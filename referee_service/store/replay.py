"""Store for a replay of moves that were played before: it changes nothing outside this process."""

from __future__ import annotations

from referee_service.store import Commit, CommitStatus, Store, StoreHealth


class ReplayStore:
    """Reads another store, caches only in this process, and takes every commit as recorded before.

    A match service with this store can show committed moves again. It must never play a move that is not committed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the cached value of the other store."""
        return self._store.get(key, local_only=local_only)

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value in this process only."""
        self._store.put(key, value, seconds=seconds, local_only=True)

    def offer(self, key: str, value: bytes, *, seconds: int) -> None:
        """Do nothing: the value is cached in this process only."""

    def flush(self) -> None:
        """Do nothing: there are no pending writes."""

    def begin_guard(self, match: str, request: str = "") -> bool:
        """Return True without looking: a replayed match has a guard."""
        return True

    def commit(self, match: str, commit: Commit) -> CommitStatus:
        """Return "same" without looking: the continuation was committed when it was played."""
        return "same"

    def health(self) -> StoreHealth:
        """Return the health of the other store."""
        return self._store.health()
