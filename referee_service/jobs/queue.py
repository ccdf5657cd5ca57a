"""The search queue on RQ. A search is one task in the queue, which is requeued if its worker dies.

RQ calls a task a job. Here `rq_job` is RQ's object, and a job is only the HTTP resource for a bot request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Final

import msgspec
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.job import Job as RqJob
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from referee_service.bots.choice import ActionRank
from referee_service.jobs.heartbeat import live_workers
from referee_service.jobs.redis_keys import (
    QUEUE_NAME,
    TOTALS_KEY,
    client_searches_key,
    enqueue_lock_key,
    job_spec_key,
    lost_count_key,
    result_key,
    stop_key,
)
from referee_service.services.bots.queue import FailureReason, QueueStats, SearchProgress
from referee_service.services.bots.search_task import SearchResult, SearchTask
from referee_service.services.errors import ServiceError
from referee_service.store import StoreUnavailable

TASK_PATH: Final = "referee_service.jobs.tasks.run_search"
MAX_ATTEMPTS: Final = 3
"""Number of lost workers after which a search fails."""
LOST_PROGRESS: Final = SearchProgress("failed", failure="lost")
STREAM_START: Final = "0-0"
"""Stream id before the first entry."""
MAX_BLOCK_SECONDS: Final = 0.25
"""Longest blocking read in seconds. It is shorter than the Redis timeout, so waiting callers notice dead workers."""
LOCK_SECONDS: Final = 5
"""Lifetime of the lock for enqueueing a search. Enqueueing takes far less time."""
QUEUED_TASK_SECONDS: Final = 86_400
"""Lifetime of a task that no worker has started, in seconds."""
ACTIVE_RQ_STATUSES: Final = (JobStatus.QUEUED, JobStatus.STARTED)


class RqSearchQueue:
    """SearchQueue on RQ for web processes.

    `timeout` bounds each wait for Redis and `search_seconds` each search. `keep_seconds` is the lifetime of jobs and
    results. `search_limit` is the number of searches that one client may have in progress.
    """

    def __init__(self, url: str, *, timeout: float, search_seconds: int, keep_seconds: int, search_limit: int) -> None:
        self.connection = Redis.from_url(
            url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 0), driver_info=None
        )
        self.queue = Queue(
            QUEUE_NAME, connection=self.connection, serializer=JSONSerializer, default_timeout=search_seconds
        )
        self.search_seconds, self.keep_seconds, self.search_limit = search_seconds, keep_seconds, search_limit

    # --- for the services ---------------------------------------------------------------------------------------------

    def check_quota(self, client_id: str, count: int) -> None:
        """Check that the client may add `count` searches.

        Raises ServiceError `no-worker` if no worker is alive, `too-many-jobs` if the client would exceed its limit.
        """
        with _redis_errors():
            if not live_workers(self.connection):
                raise ServiceError("no-worker.alive")
            in_progress = self._active_count(client_id)
        if in_progress + count > self.search_limit:
            raise ServiceError("too-many-jobs.limit", in_progress=in_progress, limit=self.search_limit)

    def save_job(self, job_id: str, spec: bytes) -> None:
        """Store the spec of a job for `keep_seconds`."""
        with _redis_errors():
            self.connection.set(job_spec_key(job_id), spec, ex=self.keep_seconds)

    def load_job(self, job_id: str) -> bytes | None:
        """Return the stored spec of a job, or None if it is unknown or expired."""
        with _redis_errors():
            spec = self.connection.get(job_spec_key(job_id))
            return spec if isinstance(spec, bytes) else None

    def enqueue(self, search_id: str, task: SearchTask, client_id: str) -> None:
        """Enqueue a search, unless it is in progress or has finished."""
        with _redis_errors(), self._enqueue_lock(search_id) as has_lock:
            if not has_lock:
                return
            rq_job = self._fetch(search_id)
            if rq_job is not None and not _needs_rerun(rq_job):
                self.connection.delete(stop_key(search_id))
                return
            self._delete(search_id, rq_job)
            self.connection.delete(stop_key(search_id), lost_count_key(search_id))
            self._enqueue(search_id, msgspec.json.encode(task).decode(), client_id)
            self.connection.zadd(client_searches_key(client_id), {search_id: datetime.now(UTC).timestamp()})
            self.connection.expire(client_searches_key(client_id), QUEUED_TASK_SECONDS)

    def progress(self, search_id: str) -> SearchProgress | None:
        """Return the progress of a search, or None if it is unknown. Requeues the search if its worker is dead."""
        with _redis_errors():
            rq_job = self._fetch(search_id)
            if rq_job is None:
                losses = self.connection.get(lost_count_key(search_id))
                return LOST_PROGRESS if isinstance(losses, bytes) and int(losses) >= MAX_ATTEMPTS else None
            return self._requeue(search_id) if self._worker_is_dead(rq_job) else _progress(rq_job)

    def wait_for_any(self, search_ids: Sequence[str], seconds: float) -> None:
        """Block until one of these searches has a result, for at most `seconds` or MAX_BLOCK_SECONDS."""
        with _redis_errors():
            self.connection.xread(
                {result_key(search_id): STREAM_START for search_id in search_ids},
                block=max(1, int(1000 * min(seconds, MAX_BLOCK_SECONDS))),  # milliseconds; 0 would block forever
            )

    def stop(self, search_ids: Sequence[str]) -> None:
        """Request that searches stop. A search that has not started is removed from the queue."""
        with _redis_errors():
            for search_id in search_ids:
                self.connection.set(stop_key(search_id), b"", ex=self.search_seconds)
                rq_job = self._fetch(search_id)
                if rq_job is not None and rq_job.get_status(refresh=False) == JobStatus.QUEUED:
                    self._delete(search_id, rq_job)

    # --- for operators ------------------------------------------------------------------------------------------------

    def stats(self) -> QueueStats:
        """Return figures about queue and workers for /metrics."""
        with _redis_errors():
            totals = self.connection.hgetall(TOTALS_KEY)
            return QueueStats(
                queued=self.queue.count,
                oldest_seconds=self._oldest_age(),
                workers=len(live_workers(self.connection)),
                iterations=int(totals.get(b"iterations", 0)),
                seconds=float(totals.get(b"seconds", 0)),
            )

    def _oldest_age(self) -> float:
        first = self.queue.get_job_ids(0, 1)
        rq_job = self._fetch(first[0]) if first else None
        if rq_job is None or rq_job.enqueued_at is None:
            return 0.0
        return max(0.0, (datetime.now(UTC) - rq_job.enqueued_at.replace(tzinfo=UTC)).total_seconds())

    # --- RQ jobs ------------------------------------------------------------------------------------------------------

    def _fetch(self, search_id: str) -> RqJob | None:
        try:
            return RqJob.fetch(search_id, connection=self.connection, serializer=JSONSerializer)
        except NoSuchJobError:
            return None

    @contextmanager
    def _enqueue_lock(self, search_id: str) -> Iterator[bool]:
        """Try to lock a search for enqueueing until the block ends. Yields whether this process has the lock."""
        has_lock = bool(self.connection.set(enqueue_lock_key(search_id), b"", ex=LOCK_SECONDS, nx=True))
        try:
            yield has_lock
        finally:
            if has_lock:
                self.connection.delete(enqueue_lock_key(search_id))

    def _enqueue(self, search_id: str, task: str, client_id: str) -> None:
        self.queue.enqueue_call(
            TASK_PATH,
            args=(task,),
            job_id=search_id,
            timeout=self.search_seconds,
            ttl=QUEUED_TASK_SECONDS,
            result_ttl=self.keep_seconds,
            failure_ttl=self.keep_seconds,
            meta={"client_id": client_id},
        )

    def _delete(self, search_id: str, rq_job: RqJob | None) -> None:
        """Delete the RQ job of a search, and its result."""
        if rq_job is not None:
            with suppress(InvalidJobOperation):  # it expired between fetch and delete
                rq_job.delete()
        self.connection.delete(RqJob.key_for(search_id), result_key(search_id))

    def _active_count(self, client_id: str) -> int:
        """Return how many searches of a client are in progress, and drop all others from its set."""
        search_ids = [
            str(search_id, "ascii")
            for search_id in self.connection.zrange(client_searches_key(client_id), 0, -1)
            if isinstance(search_id, bytes)
        ]
        rq_jobs = (
            RqJob.fetch_many(search_ids, connection=self.connection, serializer=JSONSerializer) if search_ids else []
        )
        inactive = [
            search_id
            for search_id, rq_job in zip(search_ids, rq_jobs, strict=True)
            if rq_job is None or rq_job.get_status(refresh=False) not in ACTIVE_RQ_STATUSES
        ]
        if inactive:
            self.connection.zrem(client_searches_key(client_id), *inactive)
        return len(search_ids) - len(inactive)

    def _worker_is_dead(self, rq_job: RqJob) -> bool:
        """Return whether the worker of a search is dead. From time to time RQ also fails such RQ jobs."""
        status = rq_job.get_status(refresh=False)
        if status == JobStatus.FAILED:
            return "AbandonedJobError" in _rq_error(rq_job)
        return (
            status == JobStatus.STARTED
            and bool(rq_job.worker_name)
            and rq_job.worker_name not in live_workers(self.connection)
        )

    def _requeue(self, search_id: str) -> SearchProgress:
        """Enqueue a search again after its worker died, or fail it after MAX_ATTEMPTS."""
        with self._enqueue_lock(search_id) as has_lock:
            rq_job = self._fetch(search_id)
            if not has_lock or rq_job is None:
                return SearchProgress("queued")
            if not self._worker_is_dead(rq_job):  # another process has requeued it
                return _progress(rq_job)
            losses = self.connection.incr(lost_count_key(search_id))
            self.connection.expire(lost_count_key(search_id), self.keep_seconds)
            task, client_id = str(rq_job.args[0]), str(rq_job.meta.get("client_id", ""))
            self._delete(search_id, rq_job)
            if losses >= MAX_ATTEMPTS:
                return LOST_PROGRESS
            self._enqueue(search_id, task, client_id)
        return SearchProgress("queued")


def _needs_rerun(rq_job: RqJob) -> bool:
    """Return whether a search has no complete result and is not in progress: it failed or was stopped."""
    status = rq_job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        result = _search_result(rq_job)
        return result is None or result.stopped
    return status not in ACTIVE_RQ_STATUSES


def _progress(rq_job: RqJob) -> SearchProgress:
    status = rq_job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        result = _search_result(rq_job)
        if result is None:
            return SearchProgress("failed", failure="broken")
        return SearchProgress("finished", result=result)
    if status == JobStatus.FAILED:
        return SearchProgress("failed", failure=_failure(rq_job))
    if status in (JobStatus.CANCELED, JobStatus.STOPPED):
        return SearchProgress("stopped")
    best = msgspec.convert(rq_job.meta["best"], ActionRank) if "best" in rq_job.meta else None
    iterations, nodes = int(rq_job.meta.get("iterations", 0)), int(rq_job.meta.get("nodes", 0))
    return SearchProgress("running" if status == JobStatus.STARTED else "queued", iterations, nodes, best)


def _search_result(rq_job: RqJob) -> SearchResult | None:
    value = rq_job.return_value()
    return msgspec.json.decode(value, type=SearchResult) if isinstance(value, str) else None


def _failure(rq_job: RqJob) -> FailureReason:
    return "timed-out" if "JobTimeoutException" in _rq_error(rq_job) else "broken"


def _rq_error(rq_job: RqJob) -> str:
    """Return the traceback that RQ stored for a failed search, or an empty string."""
    result = rq_job.latest_result()
    return (result.exc_string if result is not None else None) or ""


@contextmanager
def _redis_errors() -> Iterator[None]:
    """Convert `RedisError` into `StoreUnavailable`."""
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(str(error)) from error
