"""The queue of searches, done on the spot: what the services would leave to workers, and what they would be told."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from referee_service.services.bots.queue import QueueStats, SearchProgress
from referee_service.services.bots.search_task import SearchTask, run_search_task


class InlineSearches:
    """Does a search when it is asked for. It keeps every task, so that tests can see what a worker is told."""

    def __init__(self, games):
        self.games = games
        self.tasks: dict[str, SearchTask] = {}
        self.done: dict[str, SearchProgress] = {}
        self.tickets: dict[str, bytes] = {}

    def forget(self):
        """Begin anew, as if nothing had been asked."""
        self.tasks.clear()
        self.done.clear()
        self.tickets.clear()

    def check_quota(self, owner, count):
        """Everybody may."""

    def save_job(self, name, ticket):
        self.tickets[name] = ticket

    def load_job(self, name):
        return self.tickets.get(name)

    def enqueue(self, name, task, owner):
        told = msgspec.json.decode(msgspec.json.encode(task), type=SearchTask)
        self.tasks[name] = told
        self.done[name] = SearchProgress("finished", result=run_search_task(self.games, told, lambda choice: False))

    def progress(self, name):
        return self.done.get(name)

    def wait_for_any(self, names, seconds):
        """All is done already."""

    def stop(self, names):
        """All is done already."""

    def stats(self):
        return QueueStats()


class QuickSearches(InlineSearches):
    """The same, with a glance for a search: for tests that are not about what is found."""

    def enqueue(self, name, task, owner):
        super().enqueue(name, replace(task, iterations=2, milliseconds=None), owner)
