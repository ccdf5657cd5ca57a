"""Seats of a table: which user or bot has each seat, and what that seat may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee_sdk.bots import Job
from referee_sdk.chat.room_match import RoomMatch
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.match import Match
from referee_sdk.models import Event

OnBotProgress = Callable[[str, Job], None]
"""Callback for the progress of a bot's search. It receives the bot's name and the job."""


@dataclass(frozen=True)
class BotSeat:
    """A seat that the service plays: `random`, `greedy`, or `search` with a budget.

    `user` is the user who has left this seat, and may come back.
    """

    name: str = "greedy"
    iterations: int | None = None
    milliseconds: int | None = None
    user: str | None = None

    def play(self, match: Match, *, on_progress: Callable[[Job], None] | None = None) -> tuple[Event, ...]:
        """Let the bot decide for the seat to move, and return the events."""
        return match.play_bot(
            self.name, iterations=self.iterations, milliseconds=self.milliseconds, on_progress=on_progress
        )


Player = str | BotSeat | None
"""A user, a bot that the table moves, or None: a seat of a room that is played elsewhere, or by a bot of the room."""


class SeatMap:
    """Map from the seats of one match to users and bots. A user may have several seats."""

    def __init__(self, match: TableMatch, players: Sequence[Player]) -> None:
        self.match, self.players = match, tuple(players)

    @property
    def users(self) -> list[str]:
        """Every user who plays, each once, in the order of the seats."""
        return list(dict.fromkeys(player for player in self.players if isinstance(player, str)))

    @property
    def current_player(self) -> str | BotSeat | None:
        """The user or bot that decides now; None if chance decides, a seat elsewhere, or the match is over."""
        seat = self.match.seat
        if not isinstance(seat, int) or self.has_room_bot(seat):
            return None
        return self.players[seat]

    def has_room_bot(self, seat: int) -> bool:
        """Return whether a bot of the room plays a seat now."""
        return isinstance(self.match, RoomMatch) and self.match.is_bot(seat)

    def labels(self, display_names: Mapping[str, str], names: Sequence[str] = ()) -> list[str]:
        """Return a name per seat: the user, the bot with a robot sign, or that of `names` for a seat elsewhere.

        Equal bots are numbered. A bot for a user who has left, of the table or of the room, has the name of that user.
        """
        labels: list[str] = []
        bots = Counter(player.name for player in self.players if isinstance(player, BotSeat) and player.user is None)
        numbers = {name: iter(range(1, count + 1)) for name, count in bots.items()}
        for seat, player in enumerate(self.players):
            if player is None:
                labels.append(names[seat])
            elif isinstance(player, str):
                name = display_names.get(player, player)
                labels.append(f"{name} 🤖" if self.has_room_bot(seat) else name)
            elif player.user is not None:
                labels.append(f"{display_names.get(player.user, player.user)} 🤖")
            else:
                number = f" {next(numbers[player.name])}" if bots[player.name] > 1 else ""
                labels.append(f"{player.name}{number} 🤖")
        return labels

    def replace(self, user: str, bot: BotSeat) -> None:
        """Give all seats of a user to a bot, until the user comes back."""
        self.players = tuple(replace(bot, user=user) if player == user else player for player in self.players)

    def restore(self, user: str) -> bool:
        """Give a user the seats back that bots play for the user. Return whether there are any."""
        before = self.players
        self.players = tuple(
            user if isinstance(player, BotSeat) and player.user == user else player for player in before
        )
        return self.players != before

    def has_left(self, user: str) -> bool:
        """Return whether a bot of the table plays a seat for the user."""
        return any(isinstance(player, BotSeat) and player.user == user for player in self.players)

    def seat_of(self, user: str) -> int | None:
        """Return the seat that the user decides for now, else the user's first seat; None for a spectator."""
        if self.current_player == user and isinstance(self.match.seat, int):
            return self.match.seat
        return next((seat for seat, player in enumerate(self.players) if player == user), None)

    def last_decision_seat(self, user: str) -> int | None:
        """Return the seat of the user's last decision in this match."""
        own = {seat for seat, player in enumerate(self.players) if player == user}
        return next(
            (seat for seat in reversed(self.match.decision_seats) if isinstance(seat, int) and seat in own), None
        )

    def has_private_view(self, seat: int) -> bool:
        """Return whether a seat sees more than a spectator."""
        own, public = self.match.view(seat).view, self.match.view(None).view
        return {**own, "seat": None} != {**public, "seat": None}

    def recipient(self, user: str) -> str | None:
        """Return who may read messages about the user's moves: None for all, or only the user."""
        seat = self.seat_of(user)
        return user if seat is not None and self.has_private_view(seat) else None
