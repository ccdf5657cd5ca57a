"""Repair of lost searches: every worker looks for searches whose workers died, and enqueues them again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rq.job import Job as RqJob
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from referee_service.jobs.queue import MAX_ATTEMPTS, RqSearchQueue
from referee_service.jobs.redis_keys import RUNNING_KEY, SEARCHES_KEY, lost_count_key
from referee_service.jobs.rq_task import RqTask
from referee_service.store import StoreUnavailable

REPAIR_SECONDS: Final = 1.0
"""Time between two looks at the searches in progress."""

_log = logging.getLogger(__name__)


@contextmanager
def repair(searches: RqSearchQueue) -> Iterator[None]:
    """Requeue lost searches from a background thread until the block ends.

    Workers do this, not requests: a job then finishes even if no client asks for it.
    """
    stop = threading.Event()

    def run() -> None:
        while not stop.wait(REPAIR_SECONDS):
            try:
                requeue_lost(searches)
            except StoreUnavailable as error:
                _log.warning("lost searches wait for Redis: %s", type(error.__cause__ or error).__name__)
            except Exception:  # the other searches still need this thread
                _log.exception("a search could not be repaired")

    thread = threading.Thread(target=run, name="referee-repair", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def requeue_lost(searches: RqSearchQueue) -> None:
    """Enqueue the searches again whose workers died. Those with MAX_ATTEMPTS lost workers fail."""
    with searches.calls():
        _requeue_taken(searches)
        members = searches.connection.zrange(SEARCHES_KEY, 0, -1)
        search_ids = [str(search_id, "ascii") for search_id in members if isinstance(search_id, bytes)]
        if not search_ids:
            return
        alive = searches.live_workers()
        rq_jobs = RqJob.fetch_many(search_ids, connection=searches.connection, serializer=JSONSerializer)
        for search_id, rq_job in zip(search_ids, rq_jobs, strict=True):
            if rq_job is None or RqTask(rq_job).is_over or RqTask(rq_job).is_lost(alive):
                _repair(searches, search_id)


def _repair(searches: RqSearchQueue, search_id: str) -> None:
    """Enqueue a search again if its worker died, fail it after MAX_ATTEMPTS, or forget it if it has ended.

    The RQ job is replaced in one transaction, under the lock of the search. So no process finds the search missing, and
    a worker that only seemed dead goes on: the task that was enqueued again then finds its result.
    """
    with searches.lock(search_id):
        found = searches.fetch(search_id)
        if found is None or not found.is_lost(searches.live_workers()):
            if found is None or found.is_over:
                searches.connection.zrem(SEARCHES_KEY, search_id)
            return
        if not found.is_preempted:
            losses = searches.losses(search_id) + 1
            searches.connection.set(lost_count_key(search_id), losses, ex=searches.keep_seconds)
            if losses >= MAX_ATTEMPTS:
                searches.delete(search_id, found)
                return
        _enqueue_again(searches, search_id, found)


def _requeue_taken(searches: RqSearchQueue) -> None:
    """Enqueue the searches again that a worker took from a queue and then died before RQ noted that it had started."""
    taken = searches.connection.hgetall(RUNNING_KEY)
    alive = searches.live_workers() if taken else set()
    for worker, entry in taken.items():
        assert isinstance(worker, bytes) and isinstance(entry, bytes), "this connection does not decode replies"  # noqa: PT018
        if worker.decode() in alive:
            continue
        queue_key, search_id, _ = entry.decode().split()
        with searches.lock(search_id):
            found = searches.fetch(search_id)
            is_queued = found is not None and found.status == JobStatus.QUEUED
            if found is not None and is_queued and searches.connection.lpos(queue_key, search_id) is None:
                _enqueue_again(searches, search_id, found)
            searches.connection.hdel(RUNNING_KEY, worker)


def _enqueue_again(searches: RqSearchQueue, search_id: str, task: RqTask) -> None:
    with searches.connection.pipeline() as pipeline:
        arguments, quota_id = str(task.rq_job.args[0]), str(task.rq_job.meta.get("quota_id", ""))
        searches.replace_task(pipeline, search_id, task, arguments, quota_id)
        pipeline.execute()
