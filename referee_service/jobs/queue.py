"""The search queue on RQ: each search is one RQ job, which is requeued if its worker dies."""

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
from rq.job import Job, JobStatus
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
DAY_SECONDS: Final = 86_400
"""Seconds after which a search that no worker ran expires."""
ACTIVE_JOB_STATUSES: Final = (JobStatus.QUEUED, JobStatus.STARTED)


class RqSearchQueue:
    """SearchQueue on RQ for web processes.

    `timeout` bounds each wait for Redis and `job_seconds` each search. `keep_seconds` is how long results are kept.
    `limit` is the number of searches that one client may have in progress.
    """

    def __init__(self, url: str, *, timeout: float, job_seconds: int, keep_seconds: int, limit: int) -> None:
        self.connection = Redis.from_url(
            url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 0), driver_info=None
        )
        self.queue = Queue(
            QUEUE_NAME, connection=self.connection, serializer=JSONSerializer, default_timeout=job_seconds
        )
        self.job_seconds, self.keep_seconds, self.limit = job_seconds, keep_seconds, limit

    # --- for the services ---------------------------------------------------------------------------------------------

    def check_quota(self, client_id: str, count: int) -> None:
        """Check that the client may add `count` searches.

        Raises ServiceError `no-worker` if no worker is alive, `too-many-jobs` if the client would exceed its limit.
        """
        with _redis_errors():
            if not live_workers(self.connection):
                raise ServiceError("no-worker.alive")
            in_progress = self._active_count(client_id)
        if in_progress + count > self.limit:
            raise ServiceError("too-many-jobs.limit", in_progress=in_progress, limit=self.limit)

    def save_job(self, name: str, spec: bytes) -> None:
        """Store the spec of a job for `keep_seconds`."""
        with _redis_errors():
            self.connection.set(job_spec_key(name), spec, ex=self.keep_seconds)

    def load_job(self, name: str) -> bytes | None:
        """Return the stored spec of a job, or None if it is unknown or expired."""
        with _redis_errors():
            spec = self.connection.get(job_spec_key(name))
            return spec if isinstance(spec, bytes) else None

    def enqueue(self, name: str, task: SearchTask, client_id: str) -> None:
        """Enqueue a search, unless it is in progress or has finished."""
        with _redis_errors(), self._enqueue_lock(name) as has_lock:
            if not has_lock:
                return
            job = self._fetch(name)
            if job is not None and not _needs_rerun(job):
                self.connection.delete(stop_key(name))
                return
            self._delete(name, job)
            self.connection.delete(stop_key(name), lost_count_key(name))
            self._enqueue(name, msgspec.json.encode(task).decode(), client_id)
            self.connection.zadd(client_searches_key(client_id), {name: datetime.now(UTC).timestamp()})
            self.connection.expire(client_searches_key(client_id), DAY_SECONDS)

    def progress(self, name: str) -> SearchProgress | None:
        """Return the progress of a search, or None if it is unknown. Requeues the search if its worker is dead."""
        with _redis_errors():
            job = self._fetch(name)
            if job is None:
                losses = self.connection.get(lost_count_key(name))
                return LOST_PROGRESS if isinstance(losses, bytes) and int(losses) >= MAX_ATTEMPTS else None
            return self._requeue(name) if self._worker_is_dead(job) else _progress(job)

    def wait_for_any(self, names: Sequence[str], seconds: float) -> None:
        """Block until one of these searches has a result, for at most `seconds` or MAX_BLOCK_SECONDS."""
        with _redis_errors():
            self.connection.xread(
                {result_key(name): STREAM_START for name in names},
                block=max(1, int(1000 * min(seconds, MAX_BLOCK_SECONDS))),  # milliseconds; 0 would block forever
            )

    def stop(self, names: Sequence[str]) -> None:
        """Request that searches stop. A search that has not started is removed from the queue."""
        with _redis_errors():
            for name in names:
                self.connection.set(stop_key(name), b"", ex=self.job_seconds)
                job = self._fetch(name)
                if job is not None and job.get_status(refresh=False) == JobStatus.QUEUED:
                    self._delete(name, job)

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
        job = self._fetch(first[0]) if first else None
        if job is None or job.enqueued_at is None:
            return 0.0
        return max(0.0, (datetime.now(UTC) - job.enqueued_at.replace(tzinfo=UTC)).total_seconds())

    # --- jobs ---------------------------------------------------------------------------------------------------------

    def _fetch(self, name: str) -> Job | None:
        try:
            return Job.fetch(name, connection=self.connection, serializer=JSONSerializer)
        except NoSuchJobError:
            return None

    @contextmanager
    def _enqueue_lock(self, name: str) -> Iterator[bool]:
        """Try to lock a search for enqueueing until the block ends. Yields whether this process has the lock."""
        has_lock = bool(self.connection.set(enqueue_lock_key(name), b"", ex=LOCK_SECONDS, nx=True))
        try:
            yield has_lock
        finally:
            if has_lock:
                self.connection.delete(enqueue_lock_key(name))

    def _enqueue(self, name: str, task: str, client_id: str) -> None:
        self.queue.enqueue_call(
            TASK_PATH,
            args=(task,),
            job_id=name,
            timeout=self.job_seconds,
            ttl=DAY_SECONDS,
            result_ttl=self.keep_seconds,
            failure_ttl=self.keep_seconds,
            meta={"client_id": client_id},
        )

    def _delete(self, name: str, job: Job | None) -> None:
        """Delete a search with its result."""
        if job is not None:
            with suppress(InvalidJobOperation):  # it expired between fetch and delete
                job.delete()
        self.connection.delete(Job.key_for(name), result_key(name))

    def _active_count(self, client_id: str) -> int:
        """Return how many searches of a client are in progress, and drop all others from its set."""
        names = [
            str(name, "ascii")
            for name in self.connection.zrange(client_searches_key(client_id), 0, -1)
            if isinstance(name, bytes)
        ]
        jobs = Job.fetch_many(names, connection=self.connection, serializer=JSONSerializer) if names else []
        inactive = [
            name
            for name, job in zip(names, jobs, strict=True)
            if job is None or job.get_status(refresh=False) not in ACTIVE_JOB_STATUSES
        ]
        if inactive:
            self.connection.zrem(client_searches_key(client_id), *inactive)
        return len(names) - len(inactive)

    def _worker_is_dead(self, job: Job) -> bool:
        """Return whether the worker of a search is dead. RQ also finds such jobs from time to time and fails them."""
        status = job.get_status(refresh=False)
        if status == JobStatus.FAILED:
            return "AbandonedJobError" in _rq_error(job)
        return (
            status == JobStatus.STARTED
            and bool(job.worker_name)
            and job.worker_name not in live_workers(self.connection)
        )

    def _requeue(self, name: str) -> SearchProgress:
        """Enqueue a search again after its worker died, or fail it after MAX_ATTEMPTS."""
        with self._enqueue_lock(name) as has_lock:
            job = self._fetch(name)
            if not has_lock or job is None:
                return SearchProgress("queued")
            if not self._worker_is_dead(job):  # another process has requeued it
                return _progress(job)
            losses = self.connection.incr(lost_count_key(name))
            self.connection.expire(lost_count_key(name), self.keep_seconds)
            task, client_id = str(job.args[0]), str(job.meta.get("client_id", ""))
            self._delete(name, job)
            if losses >= MAX_ATTEMPTS:
                return LOST_PROGRESS
            self._enqueue(name, task, client_id)
        return SearchProgress("queued")


