"""Tables of a chat: one per channel or thread. Users open, join and close them; a storage keeps them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, MutableMapping
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from referee_sdk.catalogue import GameSummary
from referee_sdk.chat.component_answers import ComponentAnswers, component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.lobby import TEXTS, Lobby
from referee_sdk.chat.messages import MenuOption, Message, clean_text, escape_markdown, split_messages
from referee_sdk.chat.saved_table import has_room, saved_language
from referee_sdk.chat.seats import BotSeat
from referee_sdk.chat.table import Table
from referee_sdk.client import Client
from referee_sdk.core.room_links import RoomAccess, check_service, link_in, link_text, room_link
from referee_sdk.core.sender import LOG
from referee_sdk.errors import BadRequest, RefereeError, RoomGone
from referee_sdk.options import Language

T = TypeVar("T")

COMPLETION_SECONDS = 1.5
"""Longest wait for a table that is busy. Chats expect completions within three seconds."""

GAMES_SECONDS = 300.0
"""Time for which the list of games is valid."""


class TableManager:
    """Tables by channel. `storage` is a mapping of strings that saves them, such as `shelve.open(file)`.

    New tables have messages of at most `limit` characters, `page` actions per menu page, and pictures if `pictures` is
    true. With page 0 menus have no list in the text but all choices with it, for chats with buttons. `rooms_url` is the
    address in the links of rooms, if users see the service at another one than the client.
    """

    def __init__(
        self,
        client: Client,
        storage: MutableMapping[str, str] | None = None,
        *,
        limit: int = 2000,
        page: int = 10,
        pictures: bool = True,
        rooms_url: str | None = None,
    ) -> None:
        self.rooms_url = rooms_url
        self.client, self.limit, self.page, self.pictures = client, limit, page, pictures
        self.storage: MutableMapping[str, str] = {} if storage is None else storage
        self.lobbies: dict[str, Lobby] = {}
        self._tables: dict[str, Table] = {}
        self._games: dict[Language, tuple[tuple[GameSummary, ...], float]] = {}
        self._locks: defaultdict[str, Lock] = defaultdict(Lock)

    def open(
        self,
        channel: str,
        user: str,
        game: str,
        *,
        name: str | None = None,
        seats: int = 2,
        bot: BotSeat | None = None,
        language: Language = "en",
    ) -> list[Message]:
        """Open a table in a channel for a user. With `bot` the match begins at once, else the table waits for users."""

        def open_table() -> list[Message]:
            if self.table(channel) is not None or channel in self.lobbies:
                return self._reply(language, "already open")
            lobby = Lobby(game, seats, language, {user: name or user})
            if bot is not None:
                return self._begin(channel, lobby, [user, *[bot] * (seats - 1)])
            return self._wait_or_begin(channel, lobby)

        return self._locked(channel, open_table)

    def join(self, channel: str, user: str, *, name: str | None = None) -> list[Message]:
        """Add a user to the waiting table of a channel. When the last seat is taken, the match begins."""

        def sit_down() -> list[Message]:
            lobby = self.lobbies.get(channel)
            if lobby is None:
                return self._reply(
                    self.language_of(channel), "no table" if self.table(channel) is None else "already open"
                )
            if user in lobby.users:
                return self._reply(lobby.language, "seated", user=escape_markdown(lobby.users[user]))
            lobby.users[user] = name or user
            return self._wait_or_begin(channel, lobby)

        return self._locked(channel, sit_down)

    def join_room(
        self,
        channel: str,
        user: str,
        link: str,
        *,
        name: str | None = None,
        language: Language = "en",
        is_public: bool = False,
    ) -> list[Message]:
        """Let a user play in the channel with the link of a room's seat, or all users watch with that of watchers.

        The link is a secret. With `is_public` the messages say so, because other users have read it. The language is
        that of the table, which opens with the first link.
        """

        def enter() -> list[Message]:
            spoken = self.language_of(channel) if self.table(channel) or channel in self.lobbies else language
            warning = self._reply(spoken, "public link", user=escape_markdown(name or user)) if is_public else []
            return warning + self._enter_room(channel, user, link, name or user, spoken)

        return self._locked(channel, enter)

    def refresh(self, channel: str) -> list[Message]:
        """Return what happened in the room of a channel since the last look. Raises `RefereeError`."""
        with self._locks[channel]:
            table = self.table(channel)
            return [] if table is None else self._saved(channel, table, table.refresh())

    def say(self, channel: str, user: str, text: str) -> list[Message]:
        """Handle a text of a user at the channel's table and return the messages to send.

        At a table that waits for users, only questions about components are answered. A text with the link of a room
        joins it, with a warning.
        """
        link = link_in(text)
        if link is not None:
            return self.join_room(channel, user, link, is_public=True)
        component = component_question(clean_text(text))
        lobby = self.lobbies.get(channel)
        if lobby is not None and component is not None:
            return self._explain(lobby, component)
        return self._with_table(channel, lambda table: table.say(user, text))

    def choose(self, channel: str, user: str, menu_id: str, number: int) -> list[Message]:
        """Handle a button: play this number of a menu, if the menu is still current."""
        return self._with_table(channel, lambda table: table.choose(user, menu_id, number))

    def leave(self, channel: str, user: str) -> list[Message]:
        """Let a user leave: before the match the seat is free again, during it a bot plays on."""

        def stand_up() -> list[Message]:
            lobby = self.lobbies.get(channel)
            if lobby is None or user not in lobby.users:
                table = self.table(channel)
                if table is None:
                    return self._reply(self.language_of(channel), "no table")
                return self._saved(channel, table, table.leave(user))
            if len(lobby.users) == 1:
                self._forget(channel)
                return self._reply(lobby.language, "closed", user=escape_markdown(lobby.users[user]))
            del lobby.users[user]
            return self._wait_or_begin(channel, lobby)

        return self._locked(channel, stand_up)

    def close(self, channel: str, user: str, *, force: bool = False) -> list[Message]:
        """Close the table of a channel, if the user plays at it or waits for it. `force` lets a moderator close it."""

        def end() -> list[Message]:
            table, lobby = self.table(channel), self.lobbies.get(channel)
            if table is None and lobby is None:
                return self._reply("en", "no table")
            language = self.language_of(channel)
            names = {each: table.names.get(each, each) for each in table.users} if table else {}
            names |= lobby.users if lobby else {}
            is_watched = table is not None and table.room is not None and not table.users
            if user not in names and not is_watched and not force:
                return self._reply(language, "not a player")
            self._forget(channel)
            return self._reply(language, "closed", user=escape_markdown(names.get(user, user)))

        return self._locked(channel, end)

    def complete(self, channel: str, user: str, text: str, limit: int = 25) -> tuple[MenuOption, ...]:
        """Return the legal moves of a user that fit a half-written text; none without a table or if it fails."""
        return self._completed(channel, lambda table: table.complete(user, text, limit))

    def complete_component(self, channel: str, text: str, limit: int = 25) -> tuple[str, ...]:
        """Return the names of cards and pieces that fit a half-written name; none without a table or if it fails."""
        return self._completed(channel, lambda table: table.complete_component(text, limit))

    def _completed(self, channel: str, call: Callable[[Table], tuple[T, ...]]) -> tuple[T, ...]:
        """Call a function with the table of a channel under its lock, unless a bot of the table takes too long."""
        lock = self._locks[channel]
        if not lock.acquire(timeout=COMPLETION_SECONDS):
            return ()
        try:
            table = self.table(channel)
            return () if table is None else call(table)
        except RefereeError as error:
            LOG.debug("a text cannot be completed now (%s)", type(error).__name__)
            return ()
        finally:
            lock.release()

    def games(self, language: Language = "en") -> tuple[GameSummary, ...]:
        """Return the games of the service with their titles in a language, at most some minutes old."""
        games, expires_at = self._games.get(language, ((), 0.0))
        if monotonic() >= expires_at:
            games = self.client.with_language(language).games()
            self._games[language] = games, monotonic() + GAMES_SECONDS
        return games

    def table(self, channel: str) -> Table | None:
        """Return the table of a channel, loaded from the storage if needed; None if there is none.

        Raises `RefereeError` if it cannot be loaded. A table whose room is gone is forgotten.
        """
        if channel not in self._tables and channel in self.storage:
            try:
                self._tables[channel] = Table.resume(self.client, self.storage[channel])
            except RoomGone:
                self._forget(channel)
                raise
        return self._tables.get(channel)

    @property
    def room_channels(self) -> list[str]:
        """The channels whose tables play in a room, without loading these tables."""
        return [channel for channel, saved in list(self.storage.items()) if has_room(saved)]

    def room_accesses(self, channel: str) -> tuple[RoomAccess, ...]:
        """Return the credentials with which the table of a channel follows its room; none without a room.

        Raises `RefereeError` if the table cannot be loaded.
        """
        with self._locks[channel]:
            table = self.table(channel)
            return () if table is None or table.room is None else table.room.accesses()

    # --- internal -----------------------------------------------------------------------------------------------------

    def _with_table(self, channel: str, call: Callable[[Table], list[Message]]) -> list[Message]:
        """Call a function with the table of a channel and save the table, under the channel's lock."""

        def call_table() -> list[Message]:
            table = self.table(channel)
            if table is None:
                return self._reply(self.language_of(channel), "no table")
            return self._saved(channel, table, call(table))

        return self._locked(channel, call_table)

    def _locked(self, channel: str, call: Callable[[], list[Message]]) -> list[Message]:
        """Call a function under the channel's lock. If the table cannot be loaded, a message says why."""
        with self._locks[channel]:
            try:
                return call()
            except RefereeError as error:
                return self._reply(self.language_of(channel), "cannot load", reason=escape_markdown(error.detail))

    def _saved(self, channel: str, table: Table, messages: list[Message]) -> list[Message]:
        """Save a table, or forget it if its room is gone, and return the messages."""
        if table.is_gone:
            self._forget(channel)
        else:
            self.storage[channel] = table.save()
        return messages

    def _forget(self, channel: str) -> None:
        for tables in (self.lobbies, self._tables, self.storage):
            tables.pop(channel, None)

    def _enter_room(self, channel: str, user: str, link: str, name: str, language: Language) -> list[Message]:
        """Join a room, or give the user another seat if the table of the channel plays there."""
        table = self.table(channel)
        if channel in self.lobbies or (table is not None and table.room is None):
            return self._reply(language, "already open")
        try:
            own_link = self._own_link(link)
        except BadRequest:
            return self._reply(language, "no link")
        if own_link is None:
            address = room_link(link).base_url
            return self._reply(language, "other service", address=address, own=self.rooms_url or self.client.base_url)
        try:
            if table is not None and table.room is not None:
                if room_link(own_link).access.id != table.room.public.id:
                    return self._reply(language, "already open")
                return self._saved(channel, table, table.add_seat(user, own_link, name=name))
            settings: dict[str, Any] = {"names": {user: name}, **self._settings()}
            table = Table.join(self.client, {user: own_link}, language=language, **settings)
            messages = self._saved(channel, table, table.begin())
        except RefereeError as error:
            return self._reply(language, "cannot join", reason=escape_markdown(error.detail))
        self._tables[channel] = table
        return messages

    def _own_link(self, link: str) -> str | None:
        """Return a link with the address of the client, or None if it is of another service. Raises `BadRequest`."""
        found = room_link(link)
        try:
            check_service(found, self.client.base_url, *([self.rooms_url] if self.rooms_url else []))
        except BadRequest:
            return None
        return link_text(self.client.base_url, found.access)

    def _explain(self, lobby: Lobby, component: str) -> list[Message]:
        """Answer a question about a component of the game that will be played."""
        index = ComponentIndex(self.client.with_language(lobby.language), lobby.game)
        formatter = ChatFormatter(lobby.language, {})
        try:
            return split_messages(ComponentAnswers(index, formatter).lines(component), self.limit)
        except RefereeError as error:
            return split_messages([formatter.text("failed", reason=escape_markdown(error.detail))], self.limit)

    def _wait_or_begin(self, channel: str, lobby: Lobby) -> list[Message]:
        """Wait for more users, or begin if all seats are taken."""
        free = lobby.seats - len(lobby.users)
        if free <= 0:
            return self._begin(channel, lobby, list(lobby.users))
        self.lobbies[channel] = lobby
        names = ", ".join(escape_markdown(name) for name in lobby.users.values())
        return self._reply(lobby.language, "waiting", game=escape_markdown(lobby.game), names=names, free=free)

    def _begin(self, channel: str, lobby: Lobby, seats: list[str | BotSeat]) -> list[Message]:
        try:
            settings: dict[str, Any] = {"names": lobby.users, **self._settings()}
            table = Table.open(self.client, lobby.game, seats, language=lobby.language, **settings)
            messages = table.begin()
        except RefereeError as error:
            self.lobbies.pop(channel, None)
            return self._reply(lobby.language, "cannot open", reason=escape_markdown(error.detail))
        self.lobbies.pop(channel, None)
        self._tables[channel] = table
        self.storage[channel] = table.save()
        return messages

    def language_of(self, channel: str) -> Language:
        """Return the language of the table of a channel, without loading it; English without a table."""
        if channel in self.lobbies:
            return self.lobbies[channel].language
        if channel in self._tables:
            return self._tables[channel].match.client.language
        return saved_language(self.storage[channel]) if channel in self.storage else "en"

    def _settings(self) -> dict[str, Any]:
        """Return the settings of new tables."""
        return {"limit": self.limit, "page": self.page, "pictures": self.pictures}

    def _reply(self, language: Language, key: str, **facts: object) -> list[Message]:
        return [Message(TEXTS[language][key].format(**facts)[: self.limit])]
