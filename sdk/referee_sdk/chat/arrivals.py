"""Arrivals of texts: whether a user can have seen the list of moves that a typed number is about."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

READING_SECONDS = 1.0
"""Time after a change by another user in which a typed number cannot be meant for the new list."""


@dataclass(frozen=True)
class TableChange:
    """Last change of the table of a channel: its state for users, when, and the user and text that caused it."""

    version: str
    time: float
    user: str | None
    text: str


class Arrivals:
    """Last change of each channel. `before` is called when a text arrives, before it waits for its turn."""

    def __init__(self, reading_seconds: float) -> None:
        self.reading_seconds = reading_seconds
        self._changes: dict[str, TableChange] = {}

    def before(self, channel: str, user: str, text: str) -> TableChange | None:
        """Return the change whose list the user can have seen when this text arrived.

        If the list has just changed, because another user wrote or because of the same text, that is none.
        """
        change = self._changes.get(channel)
        if change is None:
            return None
        is_new = monotonic() - change.time < self.reading_seconds
        return TableChange("", 0.0, None, "") if is_new and (change.user != user or change.text == text) else change

    def is_late(self, channel: str, seen: TableChange | None) -> bool:
        """Return whether the table has changed since the user wrote."""
        return self._changes.get(channel) is not seen

    def note(self, channel: str, version: str, user: str | None = None, text: str = "") -> None:
        """Note the state of a table after a text of a user, or after news of its room."""
        change = self._changes.get(channel)
        if change is None or change.version != version:
            self._changes[channel] = TableChange(version, monotonic(), user, text)
