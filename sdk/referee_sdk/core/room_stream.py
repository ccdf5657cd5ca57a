"""Follower of a room: when to open its event stream, which lines say that something changed, and what then is new."""

from __future__ import annotations

import json
import time

from referee_sdk.core.exchange import Pause, Request, Steps
from referee_sdk.core.rooms import Events, RoomCore
from referee_sdk.core.sender import LOG
from referee_sdk.errors import InvalidResponse, RateLimited, ServerError, TimedOut

SILENCE_SECONDS = 40.0
"""A stream in which nothing arrives for this long is broken: the service writes at least each 15 seconds."""
POLL_SECONDS = 2.0
"""Pause before the next look while there is no stream, for example behind a proxy that holds it back."""

SLACK_SECONDS = 1.0
"""How long after the end a line may come. Without slack a stream would be opened again after every line."""


class RoomStream:
    """Follower of one room for some seconds, or without an end.

    Lost streams are opened again. After each loss it looks at the room itself, so it also works without any stream.
    """

    def __init__(self, room: RoomCore, seconds: float | None) -> None:
        self._room = room
        self._end = None if seconds is None else time.monotonic() + seconds
        self._timeout = self._timeout_used = SILENCE_SECONDS
        self._has_lines = self._has_look = False
        self._seen = (room.version, room.players)
        self._undos, self._count = room.undos, len(room.events)
        self._event = ""

    @property
    def _remaining(self) -> float:
        return SILENCE_SECONDS if self._end is None else self._end - time.monotonic()

    @property
    def is_open(self) -> bool:
        """Whether to follow on: the time is not over."""
        return self._remaining > 0

    def next_request(self) -> Request:
        """Return the request that opens the stream. It fails when the time is over, or nothing arrives for too long."""
        self._has_lines = self._has_look = False
        self._timeout_used = max(0.01, min(self._timeout, self._remaining))
        LOG.debug("GET %s: event stream", f"/v1/rooms/{self._room.id}/events")
        return self._room._calls.room_events(self._room._access, self._timeout_used)

    @property
    def is_too_slow(self) -> bool:
        """Whether the next line may come after the end, so that the stream must be opened again."""
        return self._remaining < self._timeout_used - SLACK_SECONDS

    def read(self, line: str) -> bool:
        """Return whether a line says that something changed. `news` then raises `RoomGone` if the room is gone."""
        self._has_lines, self._timeout = True, SILENCE_SECONDS
        name, _, value = line.partition(":")
        if name == "event":
            self._event = value.strip()
        if name == "event" and self._event == "gone":
            return True
        if name != "data" or self._event != "look":
            return False
        is_first, self._has_look = not self._has_look, True
        return not is_first or _version(value) != self._seen[0]

    def news(self) -> Steps[list[Events]]:
        """Look at the room, and return the new events if it has changed, else an empty list."""
        yield from self._room._refresh()
        room = self._room
        count, undos = self._count, self._undos
        self._count, self._undos = len(room.events), room.undos
        if self._seen == (seen := (room.version, room.players)):
            return []
        self._seen = seen
        return [tuple(room.events[count:]) if undos == room.undos else ()]

    def after(self, error: ServerError | RateLimited | None) -> Steps[list[Events]]:
        """Pause after a stream that failed or was none, and look at the room instead.

        A stream that the service closed in order is opened again at once.
        """
        if not self.is_open or (error is None and self._has_look):
            return []
        if isinstance(error, TimedOut) and not self._has_lines:
            self._timeout = POLL_SECONDS  # the stream is held back: look often, and try it only shortly
        wait = (error.retry_after if error is not None else None) or POLL_SECONDS
        yield Pause(max(0.0, min(wait, self._remaining)))
        return (yield from self.news())


def _version(value: str) -> int:
    try:
        return int(json.loads(value)["version"])
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidResponse("A line of the event stream is not as documented.") from error
