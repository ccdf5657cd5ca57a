"""Where searches are done: a queue that workers serve, behind one small protocol. `jobs/` keeps it in Redis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from referee_service.bots.choice import ActionRank
from referee_service.services.bots.search_task import SearchResult, SearchTask
from referee_service.services.errors import ServiceError

Status = Literal["queued", "running", "finished", "failed", "stopped"]
ACTIVE_STATUSES: Final[frozenset[Status]] = frozenset({"queued", "running"})
FailureReason = Literal["timed-out", "lost", "broken"]
"""Why a search failed: it took too long; its workers were lost again and again; a fault of ours."""


class SearchProgress(Struct, frozen=True):
    """How a search stands."""

    status: Status
    iterations: int = 0
    nodes: int = 0
    best: ActionRank | None = None
    result: SearchResult | None = None
    failure: FailureReason | None = None


class QueueStats(Struct, frozen=True):
    """How the queue is doing: what waits and for how long, who works, and what was done so far."""

    queued: int = 0
    oldest_seconds: float = 0.0
    workers: int = 0
    iterations: int = 0
    seconds: float = 0.0


class SearchQueue(Protocol):
    """What the services ask of the queue. Every call raises StoreDown when it cannot be reached."""

    def check_quota(self, owner: str, count: int) -> None:
        """Whether this owner may ask for so many searches more; a Problem when not, or when nobody would do them."""

    def save_job(self, name: str, ticket: bytes) -> None:
        """Remember what was asked for, as long as results are remembered."""

    def load_job(self, name: str) -> bytes | None:
        """What was asked for under this name."""

    def enqueue(self, name: str, task: SearchTask, owner: str) -> None:
        """Have a search done; one that is under way or done already is left alone."""

    def progress(self, name: str) -> SearchProgress | None:
        """How a search stands; None when nobody knows it. One whose worker was lost is done again."""

    def wait_for_any(self, names: Sequence[str], seconds: float) -> None:
        """Wait until one of these searches is over; for so many seconds at most, and often shorter."""

    def stop(self, names: Sequence[str]) -> None:
        """Ask searches to end at once."""

    def stats(self) -> QueueStats:
        """How the queue is doing."""


class DisabledSearchQueue:
    """A service without Redis has no workers."""

    def check_quota(self, owner: str, count: int) -> None:
        raise ServiceError("no-worker.no-redis")

    def save_job(self, name: str, ticket: bytes) -> None:
        """Nobody is admitted."""

    def load_job(self, name: str) -> bytes | None:
        return None

    def enqueue(self, name: str, task: SearchTask, owner: str) -> None:
        """Nobody would do it."""

    def progress(self, name: str) -> SearchProgress | None:
        return None

    def wait_for_any(self, names: Sequence[str], seconds: float) -> None:
        """There is nothing to wait for."""

    def stop(self, names: Sequence[str]) -> None:
        """There is nothing to stop."""

    def stats(self) -> QueueStats:
        return QueueStats()
