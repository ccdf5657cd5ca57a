"""The stored room: a guarded match, who plays it, and what its seats may still take back."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Raw, Struct
from msgspec.structs import replace

from referee_service.bots.registry import BotName
from referee_service.services.matches.crypto import RoomPrincipal

RoomStatus = Literal["playing", "over", "resigned"]
"""`over`: the game has ended. `resigned`: fewer than two seats have not resigned, and nothing more is played."""

MAX_UNDOS: Final = 50
"""How many requests in a row a seat may take back."""
AWAY_SECONDS: Final = 60.0
"""A seat that was not seen for so long is away."""
_ROOM_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}~[A-Za-z0-9_-]{22}")


class RoomBot(Struct, frozen=True, omit_defaults=True):
    """A bot at a seat, with the budget of a search per decision."""

    bot: BotName
    iterations: int | None = None
    milliseconds: int | None = None


class Player(Struct, frozen=True, omit_defaults=True):
    """Who plays a seat: a person with a name, or a bot. A bot that replaces a person leaves the name."""

    name: str = ""
    bot: RoomBot | None = None
    has_joined: bool = False
    """Whether the credential of the seat was used. The clock of a person runs only from then on."""
    is_resigned: bool = False


class RoomSetup(Struct, frozen=True, omit_defaults=True):
    """What a room was created with. A rematch uses the same."""

    game: str
    seats: int
    options: Raw
    content: str | None = None
    names: tuple[str, ...] = ()
    bots: dict[int, RoomBot] = {}
    seconds: int | None = None
    """Time limit per decision. After it a bot decides."""


class ReversibleStep(Struct, frozen=True, array_like=True):
    """A request that can be taken back: its moves as notation, and the deadline of the decision before it."""

    lines: tuple[str, ...]
    deadline: float | None


class Room(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A room. It changes only by compare-and-swap, and each change has the next version.

    The sealed state never leaves the service, so the compare-and-swap of the room stops take-backs, and its match needs
    no other guard.
    """

    id: str
    setup: RoomSetup
    request: str = ""
    """Digest of the request that created the room with an idempotency key."""
    content: str
    """Pack of the match with its digest."""
    players: tuple[Player, ...]
    sealed_state: str
    to_move: int | None
    """Seat that decides now; None if the game is over."""
    status: RoomStatus = "playing"
    version: int = 1
    changes: int = 0
    """How often the position has changed, by moves or by undo. With it, no two positions of a room have one digest."""
    undos: int = 0
    created_at: float
    changed_at: float
    deadline: float | None = None
    """Time at which a bot decides for the seat to move, in seconds since 1970."""
    base_state: str = ""
    """Sealed state before the first step that can be taken back. Empty if there is none."""
    steps: tuple[ReversibleStep, ...] = ()
    last_requests: dict[int, str] = {}
    """For each seat, the digest of its last request that was played. A repeat of it plays nothing."""
    log_plies: tuple[int, ...] = ()
    """Ply after each entry of the log."""
    rematch: str = ""
    """Id of the next room of these players."""

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return self.log_plies[-1]

    @property
    def due_at(self) -> float | None:
        """Time at which a worker must look at the room: at once for a bot, else at the deadline. None: never."""
        if self.status != "playing" or self.to_move is None:
            return None
        return self.changed_at if self.players[self.to_move].bot is not None else self.deadline

    def player(self, seat: int) -> Player:
        """Return the player of a seat."""
        return self.players[seat]

    def with_player(self, seat: int, player: Player) -> Room:
        """Return the room with another player at a seat."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_deadline(self, now: float) -> Room:
        """Return the room with a new deadline for the decision that is due: None for bots and seats not yet joined."""
        seconds, seat = self.setup.seconds, self.to_move
        is_timed = seconds is not None and self.status == "playing" and seat is not None
        if not is_timed or self.players[seat or 0].bot is not None or not self.players[seat or 0].has_joined:
            return replace(self, deadline=None)
        return replace(self, deadline=now + (seconds or 0))

    def can_undo(self, principal: RoomPrincipal, now: float) -> bool:
        """Return whether a principal may take its last request back: no bot plays it, and its time is not over."""
        if self.status != "playing" or principal != self.to_move or not self.steps:
            return False
        deadline = self.steps[-1].deadline
        return self.players[self.to_move].bot is None and (deadline is None or now < deadline)


def is_room_id(text: str) -> bool:
    """Return whether a text has the form of a room's id. Any other text must not become part of a key."""
    return _ROOM_ID.fullmatch(text) is not None
