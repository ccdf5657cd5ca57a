"""Tables of a chat: one per channel or thread. Users open, join and close them; a storage keeps them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from referee_sdk.chat.component_answers import ComponentAnswers, component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.messages import Message, clean_text, escape_markdown, split_messages
from referee_sdk.chat.seats import BotSeat
from referee_sdk.chat.table import Table
from referee_sdk.client import Client
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language

# These texts are for the time before and after a match; `texts.py` has those of a table.
TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "waiting": "**{game}**: {names}. Seats free: {free}. Say `join` to sit down.",
        "already open": "There is a table here already; `close` ends it.",
        "no table": "There is no table here; open one.",
        "seated": "You already have a seat here, {user}.",
        "closed": "{user} closed the table.",
        "not a player": "Only players may close the table.",
        "cannot load": "The table cannot be loaded now: {reason}",
        "cannot open": "That table cannot be set up: {reason}",
    },
    "fr": {
        "waiting": "**{game}** : {names}. Places libres : {free}. Dites `join` pour vous asseoir.",
        "already open": "Il y a déjà une table ici ; `close` la ferme.",
        "no table": "Il n'y a pas de table ici ; ouvrez-en une.",
        "seated": "Vous êtes déjà à cette table, {user}.",
        "closed": "{user} a fermé la table.",
        "not a player": "Seuls ceux qui jouent peuvent fermer la table.",
        "cannot load": "La table ne peut pas être reprise maintenant : {reason}",
        "cannot open": "Cette table ne peut pas être ouverte : {reason}",
    },
}


@dataclass
class Lobby:
    """A table that waits for users. `users` maps those who joined to their display names."""

    game: str
    seats: int
    language: Language
    users: dict[str, str] = field(default_factory=dict)


class TableManager:
    """Tables by channel. `storage` is a mapping of strings that saves them, such as `shelve.open(file)`.

    New tables have messages of at most `limit` characters, and pictures if `pictures` is true.
    """

    def __init__(
        self,
        client: Client,
        storage: MutableMapping[str, str] | None = None,
        *,
        limit: int = 2000,
        pictures: bool = True,
    ) -> None:
        self.client, self.limit, self.pictures = client, limit, pictures
        self.storage: MutableMapping[str, str] = {} if storage is None else storage
        self.lobbies: dict[str, Lobby] = {}
        self._tables: dict[str, Table] = {}
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
        with self._locks[channel]:
            if self.table(channel) is not None or channel in self.lobbies:
                return self._reply(language, "already open")
            lobby = Lobby(game, seats, language, {user: name or user})
            if bot is not None:
                return self._begin(channel, lobby, [user, *[bot] * (seats - 1)])
            return self._wait_or_begin(channel, lobby)

    def join(self, channel: str, user: str, *, name: str | None = None) -> list[Message]:
        """Add a user to the waiting table of a channel. When the last seat is taken, the match begins."""
        with self._locks[channel]:
            lobby = self.lobbies.get(channel)
            if lobby is None:
                return self._reply(
                    self._language(channel), "no table" if self.table(channel) is None else "already open"
                )
            if user in lobby.users:
                return self._reply(lobby.language, "seated", user=escape_markdown(lobby.users[user]))
            lobby.users[user] = name or user
            return self._wait_or_begin(channel, lobby)

    def say(self, channel: str, user: str, text: str) -> list[Message]:
        """Handle a text of a user at the channel's table and return the messages to send.

        At a table that waits for users, only questions about components are answered.
        """
        component = component_question(clean_text(text))
        lobby = self.lobbies.get(channel)
        if lobby is not None and component is not None:
            return self._explain(lobby, component)
        return self._with_table(channel, lambda table: table.say(user, text))

    def choose(self, channel: str, user: str, menu_id: str, number: int) -> list[Message]:
        """Handle a button: play this number of a menu, if the menu is still current."""
        return self._with_table(channel, lambda table: table.choose(user, menu_id, number))

    def close(self, channel: str, user: str) -> list[Message]:
        """Close the table of a channel, if the user plays at it or waits for it."""
        with self._locks[channel]:
            table, lobby = self.table(channel), self.lobbies.get(channel)
            if table is None and lobby is None:
                return self._reply("en", "no table")
            language = self._language(channel)
            names = {each: table.names.get(each, each) for each in table.users} if table else {}
            names |= lobby.users if lobby else {}
            if user not in names:
                return self._reply(language, "not a player")
            self.lobbies.pop(channel, None)
            self._tables.pop(channel, None)
            self.storage.pop(channel, None)
            return self._reply(language, "closed", user=escape_markdown(names[user]))

    def table(self, channel: str) -> Table | None:
        """Return the table of a channel, loaded from the storage if needed; None if there is none."""
        if channel not in self._tables and channel in self.storage:
            self._tables[channel] = Table.resume(self.client, self.storage[channel])
        return self._tables.get(channel)

    # --- internal -----------------------------------------------------------------------------------------------------

    def _with_table(self, channel: str, call: Callable[[Table], list[Message]]) -> list[Message]:
        """Call a function with the table of a channel and save the table, under the channel's lock."""
        with self._locks[channel]:
            try:
                table = self.table(channel)
            except RefereeError as error:
                return self._reply("en", "cannot load", reason=escape_markdown(error.detail))
            if table is None:
                return self._reply(self._language(channel), "no table")
            messages = call(table)
            self.storage[channel] = table.save()
            return messages

    def _explain(self, lobby: Lobby, component: str) -> list[Message]:
        """Answer a question about a component of the game that will be played."""
        index = ComponentIndex(self.client.with_language(lobby.language), lobby.game)
        formatter = ChatFormatter(lobby.language, [], {})
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
            settings: dict[str, Any] = {"names": lobby.users, "limit": self.limit, "pictures": self.pictures}
            table = Table.open(self.client, lobby.game, seats, language=lobby.language, **settings)
            messages = table.begin()
        except RefereeError as error:
            self.lobbies.pop(channel, None)
            return self._reply(lobby.language, "cannot open", reason=escape_markdown(error.detail))
        self.lobbies.pop(channel, None)
        self._tables[channel] = table
        self.storage[channel] = table.save()
        return messages

    def _language(self, channel: str) -> Language:
        if channel in self.lobbies:
            return self.lobbies[channel].language
        return self._tables[channel].match.client.language if channel in self._tables else "en"

    def _reply(self, language: Language, key: str, **facts: object) -> list[Message]:
        return [Message(TEXTS[language][key].format(**facts)[: self.limit])]
