"""Redis store. The cache and the data (guards) may be in two servers, each behind a circuit breaker.

During an outage cache calls act as misses, and guard calls raise StoreUnavailable: guards fail closed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Final, TypeVar

from referee_service.store import (
    FINISHED_GUARD_SECONDS,
    GUARD_SECONDS,
    MAX_VALUE_BYTES,
    RECENT_COMMITS,
    Commit,
    CommitStatus,
    StoreHealth,
    StoreUnavailable,
    StoreWarning,
)
from referee_service.store.build_id import build_id
from referee_service.store.circuit_breaker import CircuitBreaker
from referee_service.store.redis_server import RedisServer, ServerStatus, redis_circuit

T = TypeVar("T")

KEY_PREFIX: Final = "referee:1:"
"""Prefix of every key. The number is the version of the stored data."""

# One script call for many values costs a tenth of separate SET commands.
_PUT_SCRIPT = b"""
for at, key in ipairs(KEYS) do
    redis.call('SET', key, ARGV[at + 1], 'EX', ARGV[1])
end
"""
_OFFER_SCRIPT = _PUT_SCRIPT.replace(b"'EX', ARGV[1]", b"'EX', ARGV[1], 'NX'")
# The guard of a match is a hash. Its field `begun` has the digest of the set-up. A guard without commits has no other.
_BEGIN_GUARD_SCRIPT = """
if redis.call('HSETNX', KEYS[1], 'begun', ARGV[2]) == 1 then
    redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return redis.call('HGET', KEYS[1], 'begun')
"""
# `count` is the number of commits. The fields `recent:` are a ring with the bases of the last ones, and a field `base:`
# has the continuation of each.
_COMMIT_SCRIPT = """
local key, base, base_ply, after, after_ply, kept, seconds = KEYS[1], unpack(ARGV)
if redis.call('EXISTS', key) == 0 then
    return 'lost'
end
local played = redis.call('HGET', key, 'base:' .. base)
if played then
    return played == after and 'same' or 'other'
end
local ply, count = unpack(redis.call('HMGET', key, 'ply', 'count'))
if count then
    local last = redis.call('HGET', key, 'recent:' .. count % kept)
    local head = redis.call('HGET', key, 'base:' .. last)
    if head ~= base and tonumber(base_ply) <= tonumber(ply) then
        return 'other'
    end
end
local slot = 'recent:' .. redis.call('HINCRBY', key, 'count', 1) % kept
local oldest = redis.call('HGET', key, slot)
if oldest then
    redis.call('HDEL', key, 'base:' .. oldest)
