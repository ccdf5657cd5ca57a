"""The searches in Redis, as RQ jobs: asked for once, looked at, stopped, and done again when a worker was lost."""

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
"""A search whose workers were lost so often is given up."""
LOST_PROGRESS: Final = SearchProgress("failed", failure="lost")
STREAM_START: Final = "0-0"
"""The place in a stream before its first entry."""
MAX_BLOCK_SECONDS: Final = 0.25
"""Seconds, shorter than any wait for Redis: who waits for a search looks up so often for a worker that was lost."""
LOCK_SECONDS: Final = 5
"""Nobody takes longer to put a search into the queue."""
DAY_SECONDS: Final = 86_400
"""Seconds after which a search that nobody did is forgotten."""
ACTIVE_JOB_STATUSES: Final = (JobStatus.QUEUED, JobStatus.STARTED)


class RqSearchQueue:
    """The queue that web processes use. `limit` is how many searches an owner may have under way."""

    def __init__(self, url: str, *, timeout: float, job_seconds: int, keep_seconds: int, limit: int) -> None:
        self.connection = Redis.from_url(
            url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 0), driver_info=None
        )
        self.queue = Queue(
            QUEUE_NAME, connection=self.connection, serializer=JSONSerializer, default_timeout=job_seconds
        )
        self.job_seconds, self.keep_seconds, self.limit = job_seconds, keep_seconds, limit

    # --- for the services ---------------------------------------------------------------------------------------------

    def check_quota(self, owner: str, count: int) -> None:
        """Whether this owner may ask for so many searches more; a Problem when not, or when nobody would do them."""
        with _redis_errors():
            if not live_workers(self.connection):
                raise ServiceError("no-worker.alive")
            under_way = self._active_count(owner)
        if under_way + count > self.limit:
            raise ServiceError("too-many-jobs.limit", under_way=under_way, limit=self.limit)

    def save_job(self, name: str, ticket: bytes) -> None:
        """Remember what was asked for, as long as results are remembered."""
        with _redis_errors():
            self.connection.set(job_spec_key(name), ticket, ex=self.keep_seconds)

    def load_job(self, name: str) -> bytes | None:
        """What was asked for under this name."""
        with _redis_errors():
            found = self.connection.get(job_spec_key(name))
            return found if isinstance(found, bytes) else None

    def enqueue(self, name: str, task: SearchTask, owner: str) -> None:
        """Have a search done; one that is under way or done already is left alone."""
        with _redis_errors(), self._enqueue_lock(name) as alone:
            if not alone:
                return
            job = self._fetch(name)
            if job is not None and not _needs_rerun(job):
                self.connection.delete(stop_key(name))
                return
            self._delete(name, job)
            self.connection.delete(stop_key(name), lost_count_key(name))
            self._enqueue(name, msgspec.json.encode(task).decode(), owner)
            self.connection.zadd(client_searches_key(owner), {name: datetime.now(UTC).timestamp()})
            self.connection.expire(client_searches_key(owner), DAY_SECONDS)

    def progress(self, name: str) -> SearchProgress | None:
        """How a search stands; None when nobody knows it. One whose worker was lost is done again."""
        with _redis_errors():
            job = self._fetch(name)
            if job is None:
                losses = self.connection.get(lost_count_key(name))
                return LOST_PROGRESS if isinstance(losses, bytes) and int(losses) >= MAX_ATTEMPTS else None
            return self._requeue(name) if self._worker_is_dead(job) else _progress(job)

    def wait_for_any(self, names: Sequence[str], seconds: float) -> None:
        """Wait until one of these searches is over; for so many seconds at most, and often shorter."""
        with _redis_errors():
            self.connection.xread(
                {result_key(name): STREAM_START for name in names},
                block=max(1, int(1000 * min(seconds, MAX_BLOCK_SECONDS))),  # in milliseconds; none is for ever
            )

    def stop(self, names: Sequence[str]) -> None:
        """Ask searches to end at once; one that has not begun will not."""
        with _redis_errors():
            for name in names:
                self.connection.set(stop_key(name), b"", ex=self.job_seconds)
                job = self._fetch(name)
                if job is not None and job.get_status(refresh=False) == JobStatus.QUEUED:
                    self._delete(name, job)

    # --- for operators ------------------------------------------------------------------------------------------------

    def stats(self) -> QueueStats:
        """How the queue is doing."""
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
        waiting = self.queue.get_job_ids(0, 1)
        job = self._fetch(waiting[0]) if waiting else None
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
        """Whether nobody else puts this search into the queue just now; until the end of it, nobody will."""
        alone = bool(self.connection.set(enqueue_lock_key(name), b"", ex=LOCK_SECONDS, nx=True))
        try:
            yield alone
        finally:
            if alone:
                self.connection.delete(enqueue_lock_key(name))

    def _enqueue(self, name: str, task: str, owner: str) -> None:
        self.queue.enqueue_call(
            TASK_PATH,
            args=(task,),
            job_id=name,
            timeout=self.job_seconds,
            ttl=DAY_SECONDS,
            result_ttl=self.keep_seconds,
            failure_ttl=self.keep_seconds,
            meta={"owner": owner},
        )

    def _delete(self, name: str, job: Job | None) -> None:
        """Nothing is left of a search: not in the queue, nor what it came to."""
        if job is not None:
            with suppress(InvalidJobOperation):  # it expired in this moment
                job.delete()
        self.connection.delete(Job.key_for(name), result_key(name))

    def _active_count(self, owner: str) -> int:
        names = [
            str(name, "ascii")
            for name in self.connection.zrange(client_searches_key(owner), 0, -1)
            if isinstance(name, bytes)
        ]
        jobs = Job.fetch_many(names, connection=self.connection, serializer=JSONSerializer) if names else []
        over = [
            name
            for name, job in zip(names, jobs, strict=True)
            if job is None or job.get_status(refresh=False) not in ACTIVE_JOB_STATUSES
        ]
        if over:
            self.connection.zrem(client_searches_key(owner), *over)
        return len(names) - len(over)

    def _worker_is_dead(self, job: Job) -> bool:
        """Whether the worker of a search is gone; RQ looks for such too, now and then, and calls them abandoned."""
        status = job.get_status(refresh=False)
        if status == JobStatus.FAILED:
            return "AbandonedJobError" in _rq_error(job)
        return (
            status == JobStatus.STARTED
            and bool(job.worker_name)
            and job.worker_name not in live_workers(self.connection)
        )

    def _requeue(self, name: str) -> SearchProgress:
        """Queue a search again whose worker is gone, unless that happened too often."""
        with self._enqueue_lock(name) as alone:
            job = self._fetch(name)
            if not alone or job is None:
                return SearchProgress("queued")
            if not self._worker_is_dead(job):  # somebody else was quicker
                return _progress(job)
            losses = self.connection.incr(lost_count_key(name))
            self.connection.expire(lost_count_key(name), self.keep_seconds)
            task, owner = str(job.args[0]), str(job.meta.get("owner", ""))
            self._delete(name, job)
            if losses >= MAX_ATTEMPTS:
                return LOST_PROGRESS
            self._enqueue(name, task, owner)
        return SearchProgress("queued")


def _needs_rerun(job: Job) -> bool:
    """Whether a job must be done anew to be done: it failed, was cancelled, or was cut short."""
    status = job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        thought = _search_result(job)
        return thought is None or thought.stopped
    return status not in ACTIVE_JOB_STATUSES


def _progress(job: Job) -> SearchProgress:
    status = job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        thought = _search_result(job)
        return (
            SearchProgress("finished", result=thought)
            if thought is not None
            else SearchProgress("failed", failure="broken")
        )
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
    """What RQ says about a search that failed."""
    result = job.latest_result()
    return (result.exc_string if result is not None else None) or ""


@contextmanager
def _redis_errors() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(str(error)) from error
