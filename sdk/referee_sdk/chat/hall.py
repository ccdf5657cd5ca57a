"""A hall of tables: one at a place (a channel, a thread), opened by somebody, joined by others, kept between runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from threading import Lock

from referee_sdk.chat.messages import Message, escaped
from referee_sdk.chat.table import Bot, Table
from referee_sdk.client import Client, Language
from referee_sdk.errors import RefereeError

WORDS: dict[Language, dict[str, str]] = {
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


class Hall:
    """Many tables, each at its place. `kept` may be any mapping of strings that lasts, such as `shelve.open(file)`."""

    def __init__(self, client: Client, kept: MutableMapping[str, str] | None = None, *, limit: int = 2000) -> None:
        self.client, self.limit = client, limit
        self.kept: MutableMapping[str, str] = {} if kept is None else kept
        self.lobbies: dict[str, Lobby] = {}
        self._tables: dict[str, Table] = {}
        self._locks: defaultdict[str, Lock] = defaultdict(Lock)

    def open(
        self,
        place: str,
        person: str,
        game: str,
        *,
        name: str | None = None,
        seats: int = 2,
        bot: Bot | None = None,
        language: Language = "en",
    ) -> list[Message]:
        """Open a table here and sit down; a bot takes all other seats at once, else the table waits for people."""
        with self._locks[place]:
            if self.table(place) is not None or place in self.lobbies:
                return self._tell(language, "taken")
            lobby = Lobby(game, seats, language, {person: name or person})
            if bot is not None:
                return self._begin(place, lobby, [person, *[bot] * (seats - 1)])
            return self._gather(place, lobby)

    def join(self, place: str, person: str, *, name: str | None = None) -> list[Message]:
        """Sit down at the table that waits here; with the last seat the match begins."""
        with self._locks[place]:
            lobby = self.lobbies.get(place)
            if lobby is None:
                return self._tell(self._language(place), "no table" if self.table(place) is None else "taken")
            if person in lobby.people:
                return self._tell(lobby.language, "seated", person=escaped(lobby.people[person]))
            lobby.people[person] = name or person
            return self._gather(place, lobby)

    def say(self, place: str, person: str, text: str) -> list[Message]:
        """What the table here answers to somebody."""
        return self._asked(place, lambda table: table.say(person, text))

    def choose(self, place: str, person: str, offer: str, number: int) -> list[Message]:
        """A button: the choice of that number of that list."""
        return self._asked(place, lambda table: table.choose(person, offer, number))

    def close(self, place: str, person: str) -> list[Message]:
        """End the table here; only those who sit at it may."""
        with self._locks[place]:
            table, lobby = self.table(place), self.lobbies.get(place)
            if table is None and lobby is None:
                return self._tell("en", "no table")
            language = self._language(place)
            names = {each: table.names.get(each, each) for each in table.people} if table else {}
            names |= lobby.people if lobby else {}
            if person not in names:
                return self._tell(language, "not yours")
            self.lobbies.pop(place, None)
            self._tables.pop(place, None)
            self.kept.pop(place, None)
            return self._tell(language, "closed", person=escaped(names[person]))

    def table(self, place: str) -> Table | None:
        """The table here, taken up again if it was kept."""
        if place not in self._tables and place in self.kept:
            self._tables[place] = Table.resume(self.client, self.kept[place])
        return self._tables.get(place)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _asked(self, place: str, ask: Callable[[Table], list[Message]]) -> list[Message]:
        with self._locks[place]:
            try:
                table = self.table(place)
            except RefereeError as error:
                return self._tell("en", "away", reason=escaped(error.detail))
            if table is None:
                return self._tell(self._language(place), "no table")
            said = ask(table)
            self.kept[place] = table.save()
            return said

    def _gather(self, place: str, lobby: Lobby) -> list[Message]:
        """Wait for more people, or begin."""
        free = lobby.seats - len(lobby.people)
        if free <= 0:
            return self._begin(place, lobby, list(lobby.people))
        self.lobbies[place] = lobby
        people = ", ".join(escaped(name) for name in lobby.people.values())
        return self._tell(lobby.language, "waiting", game=escaped(lobby.game), people=people, free=free)

    def _begin(self, place: str, lobby: Lobby, seats: list[str | Bot]) -> list[Message]:
        try:
            table = Table.open(
                self.client, lobby.game, seats, language=lobby.language, names=lobby.people, limit=self.limit
            )
            said = table.begin()
        except RefereeError as error:
            self.lobbies.pop(place, None)
            return self._tell(lobby.language, "cannot", reason=escaped(error.detail))
        self.lobbies.pop(place, None)
        self._tables[place] = table
        self.kept[place] = table.save()
        return said

    def _language(self, place: str) -> Language:
        if place in self.lobbies:
            return self.lobbies[place].language
        return self._tables[place].match.client.language if place in self._tables else "en"

    def _tell(self, language: Language, word: str, **facts: object) -> list[Message]:
        return [Message(WORDS[language][word].format(**facts)[: self.limit])]