end
redis.call('HSET', key, slot, base, 'base:' .. base, after, 'ply', after_ply)
redis.call('EXPIRE', key, seconds)
return 'first'
"""

_COMMIT_STATUSES: Final[dict[bytes, CommitStatus]] = {
    b"first": "first",
    b"same": "same",
    b"other": "other",
    b"lost": "lost",
}

_WARNING_TEXTS: Final[dict[StoreWarning, str]] = {
    "one-redis": "cache and data are in one Redis; a full cache may evict guards and counts (set REFEREE_CACHE_URL)",
    "data-redis-evicts": "the Redis of REDIS_URL may evict guards and counts (set its maxmemory-policy to noeviction)",
}

_log = logging.getLogger(__name__)


class RedisStore:
    """Cache and guards that all processes share. `timeout` bounds each wait for a server, in seconds.

    The guards are in the Redis at `url`, whose circuit breaker is shared with its other users. The cache is in the one
    at `cache_url`, by default the same. Its keys have the build id, so no version gets what another one cached.
    """

    def __init__(
        self, url: str, timeout: float, *, cache_url: str | None = None, circuit: CircuitBreaker | None = None
    ) -> None:
        self._data = RedisServer(url, timeout, circuit or redis_circuit(url, timeout))
        self._cache = self._data
        if cache_url not in (None, url):
            self._cache = RedisServer(cache_url, timeout, redis_circuit(cache_url, timeout, "the cache Redis"))
        self._lock = Lock()
        self._hits = self._misses = 0
        self._logged_warnings: frozenset[StoreWarning] = frozenset()

    # --- cache ------------------------------------------------------------------------------------------------------

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """Return the cached value, or None if it is missing or Redis is down. `local_only` always misses."""
        if local_only:
            return None
        value = self._cache_call(lambda: _decode_value(self._cache.client.get(_cache_key(key))))
        with self._lock:
            self._hits += value is not None
            self._misses += value is None
        return value

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Cache a value for `seconds`, unless `local_only` is set or Redis is down."""
        if not local_only:
            self.put_many({key: value}, seconds=seconds)

    def offer(self, key: str, value: bytes, *, seconds: int) -> None:
        """Cache a value for `seconds`, unless Redis has one or is down."""
        self.put_many({key: value}, seconds=seconds, is_offer=True)

    def put_many(self, values: Mapping[str, bytes], *, seconds: int, is_offer: bool = False) -> None:
        """Cache several values for `seconds`, in one command. An offer replaces no value."""
        script = _OFFER_SCRIPT if is_offer else _PUT_SCRIPT
        entries = {_cache_key(key): value for key, value in values.items() if len(value) <= MAX_VALUE_BYTES}
        if entries and seconds > 0:
            self._cache_call(
                lambda: self._cache.execute(
                    b"EVAL", script, b"%d" % len(entries), *entries, b"%d" % seconds, *entries.values()
                )
            )

    def flush(self) -> None:
        """Do nothing: writes are immediate."""

    # --- guard ------------------------------------------------------------------------------------------------------

    def begin_guard(self, match: str, request: str = "") -> bool:
        """Create the guard of a match in one Redis script, unless it exists. Raises StoreUnavailable."""
        key = _key("guard", match)
        begun = self._data.call(
            lambda: self._data.client.eval(_BEGIN_GUARD_SCRIPT, 1, key, GUARD_SECONDS, _bytes(request))
        )
        return bool(begun == _bytes(request))

    def commit(self, match: str, commit: Commit) -> CommitStatus:
        """Record a commit in one Redis script. Raises StoreUnavailable."""
        arguments = (
            _key("guard", match),
            _bytes(commit.base),
            commit.base_ply,
            _bytes(commit.after),
            commit.after_ply,
            RECENT_COMMITS,
            FINISHED_GUARD_SECONDS if commit.is_last else GUARD_SECONDS,
        )
        return self._data.call(lambda: _commit_status(self._data.client.eval(_COMMIT_SCRIPT, 1, *arguments)))

    # --- health -----------------------------------------------------------------------------------------------------

    def health(self) -> StoreHealth:
        """Return the statistics of this process, and ask each Redis for its status unless its circuit is open.

        Logs new warnings.
        """
        data = self._data.status()
        cache = data if self._cache is self._data else self._cache.status()
        warnings = tuple(self._warnings(data, cache))
        with self._lock:
            new_warnings = [warning for warning in warnings if warning not in self._logged_warnings]
            self._logged_warnings |= frozenset(warnings)
        for warning in new_warnings:
            _log.warning(_WARNING_TEXTS[warning])
        servers = {self._data, self._cache}
        return StoreHealth(
            "redis",
            up=data is not None,
            shared=True,
            hits=self._hits,
            misses=self._misses,
            failures=sum(server.failures for server in servers),
            cache_up=cache is not None,
            refusal=data.refusal if data is not None else None,
            warnings=warnings,
        )

    def _warnings(self, data: ServerStatus | None, cache: ServerStatus | None) -> Iterator[StoreWarning]:
        """Yield the warnings about the servers. Two addresses may lead to one server, so their run ids are compared."""
        run_ids = [status.run_id for status in (data, cache) if status is not None and status.run_id]
        if self._cache is self._data or (len(run_ids) == 2 and run_ids[0] == run_ids[1]):
            yield "one-redis"
        if data is not None and data.may_evict:
            yield "data-redis-evicts"

    def _cache_call(self, call: Callable[[], T]) -> T | None:
        """Return the reply to a call to the cache, or None if it fails or the circuit is open."""
        try:
            return self._cache.call(call)
        except StoreUnavailable:
            return None


def _cache_key(name: str) -> bytes:
    return _key("cache", f"{build_id()}:{name}")


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
