"""Rooms in the data Redis, which all processes share. Nothing of them may be evicted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError

from referee_service.store import StoreUnavailable
from referee_service.store.circuit_breaker import CircuitBreaker
from referee_service.store.redis_server import RedisServer
from referee_service.store.rooms import TICKET_SECONDS, Lease, RoomSignal, RoomWrite, StoredRoom, StoreFull

T = TypeVar("T")

KEY_PREFIX: Final = "referee:1:room:"
TICKET_PREFIX: Final = "referee:1:room-ticket:"
DUE_KEY: Final = "referee:1:rooms-due"
"""Sorted set of the rooms that a worker must look at. The score is the time of that, in milliseconds since 1970."""

# The version has a key of its own, `version ply`: streams read it often, and the whole room is a thousand times longer.
_SAVE_SCRIPT: Final = """
local room, version, log, seen, due = unpack(KEYS)
local before, value, after, kept, due_at, seconds, id = unpack(ARGV, 1, 7)
local found = redis.call('GET', version)
if (found and string.match(found, '^%d+') or '') ~= before then return 0 end
redis.call('SET', room, value, 'EX', seconds)
redis.call('SET', version, after, 'EX', seconds)
if kept == '0' then redis.call('DEL', log) else redis.call('LTRIM', log, 0, kept - 1) end
for at = 8, #ARGV do redis.call('RPUSH', log, ARGV[at]) end
redis.call('EXPIRE', log, seconds)
redis.call('EXPIRE', seen, seconds)
if due_at == '' then
    redis.call('ZREM', due, id)
else
    redis.call('ZADD', due, due_at, id)
    redis.call('EXPIRE', due, seconds)
end
return 1
"""
# KEYS has the version and the times of each room; ARGV has the time, the lifetime, and the seats of each room.
_SEEN_SCRIPT: Final = """
for at = 1, #KEYS, 2 do
    if redis.call('EXISTS', KEYS[at]) == 1 then
        for seat in string.gmatch(ARGV[(at + 1) / 2 + 2], '%d+') do
            redis.call('HSET', KEYS[at + 1], seat, ARGV[1])
        end
        redis.call('EXPIRE', KEYS[at + 1], ARGV[2])
    end
