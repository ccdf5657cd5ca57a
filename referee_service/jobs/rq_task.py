"""The task of a search as its RQ job shows it: status, progress and failure."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from rq.job import Job as RqJob
from rq.job import JobStatus

from referee_service.bots.choice import ActionRank
from referee_service.services.bots.queue import FailureReason, SearchProgress
from referee_service.services.bots.search_task import SearchResult

PREEMPTION: Final = "SearchPreempted"
"""Error in the traceback of a search that has made room for another client."""
INTERRUPTIONS: Final = ("AbandonedJobError", "StoreUnavailable", PREEMPTION)
"""Errors in a traceback after which a search runs again: RQ found its worker dead, Redis was unreachable, or the search
was preempted."""


class RqTask(NamedTuple):
    """An RQ job, and the traceback that RQ stored if it failed."""

    rq_job: RqJob
    traceback: str = ""

    @property
    def status(self) -> JobStatus:
        """The status when the RQ job was fetched."""
        return self.rq_job.get_status(refresh=False)

    @property
    def is_over(self) -> bool:
        """Whether RQ will not run the task any more."""
        return self.status not in (JobStatus.QUEUED, JobStatus.STARTED)

    @property
    def is_preempted(self) -> bool:
        """Whether the search has made room for another client. Its worker lives, so this does not count as a loss."""
        return self.status == JobStatus.FAILED and PREEMPTION in self.traceback

    def is_lost(self, live_workers: set[str]) -> bool:
        """Return whether the task must run again: its worker is dead, or an outage interrupted it."""
        if self.status == JobStatus.FAILED:
            return any(error in self.traceback for error in INTERRUPTIONS)
        worker_name = self.rq_job.worker_name
        return self.status == JobStatus.STARTED and bool(worker_name) and worker_name not in live_workers

    def progress(self, result: SearchResult | None) -> SearchProgress:
        """Return the progress of the search with its stored result."""
        if self.status == JobStatus.FAILED:
            return SearchProgress("failed", failure=self._failure())
        if result is not None:
            return SearchProgress("finished", result=result)
        if self.is_over:
            return SearchProgress("stopped")
        meta = self.rq_job.meta
        best = msgspec.convert(meta["best"], ActionRank) if "best" in meta else None
        iterations, nodes = int(meta.get("iterations", 0)), int(meta.get("nodes", 0))
        return SearchProgress("running" if self.status == JobStatus.STARTED else "queued", iterations, nodes, best)

    def _failure(self) -> FailureReason:
        if "JobTimeoutException" in self.traceback:
            return "timed-out"
        return "no-secret" if "bad-sealed-state" in self.traceback else "broken"


def stored_traceback(rq_job: RqJob) -> str:
    """Return the traceback that RQ stored for an RQ job that failed, or an empty string."""
    if rq_job.get_status(refresh=False) != JobStatus.FAILED:
        return ""
    result = rq_job.latest_result()
    return (result.exc_string if result is not None else None) or ""
