"""Responses about rooms as frozen dataclasses, with the field names of the HTTP JSON. Their `repr` shows no secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee_sdk.errors import BadRequest
from referee_sdk.models import Position, Seat
from referee_sdk.records import Record

RoomRole = Literal["seat", "watcher", "creator"]
RoomStatus = Literal["playing", "over", "resigned"]


@dataclass(frozen=True)
class RoomBot:
    """A bot of a room: `random`, `greedy`, or `search` with a budget of iterations or milliseconds."""

    bot: str
    iterations: int | None = None
    milliseconds: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RoomBot:
        """Return the bot of a JSON object."""
        budget = data.get("budget") or {}
        return cls(str(data["bot"]), budget.get("iterations"), budget.get("milliseconds"))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object for a request."""
        budget = {"iterations": self.iterations, "milliseconds": self.milliseconds}
        present = {name: value for name, value in budget.items() if value is not None}
        return {"bot": self.bot, **({"budget": present} if present else {})}


@dataclass(frozen=True)
class RoomCredentials:
    """Secrets of a room: one per seat, that of watchers, and the creator's, which may remove the room."""

    seats: tuple[str, ...]
    watcher: str
    creator: str


@dataclass(frozen=True)
class RoomLinks:
    """Links that open a room in a browser or with `join`: one per seat, and that of watchers. Each has a credential."""

    seats: tuple[str, ...]
    watcher: str


@dataclass(frozen=True)
class NewRoom:
    """A room that was just opened. Send each player the link of a seat, and keep the creator's credential."""

    id: str
    credentials: RoomCredentials = field(repr=False)
    links: RoomLinks = field(repr=False)


@dataclass(frozen=True)
class RoomPlayer:
    """A seat of a room: its name ("" if it has none yet), its bot if one plays it, and whether its player is there."""

    seat: int
    name: str
    bot: RoomBot | None = None
    has_joined: bool = False
    is_away: bool = False
    is_resigned: bool = False


@dataclass(frozen=True)
class RoomViewer:
    """The role of a credential, and its seat if it is that of a seat."""

    role: str
    seat: int | None = None


@dataclass(frozen=True)
class Thinking:
    """The bot that is to move, and the iterations of its search so far."""

    seat: int
    bot: str
    iterations: int = 0


@dataclass(frozen=True)
class Rematch:
    """The room in which the same players play again, with the credential of the viewer there."""

    id: str
    credential: str = field(repr=False)
    link: str = field(repr=False)


@dataclass(frozen=True)
class RoomView:
    """A room as one viewer sees it. `position` has the events after the ply that the request named."""

    id: str
    game: str
    version: int
    viewer: RoomViewer
    status: str
    players: tuple[RoomPlayer, ...]
    position: Position
    seconds: int | None = None
    deadline_in: float | None = None
    thinking: Thinking | None = None
    can_undo: bool = False
    undos: int = 0
    rematch: Rematch | None = None
    watcher_link: str = field(default="", repr=False)
    expires_in: float | None = None


@dataclass(frozen=True)
class SeenMove:
    """A move of a record as one viewer may see it: `notation` is None if it is hidden from this viewer."""

    seat: Seat
    notation: str | None


@dataclass(frozen=True)
class RoomRecord:
    """The record of a room so far. All of it is there once the match is over, with the `chance_key` of its dice."""

    moves: tuple[SeenMove, ...]
    is_complete: bool
    commitment: str
    chance_key: str | None = None
    text: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RoomRecord:
        """Return the record of a JSON object."""
        moves = tuple(SeenMove(move["seat"], move.get("notation")) for move in data["record"]["moves"])
        key, text = data.get("chance_key"), data.get("text")
        return cls(moves, bool(data["is_complete"]), str(data["commitment"]), key, text, data["record"])

    def to_record(self) -> Record:
        """Return the record with every move. Raises `BadRequest` while moves are hidden from this viewer."""
        if any(move.notation is None for move in self.moves):
            raise BadRequest("Some moves of this record are hidden from you. Get it again when the match is over.")
        return Record.from_json(self.data)
