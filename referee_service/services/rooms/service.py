"""The room service: create, view, play, undo, players, resign, rematch, record, delete, tickets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest
from referee_service.services.errors import ServiceError, StalePositionError
from referee_service.services.matches.crypto import RoomPrincipal
from referee_service.services.matches.idempotency import SetupKey
from referee_service.services.matches.loader import SealedState
from referee_service.services.matches.move_requests import MoveRequest
from referee_service.services.rooms.bots import RoomBots
from referee_service.services.rooms.checks import (
    acting_seat,
    changeable_player,
    check_players,
    check_playing,
    typed_options,
)
from referee_service.services.rooms.log import LogEntry, log_entry
from referee_service.services.rooms.play import RoomChange, match_source, played_room, undone_room
from referee_service.services.rooms.repository import RoomRepository, room_errors
from referee_service.services.rooms.responses import (
    NewRoom,
    RecordDownload,
    Rematch,
    RoomCredentials,
    RoomLinks,
    RoomTicket,
    RoomView,
)
from referee_service.services.rooms.room import Player, Room, RoomBot, RoomSetup
from referee_service.services.rooms.views import (
    OpenRoom,
    RoomClient,
    first_entry,
    position_digest,
    room_players,
    room_position,
    room_record,
    room_viewer,
)
from referee_service.store.rooms import TICKET_SECONDS


class TicketValue(Struct, frozen=True, array_like=True):
    """What a ticket stands for."""

    room_id: str
    principal: RoomPrincipal


_ticket_decoder = msgspec.json.Decoder(TicketValue)


class RoomService:
    """Use cases of rooms for all games."""

    def __init__(self, repository: RoomRepository, bots: RoomBots) -> None:
        self.repository, self.bots, self.matches = repository, bots, repository.matches

    def clock(self) -> float:
        """Return the current time in seconds since 1970."""
        return self.repository.clock()

    # --- create -------------------------------------------------------------------------------------------------------

    def create(self, setup: RoomSetup, origin: str, key: SetupKey | None = None) -> NewRoom:
        """Create a room at the first decision of its match. `key` makes a repetition return the same room.

        Raises ServiceError `impossible-setup`, `too-many-names`, `no-worker`, `idempotency-key-reused` or
        `rooms-unavailable`.
        """
        crypto = self.repository.crypto
        room, entry = self._new_room(setup, key)
        if setup.bots or setup.seconds is not None:
            with room_errors():
                self.bots.check_worker()
        if not self.repository.create(room, [entry]):
            found = self.repository.find(room.id)
            if key is None or found is None or found.request != key.request:
                raise ServiceError("idempotency-key-reused.request")
        seats = tuple(crypto.credential_for(room.id, seat) for seat in range(setup.seats))
        watcher = crypto.credential_for(room.id, "watcher")
        links = RoomLinks(
            tuple(room_link(origin, room.id, each) for each in seats), self._watcher_link(room.id, origin)
        )
        return NewRoom(room.id, RoomCredentials(seats, watcher, crypto.credential_for(room.id, "creator")), links)

    def _new_room(self, setup: RoomSetup, key: SetupKey | None) -> tuple[Room, LogEntry]:
        """Return a new room and the first entry of its log. Nothing is stored yet."""
        game = self.repository.games[setup.game]
        options = typed_options(game, setup)
        begun = self.matches.begin(
            game,
            seats=setup.seats,
            options=options,
            chance=Chance("seeded", ""),
            content=setup.content,
            guarded=True,
            key=key,
        )
        check_players(setup)
        payload, state = begun.after.payload, begun.after.match.state
        assert payload is not None
        turn, entry, now = game.turn(state), log_entry(game, begun.playthrough, setup.seats), self.clock()
        bots, names = setup.bots, setup.names
        room = Room(
            id=payload.match_id,
            setup=replace(setup, options=msgspec.Raw(msgspec.json.encode(options))),
            request=key.request if key is not None else "",
            content=state.pack,
            players=tuple(
                Player(names[seat] if seat < len(names) else "", bots.get(seat)) for seat in range(setup.seats)
            ),
            sealed_state=self.matches.guard.seal(game, payload),
            to_move=turn.seat if turn is not None and isinstance(turn.seat, int) else None,
            created_at=now,
            changed_at=now,
            log_plies=(entry.ply,),
        )
        return room, entry

    # --- read ---------------------------------------------------------------------------------------------------------

    def view(self, room_id: str, client: RoomClient) -> RoomView:
        """Return a room as a client sees it. The first call of a seat notes that it has joined."""
        return self._view(self.repository.change(room_id, client.credential), client)

    def _view(self, opened: OpenRoom, client: RoomClient) -> RoomView:
        room, now = opened.room, self.clock()
        entries = self.repository.entries(room, first_entry(room, client.since))
        with room_errors():
            thinking = self.bots.thinking(room)
        return RoomView(
            id=room.id,
            game=opened.game.name,
            version=room.version,
            viewer=room_viewer(opened),
            status=room.status,
            players=room_players(opened, now),
            position=room_position(self.matches, opened, entries, client.context),
            seconds=room.setup.seconds,
            deadline_in=None if room.deadline is None else round(max(0.0, room.deadline - now), 3),
            thinking=thinking,
            can_undo=room.can_undo(opened.principal, now),
            undos=room.undos,
            rematch=self._rematch_link(opened, client.origin) if room.rematch else None,
            watcher_link=self._watcher_link(room.id, client.origin),
            expires_in=max(0, round(room.changed_at + self.repository.seconds - now)),
        )

    def open(self, room_id: str, credential: str) -> OpenRoom:
        """Return a room as the holder of a credential sees it."""
        return self.repository.open(room_id, credential)

    def source(self, opened: OpenRoom) -> SealedState:
        """Return the match of an open room for the calls of its game. It must not reach a client."""
        return match_source(self.matches, opened.room, opened.principal)

    def record(self, room_id: str, client: RoomClient) -> RecordDownload:
        """Return the record of a room as a client may see it now."""
        opened = self.repository.open(room_id, client.credential)
        return room_record(self.matches, opened, self.repository.entries(opened.room, 0))

    # --- play ---------------------------------------------------------------------------------------------------------

    def play(self, room_id: str, client: RoomClient, expect: str, requests: Sequence[MoveRequest]) -> RoomView:
        """Play moves of a seat. A repeat of its last request changes nothing.

        Raises StalePositionError unless `expect` is the digest of the position, IllegalMoveError, or ServiceError
        `room-over`, `bot-plays` or `bad-credential`.
        """
        fingerprint = digest(msgspec.json.encode((expect, requests), order="sorted"))

        def update(opened: OpenRoom) -> RoomChange | None:
            room, seat = opened.room, acting_seat(opened)
            if position_digest(opened) != expect and room.last_requests.get(seat) == fingerprint:
                return None
            self._check_position(opened, expect, client)
            change = played_room(self.matches, opened.game, room, seat, requests, self.clock(), client.context)
            return RoomChange(
                replace(change.room, last_requests={**room.last_requests, seat: fingerprint}), change.entries
            )

        return self._view(self.repository.change(room_id, client.credential, update), client)

    def undo(self, room_id: str, client: RoomClient, expect: str) -> RoomView:
        """Take the last request of a seat back. Raises ServiceError `undo-refused`, and the errors of `play`."""

        def update(opened: OpenRoom) -> RoomChange:
            room, seat = opened.room, acting_seat(opened)
            self._check_position(opened, expect, client)
            if room.to_move == seat and room.steps and not room.can_undo(seat, self.clock()):
                raise ServiceError("undo-refused.time")
            if not room.can_undo(seat, self.clock()):
                raise ServiceError("undo-refused.nothing")
            return RoomChange(undone_room(self.matches, opened.game, room, seat))

        return self._view(self.repository.change(room_id, client.credential, update), client)

    def _check_position(self, opened: OpenRoom, expect: str, client: RoomClient) -> None:
        """Check that a seat may act in the position that it expects."""
        room = opened.room
        if position_digest(opened) != expect:
            raise StalePositionError(self._view(opened, client))
        check_playing(room)
        if opened.seat is not None and room.player(opened.seat).bot is not None:
            raise ServiceError("bot-plays.seat", seat=opened.seat)

    # --- players ------------------------------------------------------------------------------------------------------

    def change_seat(
        self,
        room_id: str,
        client: RoomClient,
        seat: int,
        *,
        name: str | UnsetType = UNSET,
        bot: RoomBot | UnsetType | None = UNSET,
    ) -> RoomView:
        """Change the name or the bot of a seat. For a seat that is away, others may only set a bot.

        Raises ServiceError `seat-present`, `room-over`, `no-worker`, `impossible-setup` or `bad-credential`.
        """
        if bot is not UNSET and bot is not None:
            with room_errors():
                self.bots.check_worker()

        def update(opened: OpenRoom) -> RoomChange:
            room, player = opened.room, changeable_player(opened, seat, self.clock(), name=name, bot=bot)
            changed = room.with_player(seat, player)
            if bot is UNSET or seat != room.to_move:
                return RoomChange(changed)
            if bot is None:
                with room_errors():
                    self.bots.stop(room)
            # A deadline that runs goes on, so that a seat cannot win time with a bot.
            return RoomChange(changed if room.deadline is not None else changed.with_deadline(self.clock()))

        return self._view(self.repository.change(room_id, client.credential, update), client)

    def resign(self, room_id: str, client: RoomClient) -> RoomView:
        """Resign for a seat. A greedy bot plays on for it, unless fewer than two seats remain.

        Raises ServiceError `room-over` or `bad-credential`.
        """

        def update(opened: OpenRoom) -> RoomChange | None:
            room, seat = opened.room, acting_seat(opened)
            if room.player(seat).is_resigned:
                return None
            check_playing(room)
            resigned = replace(room.player(seat), is_resigned=True, bot=RoomBot("greedy"))
            changed = room.with_player(seat, resigned)
            if sum(not player.is_resigned for player in changed.players) < 2:
                return RoomChange(replace(changed, status="resigned", deadline=None, base_state="", steps=()))
            if room.to_move == seat:
                with room_errors():
                    self.bots.check_worker()
                changed = changed.with_deadline(self.clock())
            return RoomChange(changed)

        return self._view(self.repository.change(room_id, client.credential, update), client)

    # --- rematch, delete, tickets -------------------------------------------------------------------------------------

    def rematch(self, room_id: str, client: RoomClient) -> RoomView:
        """Create the next room of the same players, or return the one that exists.

        Raises ServiceError `rematch-refused` before the end, and the errors of `create`.
        """

        def update(opened: OpenRoom) -> RoomChange | None:
            room = opened.room
            if opened.principal == "watcher":
                raise ServiceError("bad-credential.role")
            if room.status == "playing":
                raise ServiceError("rematch-refused.playing")
            if room.rematch:
                return None
            names = tuple(player.name for player in room.players)
            setup = replace(room.setup, content=room.content, names=names)
            new_room = self.create(setup, client.origin, SetupKey("rematch", room.id, ""))
            return RoomChange(replace(room, rematch=new_room.id))

        return self._view(self.repository.change(room_id, client.credential, update), client)

    def _watcher_link(self, room_id: str, origin: str) -> str:
        return room_link(origin, room_id, self.repository.crypto.credential_for(room_id, "watcher"))

    def _rematch_link(self, opened: OpenRoom, origin: str) -> Rematch:
        next_id = opened.room.rematch
        credential = self.repository.crypto.credential_for(next_id, opened.principal)
        return Rematch(next_id, credential, room_link(origin, next_id, credential))

    def delete(self, room_id: str, credential: str) -> None:
        """Delete a room. Raises ServiceError `bad-credential` unless the credential is that of the creator."""
        if self.repository.open(room_id, credential).principal != "creator":
            raise ServiceError("bad-credential.role")
        self.repository.delete(room_id)

    @room_errors()
    def add_ticket(self, room_id: str, credential: str) -> RoomTicket:
        """Return a ticket for one event stream of the holder of a credential."""
        opened, ticket = self.repository.open(room_id, credential), secrets.token_urlsafe(24)
        self.repository.store.add_ticket(ticket, msgspec.json.encode(TicketValue(room_id, opened.principal)))
        return RoomTicket(ticket, TICKET_SECONDS)

    @room_errors()
    def use_ticket(self, room_id: str, ticket: str) -> RoomPrincipal:
        """Return the principal of a ticket, which is then used. Raises ServiceError `bad-credential`."""
        found = self.repository.store.take_ticket(ticket)
        value = _ticket_decoder.decode(found) if found is not None else None
        if value is None or value.room_id != room_id:
            raise ServiceError("bad-credential.ticket")
        return value.principal


def room_link(origin: str, room_id: str, credential: str) -> str:
    """Return the link to the page of a room. No server gets its fragment, which has the credential."""
    return f"{origin}/#/room/{room_id}/{credential}"
