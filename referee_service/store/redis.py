"""Redis store with a circuit breaker.

During an outage cache calls act as misses, and guard calls raise StoreUnavailable: guards fail closed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Final, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import LockError, RedisError, ResponseError
from redis.retry import Retry

from referee_service.store import GUARD_SECONDS, MAX_VALUE_BYTES, CommitStatus, StoreHealth, StoreUnavailable

T = TypeVar("T")

KEY_PREFIX: Final = "referee:1:"
"""Prefix of every key. The number is the version of the stored data."""

MIN_BACKOFF_SECONDS: Final = 0.5
MAX_BACKOFF_SECONDS: Final = 10.0

MAX_CONNECTIONS: Final = 1024
"""Above the thread count of any process: an exhausted pool would look like a failure of Redis."""

# One script call for many values costs a tenth of separate SET commands.
_PUT_SCRIPT = b"""
for at, key in ipairs(KEYS) do
    redis.call('SET', key, ARGV[at + 1], 'EX', ARGV[1])
end
"""
# The guard of a match is a hash. Redis has no empty hashes, so the field `begun` marks a guard without commits.
_BEGIN_GUARD_SCRIPT = """
if redis.call('HSETNX', KEYS[1], 'begun', '') == 1 then
    redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return 'begun'
"""
_COMMIT_SCRIPT = """
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 'lost'
end
local field = 'base:' .. ARGV[1]
local played = redis.call('HGET', KEYS[1], field)
if not played then
    redis.call('HSET', KEYS[1], field, ARGV[2])
    redis.call('EXPIRE', KEYS[1], ARGV[3])
    return 'first'
end
return played == ARGV[2] and 'same' or 'other'
"""

_COMMIT_STATUSES: Final[dict[bytes, CommitStatus]] = {
    b"first": "first",
    b"same": "same",
    b"other": "other",
    b"lost": "lost",
}

_log = logging.getLogger(__name__)


class CircuitBreaker:
    """Circuit breaker: stops calls to a server that does not respond.

    After a failure it is open and allows no call for a pause. Then it allows a single call. A success closes the
    circuit. If that call fails, the pause doubles.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, Lock()
        self._pause = self._until = 0.0

    def allows_call(self) -> bool:
        """Return whether a call may be made now. A caller that gets True must make the call."""
        if not self._pause:
            return True
        with self._lock:
            if self._pause and self._clock() < self._until:
                return False
            if self._pause:  # the longer pause starts now, in case this call fails
                self._open_for(min(self._pause * 2, MAX_BACKOFF_SECONDS))
            return True

    def record_failure(self) -> bool:
        """Record a failed call. Return whether it opened the circuit; of several concurrent failures one does."""
        with self._lock:
            was_closed = not self._pause
            if was_closed:
                self._open_for(MIN_BACKOFF_SECONDS)
            return was_closed

    def record_success(self) -> bool:
        """Record a successful call. Return whether it closed the circuit."""
        if not self._pause:
            return False
        with self._lock:
            was_open = self._pause > 0
            self._pause = 0.0
            return was_open

    @contextmanager
    def calls(self) -> Iterator[None]:
        """Guard a `with` block that calls Redis.

        Raises StoreUnavailable at once while the circuit is open, and for every RedisError of the block.
        """
        if not self.allows_call():
            raise StoreUnavailable("Redis does not respond")
        try:
            yield
        except RedisError as error:
            if isinstance(error, LockError | ResponseError):  # Redis has responded
                self.record_success()
            elif self.record_failure():
                _log.warning("Redis is unreachable; what needs it is refused: %s", type(error).__name__)
            raise StoreUnavailable(str(error)) from error
        self.record_success()

    def _open_for(self, pause: float) -> None:
        self._pause, self._until = pause, self._clock() + pause


def connect(url: str, timeout: float) -> Redis:
    """Return a client that neither retries nor sends commands on connecting but AUTH and SELECT.

    So an unresponsive server costs one timeout.
    """
    return Redis.from_url(
        url,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        retry=Retry(NoBackoff(), 0),
        max_connections=MAX_CONNECTIONS,
        protocol=2,
        driver_info=None,
    )


