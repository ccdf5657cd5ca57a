"""Search queue for tests: runs each search at once in this process."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from referee_service.services.bots.queue import QueueStats, SearchProgress
from referee_service.services.bots.search_task import SearchTask, run_search_task


class InlineSearchQueue:
    """Runs a search when it is enqueued, and then advances its job like a worker.

    It stores every task, so that tests can check the input of workers.
    """

    def __init__(self, games):
        self.games = games
        self.runner = None
        self.tasks: dict[str, SearchTask] = {}
        self.progresses: dict[str, SearchProgress] = {}
        self.jobs: dict[str, bytes] = {}

    def serve(self, bots):
        """Become the queue of a bot service, and advance its jobs."""
        self.runner = bots.runner
        bots.runner.searches = self
        return bots

    def clear(self):
        """Remove all jobs and results."""
        self.tasks.clear()
        self.progresses.clear()
        self.jobs.clear()

    def check_quota(self, client_id, count):
        """Accept every client."""

    def save_job(self, job_id, job, before):
        if self.jobs.get(job_id) != before:
            return False
        self.jobs[job_id] = job
        return True

    def load_job(self, job_id):
        return self.jobs.get(job_id)

    def enqueue(self, search_id, task, client_id, job_id):
        if search_id in self.progresses:
            return
        decoded = msgspec.json.decode(msgspec.json.encode(task), type=SearchTask)
        self.tasks[search_id] = decoded
        result = run_search_task(self.games, decoded, lambda choice: False)
        self.progresses[search_id] = SearchProgress("finished", result=result)
        self.runner.advance(job_id)

    def progress(self, search_id):
        return self.progresses.get(search_id)

    def wait_for_any(self, search_ids, seconds):
        """Return at once: every search is finished."""

    def stop(self, search_ids, job_id):
        """Do nothing: every search is finished."""

    def stats(self):
        return QueueStats()


class QuickSearchQueue(InlineSearchQueue):
    """Limits each search to two iterations, for tests that do not check its result."""

    def enqueue(self, search_id, task, client_id, job_id):
        super().enqueue(search_id, replace(task, iterations=2, milliseconds=None), client_id, job_id)
