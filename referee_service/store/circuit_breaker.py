"""Circuit breaker of one Redis, shared by all its users: a Redis without answers costs one timeout, not one per call.

with circuit.calls():
    client.get(key)
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from typing import Final

from redis.exceptions import LockError, RedisError, ResponseError

from referee_service.store import StoreUnavailable

MIN_PAUSE_SECONDS: Final = 0.1
MAX_PAUSE_SECONDS: Final = 1.0
"""Longest pause between two probes, and so the longest time that users stay away after Redis is back."""

REFUSAL_LOG_SECONDS: Final = 60.0
"""Shortest time between two log lines about commands that Redis refuses."""

_log = logging.getLogger(__name__)


class CircuitBreaker:
    """Stops calls to a Redis that does not respond. An app has one for each Redis, and every user of it asks.

    The first failed call opens the circuit. While it is open, no user may call. A background thread calls `probe`,
    which raises while Redis does not respond, and closes the circuit after its first success. So no request waits.
    """

    def __init__(self, probe: Callable[[], object], name: str = "Redis") -> None:
        self._probe, self._name, self._lock = probe, name, Lock()
        self._is_open = False
        self._thread: Thread | None = None
        self._refusal_logged_at = -REFUSAL_LOG_SECONDS

    def allows_call(self) -> bool:
        """Return whether a call may be made now. Its caller must record a failure."""
        if not self._is_open:
            return True
        self._start_thread()  # a forked process has no copy of the thread
        return False

    def record_failure(self, error: Exception) -> None:
        """Record a failed call. It opens the circuit, unless the error proves that Redis responds."""
        if isinstance(error, LockError):  # another process has the lock
            return
        if isinstance(error, ResponseError):
            self._log_refusal(error)
            return
        with self._lock:
            was_open, self._is_open = self._is_open, True
        if not was_open:
            _log.warning("%s is unreachable; what needs it is refused: %s", self._name, error)
            self._start_thread()

    @contextmanager
    def calls(self) -> Iterator[None]:
        """Guard a `with` block that calls Redis.

        Raises StoreUnavailable at once while the circuit is open, and for every RedisError of the block.
        """
        if not self.allows_call():
            raise StoreUnavailable(f"{self._name} does not respond")
        try:
            yield
        except RedisError as error:
            self.record_failure(error)
            raise StoreUnavailable(str(error)) from error

    def _start_thread(self) -> None:
        with self._lock:
            if self._is_open and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._wait_for_answer, name="referee-circuit", daemon=True)
                self._thread.start()

    def _wait_for_answer(self) -> None:
        pause, error = MIN_PAUSE_SECONDS, self._failure()
        while error is not None:
            time.sleep(pause)
            pause, error = min(2 * pause, MAX_PAUSE_SECONDS), self._failure()
        with self._lock:
            self._is_open, self._thread = False, None
        _log.warning("%s is back", self._name)

    def _failure(self) -> Exception | None:
        try:
            self._probe()
        except Exception as error:  # broken replies make redis-py raise many types
            return error
        return None

    def _log_refusal(self, error: Exception) -> None:
        """Log a command that Redis refuses, for example because it is full or read-only."""
        with self._lock:
            is_due = time.monotonic() - self._refusal_logged_at >= REFUSAL_LOG_SECONDS
            if is_due:
                self._refusal_logged_at = time.monotonic()
        if is_due:
            _log.warning("%s refuses a command: %s", self._name, error)
