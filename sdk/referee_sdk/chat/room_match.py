"""Match of a room for a table: each user has the credential of a seat, and the chat sees what watchers see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from threading import Thread
from time import sleep
from typing import Any, Unpack

from referee_sdk import savefile
from referee_sdk.batch import JudgedMove
from referee_sdk.client import Client
from referee_sdk.core.room_links import RoomAccess, room_link
from referee_sdk.core.sender import LOG
from referee_sdk.errors import BadRequest, RefereeError, RoomGone, RulesError
from referee_sdk.models import Action, Event, Move, PlaceVerdict, Score, SeatView, State, Turn, Verdict
from referee_sdk.options import Language, PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces
from referee_sdk.records import Record
from referee_sdk.room import Room

SEAT_LABELS: dict[Language, str] = {"en": "Seat {seat}", "fr": "Place {seat}"}
"""Name of a seat whose player has none, as the sentences of the service write it."""

MAX_JUDGED = 12
"""Moves that are judged for one question. Each is a request of its own."""

RETRY_SECONDS = 10.0
"""Pause before a room is followed again after the service has failed."""


@dataclass(frozen=True)
class RoomNews:
    """What happened in a room since the last look: events, and whether a move was taken back or the turn changed."""

    events: tuple[Event, ...] = ()
    is_undone: bool = False
    has_changed: bool = False


class RoomMatch:
    """Match of a room. `public` is the room as watchers see it, `seats` the rooms of the seats played at this table.

    It satisfies `TableMatch`. All but `look`, `play` and `undo` are as of the last look.
    """

    def __init__(self, public: Room, seats: Mapping[int, Room]) -> None:
        self.public, self.seats = public, dict(seats)
        self._mark_seen()

    @classmethod
    def join(cls, client: Client, link: str) -> RoomMatch:
        """Return the match of a link. A link for watchers gives no seat."""
        room = client.join(link)
        access = room_link(room.watcher_link).access  # its address may be another one than that of the client
        public = room if room.role == "watcher" else client.room(access.id, access.credential)
        match = cls(public, {})
        match.add(room)
        return match

    def add(self, room: Room) -> int | None:
        """Add the seat of a room that was joined, and return it; None for a watcher. Raises `BadRequest`."""
        if room.id != self.public.id:
            raise BadRequest("This link is of another room than that of this table.")
        if room.own_seat is not None:
            self.seats[room.own_seat] = room
        return room.own_seat

    def accesses(self) -> tuple[RoomAccess, ...]:
        """Return the credentials of the seats of this table, or that of watchers if it has none.

        An open event stream shows that the player of a seat is there.
        """
        rooms = self.seats.values() or [self.public]
        return tuple(RoomAccess(room.id, room.credential) for room in rooms)

    @property
    def client(self) -> Client:
        """The client of the service. Another one with other settings may be set."""
        return self.public.client

    @client.setter
    def client(self, client: Client) -> None:
        self.public = _with_client(self.public, client)
        self.seats = {seat: _with_client(room, client) for seat, room in self.seats.items()}

    # --- what is known ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.public.game

    @property
    def content(self) -> str | None:
        """The content pack."""
        return self.public.content

    @property
    def turn(self) -> Turn:
        """The seat that decides now and its question. Raises `MatchOver` when the match is over."""
        return self.public.turn

    @property
    def seat(self) -> int | str | None:
        """The seat that decides now; None when the match is over."""
        return self.public.seat

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.public.is_over

    @property
    def is_resigned(self) -> bool:
        """Whether the match ended because too few seats play on."""
        return self.public.status == "resigned"

    @property
    def state(self) -> State:
        """No state: that of a room never leaves its service. Raises `BadRequest`."""
        raise BadRequest("The state of a room stays in its service; use `view`.")

    @property
    def events(self) -> list[Event]:
        """All events so far, as watchers see them."""
        return self.public.events

    @property
    def decision_count(self) -> int:
        """Number of moves so far."""
        return len(self.public.played)

    @property
    def decision_seats(self) -> list[int | str]:
        """Seat of every move so far, in order."""
        return [move.seat for move in self.public.played]

    def is_bot(self, seat: int) -> bool:
        """Return whether a bot of the room plays a seat now."""
        return self.public.players[seat].bot is not None

    def names(self, language: Language) -> list[str]:
        """Return a name per seat, with a robot sign for bots."""
        names = []
        for player in self.public.players:
            bot = "" if player.bot is None else player.bot.bot
            name = player.name or bot or SEAT_LABELS[language].format(seat=player.seat)
            names.append(f"{name} 🤖" if bot else name)
        return names

    # --- looking ------------------------------------------------------------------------------------------------------

    def look(self) -> RoomNews:
        """Look at the room, and return what happened since the last look, move or undo."""
        self.public.refresh()
        return self._news()

    def wait(self, seconds: float) -> bool:
        """Wait until the room changes, and return whether it did in this time."""
        return next(iter(self.seats.values()), self.public).wait(seconds)

    def stay_present(self) -> None:
        """Keep the event stream of each seat open in a thread, so that no bot takes the place of a slow player."""
        for room in self.seats.values():
            Thread(target=_follow, args=(copy(room),), daemon=True).start()

    def _news(self) -> RoomNews:
        room, count = self.public, self._seen_events
        is_undone, has_changed = room.undos != self._seen_undos, self._turn_state() != self._seen_turn
        self._mark_seen()
        return RoomNews(() if is_undone else tuple(room.events[count:]), is_undone, has_changed)

    def _mark_seen(self) -> None:
        room = self.public
        self._seen_events, self._seen_undos, self._seen_turn = len(room.events), room.undos, self._turn_state()

    def _turn_state(self) -> list[object]:
        """Return what changes with every decision, with the bot of the seat to move, and with a rematch."""
        room = self.public
        has_bot = isinstance(room.seat, int) and self.is_bot(room.seat)
        return [len(room.played), room.undos, room.status, has_bot, room.has_rematch]

    def _room_to_move(self) -> Room | None:
        """Return the room of the seat to move, up to date, if it is played at this table and by no bot."""
        seat = self.seat
        if not isinstance(seat, int) or seat not in self.seats or self.is_bot(seat):
            return None
        return self._current(self.seats[seat])

    def _current(self, room: Room) -> Room:
        if room.version < self.public.version:
            room.refresh()
        return room

    def legal_actions(self, kind: str | None = None, **fields: Any) -> tuple[Action, ...]:
        """Return the legal actions of the seat to move, or none if it is not played at this table."""
        room = self._room_to_move()
        return () if room is None else room.legal_actions(kind, **fields)

    def judge(self, move: Move) -> Verdict:
        """Return whether a move of the seat to move is legal, with all `refusals` if not."""
        return self._required_room().judge(move)

    def judge_many(self, moves: Sequence[Move]) -> list[JudgedMove]:
        """Return a verdict or an error for each of the first `MAX_JUDGED` moves of the seat to move."""
        return [self._judged(move) for move in moves[:MAX_JUDGED]]

    def _judged(self, move: Move) -> JudgedMove:
        try:
            return JudgedMove(move, self.judge(move))
        except BadRequest as error:
            return JudgedMove(move, error=error)

    def judge_places(self, places: Sequence[str]) -> PlaceVerdict:
        """Return what the seat to move may mean with these places, and why it is not allowed."""
        return self._required_room().judge_places(places)

    def view(self, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat of this table sees it, or as a spectator does without `seat`."""
        return self._viewer(seat).view(**text)

    def picture(
        self, seat: int | None = None, *, format: PictureFormat = "png", **options: Unpack[PictureOptions]
    ) -> bytes:
        """Return the position as a picture for a seat, or for a spectator."""
        return self._viewer(seat).picture(format=format, **options)

    def picture_places(self, seat: int | None = None, **options: Unpack[PictureOptions]) -> PicturePlaces:
        """Return the box of every place of the same picture."""
        return self._viewer(seat).picture_places(**options)

    def score(self) -> Score:
        """Return the current scores."""
        return self.public.score()

    def record(self) -> Record:
        """Return the record. Raises `BadRequest` while moves are hidden."""
        return self.public.record().to_record()

    def _viewer(self, seat: int | None) -> Room:
        return self.public if seat is None else self.seats[seat]

    # --- changes ------------------------------------------------------------------------------------------------------

    def play(self, move: Move | int) -> tuple[Event, ...]:
        """Play a move for the seat to move, and return the events since the last look, as watchers see them."""
        self._required_room().play(move)
        return self.look().events

    def undo(self, *, seat: int | None = None, force: bool = False) -> None:
        """Take the last move of a seat back. The room decides whether it may be: `force` changes nothing.

        Raises `UndoRefused`, and `RulesError` if no seat here has moved.
        """
        if seat not in self.seats:
            raise RulesError("There is no decision to undo.")
        self._current(self.seats[seat]).undo()
        self.look()

    def take_back(self, seat: int) -> None:
        """Take a seat of this table back from a bot."""
        self.seats[seat].take_back()
        self.look()

    def put_bot(self, seat: int, requester: int | None = None) -> None:
        """Let a bot of the room play a seat of this table, or on request of another seat one whose player is away.

        Raises `SeatPresent` if the player of another seat is there.
        """
        self.seats[seat if requester is None else requester].put_bot(seat)
        self.look()

    def rematch(self) -> RoomMatch:
        """Open or join the rematch with all seats of this table."""
        rooms = {seat: room.rematch() for seat, room in self.seats.items()}
        self.public.refresh()  # watchers may not open a rematch, but follow it
        return RoomMatch(self.public.rematch(), rooms)

    def _required_room(self) -> Room:
        room = self._room_to_move()
        if room is None:
            raise BadRequest("The seat to move is not played at this table.")
        return room

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Return the id of the room, the credentials and what was shown, as one string."""
        seats = {str(seat): room.credential for seat, room in self.seats.items()}
        seen = [self._seen_events, self._seen_undos, self._seen_turn]
        return savefile.dumps({"room": self.public.id, "watcher": self.public.credential, "seats": seats, "seen": seen})

    @classmethod
    def resume(cls, client: Client, saved: str) -> RoomMatch:
        """Return the match that `save` saved. What happened meanwhile is new. Raises `RoomGone` if the room is."""
        data = savefile.loads(saved)
        try:
            room, watcher, (events, undos, turn) = data["room"], data["watcher"], data["seen"]
            credentials = {int(seat): credential for seat, credential in data["seats"].items()}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadRequest("This is not a saved room.") from error
        rooms = {seat: client.room(room, credential) for seat, credential in credentials.items()}
        match = cls(client.room(room, watcher), rooms)
        match._seen_events, match._seen_undos, match._seen_turn = events, undos, turn
        return match


def is_saved_room(saved: str) -> bool:
    """Return whether a saved match is that of a room."""
    return "room" in savefile.loads(saved)


def _follow(room: Room) -> None:
    """Follow a room until it is gone."""
    while True:
        try:
            for _ in room.changes():
                pass
        except RoomGone:
            return
        except RefereeError as error:
            LOG.debug("a room cannot be followed now (%s)", type(error).__name__)
            sleep(RETRY_SECONDS)


def _with_client(room: Room, client: Client) -> Room:
    """Return a room that sends its requests with another client."""
    other = copy(room)
    other.client = client
    return other
