"""Room of a table: its seats, what happened there since the last look, and its end."""

from __future__ import annotations

from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.messages import Message, escape_markdown, split_messages
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.room_match import RoomMatch
from referee_sdk.chat.seats import SeatMap
from referee_sdk.errors import BadRequest, RoomGone

MAX_NAME_CHARS = 40
"""Longest name of a player that the service accepts."""


class RoomTable:
    """The room at which a table plays, with the users who have a seat there."""

    def __init__(self, match: RoomMatch, seats: SeatMap, prompter: Prompter) -> None:
        self.match, self.seats, self.prompter = match, seats, prompter
        self.formatter = prompter.formatter
        self.is_gone = False

    @staticmethod
    def of(room: RoomTable | None) -> RoomTable:
        """Return the room of a table. Raises `BadRequest` if it has none."""
        if room is None:
            raise BadRequest("This table has no room. Open one with `Table.join`.")
        return room

    def names(self) -> list[str]:
        """Return the name of every seat in the room."""
        return self.match.names(self.formatter.language)

    def add(self, user: str, link: str) -> list[Message]:
        """Give a user the seat of a link. A seat without a name gets that of the user."""
        room = self.match.client.join(link)
        name = escape_markdown(self.formatter.display_names.get(user, user))
        seat = room.own_seat
        if seat is None:
            return self.prompter.reply("watching", user=name)
        players = list(self.seats.players)
        if players[seat] not in (None, user):
            return self.prompter.reply("seat taken", user=self.formatter.seat_name(seat))
        if not room.players[seat].name:
            room.rename(self.formatter.display_names.get(user, user)[:MAX_NAME_CHARS])
        self.match.add(room)
        players[seat] = user
        self.seats.players = tuple(players)
        self._show_names()
        return self.prompter.reply("seated", user=name, seat=seat)

    def news(self) -> list[str] | None:
        """Return lines about what happened since the last look, or None if the turn is as before."""
        news = self.match.look()
        self._show_names()
        if not news.has_changed:
            return None
        lines = [self.formatter.text("taken back")] if news.is_undone else []
        lines += self.formatter.events(news.events)
        if self.match.is_resigned:
            lines.append(self.formatter.text("resigned"))
        if self.match.public.has_rematch:
            lines.append(self.formatter.text("rematch"))
        return lines

    def come_back(self, user: str) -> list[str]:
        """Take the seats of a user back from bots of the room."""
        own = [seat for seat, player in enumerate(self.seats.players) if player == user and self.match.is_bot(seat)]
        for seat in own:
            self.match.take_back(seat)
        self._show_names()
        return [self.formatter.text("is back", user=self.formatter.user_name(user))] if own else []

    def leave(self, user: str) -> list[str]:
        """Let bots of the room play the seats of a user."""
        for seat, player in enumerate(self.seats.players):
            if player == user and not self.match.is_bot(seat):
                self.match.put_bot(seat)
        self._show_names()
        return [self.formatter.text("has left", user=self.formatter.user_name(user))]

    def gone(self, error: RoomGone) -> list[Message]:
        """Note that the room is gone, and return the sentence of the service."""
        self.is_gone = True
        return split_messages([error_text(error, self.formatter.language)], self.prompter.settings.limit)

    def _show_names(self) -> None:
        self.formatter.names = self.seats.labels(self.formatter.display_names, self.names())
