"""Thread that waits for changes of a room, so that the keyboard works while others play."""

from __future__ import annotations

from copy import copy
from threading import Thread
from time import sleep

from textual.message import Message as ScreenMessage
from textual.message_pump import MessagePump

from referee_sdk.chat import Table
from referee_sdk.core.sender import LOG
from referee_sdk.errors import RefereeError, RoomGone
from referee_sdk.room import Room

WAIT_SECONDS = 30.0
"""Longest wait for news of a room before the table looks itself."""

RETRY_SECONDS = 5.0
"""Pause after the service has failed."""


class RoomChanged(ScreenMessage):
    """Something may have happened in the room of the table."""


class RoomWatch(Thread):
    """Thread that posts `RoomChanged`. It waits on a copy of the room, because the table uses the room itself.

    One copy serves until a rematch: a new copy of a room that the table has not looked at would never wait.
    """

    def __init__(self, table: Table, screen: MessagePump) -> None:
        super().__init__(daemon=True)
        self.table, self.screen = table, screen

    def run(self) -> None:
        """Wait for changes until the command ends or the room is gone."""
        watched: Room | None = None
        while (match := self.table.room) is not None and not self.table.is_gone:
            room = next(iter(match.seats.values()), match.public)
            if watched is None or watched.id != room.id:
                watched = copy(room)
            try:
                watched.wait(WAIT_SECONDS)
            except RoomGone:
                self.screen.post_message(RoomChanged())  # the table says so
                return
            except RefereeError as error:
                LOG.debug("the room cannot be followed now (%s)", type(error).__name__)
                sleep(RETRY_SECONDS)
            self.screen.post_message(RoomChanged())
