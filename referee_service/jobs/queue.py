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

from referee_service.bots.choice import Ranked
from referee_service.jobs.alive import alive
from referee_service.jobs.keys import (
    QUEUE,
    TOTALS,
    asked_key,
    changing_key,
    lost_key,
    result_key,
    stop_key,
    ticket_key,
)
from referee_service.services.problems import Problem
from referee_service.services.searches import Failure, Figures, Progress
from referee_service.services.thinking import Task, Thought
from referee_service.store import StoreDown

TASK: Final = "referee_service.jobs.tasks.search"
TRIES: Final = 3
"""A search whose workers were lost so often is given up."""
GIVEN_UP: Final = Progress("failed", failure="lost")
FROM_THE_START: Final = "0-0"
"""The place in a stream before its first entry."""
LONGEST_WAIT: Final = 0.25
"""Seconds, shorter than any wait for Redis: who waits for a search looks up so often for a worker that was lost."""
CHANGE_SECONDS: Final = 5
"""Nobody takes longer to put a search into the queue."""
A_DAY: Final = 86_400
"""Seconds after which a search that nobody did is forgotten."""
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

    def keep(self, name: str, ticket: bytes) -> None:
        """Remember what was asked for, as long as results are remembered."""
        with _reachable():
            self.connection.set(ticket_key(name), ticket, ex=self.keep_seconds)

    def kept(self, name: str) -> bytes | None:
        """What was asked for under this name."""
        with _reachable():
            found = self.connection.get(ticket_key(name))
            return found if isinstance(found, bytes) else None

    def put(self, name: str, task: Task, owner: str) -> None:
        """Have a search done; one that is under way or done already is left alone."""
        with _reachable(), self._changing(name) as alone:
            if not alone:
                return
            job = self._fetch(name)
            if job is not None and not _is_over(job):
                self.connection.delete(stop_key(name))
                return
            self._forget(name, job)
            self.connection.delete(stop_key(name), lost_key(name))
            self._enqueue(name, msgspec.json.encode(task).decode(), owner)
            self.connection.zadd(asked_key(owner), {name: datetime.now(UTC).timestamp()})
            self.connection.expire(asked_key(owner), A_DAY)

    def look(self, name: str) -> Progress | None:
        """How a search stands; None when nobody knows it. One whose worker was lost is done again."""
        with _reachable():
            job = self._fetch(name)
            if job is None:
                losses = self.connection.get(lost_key(name))
                return GIVEN_UP if isinstance(losses, bytes) and int(losses) >= TRIES else None
            return self._again(name) if self._is_lost(job) else _progress(job)

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
                    self._forget(name, job)

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

    @contextmanager
    def _changing(self, name: str) -> Iterator[bool]:
        """Whether nobody else puts this search into the queue just now; until the end of it, nobody will."""
        alone = bool(self.connection.set(changing_key(name), b"", ex=CHANGE_SECONDS, nx=True))
        try:
            yield alone
        finally:
            if alone:
                self.connection.delete(changing_key(name))

    def _enqueue(self, name: str, task: str, owner: str) -> None:
        self.queue.enqueue_call(
            TASK,
            args=(task,),
            job_id=name,
            timeout=self.job_seconds,
            ttl=A_DAY,
            result_ttl=self.keep_seconds,
            failure_ttl=self.keep_seconds,
            meta={"owner": owner},
        )

    def _forget(self, name: str, job: Job | None) -> None:
        """Nothing is left of a search: not in the queue, nor what it came to."""
        if job is not None:
            with suppress(InvalidJobOperation):  # it expired in this moment
                job.delete()
        self.connection.delete(Job.key_for(name), result_key(name))

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
        """Whether the worker of a search is gone; RQ looks for such too, now and then, and calls them abandoned."""
        status = job.get_status(refresh=False)
        if status == JobStatus.FAILED:
            return "AbandonedJobError" in _told(job)
        return status == JobStatus.STARTED and bool(job.worker_name) and job.worker_name not in alive(self.connection)

    def _again(self, name: str) -> Progress:
        """Queue a search again whose worker is gone, unless that happened too often."""
        with self._changing(name) as alone:
            job = self._fetch(name)
            if not alone or job is None:
                return Progress("queued")
            if not self._is_lost(job):  # somebody else was quicker
                return _progress(job)
            losses = self.connection.incr(lost_key(name))
            self.connection.expire(lost_key(name), self.keep_seconds)
            task, owner = str(job.args[0]), str(job.meta.get("owner", ""))
            self._forget(name, job)
            if losses >= TRIES:
                return GIVEN_UP
            self._enqueue(name, task, owner)
        return Progress("queued")


def _is_over(job: Job) -> bool:
    """Whether a job must be done anew to be done: it failed, was cancelled, or was cut short."""
    status = job.get_status(refresh=False)
    if status == JobStatus.FINISHED:
        thought = _thought(job)
        return thought is None or thought.stopped
    return status not in UNDER_WAY


def _progress(job: Job) -> Progress:
    status = job.get_status(refresh=False)
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
    return "timed-out" if "JobTimeoutException" in _told(job) else "broken"


def _told(job: Job) -> str:
    """What RQ says about a search that failed."""
    result = job.latest_result()
    return (result.exc_string if result is not None else None) or ""


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise StoreDown(str(error)) from error
