"""The store in Redis. The cache goes on without it when it is down or slow; the guard says so and fails closed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from referee_service.store import GUARD_SECONDS, MAX_VALUE_BYTES, CommitStatus, StoreHealth, StoreUnavailable

T = TypeVar("T")

KEY_PREFIX: Final = "referee:1:"
"""Before every key of ours; the number changes when what the keys hold does."""

MIN_BACKOFF_SECONDS: Final = 0.5
MAX_BACKOFF_SECONDS: Final = 10.0

MAX_CONNECTIONS: Final = 1024
"""More than any process has threads: running out of them would look like a failure of Redis."""

# Many values in one command: a tenth of the work of as many commands.
_PUT_SCRIPT = b"""
for at, key in ipairs(KEYS) do
    redis.call('SET', key, ARGV[at + 1], 'EX', ARGV[1])
end
"""
# The guard of a match is a hash. Redis knows no empty hash, so the field `begun` stands for the guard itself.
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
    """Keeps callers from waiting for a server that does not answer.

    After a failure it is open and lets nobody through for a pause. Then a single call may try: if it works, the circuit
    closes; if not, the next one may try after a pause twice as long.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, Lock()
        self._pause = self._until = 0.0

    def allows_call(self) -> bool:
        """Whether a call may be made now. Whoever asks and is allowed must make it."""
        if not self._pause:
            return True
        with self._lock:
            if self._pause and self._clock() < self._until:
                return False
            if self._pause:  # this call tries: should it fail, the longer pause runs already
                self._open_for(min(self._pause * 2, MAX_BACKOFF_SECONDS))
            return True

    def record_failure(self) -> bool:
        """A call failed. True when this opened the circuit; one of many calls under way at that moment does."""
        with self._lock:
            was_closed = not self._pause
            if was_closed:
                self._open_for(MIN_BACKOFF_SECONDS)
            return was_closed

    def record_success(self) -> bool:
        """A call was answered. True when this closed the circuit."""
        if not self._pause:
            return False
        with self._lock:
            was_open = self._pause > 0
            self._pause = 0.0
            return was_open

    def _open_for(self, pause: float) -> None:
        self._pause, self._until = pause, self._clock() + pause


class RedisStore:
    """Cache and guards that all processes share. `timeout` bounds each wait for the server, in seconds."""

    def __init__(self, url: str, timeout: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        # No retries, and nothing said on connecting beyond AUTH and SELECT: a silent server costs one timeout.
        self._client = Redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
            max_connections=MAX_CONNECTIONS,
            protocol=2,
            driver_info=None,
        )
        self._circuit = CircuitBreaker(clock)
        self._lock = Lock()
        self._hits = self._misses = self._failures = 0

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        if local_only:
            return None
        value = self._best_effort(lambda: _decode_value(self._client.get(_key("cache", key))))
        with self._lock:
            self._hits += value is not None
            self._misses += value is None
        return value

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        if not local_only:
            self.put_many({key: value}, seconds=seconds)

    def put_many(self, values: Mapping[str, bytes], *, seconds: int) -> None:
        """Keep several values for some seconds, in one message."""
        kept = {_key("cache", key): value for key, value in values.items() if len(value) <= MAX_VALUE_BYTES}
        if kept and seconds > 0:
            self._best_effort(
                lambda: self._execute(b"EVAL", _PUT_SCRIPT, b"%d" % len(kept), *kept, b"%d" % seconds, *kept.values())
            )

    def flush(self) -> None:
        """Nothing waits here."""

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str) -> None:
        self._required(lambda: self._client.eval(_BEGIN_GUARD_SCRIPT, 1, _key("guard", match), GUARD_SECONDS))

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
        arguments = (_key("guard", match), _bytes(base), _bytes(after), GUARD_SECONDS)
        return self._required(lambda: _commit_status(self._client.eval(_COMMIT_SCRIPT, 1, *arguments)))

    def health(self) -> StoreHealth:
        up = self._best_effort(self._client.ping) is not None
        with self._lock:
            return StoreHealth(
                "redis", up=up, shared=True, hits=self._hits, misses=self._misses, failures=self._failures
            )

    # --- calls ------------------------------------------------------------------------------------------------------

    def _execute(self, *words: bytes) -> object:
        """One command, sent in one piece: the client would cut it up, and let other threads go first at each piece."""
        pool = self._client.connection_pool
        connection = pool.get_connection()
        try:
            lengths = [b"$%d\r\n%b\r\n" % (len(word), word) for word in words]
            connection.send_packed_command([b"*%d\r\n%b" % (len(words), b"".join(lengths))])  # type: ignore[no-untyped-call]
            return connection.read_response()
        except BaseException:
            connection.disconnect()  # type: ignore[no-untyped-call]  # a late answer must not be taken for another
            raise
        finally:
            pool.release(connection)

    def _best_effort(self, call: Callable[[], T]) -> T | None:
        """The answer to a call that may be left out: None while the circuit is open and when the call fails."""
        if not self._circuit.allows_call():
            return None
        try:
            return self._required(call)
        except StoreUnavailable:
            return None

    def _required(self, call: Callable[[], T]) -> T:
        """The answer to a call that is always made; StoreDown when there is none."""
        try:
            answer = call()
        except Exception as error:  # not only its own: on a broken answer the client stumbles in many ways
            with self._lock:
                self._failures += 1
            if self._circuit.record_failure():
                _log.warning("Redis failed, so nothing is cached until it is back: %s", error)
            raise StoreUnavailable(str(error)) from error
        if self._circuit.record_success():
            _log.warning("Redis is back")
        return answer


def _key(room: str, name: str) -> bytes:
    return _bytes(f"{KEY_PREFIX}{room}:{name}")


def _bytes(text: str) -> bytes:
    """Every text has its bytes, even one with lone surrogates, which a client may have sent."""
    return text.encode("utf-8", "surrogatepass")


def _decode_value(answer: object) -> bytes | None:
    if answer is None or isinstance(answer, bytes):
        return answer
    raise ValueError(f"a cached value is bytes, not {type(answer).__name__}")


def _commit_status(answer: object) -> CommitStatus:
    if isinstance(answer, bytes) and answer in _COMMIT_STATUSES:
        return _COMMIT_STATUSES[answer]
    raise ValueError(f"{answer!r} is no commitment")
