"""One Redis as the store uses it: a client that waits for one timeout at most, behind a circuit breaker."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from msgspec import Struct
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError
from redis.retry import Retry

from referee_service.store import StoreUnavailable, WriteRefusal
from referee_service.store.circuit_breaker import CircuitBreaker

T = TypeVar("T")

MAX_CONNECTIONS: Final = 1024
"""Above the thread count of any process: an exhausted pool would look like a failure of Redis."""

PROBE_KEY: Final = "referee:1:probe"
PROBE_KEY_SECONDS: Final = 60


class ServerStatus(Struct, frozen=True):
    """What a Redis says about itself, and why it refuses writes, if it does."""

    run_id: str
    """Differs for every server process, also behind different addresses of one machine."""
    may_evict: bool
    refusal: WriteRefusal | None


class RedisServer:
    """One Redis. `timeout` bounds each wait for it in seconds; `circuit` is shared with its other users."""

    def __init__(self, url: str, timeout: float, circuit: CircuitBreaker) -> None:
        self.client, self.circuit, self._lock = connect(url, timeout), circuit, Lock()
        self.failures = 0

    def call(self, call: Callable[[], T]) -> T:
        """Return the reply to a call. Raises StoreUnavailable if it fails, and at once while the circuit is open."""
        if not self.circuit.allows_call():
            raise StoreUnavailable("Redis does not respond")
        try:
            return call()
        except Exception as error:  # broken replies make redis-py raise many other types than RedisError
            with self._lock:
                self.failures += 1
            self.circuit.record_failure(error)
            raise StoreUnavailable(str(error)) from error

    def execute(self, *words: bytes) -> object:
        """Send one command in a single write and return its reply.

        The client of redis-py writes it in several pieces and may switch threads between them.
        """
        pool = self.client.connection_pool
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

    def status(self) -> ServerStatus | None:
        """Return the status of the server, or None if it does not respond. Writes a probe key, in one round trip."""
        try:
            written, server, memory = self.call(self._probe)
        except StoreUnavailable:
            return None
        return ServerStatus(
            run_id=str(server.get("run_id", "")),
            may_evict=memory.get("maxmemory_policy", "noeviction") != "noeviction" and memory.get("maxmemory", 0) != 0,
            refusal=_write_refusal(written) if isinstance(written, RedisError) else None,
        )

    def _probe(self) -> tuple[object, dict[str, object], dict[str, object]]:
        with self.client.pipeline(transaction=False) as pipeline:
            pipeline.set(PROBE_KEY, b"", ex=PROBE_KEY_SECONDS)
            pipeline.info("server")
            pipeline.info("memory")
            written, server, memory = pipeline.execute(raise_on_error=False)
        return written, _info(server), _info(memory)


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


def redis_circuit(url: str, timeout: float, name: str = "Redis") -> CircuitBreaker:
    """Return the circuit breaker of the Redis at this address. Its probe waits for at most `timeout` seconds."""
    return CircuitBreaker(connect(url, timeout).ping, name)


def _info(reply: object) -> dict[str, object]:
    """Return a section of INFO, or nothing if the server refuses the command."""
    return reply if isinstance(reply, dict) else {}


def _write_refusal(error: RedisError) -> WriteRefusal:
    if isinstance(error, OutOfMemoryError):
        return "full"
    return "read-only" if isinstance(error, ReadOnlyError) else "refused"