end
"""
_LEASE_SCRIPT: Final = """
local id = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)[1]
if id then redis.call('ZADD', KEYS[1], ARGV[2], id) end
return id
"""
_POSTPONE_SCRIPT: Final = """
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then return end
if ARGV[3] == '' then redis.call('ZREM', KEYS[1], ARGV[1]) else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
"""


class RedisRoomStore:
    """RoomStore in the Redis at `url`. A room lives for `seconds` after its last change.

    `timeout` bounds each wait for the server; `circuit` is shared with its other users.
    """

    def __init__(self, url: str, timeout: float, circuit: CircuitBreaker, *, seconds: int) -> None:
        self._server, self._seconds = RedisServer(url, timeout, circuit), seconds

    # --- rooms --------------------------------------------------------------------------------------------------------

    def load(self, room_id: str) -> StoredRoom | None:
        """Return a room with the times of its seats, in one round trip."""

        def read() -> StoredRoom | None:
            with self._server.client.pipeline(transaction=False) as pipeline:
                pipeline.get(_key(room_id))
                pipeline.hgetall(_key(room_id, "seen"))
                raw, seen = pipeline.execute()
            return StoredRoom(raw, _times(seen)) if raw is not None else None

        return self._call(read)

    def save(self, room_id: str, write: RoomWrite) -> bool:
        """Store a changed room in one script, unless another process has changed it."""
        keys = (_key(room_id), _key(room_id, "version"), _key(room_id, "log"), _key(room_id, "seen"), DUE_KEY)
        values: tuple[bytes | str | int, ...] = (
            "" if write.before is None else write.before,
            write.raw,
            f"{write.version} {write.ply}",
            write.kept_entries,
            "" if write.due_at is None else _milliseconds(write.due_at),
            self._seconds,
            room_id,
            *write.new_entries,
        )
        return bool(self._call(lambda: self._server.client.eval(_SAVE_SCRIPT, len(keys), *keys, *values)))

    def delete(self, room_id: str) -> None:
        """Delete a room and everything about it."""
        keys = [_key(room_id), *(_key(room_id, part) for part in ("version", "log", "seen"))]

        def remove() -> None:
            with self._server.client.pipeline() as pipeline:
                pipeline.delete(*keys)
                pipeline.zrem(DUE_KEY, room_id)
                pipeline.execute()

        self._call(remove)

    def log(self, room_id: str, start: int) -> list[bytes]:
        """Return the entries of a room's log from this index on."""
        found = self._call(lambda: self._server.client.lrange(_key(room_id, "log"), start, -1))
        return [entry for entry in found if isinstance(entry, bytes)]

    # --- presence and streams -----------------------------------------------------------------------------------------

    def mark_seen(self, seats: Mapping[str, Sequence[int]], now: float) -> None:
        """Note in one script that these seats of these rooms were seen now."""
        keys = [key for room_id in seats for key in (_key(room_id, "version"), _key(room_id, "seen"))]
        values: tuple[str | int, ...] = (
            _milliseconds(now),
            self._seconds,
            *(" ".join(map(str, each)) for each in seats.values()),
        )
        if keys:
            self._call(lambda: self._server.client.eval(_SEEN_SCRIPT, len(keys), *keys, *values))

    def signals(self, room_ids: Sequence[str]) -> list[RoomSignal | None]:
        """Return the signals of several rooms in one round trip."""

        def read() -> list[RoomSignal | None]:
            with self._server.client.pipeline(transaction=False) as pipeline:
                pipeline.mget([_key(room_id, "version") for room_id in room_ids])
                for room_id in room_ids:
                    pipeline.hgetall(_key(room_id, "seen"))
                versions, *seen = pipeline.execute()
            return [_signal(*each) for each in zip(versions, seen, strict=True)]

        return self._call(read) if room_ids else []

    def add_ticket(self, ticket: str, value: bytes) -> None:
        """Store the value of a ticket for TICKET_SECONDS."""
        self._call(lambda: self._server.client.set(f"{TICKET_PREFIX}{ticket}", value, ex=TICKET_SECONDS))

    def take_ticket(self, ticket: str) -> bytes | None:
        """Return and delete the value of a ticket."""
        found = self._call(lambda: self._server.client.getdel(f"{TICKET_PREFIX}{ticket}"))
        return found if isinstance(found, bytes) else None

    # --- workers ------------------------------------------------------------------------------------------------------

    def lease(self, now: float, seconds: float) -> Lease | None:
        """Lease the room that is due first in one script."""
        ends_at = _milliseconds(now + seconds)
        found = self._call(lambda: self._server.client.eval(_LEASE_SCRIPT, 1, DUE_KEY, _milliseconds(now), ends_at))
        return Lease(found.decode(), ends_at / 1000) if isinstance(found, bytes) else None

    def postpone(self, lease: Lease, due_at: float | None) -> None:
        """Say when the leased room is due next, in one script."""
        values = (lease.room_id, _milliseconds(lease.ends_at), "" if due_at is None else _milliseconds(due_at))
        self._call(lambda: self._server.client.eval(_POSTPONE_SCRIPT, 1, DUE_KEY, *values))

    def _call(self, call: Callable[[], T]) -> T:
        """Return the reply to a call. Raises StoreUnavailable, or StoreFull if the server refuses the write."""
        try:
            return self._server.call(call)
        except StoreUnavailable as error:
            if _refuses_writes(error.__cause__):
                raise StoreFull(str(error)) from error
            raise


def _refuses_writes(error: BaseException | None) -> bool:
    """Return whether Redis has refused a write. Inside a script older versions only mention it in their message."""
    if isinstance(error, OutOfMemoryError | ReadOnlyError):
        return True
    return isinstance(error, ResponseError) and any(code in str(error) for code in ("OOM ", "READONLY "))


def _key(room_id: str, part: str = "") -> str:
    return f"{KEY_PREFIX}{room_id}:{part}" if part else f"{KEY_PREFIX}{room_id}"


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _times(seen: Mapping[bytes, bytes]) -> dict[int, float]:
    return {int(seat): int(time) / 1000 for seat, time in seen.items()}


def _signal(version: bytes | None, seen: Mapping[bytes, bytes]) -> RoomSignal | None:
    if version is None:
        return None
    number, ply = map(int, version.split())
    return RoomSignal(number, ply, _times(seen))
