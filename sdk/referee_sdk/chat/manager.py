"""Tables of a chat: one per channel or thread. Users open, join and close them; a storage keeps them."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from threading import RLock
from typing import Any

from referee_sdk.catalogue import GameSummary
from referee_sdk.chat.arrivals import READING_SECONDS, Arrivals
from referee_sdk.chat.channel_tables import ChannelTables
from referee_sdk.chat.completion import complete_name, completed
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.game_list import GameList
from referee_sdk.chat.lobby import TEXTS, Lobby
from referee_sdk.chat.lobby_answers import LobbyAnswers
from referee_sdk.chat.messages import MenuOption, Message, clean_text, escape_markdown, split_messages
from referee_sdk.chat.phrases import command_in
from referee_sdk.chat.room_entry import RoomEntry
from referee_sdk.chat.seats import BotSeat
from referee_sdk.chat.table import Table
from referee_sdk.client import Client
from referee_sdk.core.room_links import RoomAccess, link_in
from referee_sdk.core.sender import LOG
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language


class TableManager:
    """Tables by channel. `storage` is a mapping of strings that saves them, such as a `TableFile`.

    New tables have messages of at most `limit` characters, `page` actions per menu page, and pictures if `pictures` is
    true. With page 0 menus have no list in the text but all choices with it, for chats with buttons. `announce_private`
    adds a public message to each private menu. `rooms_url` is the
    address in the links of rooms, if users see the service at another one than the client. A number that a user types
    less than `reading_seconds` after another user has changed the list plays nothing. Threads may share a manager.
    """

    def __init__(
        self,
        client: Client,
        storage: MutableMapping[str, str] | None = None,
        *,
        limit: int = 2000,
        page: int = 10,
        pictures: bool = True,
        announce_private: bool = True,
        rooms_url: str | None = None,
        reading_seconds: float = READING_SECONDS,
    ) -> None:
        self.client, self.rooms_url = client, rooms_url
        self.limit, self.page, self.pictures = limit, page, pictures
        self.storage: MutableMapping[str, str] = {} if storage is None else storage
        self._tables = ChannelTables(client, self.storage, announce_private=announce_private)
        self._games = GameList(client)
        self._lobby_answers = LobbyAnswers(self._games)
        self._arrivals = Arrivals(reading_seconds)

    # --- opening and closing ------------------------------------------------------------------------------------------

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
        """Open a table in a channel for a user. With `bot` the match begins at once, else the table waits for users.

        A game, a number of seats or a bot that does not exist opens nothing; the message lists what exists.
        """

        def open_table() -> list[Message]:
            if not self._tables.is_free(channel):
                return self._reply(self.language_of(channel), "already open")
            refusal = self._games.refusal(game, seats, bot, language)
            if refusal is not None:
                return split_messages([refusal], self.limit)
            found = self._games.find(game, language)
            lobby = Lobby(found.game if found else game, seats, language, {user: name or user})
            if bot is not None:
                return self._begin(channel, lobby, [user, *[bot] * (seats - 1)])
            return self._wait_or_begin(channel, lobby)

        return self._locked(channel, open_table, user, failure="cannot open")

    def join(self, channel: str, user: str, *, name: str | None = None) -> list[Message]:
        """Add a user to the waiting table of a channel. When the last seat is taken, the match begins."""

        def sit_down() -> list[Message]:
            lobby = self._tables.lobby(channel)
            if lobby is None:
                return self._join_table(channel, user)
            if user in lobby.users:
                return self._reply(lobby.language, "seated", user=escape_markdown(lobby.users[user]))
            users = {**lobby.users, user: name or user}
            return self._wait_or_begin(channel, Lobby(lobby.game, lobby.seats, lobby.language, users))

        return self._locked(channel, sit_down, user)

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

        The link of a seat is a secret. With `is_public` the messages say so, because other users have read it. The
        language is that of the table, which opens with the first link.
        """

        def enter() -> list[Message]:
            spoken = language if self._tables.is_free(channel) else self.language_of(channel)
            entry = RoomEntry(self._tables, self.rooms_url, self._settings())
            messages = entry.enter(channel, user, link, name or user, spoken)
            is_secret = is_public and link_in(link) is not None and not entry.is_for_watchers(channel, link)
            warning = self._reply(spoken, "public link", user=escape_markdown(name or user)) if is_secret else []
            return warning + messages

        return self._locked(channel, enter, user)

    def leave(self, channel: str, user: str) -> list[Message]:
        """Let a user leave: before the match the seat is free again, during it a bot plays on."""

        def stand_up() -> list[Message]:
            lobby = self._tables.lobby(channel)
            if lobby is None or user not in lobby.users:
                return self._call_table(channel, lambda table: table.leave(user))
            users = {each: name for each, name in lobby.users.items() if each != user}
            if users:
                return self._wait_or_begin(channel, Lobby(lobby.game, lobby.seats, lobby.language, users))
            self._tables.forget(channel)
            return self._reply(lobby.language, "closed", user=escape_markdown(lobby.users[user]))

        return self._locked(channel, stand_up, user)

    def close(self, channel: str, user: str, *, force: bool = False) -> list[Message]:
        """Close the table of a channel, if the user plays at it or waits for it. `force` lets a moderator close it."""

        def end() -> list[Message]:
            table, lobby, language = self._tables.table(channel), self._tables.lobby(channel), self.language_of(channel)
            if table is None and lobby is None:
                return self._reply(language, "no table")
            names = {each: table.names.get(each, each) for each in table.users} if table else {}
            names |= lobby.users if lobby else {}
            is_watched = table is not None and table.room is not None and not table.users
            if user not in names and not is_watched and not force:
                return self._reply(language, "not a player")
            self._tables.forget(channel)
            return self._reply(language, "closed", user=escape_markdown(names.get(user, user)))

        return self._locked(channel, end, user)

    # --- playing ------------------------------------------------------------------------------------------------------

    def say(self, channel: str, user: str, text: str) -> list[Message]:
        """Handle a text of a user at the channel's table and return the messages to send.

        A text with the link of a room joins it, with a warning. A table that waits for users has answers about itself
        and about components. A number that was typed before its list could be read plays nothing.
        """
        link = link_in(text)
        if link is not None:
            return self.join_room(channel, user, link, is_public=True)
        seen = self._arrivals.before(channel, user, text)

        def answer() -> list[Message]:
            lobby = self._tables.lobby(channel)
            if lobby is not None:
                return self._answer_lobby(channel, lobby, user, clean_text(text))
            is_late = self._arrivals.is_late(channel, seen)
            return self._call_table(channel, lambda table: table.say(user, text, is_late=is_late))

        return self._locked(channel, answer, user, text)

    def choose(self, channel: str, user: str, menu_id: str, number: int) -> list[Message]:
        """Handle a button: play this number of a menu, if the menu is still current."""
        return self._locked(
            channel,
            lambda: self._call_table(channel, lambda table: table.choose(user, menu_id, number)),
            user,
        )

    def refresh(self, channel: str) -> list[Message]:
        """Return what happened in the room of a channel since the last look. Raises `RefereeError`."""
        with self._tables.locks[channel]:
            table = self.table(channel)
            if table is None:
                return []
            messages = table.refresh()
            self._tables.save(channel)
            self._note(channel)
            return messages

    def complete(self, channel: str, user: str, text: str, limit: int = 25) -> tuple[MenuOption, ...]:
        """Return the legal moves of a user that fit a half-written text; none without a table or if it fails."""
        table_of, lock = self.table, self._tables.locks[channel]
        return completed(
            lock, lambda: () if (table := table_of(channel)) is None else table.complete(user, text, limit)
        )

    def complete_component(self, channel: str, text: str, limit: int = 25) -> tuple[str, ...]:
        """Return the names of cards and pieces that fit a half-written name; none without a table or if it fails."""

        def names() -> tuple[str, ...]:
            table, lobby = self.table(channel), self._tables.lobby(channel)
            if lobby is not None:
                return complete_name(text, self._lobby_answers.index(lobby), limit)
            return () if table is None else table.complete_component(text, limit)

        return completed(self._tables.locks[channel], names)

    # --- what is known ------------------------------------------------------------------------------------------------

    def games(self, language: Language = "en") -> tuple[GameSummary, ...]:
        """Return the games of the service with their titles in a language, at most some minutes old."""
        return self._games.games(language)

    def find_game(self, name: str, language: Language = "en") -> GameSummary | None:
        """Return the game that a name or some words of a title mean; None if there is no or more than one."""
        return self._games.find(name, language)

    def listed_games(self, language: Language = "en") -> str:
        """Return all games in one line of Markdown: names, titles and numbers of players."""
        return self._games.listed(language)

    def table(self, channel: str) -> Table | None:
        """Return the table of a channel, loaded from the storage if needed; None if there is none.

        Raises `RefereeError` if it cannot be loaded. A table whose room is gone is forgotten.
        """
        return self._tables.table(channel)

    def lobby(self, channel: str) -> Lobby | None:
        """Return the table of a channel that waits for users; None if there is none."""
        return self._tables.lobby(channel)

    def language_of(self, channel: str) -> Language:
        """Return the language of the table of a channel, without loading it; without one that of `note_language`."""
        return self._tables.language_of(channel)

    def note_language(self, channel: str, language: Language) -> None:
        """Note the language of a user, for answers while the channel has no table. Without this it is English."""
        self._tables.languages[channel] = language

    def lock(self, channel: str) -> RLock:
        """Return the lock of a channel, for a host that looks at its table before and after a text."""
        return self._tables.locks[channel]

    @property
    def room_channels(self) -> list[str]:
        """The channels whose tables play in a room, without loading these tables."""
        return self._tables.room_channels()

    def room_accesses(self, channel: str) -> tuple[RoomAccess, ...]:
        """Return the credentials with which the table of a channel follows its room; none without a room.

        Raises `RefereeError` if the table cannot be loaded.
        """
        with self._tables.locks[channel]:
            table = self.table(channel)
            return () if table is None or table.room is None else table.room.accesses()

    # --- internal -----------------------------------------------------------------------------------------------------

    def _locked(
        self, channel: str, call: Callable[[], list[Message]], user: str, text: str = "", failure: str = "cannot load"
    ) -> list[Message]:
        """Call a function under the channel's lock. If the service fails, a message says why."""
        with self._tables.locks[channel]:
            try:
                messages = call()
            except RefereeError as error:
                messages = self._failure(self.language_of(channel), failure, error)
            self._note(channel, user, text)
            return messages

    def _note(self, channel: str, user: str | None = None, text: str = "") -> None:
        """Note which list of moves users of a channel can see from now on."""
        try:
            table = self._tables.table(channel)
            version = "" if table is None else table.version
        except RefereeError as error:
            LOG.debug("the list of moves is unknown now (%s)", type(error).__name__)
            version = "unknown"
        self._arrivals.note(channel, version, user, text)

    def _call_table(self, channel: str, call: Callable[[Table], list[Message]]) -> list[Message]:
        """Call a function with the table of a channel and save the table."""
        table = self._tables.table(channel)
        if table is None:
            return self._reply(self.language_of(channel), "no table")
        messages = call(table)
        self._tables.save(channel)
        return messages

    def _answer_lobby(self, channel: str, lobby: Lobby, user: str, words: str) -> list[Message]:
        """Answer a text at a table that waits for users."""
        if command_in(words) == "leave" and user in lobby.users:
            return self.leave(channel, user)
        return split_messages(self._lobby_answers.lines(lobby, words), self.limit)

    def _join_table(self, channel: str, user: str) -> list[Message]:
        """Answer a user who wants a seat where no table waits for users."""
        table, language = self._tables.table(channel), self.language_of(channel)
        if table is None:
            return self._reply(language, "no table")
        if user in table.users:
            return self._reply(language, "seated", user=escape_markdown(table.names.get(user, user)))
        return self._reply(language, "full")

    def _wait_or_begin(self, channel: str, lobby: Lobby) -> list[Message]:
        """Wait for more users, or begin if all seats are taken."""
        if len(lobby.users) >= lobby.seats:
            return self._begin(channel, lobby, list(lobby.users))
        self._tables.put_lobby(channel, lobby)
        return split_messages([self._lobby_answers.waiting(lobby)], self.limit)

    def _begin(self, channel: str, lobby: Lobby, seats: list[str | BotSeat]) -> list[Message]:
        """Begin the match. If that fails, the channel stays as it was, so that users can try again."""
        settings: dict[str, Any] = {"names": lobby.users, **self._settings()}
        try:
            table = Table.open(self.client, lobby.game, seats, language=lobby.language, **settings)
            table.announce_private = self._tables.announce_private
            messages = table.begin()
        except RefereeError as error:
            return self._failure(lobby.language, "cannot open", error)
        self._tables.put_table(channel, table)
        return messages

    def _settings(self) -> dict[str, Any]:
        """Return the settings of new tables."""
        return {"limit": self.limit, "page": self.page, "pictures": self.pictures}

    def _failure(self, language: Language, key: str, error: RefereeError) -> list[Message]:
        return self._reply(language, key, reason=escape_markdown(error_text(error, language)))

    def _reply(self, language: Language, key: str, **facts: object) -> list[Message]:
        return split_messages([TEXTS[language][key].format(**facts)], self.limit)
