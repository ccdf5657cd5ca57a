"""Tables and lobbies by channel: loaded from a storage of strings, and written to it after each change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import MutableMapping
from threading import Lock, RLock

from referee_sdk.chat.lobby import Lobby
from referee_sdk.chat.saved_table import has_room, saved_language
from referee_sdk.chat.table import Table
from referee_sdk.client import Client
from referee_sdk.errors import RoomGone
from referee_sdk.options import Language


class ChannelTables:
    """Table or lobby of each channel. Each channel has a lock; the storage is used by one thread at a time.

    `languages` has the language of the last user of a channel, for answers while it has no table.
    """

    def __init__(self, client: Client, storage: MutableMapping[str, str], *, announce_private: bool) -> None:
        self.client, self.storage, self.announce_private = client, storage, announce_private
        self.locks: defaultdict[str, RLock] = defaultdict(RLock)
        self._tables: dict[str, Table] = {}
        self._lobbies: dict[str, Lobby] = {}
        self._storage_lock = Lock()
        self.languages: dict[str, Language] = {}

    def table(self, channel: str) -> Table | None:
        """Return the table of a channel; None without one, or while it is a lobby.

        Raises `RefereeError` if it cannot be loaded. A table whose room is gone is forgotten.
        """
        if channel not in self._tables:
            self._load(channel)
        return self._tables.get(channel)

    def lobby(self, channel: str) -> Lobby | None:
        """Return the lobby of a channel; None without one."""
        if channel not in self._lobbies:
            self._load_lobby(channel)
        return self._lobbies.get(channel)

    def is_free(self, channel: str) -> bool:
        """Return whether a channel has neither a table nor a lobby."""
        return self.lobby(channel) is None and self.table(channel) is None

    def language_of(self, channel: str) -> Language:
        """Return the language of a channel without loading its table; without one that of `languages`, or English."""
        if channel in self._tables:
            return self._tables[channel].match.client.language
        saved = self._read(channel)
        return self.languages.get(channel, "en") if saved is None else saved_language(saved)

    def room_channels(self) -> list[str]:
        """Return the channels whose tables play in a room, without loading these tables."""
        with self._storage_lock:
            saved = list(self.storage.items())
        return [channel for channel, text in saved if has_room(text)]

    def put_table(self, channel: str, table: Table) -> None:
        """Make a table that of a channel, and save it. It is saved again before its bots play."""
        self._lobbies.pop(channel, None)
        self._add(channel, table)
        self.save(channel)

    def put_lobby(self, channel: str, lobby: Lobby) -> None:
        """Make a lobby that of a channel, and save it."""
        self._lobbies[channel] = lobby
        self._write(channel, lobby.save())

    def save(self, channel: str) -> None:
        """Save the table of a channel, or forget it if its room is gone."""
        table = self._tables[channel]
        if table.is_gone:
            self.forget(channel)
        else:
            self._write(channel, table.save())

    def forget(self, channel: str) -> None:
        """Remove the table or lobby of a channel."""
        self._tables.pop(channel, None)
        self._lobbies.pop(channel, None)
        with self._storage_lock:
            self.storage.pop(channel, None)

    def _load(self, channel: str) -> None:
        """Load a table under the lock of its channel, so that two threads do not load two."""
        with self.locks[channel]:
            saved = self._read(channel)
            if saved is None or channel in self._tables or Lobby.resume(saved) is not None:
                return
            try:
                table = Table.resume(self.client, saved)
            except RoomGone:
                self.forget(channel)
                raise
            self._add(channel, table)

    def _add(self, channel: str, table: Table) -> None:
        table.announce_private = self.announce_private
        table.on_change = lambda: self.save(channel)
        self._tables[channel] = table

    def _load_lobby(self, channel: str) -> None:
        with self.locks[channel]:
            saved = self._read(channel)
            lobby = None if saved is None or channel in self._lobbies else Lobby.resume(saved)
            if lobby is not None:
                self._lobbies[channel] = lobby

    def _read(self, channel: str) -> str | None:
        with self._storage_lock:
            return self.storage.get(channel)

    def _write(self, channel: str, saved: str) -> None:
        with self._storage_lock:
            self.storage[channel] = saved
