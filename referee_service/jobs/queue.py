"""The search queue on RQ. A search is one task in a queue, which workers requeue if its worker dies.

Each client has one of a few queues, and workers serve them in turn (`worker.py`).

RQ calls a task a job. Here `rq_job` is RQ's object, and a job is only the HTTP resource for a bot request. A search and
the jobs that need it change under the lock of the search, so that no process enqueues it while another one ends it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from typing import Final, Protocol

import msgspec
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.retry import Retry
from rq import Queue
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.job import Job as RqJob
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from referee_service.jobs.heartbeat import live_workers
from referee_service.jobs.queue_stats import read_stats
from referee_service.jobs.redis_keys import (
    SEARCHES_KEY,
    WAKE_KEY,
    client_searches_key,
    job_key,
    lost_count_key,
    queue_name,
    rq_result_key,
    search_jobs_key,
    search_lock_key,
    search_result_key,
    stop_key,
)
from referee_service.jobs.rq_task import RqTask, stored_traceback
from referee_service.services.bots.queue import QueueStats, SearchProgress
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
"""Lifetime of the lock of a search, and the longest wait for it. Its holder needs far less time."""
LOCK_POLL_SECONDS: Final = 0.01
IDLE_SECONDS: Final = 0.05
"""Pause of a caller that waits for no search: a worker is about to advance the job."""
QUEUED_TASK_SECONDS: Final = 86_400
"""Lifetime of a task that no worker has started, in seconds."""
MAX_QUEUED: Final = 1_000
"""Number of searches of all clients that may wait for a worker. Above it a new one is refused."""
MAX_WAKE_ENTRIES: Final = 64
"""Above the number of workers that wait at once. If no worker waits, more entries would only accumulate."""

_result_decoder = msgspec.json.Decoder(SearchResult)

_SAVE_SCRIPT = """
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
"""
"""Store a value if the key still has the value that the caller has read. An empty value is a missing key."""


class Circuit(Protocol):
    """The circuit breaker of Redis, as the queue uses it."""

    def calls(self) -> AbstractContextManager[None]:
        """Guard a `with` block that calls Redis. Raises StoreUnavailable at once if Redis does not respond."""


class RqSearchQueue:
    """SearchQueue on RQ. Web processes and workers have one each.

    `timeout` bounds each wait for Redis and `search_seconds` each search. `keep_seconds` is the lifetime of jobs and
    results. `search_limit` is the number of searches that one client may have in progress. `circuit` is shared with all
    users of this Redis; without one, every call is tried.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float,
        search_seconds: int,
        keep_seconds: int,
        search_limit: int,
        circuit: Circuit | None = None,
    ) -> None:
        self.connection = Redis.from_url(
            url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 0), driver_info=None
        )
        self.circuit = circuit
        self.search_seconds, self.keep_seconds, self.search_limit = search_seconds, keep_seconds, search_limit

    def calls(self) -> AbstractContextManager[None]:
        """Guard a `with` block that calls Redis. Raises StoreUnavailable for every RedisError of the block."""
        return self.circuit.calls() if self.circuit is not None else _redis_errors()

    # --- for the services ---------------------------------------------------------------------------------------------

    def check_quota(self, quota_id: str, count: int) -> None:
        """Check that a client may add `count` searches. They count under its `quota_id`.

        Raises ServiceError `no-worker` if no worker is alive, `too-many-jobs` if the client would exceed its limit or
        the queue is full.
        """
        with self.calls():
            stats, in_progress = read_stats(self.connection), self._active_count(quota_id)
        if not stats.workers:
            raise ServiceError("no-worker.alive")
        if in_progress + count > self.search_limit:
            raise ServiceError("too-many-jobs.limit", in_progress=in_progress, limit=self.search_limit)
        if count and stats.queued + count > MAX_QUEUED:
            raise ServiceError("too-many-jobs.queue", queued=stats.queued)

    def save_job(self, job_id: str, job: bytes, before: bytes | None) -> bool:
        """Store a job for `keep_seconds` if its stored value is still `before`. Returns whether it was stored."""
        with self.calls():
            return bool(self.connection.eval(_SAVE_SCRIPT, 1, job_key(job_id), before or b"", job, self.keep_seconds))

    def load_job(self, job_id: str) -> bytes | None:
        """Return a stored job, or None if it is unknown or expired."""
        with self.calls():
            job = self.connection.get(job_key(job_id))
            return job if isinstance(job, bytes) else None

    def enqueue(self, search_id: str, task: SearchTask, quota_id: str, job_id: str) -> None:
        """Enqueue a search for a job, unless it is in progress or has finished. Its worker will advance the job."""
        with self.calls(), self.lock(search_id):
            found, result = self.fetch(search_id), self._result(search_id)
            was_stopped = result is not None and result.stopped
            is_running = found is not None and not found.is_over and not found.is_lost(self.live_workers())
            with self.connection.pipeline() as pipeline:
                pipeline.delete(stop_key(search_id))
                pipeline.sadd(search_jobs_key(search_id), job_id)
                pipeline.expire(search_jobs_key(search_id), QUEUED_TASK_SECONDS)
                if was_stopped:
                    pipeline.delete(search_result_key(search_id))
                if was_stopped or not is_running:
                    pipeline.delete(lost_count_key(search_id))
                    self.replace_task(pipeline, search_id, found, msgspec.json.encode(task).decode(), quota_id)
                    pipeline.zadd(client_searches_key(quota_id), {search_id: datetime.now(UTC).timestamp()})
                    pipeline.expire(client_searches_key(quota_id), QUEUED_TASK_SECONDS)
                pipeline.execute()

    def progress(self, search_id: str) -> SearchProgress | None:
        """Return the progress of a search, or None if it is unknown. Changes nothing.

        A search whose worker is dead counts as queued, because another worker will requeue it.
        """
        with self.calls():
            found, result = self.fetch(search_id), self._result(search_id)
            if found is not None and not found.is_lost(self.live_workers()):
                return found.progress(result)
            is_loss = found is not None and not found.is_preempted
            if self.losses(search_id) + is_loss >= MAX_ATTEMPTS:
                return LOST_PROGRESS
            if found is not None:
                return SearchProgress("queued")
            return SearchProgress("finished", result=result) if result is not None else None

    def wait_for_any(self, search_ids: Sequence[str], seconds: float) -> None:
        """Block until the task of one of these searches ends, for at most `seconds` or MAX_BLOCK_SECONDS."""
        if not search_ids:
            time.sleep(min(seconds, IDLE_SECONDS))
            return
        with self.calls():
            self.connection.xread(
                {rq_result_key(search_id): STREAM_START for search_id in search_ids},
                block=max(1, int(1000 * min(seconds, MAX_BLOCK_SECONDS))),  # milliseconds; 0 would block forever
            )

    def stop(self, search_ids: Sequence[str], job_id: str) -> None:
        """Request that searches stop, unless another job needs them. A search that has not started is removed."""
        with self.calls():
            for search_id in search_ids:
                with self.lock(search_id):
                    self.connection.srem(search_jobs_key(search_id), job_id)
                    if self.connection.scard(search_jobs_key(search_id)):
                        continue
                    self.connection.set(stop_key(search_id), b"", ex=self.search_seconds)
                    found = self.fetch(search_id)
                    if found is not None and found.status == JobStatus.QUEUED:
                        self.delete(search_id, found)

    # --- for workers --------------------------------------------------------------------------------------------------

    def live_workers(self) -> set[str]:
        """Return the names of the workers that are alive."""
        return live_workers(self.connection)

    def jobs_of(self, search_id: str) -> list[str]:
        """Return the ids of the jobs that need a search."""
        with self.calls():
            members = self.connection.smembers(search_jobs_key(search_id))
            return sorted(str(job_id, "ascii") for job_id in members if isinstance(job_id, bytes))

    def load_result(self, search_id: str) -> SearchResult | None:
        """Return the complete result of a search, or None. It exists if its worker died before the task ended."""
        with self.calls():
            result = self._result(search_id)
            return result if result is not None and not result.stopped else None

    def save_result(self, search_id: str, result: SearchResult) -> bool:
        """Store the result of a search, unless it has one. Jobs can use it before the task ends.

        Returns False if the search was stopped, but a job has requested it since: then it must run again.
        """
        with self.calls(), self.lock(search_id):
            if result.stopped and self.connection.scard(search_jobs_key(search_id)):
                self.connection.delete(stop_key(search_id))
                return False
            raw = msgspec.json.encode(result)
            self.connection.set(search_result_key(search_id), raw, ex=self.keep_seconds, nx=True)
            return True

    def end(self, search_id: str) -> None:
        """Remove a search from those in progress, after its jobs are advanced."""
        with self.calls():
            self.connection.zrem(SEARCHES_KEY, search_id)

    # --- for operators ------------------------------------------------------------------------------------------------

    def stats(self) -> QueueStats:
        """Return figures about queue and workers for /metrics."""
        with self.calls():
            return read_stats(self.connection)

    # --- RQ jobs ------------------------------------------------------------------------------------------------------

    def fetch(self, search_id: str) -> RqTask | None:
        """Return the task of a search, or None if it is unknown or expired."""
        try:
            rq_job = RqJob.fetch(search_id, connection=self.connection, serializer=JSONSerializer)
            traceback = stored_traceback(rq_job)
            if rq_job.get_status(refresh=False) == JobStatus.FAILED and not traceback:
                rq_job.refresh()  # type: ignore[no-untyped-call]  # another process has replaced the task since
        except NoSuchJobError:
            return None
        return RqTask(rq_job, traceback)

    def _result(self, search_id: str) -> SearchResult | None:
        raw = self.connection.get(search_result_key(search_id))
        return _result_decoder.decode(raw) if isinstance(raw, bytes) else None

    def losses(self, search_id: str) -> int:
        """Return how often a search has lost its worker."""
        count = self.connection.get(lost_count_key(search_id))
        return int(count) if isinstance(count, bytes) else 0

    def lock(self, search_id: str) -> AbstractContextManager[object]:
        """Return the lock of a search, for a `with` block. Raises LockError if it stays locked for LOCK_SECONDS."""
        lock: AbstractContextManager[object] = self.connection.lock(
            search_lock_key(search_id), timeout=LOCK_SECONDS, sleep=LOCK_POLL_SECONDS, blocking_timeout=LOCK_SECONDS
        )
        return lock

    def replace_task(self, pipeline: Pipeline, search_id: str, old: RqTask | None, task: str, quota_id: str) -> None:
        """Add commands that delete the RQ job of a search and enqueue a new one.

        They belong in one transaction: a worker that is still running the search would stop it if it found no RQ job.
        """
        self._delete_task(pipeline, search_id, old)
        queue = Queue(queue_name(quota_id), connection=self.connection, serializer=JSONSerializer)
        rq_job = queue.create_job(
            TASK_PATH,
            args=(task,),
            job_id=search_id,
            timeout=self.search_seconds,
            ttl=QUEUED_TASK_SECONDS,
            result_ttl=self.keep_seconds,
            failure_ttl=self.keep_seconds,
            meta={"quota_id": quota_id},
        )
        # `Queue.enqueue_job` does the same, but its MULTI must be the first command of a pipeline.
        rq_job.enqueued_at = datetime.now(UTC)
        rq_job.save(pipeline=pipeline)
        rq_job.cleanup(ttl=QUEUED_TASK_SECONDS, pipeline=pipeline)
        pipeline.sadd(queue.redis_queues_keys, queue.key)
        queue.push_job_id(search_id, pipeline=pipeline)
        pipeline.zadd(SEARCHES_KEY, {search_id: datetime.now(UTC).timestamp()})
        pipeline.rpush(WAKE_KEY, b"")
        pipeline.ltrim(WAKE_KEY, -MAX_WAKE_ENTRIES, -1)

    def _delete_task(self, pipeline: Pipeline, search_id: str, task: RqTask | None) -> None:
        """Add commands that delete the RQ job of a search, and what RQ stored about its end."""
        if task is not None:
            with suppress(InvalidJobOperation):  # it expired since it was fetched
                task.rq_job.delete(pipeline=pipeline)
        pipeline.delete(RqJob.key_for(search_id), rq_result_key(search_id))

    def delete(self, search_id: str, task: RqTask) -> None:
        """Delete a search without a result, so that no job waits for it and no worker runs it."""
        with self.connection.pipeline() as pipeline:
            self._delete_task(pipeline, search_id, task)
            pipeline.delete(search_jobs_key(search_id))
            pipeline.zrem(SEARCHES_KEY, search_id)
            pipeline.execute()

    def _active_count(self, quota_id: str) -> int:
        """Return how many searches of a client are in progress, and drop all others from its set."""
        search_ids = [
            str(search_id, "ascii")
            for search_id in self.connection.zrange(client_searches_key(quota_id), 0, -1)
            if isinstance(search_id, bytes)
        ]
        rq_jobs = (
            RqJob.fetch_many(search_ids, connection=self.connection, serializer=JSONSerializer) if search_ids else []
        )
        inactive = [
            search_id
            for search_id, rq_job in zip(search_ids, rq_jobs, strict=True)
            if rq_job is None or RqTask(rq_job).is_over
        ]
        if inactive:
            self.connection.zrem(client_searches_key(quota_id), *inactive)
        return len(search_ids) - len(inactive)


@contextmanager
def _redis_errors() -> Iterator[None]:
    """Convert `RedisError` into `StoreUnavailable`."""
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(str(error)) from error
