"""Event streams of rooms: they say only that a client should look at its room again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import BoundedSemaphore
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.services.errors import ServiceError
from referee_service.services.rooms.repository import SEEN_SECONDS, RoomRepository, room_errors
from referee_service.services.rooms.room import AWAY_SECONDS

RETRY: Final = b"retry: 2000\n\n"
"""First line of a stream: after how many milliseconds a browser connects again."""
KEEPALIVE: Final = b": \n\n"
GONE: Final = b"event: gone\ndata: {}\n\n"
"""Last event of a room that was deleted or has expired."""

MAX_WAITING_STREAMS: Final = 4
"""Number of streams that may each hold a thread, under a server that cannot watch rooms."""
STREAM_SECONDS: Final = 60.0
"""Longest stream that holds a thread."""
LOOK_SECONDS: Final = 0.5
KEEPALIVE_SECONDS: Final = 15.0


class RoomLook(Struct, frozen=True):
    """What a stream has seen of a room: version, ply, and the seats that were seen lately."""

    version: int
    ply: int
    present: frozenset[int]

    @property
    def event(self) -> bytes:
        """The event for clients. Who is present shows only when they look."""
        return b"event: look\ndata: " + msgspec.json.encode({"version": self.version, "ply": self.ply}) + b"\n\n"


class RoomStreams:
    """Looks at rooms for event streams, and notes that the seats of open streams are present."""

    def __init__(self, repository: RoomRepository, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._repository, self._sleep = repository, sleep
        self._slots = BoundedSemaphore(MAX_WAITING_STREAMS)
        self._seen_at: dict[tuple[str, int], float] = {}

    def _clock(self) -> float:
        return self._repository.clock()

    @room_errors()
    def look(self, room_ids: Sequence[str]) -> list[RoomLook | None]:
        """Return what is new in several rooms, None for each that is gone. One round trip."""
        now = self._clock()
        return [
            RoomLook(
                signal.version,
                signal.ply,
                frozenset(seat for seat, seen in signal.seen.items() if now - seen <= AWAY_SECONDS),
            )
            if signal is not None
            else None
            for signal in self._repository.store.signals(room_ids)
        ]

    @room_errors()
    def mark_seen(self, watched: Sequence[tuple[str, int]]) -> None:
        """Note that these seats of rooms are present, each one once in SEEN_SECONDS."""
        now = self._clock()
        due = [each for each in watched if now - self._seen_at.get(each, 0.0) >= SEEN_SECONDS]
        seats: dict[str, list[int]] = {}
        for room_id, seat in due:
            seats.setdefault(room_id, []).append(seat)
        self._repository.store.mark_seen(seats, now)
        self._seen_at = {each: self._seen_at[each] for each in watched if each not in due} | dict.fromkeys(due, now)

    def stream(self, room_id: str, seat: int | None) -> Iterator[bytes]:
        """Yield the events of a room for STREAM_SECONDS, in a thread of the request.

        Raises ServiceError `server-busy` if too many requests do so.
        """
        if not self._slots.acquire(blocking=False):
            raise ServiceError("server-busy.streams")
        try:
            yield RETRY
            last: RoomLook | None = None
            started = quiet_since = self._clock()
            while (now := self._clock()) < started + STREAM_SECONDS:
                if seat is not None:
                    self.mark_seen([(room_id, seat)])
                (found,) = self.look([room_id])
                if found is None:
                    yield GONE
                    return
                if found != last or now - quiet_since >= KEEPALIVE_SECONDS:
                    quiet_since = now
                    yield found.event if found != last else KEEPALIVE
                last = found
                self._sleep(LOOK_SECONDS)
        finally:
            self._slots.release()
