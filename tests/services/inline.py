"""The queue of searches, done on the spot: what the services would leave to workers, and what they would be told."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from referee_service.services.searches import Figures, Progress
from referee_service.services.thinking import Task, think


class InlineSearches:
    """Does a search when it is asked for. It keeps every task, so that tests can see what a worker is told."""

    def __init__(self, games):
        self.games = games
        self.tasks: dict[str, Task] = {}
        self.done: dict[str, Progress] = {}
        self.tickets: dict[str, bytes] = {}

    def forget(self):
        """Begin anew, as if nothing had been asked."""
        self.tasks.clear()
        self.done.clear()
        self.tickets.clear()

    def admit(self, owner, count):
        """Everybody may."""

    def keep(self, name, ticket):
        self.tickets[name] = ticket

    def kept(self, name):
        return self.tickets.get(name)

    def put(self, name, task, owner):
        told = msgspec.json.decode(msgspec.json.encode(task), type=Task)
        self.tasks[name] = told
        self.done[name] = Progress("finished", thought=think(self.games, told, lambda choice: False))

    def look(self, name):
        return self.done.get(name)

    def wait(self, names, seconds):
        """All is done already."""

    def stop(self, names):
        """All is done already."""

    def figures(self):
        return Figures()


class QuickSearches(InlineSearches):
    """The same, with a glance for a search: for tests that are not about what is found."""

    def put(self, name, task, owner):
        super().put(name, replace(task, iterations=2, milliseconds=None), owner)
