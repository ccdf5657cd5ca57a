"""Search queue for tests: runs each search at once in this process."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from referee_service.services.bots.queue import QueueStats, SearchProgress
from referee_service.services.bots.search_task import SearchTask, run_search_task


class InlineSearchQueue:
    """Runs a search when it is enqueued. It stores every task, so that tests can check the input of workers."""

    def __init__(self, games):
        self.games = games
        self.tasks: dict[str, SearchTask] = {}
        self.progresses: dict[str, SearchProgress] = {}
        self.specs: dict[str, bytes] = {}

    def clear(self):
        """Remove all jobs and results."""
        self.tasks.clear()
        self.progresses.clear()
        self.specs.clear()

    def check_quota(self, client_id, count):
        """Accept every client."""

    def save_job(self, name, spec):
        self.specs[name] = spec

    def load_job(self, name):
        return self.specs.get(name)

    def enqueue(self, name, task, client_id):
        decoded = msgspec.json.decode(msgspec.json.encode(task), type=SearchTask)
        self.tasks[name] = decoded
        result = run_search_task(self.games, decoded, lambda choice: False)
        self.progresses[name] = SearchProgress("finished", result=result)

    def progress(self, name):
        return self.progresses.get(name)

    def wait_for_any(self, names, seconds):
        """Return at once: every search is finished."""

    def stop(self, names):
        """Do nothing: every search is finished."""

    def stats(self):
        return QueueStats()


class QuickSearchQueue(InlineSearchQueue):
    """Limits each search to two iterations, for tests that do not check its result."""

    def enqueue(self, name, task, client_id):
        super().enqueue(name, replace(task, iterations=2, milliseconds=None), client_id)
