"""The search queue protocol. `jobs/` implements it with Redis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from referee_service.bots.choice import ActionRank
from referee_service.services.bots.search_task import SearchResult, SearchTask
from referee_service.services.errors import ServiceError

Status = Literal["queued", "running", "finished", "failed", "stopped"]
ACTIVE_STATUSES: Final[frozenset[Status]] = frozenset({"queued", "running"})
FailureReason = Literal["timed-out", "lost", "no-secret", "broken"]
"""Why a search failed: it took too long, it lost too many workers, its worker cannot open the sealed state, or an
internal error occurred."""


class SearchProgress(Struct, frozen=True):
    """The progress of a search: status, counts, best action so far, and its result or failure."""

    status: Status
    iterations: int = 0
    nodes: int = 0
    best: ActionRank | None = None
    result: SearchResult | None = None
    failure: FailureReason | None = None


class QueueStats(Struct, frozen=True):
    """Figures of the queue: waiting searches, age of the oldest, live workers, and totals of all searches."""

    queued: int = 0
    oldest_seconds: float = 0.0
    workers: int = 0
    iterations: int = 0
    seconds: float = 0.0


class SearchQueue(Protocol):
    """The operations of the search queue. Every call raises StoreUnavailable if the queue is unreachable."""

    def check_quota(self, quota_id: str, count: int) -> None:
        """Check that a client may add `count` searches. They count under its `quota_id`.

        Raises ServiceError `no-worker` if no worker is alive, `too-many-jobs` if the client would exceed its limit or
        the queue is full.
        """

    def save_job(self, job_id: str, job: bytes, before: bytes | None) -> bool:
        """Store a job if its stored value is still `before` (None: it is unknown). Returns whether it was stored.

        Atomic. A job is stored for as long as results are kept, from its last change on.
        """

    def load_job(self, job_id: str) -> bytes | None:
        """Return a stored job, or None if it is unknown or expired."""

    def enqueue(self, search_id: str, task: SearchTask, quota_id: str, job_id: str) -> None:
        """Enqueue a search for a job, unless it is in progress or has finished. Its worker will advance the job."""

    def progress(self, search_id: str) -> SearchProgress | None:
        """Return the progress of a search, or None if it is unknown. Changes nothing."""

    def wait_for_any(self, search_ids: Sequence[str], seconds: float) -> None:
        """Block until one of these searches has a result, for at most `seconds`. May return earlier."""

    def stop(self, search_ids: Sequence[str], job_id: str) -> None:
        """Request that searches stop as soon as possible, unless another job needs them too."""

    def stats(self) -> QueueStats:
        """Return figures about queue and workers for /metrics."""


class DisabledSearchQueue:
    """The search queue of a service without Redis: it refuses every search."""

    def check_quota(self, quota_id: str, count: int) -> None:
        """Raise ServiceError `no-worker`."""
        raise ServiceError("no-worker.no-redis")

    def save_job(self, job_id: str, job: bytes, before: bytes | None) -> bool:
        """Raise ServiceError `no-worker`. No request passes the quota check."""
        raise ServiceError("no-worker.no-redis")

    def load_job(self, job_id: str) -> bytes | None:
        """Return None: no job is stored."""
        return None

    def enqueue(self, search_id: str, task: SearchTask, quota_id: str, job_id: str) -> None:
        """Do nothing: no request passes the quota check."""

    def progress(self, search_id: str) -> SearchProgress | None:
        """Return None: no search is stored."""
        return None

    def wait_for_any(self, search_ids: Sequence[str], seconds: float) -> None:
        """Return at once: no search is in progress."""

    def stop(self, search_ids: Sequence[str], job_id: str) -> None:
        """Do nothing: no search is in progress."""

    def stats(self) -> QueueStats:
        """Return zeros."""
        return QueueStats()
