"""Responses about rooms, as plain data in one language for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from referee_service.bots.registry import BotName
from referee_service.kernel.chance import Chance
from referee_service.kernel.records import ClaimedResult
from referee_service.kernel.state import Seat
from referee_service.services.matches.responses import Position
from referee_service.services.rooms.room import RoomStatus

Role = Literal["seat", "watcher", "creator"]


class RoomCredentials(Struct, frozen=True):
    """The secrets of a new room: one per seat, one for all watchers, and one for its creator."""

    seats: tuple[str, ...]
    """Secret of each seat, by seat. It lets a client play for the seat and see what the seat sees."""
    watcher: str
    """Secret of all watchers, who see what is public and play nothing."""
    creator: str
    """Secret of the creator, who sees what a watcher sees, and may delete the room."""


class RoomLinks(Struct, frozen=True):
    """Links to the page of the room. Each has its secret in the fragment, which browsers send to no server."""

    seats: tuple[str, ...]
    """Link for each player, by seat."""
    watcher: str
    """Link for people who watch."""


class NewRoom(Struct, frozen=True):
    """A new room. Only this response has all its secrets."""

    id: str
    """Id of the room, as in the paths of its calls."""
    credentials: RoomCredentials
    """Secrets of the seats, the watchers and the creator."""
    links: RoomLinks
    """Links to the page of the room."""


class BudgetResponse(Struct, frozen=True, omit_defaults=True):
    """The budget of a search per decision."""

    iterations: int | None = None
    """Playouts of the search per decision."""
    milliseconds: int | None = None
    """Time of the search per decision."""


class SeatBot(Struct, frozen=True, omit_defaults=True):
    """The bot that plays a seat."""

    bot: BotName
    """Name of the bot."""
    budget: BudgetResponse | None = None
    """Budget of a search."""


class RoomPlayer(Struct, frozen=True):
    """Who plays a seat of a room."""

    seat: int
    """Seat, counted from 0."""
    name: str
    """Name of the player, or an empty text."""
    bot: SeatBot | None
    """Bot that plays the seat, or null."""
    has_joined: bool
    """Whether the credential of the seat was used."""
    is_away: bool
    """Whether the seat was not seen for a minute. A bot is never away."""
    is_resigned: bool
    """Whether the seat has resigned."""


class RoomViewer(Struct, frozen=True):
    """Whose credential the request had."""

    role: Role
    """`seat`, `watcher` or `creator`."""
    seat: int | None
    """Seat of the credential, or null."""


class Thinking(Struct, frozen=True):
    """The bot that is to move, and how far its search has come."""

    seat: int
    """Seat that the bot plays."""
    bot: BotName
    """Name of the bot."""
    iterations: int
    """Number of search iterations so far. 0 for bots that do not search."""


class Rematch(Struct, frozen=True):
    """The next room of the same players, with the secret of this viewer in it."""

    id: str
    """Id of the next room."""
    credential: str
    """Secret of this viewer in the next room."""
    link: str
    """Link to the page of the next room, with this secret in the fragment."""


class RoomView(Struct, frozen=True, kw_only=True):
    """A room as one viewer may see it."""

    id: str
    """Id of the room."""
    game: str
    """Name of the game."""
    version: int
    """Number that grows with each change of the room."""
    viewer: RoomViewer
    """Whose credential the request had."""
    status: RoomStatus
    """`playing`; `over` if the game has ended; `resigned` if fewer than two seats have not resigned."""
    players: Sequence[RoomPlayer]
    """Who plays each seat, by seat."""
    position: Position
    """The match as the viewer may see it, without its state. `digest` is only for `expect`."""
    seconds: int | None
    """Time limit per decision in seconds, or null."""
    deadline_in: float | None
    """Seconds until a bot decides for the seat to move, or null."""
    thinking: Thinking | None
    """The bot that is to move, or null."""
    can_undo: bool
    """Whether the viewer may take its last request back."""
    undos: int
    """How often moves were taken back. If it has changed, get the whole log again with `since=0`."""
    rematch: Rematch | None
    """The next room of the same players, or null."""
    watcher_link: str
    """Link for people who watch. Every viewer may pass it on."""
    expires_in: int
    """Seconds until the room expires if nothing changes."""


class RoomTicket(Struct, frozen=True):
    """A ticket for one event stream."""

    ticket: str
    """Text for the query parameter `ticket`. It is valid once."""
    seconds: int
    """Lifetime of the ticket in seconds."""


class RecordLine(Struct, frozen=True):
    """A move of the record of a room. Until the end a viewer sees only the notation of moves that it saw."""

    seat: Seat
    """Seat that played the move, counted from 0, or `chance`."""
    notation: str | None
    """The action as a line of notation, or null if the viewer did not see it."""


class RoomRecord(Struct, frozen=True, kw_only=True):
    """The set-up and the moves of a room, in the form of a record."""

    game: str
    """Game that is played."""
    ruleset: str
    """Id of the rules in force."""
    content: str
    """Id of the content pack: its name and its digest."""
    seats: int
    """Number of seats, without chance."""
    options: Raw
    """Options of the set-up, by name."""
    chance: Chance
    """Mode of chance, and the commitment to its key."""
    moves: Sequence[RecordLine]
    """Every move in order of play, those of chance included."""
    result: ClaimedResult | None = None
    """Result at the end of the match, or null."""


class RecordDownload(Struct, frozen=True, kw_only=True):
    """The record of a room as its viewer may see it now."""

    record: RoomRecord
    """The record as JSON. Once it is complete, `…/replays` accepts it."""
    text: str | None
    """The complete record as a file of lines, or null until the end."""
    is_complete: bool
    """Whether every move has its notation: the match is over, or ended by resignation."""
    commitment: str
    """Hash of the secret chance key of the match."""
    chance_key: str | UnsetType = UNSET
    """The chance key, once the record is complete. It proves every die and draw."""