def _needs_rerun(job: Job) -> bool:
    """Return whether a search has no complete result and is not in progress: it failed or was stopped."""
    status = job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        result = _search_result(job)
        return result is None or result.stopped
    return status not in ACTIVE_JOB_STATUSES


def _progress(job: Job) -> SearchProgress:
    status = job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        result = _search_result(job)
        if result is None:
            return SearchProgress("failed", failure="broken")
        return SearchProgress("finished", result=result)
    if status == JobStatus.FAILED:
        return SearchProgress("failed", failure=_failure(job))
    if status in (JobStatus.CANCELED, JobStatus.STOPPED):
        return SearchProgress("stopped")
    best = msgspec.convert(job.meta["best"], ActionRank) if "best" in job.meta else None
    iterations, nodes = int(job.meta.get("iterations", 0)), int(job.meta.get("nodes", 0))
    return SearchProgress("running" if status == JobStatus.STARTED else "queued", iterations, nodes, best)


def _search_result(job: Job) -> SearchResult | None:
    value = job.return_value()
    return msgspec.json.decode(value, type=SearchResult) if isinstance(value, str) else None


def _failure(job: Job) -> FailureReason:
    return "timed-out" if "JobTimeoutException" in _rq_error(job) else "broken"


def _rq_error(job: Job) -> str:
    """Return the traceback that RQ stored for a failed search, or an empty string."""
    result = job.latest_result()
    return (result.exc_string if result is not None else None) or ""


@contextmanager
def _redis_errors() -> Iterator[None]:
    """Convert `RedisError` into `StoreUnavailable`."""
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(str(error)) from error
