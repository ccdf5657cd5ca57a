"""Departures from a table: users who leave, bots that play on for them, and users who come back."""

from __future__ import annotations

from time import monotonic

from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.replies import TableReply
from referee_sdk.chat.room_table import RoomTable
from referee_sdk.chat.seats import BotSeat, SeatMap
from referee_sdk.chat.words import folded
from referee_sdk.errors import SeatPresent

AWAY_SECONDS = 300.0
"""Time without a text of a user, since it is their turn, after which the only other user may call a bot."""


class Departures:
    """Users of one table who leave, are away, or come back. In a room its service moves the bots."""

    def __init__(self, seats: SeatMap, formatter: ChatFormatter, room: RoomTable | None) -> None:
        self.seats, self.formatter, self.room = seats, formatter, room
        self._opened_at = monotonic()
        self._active_at: dict[str, float] = {}

    def show_names(self) -> None:
        """Update the names of the seats."""
        names = () if self.room is None else self.room.names()
        self.formatter.names = self.seats.labels(self.formatter.display_names, names)

    def note_presence(self, user: str | BotSeat | None) -> None:
        """Note that a user writes, or that it is the user's turn now."""
        if isinstance(user, str):
            self._active_at[user] = monotonic()

    def leave(self, user: str) -> TableReply:
        """Give the seats of a user to a bot, until the user comes back. The last user does not leave."""
        if user not in self.seats.users:
            return self._reply("watching", user, is_private=True)
        if self.seats.match.is_over:
            return self._reply("after over", user)
        if self.room is not None:
            return TableReply(tuple(self.room.leave(user)), is_changed=True)
        if len(self.seats.users) == 1:
            return self._reply("last user", user, is_private=True)
        return self.give_to_bot(user, "has left")

    def give_to_bot(self, user: str, key: str) -> TableReply:
        """Give the seats of a user to a bot, with a text about it."""
        is_turn = self.seats.current_player == user
        self.seats.replace(user, BotSeat())
        self.show_names()
        return TableReply(self._reply(key, user).lines, is_changed=is_turn)

    def come_back(self, user: str) -> TableReply:
        """Give a user the seats back that a bot plays meanwhile."""
        if self.room is not None:
            if user not in self.seats.users:
                return self._reply("watching", user, is_private=True)
            return TableReply(tuple(self.room.come_back(user)), is_changed=True)
        if not self.seats.restore(user):
            return self._reply("never left" if user in self.seats.users else "watching", user, is_private=True)
        self.show_names()
        return TableReply(self._reply("is back", user).lines, is_changed=self.seats.current_player == user)

    def replace_absent(self, user: str, absent: str) -> TableReply:
        """Let a bot play for an absent user, if the room allows it, or if the user has written nothing for minutes."""
        if self.room is not None:
            return self._replace_in_room(self.room, user, absent)
        if user not in self.seats.users:
            return self._reply("watching", user, is_private=True)
        remaining = self._active_at.get(absent, self._opened_at) + AWAY_SECONDS - monotonic()
        if remaining > 0:
            return self._reply("not away", absent, minutes=-int(-remaining // 60))
        return self.give_to_bot(absent, "bot replaces")

    def _replace_in_room(self, room: RoomTable, user: str, absent: str) -> TableReply:
        seat, own = self.seats.seat_of(absent), self.seats.seat_of(user)
        if seat is None or own is None:
            return self._reply("watching", user, is_private=True)
        return self._call_bot(room, seat, own, user, self.formatter.user_name(absent), "bot replaces")

    def replace_elsewhere(self, user: str, name: str) -> TableReply | None:
        """Let a bot of the room play for the absent player elsewhere with this name; None if there is none."""
        own, names, wanted = self.seats.seat_of(user), self.names_elsewhere(), folded(name).strip(" @?!.")
        found = [seat for seat, each in names.items() if folded(each) == wanted]
        if self.room is None or own is None or len(found) != 1:
            return None
        shown = self.formatter.seat_name(found[0])
        return self._call_bot(self.room, found[0], own, user, shown, "bot replaces elsewhere")

    def _call_bot(self, room: RoomTable, seat: int, own: int, user: str, absent: str, key: str) -> TableReply:
        """Let a bot of the room play a seat on request of another, or say that its player is there."""
        try:
            room.match.put_bot(seat, own)
        except SeatPresent:
            return TableReply((self.formatter.text("present", user=absent),), to=user)
        self.show_names()
        return TableReply((self.formatter.text(key, user=absent),), is_changed=True)

    def names_elsewhere(self) -> dict[int, str]:
        """Return the names of the seats of a room that neither a user of the table nor a bot plays."""
        if self.room is None:
            return {}
        names = self.room.names()
        players = enumerate(self.seats.players)
        return {seat: names[seat] for seat, player in players if player is None and not self.seats.has_room_bot(seat)}

    def user_called(self, name: str) -> str | None:
        """Return the user with this display name, or whose name begins so; None if there is no or more than one."""
        wanted = folded(name).strip(" @?!.")
        names = {user: folded(self.formatter.display_names.get(user, user)) for user in self.seats.users}
        found = [user for user, each in names.items() if each == wanted] or [
            user for user, each in names.items() if wanted and each.startswith(wanted)
        ]
        return found[0] if len(found) == 1 else None

    def unknown_user(self, user: str, name: str) -> TableReply:
        """Return that no user has this name, with those who play."""
        players = [*self.seats.users, *self.names_elsewhere().values()]
        names = ", ".join(map(self.formatter.user_name, players))
        line = self.formatter.text("no such player", text=self.formatter.user_name(name), names=names)
        return TableReply((line,), to=user)

    def _reply(self, key: str, user: str, *, is_private: bool = False, **facts: object) -> TableReply:
        line = self.formatter.text(key, user=self.formatter.user_name(user), **facts)
        return TableReply((line,), to=user if is_private else None)
