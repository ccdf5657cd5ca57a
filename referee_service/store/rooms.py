"""The room store protocol. A room is one value that changes only by compare-and-swap; `redis_rooms.py` implements it.

Beside the room lie its log, when its seats were last seen, its one-time tickets, and the time at which a worker must
look at it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct

from referee_service.store import StoreUnavailable

TICKET_SECONDS: Final = 30
"""Lifetime of a ticket."""


class StoreFull(StoreUnavailable):
    """Raised if Redis responds but refuses writes: it has no memory left, or is a replica."""


class StoreMissing(StoreUnavailable):
    """Raised by the store of a service without Redis."""


class StoredRoom(Struct, frozen=True):
    """A room as it is stored, and for each seat that was seen the time of that, in seconds since 1970."""

    raw: bytes
    seen: Mapping[int, float]


class RoomWrite(Struct, frozen=True):
    """A changed room: its value and version, and the version that the caller has read (None: it creates the room)."""

    raw: bytes
    version: int
    before: int | None
    ply: int
    kept_entries: int
    """How many entries of the log stay. The others were taken back."""
    new_entries: Sequence[bytes]
    due_at: float | None
    """Time at which a worker must look at the room, or None."""


class RoomSignal(Struct, frozen=True):
    """What an open event stream needs to know about a room: its version and ply, and when its seats were last seen."""

    version: int
    ply: int
    seen: Mapping[int, float]


class Lease(Struct, frozen=True):
    """A room that this worker looks at until `ends_at`. After that time another worker may do it."""

    room_id: str
    ends_at: float


class RoomStore(Protocol):
    """The operations of a room store. Every call may raise StoreUnavailable, and a write StoreFull."""

    def load(self, room_id: str) -> StoredRoom | None:
        """Return a room, or None if it is unknown, expired or deleted."""

    def save(self, room_id: str, write: RoomWrite) -> bool:
        """Store a changed room with its log unless another process has changed it before. Return whether it did.

        Atomic. Everything about the room then lives for the lifetime of rooms.
        """

    def delete(self, room_id: str) -> None:
        """Delete a room and everything about it."""

    def log(self, room_id: str, start: int) -> list[bytes]:
        """Return the entries of a room's log from this index on."""

    def mark_seen(self, seats: Mapping[str, Sequence[int]], now: float) -> None:
        """Note that these seats of these rooms were seen now. Does nothing for a room that does not exist."""

    def signals(self, room_ids: Sequence[str]) -> list[RoomSignal | None]:
        """Return the signals of several rooms in one round trip, None for each room that does not exist."""

    def add_ticket(self, ticket: str, value: bytes) -> None:
        """Store the value of a ticket for TICKET_SECONDS."""

    def take_ticket(self, ticket: str) -> bytes | None:
        """Return and delete the value of a ticket, or None if it is unknown, used or expired."""

    def lease(self, now: float, seconds: float) -> Lease | None:
        """Lease the room that is due first, for some seconds, or return None if no room is due. Atomic."""

    def postpone(self, lease: Lease, due_at: float | None) -> None:
        """Say when the leased room is due next (None: not again), unless it has changed or another worker has it."""


class MissingRoomStore:
    """The room store of a service without Redis: every call raises StoreMissing."""

    def load(self, room_id: str) -> StoredRoom | None:
        """Raise StoreMissing."""
        raise StoreMissing

    def save(self, room_id: str, write: RoomWrite) -> bool:
        """Raise StoreMissing."""
        raise StoreMissing

    def delete(self, room_id: str) -> None:
        """Raise StoreMissing."""
        raise StoreMissing

    def log(self, room_id: str, start: int) -> list[bytes]:
        """Raise StoreMissing."""
        raise StoreMissing

    def mark_seen(self, seats: Mapping[str, Sequence[int]], now: float) -> None:
        """Raise StoreMissing."""
        raise StoreMissing

    def signals(self, room_ids: Sequence[str]) -> list[RoomSignal | None]:
        """Raise StoreMissing."""
        raise StoreMissing

    def add_ticket(self, ticket: str, value: bytes) -> None:
        """Raise StoreMissing."""
        raise StoreMissing

    def take_ticket(self, ticket: str) -> bytes | None:
        """Raise StoreMissing."""
        raise StoreMissing

    def lease(self, now: float, seconds: float) -> Lease | None:
        """Raise StoreMissing."""
        raise StoreMissing

    def postpone(self, lease: Lease, due_at: float | None) -> None:
        """Raise StoreMissing."""
        raise StoreMissing
