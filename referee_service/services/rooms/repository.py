"""The repository of rooms: opens a room for a credential, and changes it by compare-and-swap."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from referee_service.kernel.game import AnyGame
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.crypto import MatchCrypto, RoomPrincipal
from referee_service.services.matches.service import MatchService
from referee_service.services.rooms.log import LogEntry
from referee_service.services.rooms.play import RoomChange, match_source
from referee_service.services.rooms.room import Room, is_room_id
from referee_service.services.rooms.views import OpenRoom
from referee_service.store import StoreUnavailable
from referee_service.store.replay import ReplayStore
from referee_service.store.rooms import RoomStore, RoomWrite, StoredRoom, StoreFull, StoreMissing

MAX_TRIES: Final = 8
"""How often a change begins again because another process was faster."""
SEEN_SECONDS: Final = 10.0
"""A seat that was seen more recently is not marked again."""

_decoder = msgspec.json.Decoder(Room)
_entry_decoder = msgspec.json.Decoder(LogEntry)
_encode = msgspec.json.Encoder().encode


@contextmanager
def room_errors() -> Iterator[None]:
    """Convert `StoreUnavailable` into a `rooms-unavailable` error."""
    try:
        yield
    except StoreMissing as error:
        raise ServiceError("rooms-unavailable.no-redis") from error
    except StoreFull as error:
        raise ServiceError("rooms-unavailable.full") from error
    except StoreUnavailable as error:
        raise ServiceError("rooms-unavailable.unreachable") from error


class RoomRepository:
    """All rooms of the store. `seconds` is the lifetime of a room after its last change."""

    def __init__(
        self,
        store: RoomStore,
        matches: MatchService,
        games: Mapping[str, AnyGame],
        *,
        seconds: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.games, self.seconds, self.clock = store, games, seconds, clock
        # The compare-and-swap of a room is its guard. A second guard could only disagree with it.
        self.matches = MatchService(ReplayStore(matches.store), matches.crypto, cache_seconds=matches.cache_seconds)

    @property
    def crypto(self) -> MatchCrypto:
        """The secrets of the service. Raises ServiceError `rooms-unavailable` if it has none."""
        if self.matches.crypto is None:
            raise ServiceError("rooms-unavailable.no-secret")
        return self.matches.crypto

    # --- read ---------------------------------------------------------------------------------------------------------

    def open(self, room_id: str, credential: str) -> OpenRoom:
        """Return a room as the holder of a credential sees it, and mark a seat as present.

        Raises ServiceError `unknown-room` or `bad-credential`.
        """
        stored = self._load(room_id)
        if stored is None:
            raise self._unknown_room(room_id, credential)
        room = _decoder.decode(stored.raw)
        principal = self.crypto.room_principal_of(room_id, credential, room.setup.seats)
        if principal is None:
            raise ServiceError("bad-credential.room")
        return self.opened(room, principal, self._seen_now(room, principal, stored.seen))

    def opened(self, room: Room, principal: RoomPrincipal, seen: Mapping[int, float]) -> OpenRoom:
        """Return a room with its match as a principal sees it."""
        game = self.games[room.setup.game]
        source = match_source(self.matches, room, principal)
        return OpenRoom(room, game, principal, self.matches.loader.load(game, source, ClientContext()), seen)

    def find(self, room_id: str) -> Room | None:
        """Return a room for a worker, or None if it is gone."""
        stored = self._load(room_id)
        return _decoder.decode(stored.raw) if stored is not None else None

    @room_errors()
    def entries(self, room: Room, start: int) -> list[LogEntry]:
        """Return the entries of a room's log from this index on, without those of later moves than this room has."""
        count = len(room.log_plies) - start
        if count <= 0:
            return []
        return [_entry_decoder.decode(raw) for raw in self.store.log(room.id, start)[:count]]

    @room_errors()
    def _load(self, room_id: str) -> StoredRoom | None:
        return self.store.load(room_id) if is_room_id(room_id) else None

    def _unknown_room(self, room_id: str, credential: str) -> ServiceError:
        """Return the error for a room that is not stored. A credential that fits its id proves that it existed."""
        most_seats = max(max(game.seats) for game in self.games.values())
        fits = is_room_id(room_id) and self.crypto.room_principal_of(room_id, credential, most_seats) is not None
        return ServiceError("unknown-room.gone" if fits else "unknown-room.id")

    @room_errors()
    def _seen_now(self, room: Room, principal: RoomPrincipal, seen: Mapping[int, float]) -> Mapping[int, float]:
        now = self.clock()
        if not isinstance(principal, int) or now - seen.get(principal, 0) < SEEN_SECONDS:
            return seen
        with suppress(StoreFull):  # a full Redis must not hide the room
            self.store.mark_seen({room.id: [principal]}, now)
        return {**seen, principal: now}

    # --- change -------------------------------------------------------------------------------------------------------

    def change(
        self, room_id: str, credential: str, update: Callable[[OpenRoom], RoomChange | None] = lambda _: None
    ) -> OpenRoom:
        """Return a room after a change. `update` returns the change of the room that it gets, or None for no change.

        It may run several times, because another process may change the room meanwhile. The first call of a seat also
        notes that it has joined, which starts its clock. Raises ServiceError `server-busy` after MAX_TRIES.
        """
        for _ in range(MAX_TRIES):
            opened = self.open(room_id, credential)
            joined = _joined_room(opened.room, opened.seat, self.clock())
            change = update(replace(opened, room=joined)) or RoomChange(joined)
            if change.room is opened.room:
                return opened
            saved = self.save(opened.room, change)
            if saved is not None:
                return self.opened(saved, opened.principal, opened.seen)
        raise ServiceError("server-busy.room")

    def save(self, before: Room, change: RoomChange) -> Room | None:
        """Store a changed room with the next version, and return it; None if another process has changed it."""
        now = self.clock()
        room = replace(change.room, version=before.version + 1, changed_at=now)
        return room if self._write(room, before.version, change.entries) else None

    def create(self, room: Room, entries: Sequence[LogEntry]) -> bool:
        """Store a new room. Return False if there is one with this id."""
        return self._write(room, None, entries)

    @room_errors()
    def _write(self, room: Room, before: int | None, entries: Sequence[LogEntry]) -> bool:
        write = RoomWrite(
            raw=_encode(room),
            version=room.version,
            before=before,
            ply=room.ply,
            kept_entries=len(room.log_plies) - len(entries),
            new_entries=[_encode(entry) for entry in entries],
            due_at=room.due_at,
        )
        return self.store.save(room.id, write)

    @room_errors()
    def delete(self, room_id: str) -> None:
        """Delete a room."""
        self.store.delete(room_id)


def _joined_room(room: Room, seat: int | None, now: float) -> Room:
    """Return the room after a call of a seat: the same, unless it is the first one."""
    if seat is None or room.player(seat).has_joined:
        return room
    joined = room.with_player(seat, replace(room.player(seat), has_joined=True))
    return joined.with_deadline(now) if joined.to_move == seat else joined
