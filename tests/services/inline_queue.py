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

    def save_job(self, job_id, spec):
        self.specs[job_id] = spec

    def load_job(self, job_id):
        return self.specs.get(job_id)

    def enqueue(self, search_id, task, client_id):
        decoded = msgspec.json.decode(msgspec.json.encode(task), type=SearchTask)
        self.tasks[search_id] = decoded
        result = run_search_task(self.games, decoded, lambda choice: False)
        self.progresses[search_id] = SearchProgress("finished", result=result)

    def progress(self, search_id):
        return self.progresses.get(search_id)

    def wait_for_any(self, search_ids, seconds):
        """Return at once: every search is finished."""

    def stop(self, search_ids):
        """Do nothing: every search is finished."""

    def stats(self):
        return QueueStats()


class QuickSearchQueue(InlineSearchQueue):
    """Limits each search to two iterations, for tests that do not check its result."""

    def enqueue(self, search_id, task, client_id):
        super().enqueue(search_id, replace(task, iterations=2, milliseconds=None), client_id)