class RedisStore:
    """Cache and guards that all processes share. `timeout` bounds each wait for the server, in seconds.

    `circuit` is the circuit breaker that the search queue and the rate limits share.
    """

    def __init__(
        self,
        url: str,
        timeout: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        circuit: CircuitBreaker | None = None,
    ) -> None:
        self._client = connect(url, timeout)
        self._circuit = circuit or CircuitBreaker(clock)
        self._lock = Lock()
        self._hits = self._misses = self._failures = 0

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the cached value, or None if it is missing or Redis is down. `local_only` always misses."""
        if local_only:
            return None
        value = self._call_or_none(lambda: _decode_value(self._client.get(_key("cache", key))))
        with self._lock:
            self._hits += value is not None
            self._misses += value is None
        return value

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value for `seconds`, unless `local_only` is set or Redis is down."""
        if not local_only:
            self.put_many({key: value}, seconds=seconds)

    def put_many(self, values: Mapping[str, bytes], *, seconds: int) -> None:
        """Cache several values for `seconds`, in one command."""
        entries = {_key("cache", key): value for key, value in values.items() if len(value) <= MAX_VALUE_BYTES}
        if entries and seconds > 0:
            self._call_or_none(
                lambda: self._execute(
                    b"EVAL", _PUT_SCRIPT, b"%d" % len(entries), *entries, b"%d" % seconds, *entries.values()
                )
            )

    def flush(self) -> None:
        """Do nothing: writes are immediate."""

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str) -> None:
        """Create the guard of a match, unless it exists. Raises StoreUnavailable."""
        self._call_or_raise(lambda: self._client.eval(_BEGIN_GUARD_SCRIPT, 1, _key("guard", match), GUARD_SECONDS))

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
        """Record that `base` continued to `after`, in one Redis script. Raises StoreUnavailable."""
        arguments = (_key("guard", match), _bytes(base), _bytes(after), GUARD_SECONDS)
        return self._call_or_raise(lambda: _commit_status(self._client.eval(_COMMIT_SCRIPT, 1, *arguments)))

    def health(self) -> StoreHealth:
        """Return the statistics of this process, and ping Redis unless the circuit is open."""
        up = self._call_or_none(self._client.ping) is not None
        with self._lock:
            return StoreHealth(
                "redis", up=up, shared=True, hits=self._hits, misses=self._misses, failures=self._failures
            )

    # --- calls ------------------------------------------------------------------------------------------------------

    def _execute(self, *words: bytes) -> object:
        """Send one command in a single write and return its reply.

        The client of redis-py writes it in several pieces and may switch threads between them.
        """
        pool = self._client.connection_pool
        connection = pool.get_connection()
        try:
            parts = [b"$%d\r\n%b\r\n" % (len(word), word) for word in words]
            connection.send_packed_command([b"*%d\r\n%b" % (len(words), b"".join(parts))])  # type: ignore[no-untyped-call]
            return connection.read_response()
        except BaseException:
            connection.disconnect()  # type: ignore[no-untyped-call]  # a late reply must not be read by another call
            raise
        finally:
            pool.release(connection)

    def _call_or_none(self, call: Callable[[], T]) -> T | None:
        """Return the reply to an optional call, or None if the circuit is open or the call fails."""
        if not self._circuit.allows_call():
            return None
        try:
            return self._call_or_raise(call)
        except StoreUnavailable:
            return None

    def _call_or_raise(self, call: Callable[[], T]) -> T:
        """Make a call even if the circuit is open and return its reply. Raises StoreUnavailable if it fails."""
        try:
            reply = call()
        except Exception as error:  # broken replies make redis-py raise many other types
            with self._lock:
                self._failures += 1
            if self._circuit.record_failure():
                _log.warning(
                    "Redis is unreachable; only the local cache is used, and guarded moves are refused: %s", error
                )
            raise StoreUnavailable(str(error)) from error
        if self._circuit.record_success():
            _log.warning("Redis is back")
        return reply


def _key(kind: str, name: str) -> bytes:
    return _bytes(f"{KEY_PREFIX}{kind}:{name}")


def _bytes(text: str) -> bytes:
    """Encode a text. Clients may send lone surrogates, so they are encoded too."""
    return text.encode("utf-8", "surrogatepass")


def _decode_value(reply: object) -> bytes | None:
    if reply is None or isinstance(reply, bytes):
        return reply
    raise ValueError(f"a cached value is bytes, not {type(reply).__name__}")


def _commit_status(reply: object) -> CommitStatus:
    if isinstance(reply, bytes) and reply in _COMMIT_STATUSES:
        return _COMMIT_STATUSES[reply]
    raise ValueError(f"{reply!r} is not a commit status")
