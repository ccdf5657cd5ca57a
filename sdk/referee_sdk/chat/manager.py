"""A hall of tables: one at a place (a channel, a thread), opened by somebody, joined by others, kept between runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from threading import Lock

from referee_sdk.chat.messages import Message, escape_markdown
from referee_sdk.chat.table import BotSeat, Table
from referee_sdk.client import Client, Language
from referee_sdk.errors import RefereeError

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "waiting": "**{game}**: {people}. Seats free: {free}. Say `join` to sit down.",
        "taken": "There is a table here already; `close` ends it.",
        "no table": "There is no table here; open one.",
        "seated": "You sit here already, {person}.",
        "closed": "{person} closed the table.",
        "not yours": "Only who plays may close the table.",
        "away": "The table cannot be taken up now: {reason}",
        "cannot": "That table cannot be set up: {reason}",
    },
    "fr": {
        "waiting": "**{game}** : {people}. Places libres : {free}. Dites `join` pour vous asseoir.",
        "taken": "Il y a déjà une table ici ; `close` la ferme.",
        "no table": "Il n'y a pas de table ici ; ouvrez-en une.",
        "seated": "Vous êtes déjà à cette table, {person}.",
        "closed": "{person} a fermé la table.",
        "not yours": "Seuls ceux qui jouent peuvent fermer la table.",
        "away": "La table ne peut pas être reprise maintenant : {reason}",
        "cannot": "Cette table ne peut pas être ouverte : {reason}",
    },
}


@dataclass
class Lobby:
    """A table that waits for people."""

    game: str
    seats: int
    language: Language
    people: dict[str, str] = field(default_factory=dict)
    """Who has joined, and how they are called."""


class TableManager:
    """Many tables, each at its place. `kept` may be any mapping of strings that lasts, such as `shelve.open(file)`."""

    def __init__(self, client: Client, storage: MutableMapping[str, str] | None = None, *, limit: int = 2000) -> None:
        self.client, self.limit = client, limit
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
        """Open a table here and sit down; a bot takes all other seats at once, else the table waits for people."""
        with self._locks[channel]:
            if self.table(channel) is not None or channel in self.lobbies:
                return self._reply(language, "taken")
            lobby = Lobby(game, seats, language, {user: name or user})
            if bot is not None:
                return self._begin(channel, lobby, [user, *[bot] * (seats - 1)])
            return self._wait_or_begin(channel, lobby)

    def join(self, channel: str, user: str, *, name: str | None = None) -> list[Message]:
        """Sit down at the table that waits here; with the last seat the match begins."""
        with self._locks[channel]:
            lobby = self.lobbies.get(channel)
            if lobby is None:
                return self._reply(self._language(channel), "no table" if self.table(channel) is None else "taken")
            if user in lobby.people:
                return self._reply(lobby.language, "seated", person=escape_markdown(lobby.people[user]))
            lobby.people[user] = name or user
            return self._wait_or_begin(channel, lobby)

    def say(self, channel: str, user: str, text: str) -> list[Message]:
        """What the table here answers to somebody."""
        return self._with_table(channel, lambda table: table.say(user, text))

    def choose(self, channel: str, user: str, menu_id: str, number: int) -> list[Message]:
        """A button: the choice of that number of that list."""
        return self._with_table(channel, lambda table: table.choose(user, menu_id, number))

    def close(self, channel: str, user: str) -> list[Message]:
        """End the table here; only those who sit at it may."""
        with self._locks[channel]:
            table, lobby = self.table(channel), self.lobbies.get(channel)
            if table is None and lobby is None:
                return self._reply("en", "no table")
            language = self._language(channel)
            names = {each: table.names.get(each, each) for each in table.people} if table else {}
            names |= lobby.people if lobby else {}
            if user not in names:
                return self._reply(language, "not yours")
            self.lobbies.pop(channel, None)
            self._tables.pop(channel, None)
            self.storage.pop(channel, None)
            return self._reply(language, "closed", person=escape_markdown(names[user]))

    def table(self, channel: str) -> Table | None:
        """The table here, taken up again if it was kept."""
        if channel not in self._tables and channel in self.storage:
            self._tables[channel] = Table.resume(self.client, self.storage[channel])
        return self._tables.get(channel)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _with_table(self, channel: str, ask: Callable[[Table], list[Message]]) -> list[Message]:
        with self._locks[channel]:
            try:
                table = self.table(channel)
            except RefereeError as error:
                return self._reply("en", "away", reason=escape_markdown(error.detail))
            if table is None:
                return self._reply(self._language(channel), "no table")
            said = ask(table)
            self.storage[channel] = table.save()
            return said

    def _wait_or_begin(self, channel: str, lobby: Lobby) -> list[Message]:
        """Wait for more people, or begin."""
        free = lobby.seats - len(lobby.people)
        if free <= 0:
            return self._begin(channel, lobby, list(lobby.people))
        self.lobbies[channel] = lobby
        people = ", ".join(escape_markdown(name) for name in lobby.people.values())
        return self._reply(lobby.language, "waiting", game=escape_markdown(lobby.game), people=people, free=free)

    def _begin(self, channel: str, lobby: Lobby, seats: list[str | BotSeat]) -> list[Message]:
        try:
            table = Table.open(
                self.client, lobby.game, seats, language=lobby.language, names=lobby.people, limit=self.limit
            )
            said = table.begin()
        except RefereeError as error:
            self.lobbies.pop(channel, None)
            return self._reply(lobby.language, "cannot", reason=escape_markdown(error.detail))
        self.lobbies.pop(channel, None)
        self._tables[channel] = table
        self.storage[channel] = table.save()
        return said

    def _language(self, channel: str) -> Language:
        if channel in self.lobbies:
            return self.lobbies[channel].language
        return self._tables[channel].match.client.language if channel in self._tables else "en"

    def _reply(self, language: Language, word: str, **facts: object) -> list[Message]:
        return [Message(TEXTS[language][word].format(**facts)[: self.limit])]
