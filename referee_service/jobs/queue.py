"""The searches in Redis, as RQ jobs: asked for once, looked at, stopped, and done again when a worker was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import msgspec
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from referee_service.bots.choice import Ranked
from referee_service.jobs.alive import alive
from referee_service.jobs.keys import QUEUE, TOTALS, asked_key, lost_key, result_key, stop_key
from referee_service.services.problems import Problem
from referee_service.services.searches import Failure, Figures, Progress
from referee_service.services.thinking import Task, Thought
from referee_service.store import StoreDown

TASK: Final = "referee_service.jobs.tasks.search"
TRIES: Final = 3
"""A search whose workers were lost so often is given up."""
FROM_THE_START: Final = "0-0"
"""The place in a stream before its first entry."""
LONGEST_WAIT: Final = 0.25
"""Seconds, shorter than any wait for Redis: who waits for a search looks up so often for a worker that was lost."""
UNDER_WAY: Final = (JobStatus.QUEUED, JobStatus.STARTED)


class RqSearches:
    """The queue that web processes use. `limit` is how many searches an owner may have under way."""

    def __init__(self, url: str, *, timeout: float, job_seconds: int, keep_seconds: int, limit: int) -> None:
        self.connection = Redis.from_url(
            url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 0), driver_info=None
        )
        self.queue = Queue(QUEUE, connection=self.connection, serializer=JSONSerializer, default_timeout=job_seconds)
        self.job_seconds, self.keep_seconds, self.limit = job_seconds, keep_seconds, limit

    # --- for the services ---------------------------------------------------------------------------------------------

    def admit(self, owner: str, count: int) -> None:
        """Whether this owner may ask for so many searches more; a Problem when not, or when nobody would do them."""
        with _reachable():
            if not alive(self.connection):
                raise Problem("no-worker.alive")
            under_way = self._under_way(owner)
        if under_way + count > self.limit:
            raise Problem("too-many-jobs.limit", under_way=under_way, limit=self.limit)

    def put(self, name: str, task: Task, owner: str) -> None:
        """Have a search done; one that is under way or done already is left alone."""
        with _reachable():
            job = self._fetch(name)
            if job is not None and not _is_over(job):
                self.connection.delete(stop_key(name))
                return
            if job is not None:
                job.delete()
            self.connection.delete(stop_key(name), result_key(name))
            self._enqueue(name, msgspec.json.encode(task).decode(), owner, tries=1)
            self.connection.zadd(asked_key(owner), {name: datetime.now(UTC).timestamp()})
            self.connection.expire(asked_key(owner), self.job_seconds * TRIES)

    def look(self, name: str) -> Progress | None:
        """How a search stands; None when nobody knows it. One whose worker was lost is done again."""
        with _reachable():
            job = self._fetch(name)
            if job is None:
                return None
            status = job.get_status(refresh=False)
            if status == JobStatus.STARTED and self._is_lost(job):
                return self._again(job)
            return _progress(job, status)

    def wait(self, names: Sequence[str], seconds: float) -> None:
        """Wait until one of these searches is over; for so many seconds at most, and often shorter."""
        with _reachable():
            self.connection.xread(
                {result_key(name): FROM_THE_START for name in names},
                block=max(1, int(1000 * min(seconds, LONGEST_WAIT))),  # in milliseconds; none is for ever
            )

    def stop(self, names: Sequence[str]) -> None:
        """Ask searches to end at once; one that has not begun will not."""
        with _reachable():
            for name in names:
                self.connection.set(stop_key(name), b"", ex=self.job_seconds)
                job = self._fetch(name)
                if job is not None and job.get_status(refresh=False) == JobStatus.QUEUED:
                    job.cancel()

    # --- for operators ------------------------------------------------------------------------------------------------

    def figures(self) -> Figures:
        """How the queue is doing."""
        with _reachable():
            totals = self.connection.hgetall(TOTALS)
            return Figures(
                queued=self.queue.count,
                oldest_seconds=self._oldest(),
                workers=len(alive(self.connection)),
                iterations=int(totals.get(b"iterations", 0)),
                seconds=float(totals.get(b"seconds", 0)),
            )

    def _oldest(self) -> float:
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

    def _enqueue(self, name: str, task: str, owner: str, *, tries: int) -> None:
        try:
            self.queue.enqueue_call(
                TASK,
                args=(task,),
                job_id=name,
                unique=True,
                timeout=self.job_seconds,
                result_ttl=self.keep_seconds,
                failure_ttl=self.keep_seconds,
                meta={"tries": tries, "owner": owner},
            )
        except DuplicateJobError:
            return  # somebody else asked for the same in this moment

    def _under_way(self, owner: str) -> int:
        names = [
            str(name, "ascii") for name in self.connection.zrange(asked_key(owner), 0, -1) if isinstance(name, bytes)
        ]
        jobs = Job.fetch_many(names, connection=self.connection, serializer=JSONSerializer) if names else []
        over = [
            name
            for name, job in zip(names, jobs, strict=True)
            if job is None or job.get_status(refresh=False) not in UNDER_WAY
        ]
        if over:
            self.connection.zrem(asked_key(owner), *over)
        return len(names) - len(over)

    def _is_lost(self, job: Job) -> bool:
        return job.worker_name is not None and job.worker_name not in alive(self.connection)

    def _again(self, job: Job) -> Progress:
        """Queue a search again whose worker is gone, unless that happened too often."""
        tries = int(job.meta.get("tries", 1))
        if tries >= TRIES:
            return Progress("failed", failure="lost")
        if self.connection.set(lost_key(job.id), b"", ex=10, nx=True):
            task, owner = str(job.args[0]), str(job.meta.get("owner", ""))
            job.delete()
            self._enqueue(job.id, task, owner, tries=tries + 1)
        return Progress("queued")


def _is_over(job: Job) -> bool:
    """Whether a job must be done anew to be done: it failed, was cancelled, or was cut short."""
    status = job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        thought = _thought(job)
        return thought is None or thought.stopped
    return status not in UNDER_WAY


def _progress(job: Job, status: JobStatus | None) -> Progress:
    if status == JobStatus.FINISHED:
        thought = _thought(job)
        return Progress("finished", thought=thought) if thought is not None else Progress("failed", failure="broken")
    if status == JobStatus.FAILED:
        return Progress("failed", failure=_failure(job))
    if status in (JobStatus.CANCELED, JobStatus.STOPPED):
        return Progress("stopped")
    best = msgspec.convert(job.meta["best"], Ranked) if "best" in job.meta else None
    iterations, nodes = int(job.meta.get("iterations", 0)), int(job.meta.get("nodes", 0))
    return Progress("running" if status == JobStatus.STARTED else "queued", iterations, nodes, best)


def _thought(job: Job) -> Thought | None:
    value = job.return_value()
    return msgspec.json.decode(value, type=Thought) if isinstance(value, str) else None


def _failure(job: Job) -> Failure:
    result = job.latest_result()
    told = result.exc_string if result is not None else None
    return "timed-out" if told and "JobTimeoutException" in told else "broken"


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise StoreDown(str(error)) from error
