"""The search worker: runs searches one after the other until a stop signal arrives.

It takes searches from the queues in turn, so a client with many searches does not hold up the others.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Final

from redis import Redis, RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import NoSuchJobError, StopRequested
from rq.job import Job as RqJob
from rq.serializers import JSONSerializer
from rq.worker import DequeueStrategy, WorkerStatus

from referee_service.jobs.heartbeat import heartbeat
from referee_service.jobs.redis_keys import RUNNING_KEY, SERVED_QUEUE_NAMES, WAKE_KEY
from referee_service.jobs.repair import repair
from referee_service.jobs.rooms import room_bots
from referee_service.jobs.tasks import WORKER_PARTS, SearchPreempted, WorkerParts

RESTART_SECONDS: Final = 1.0
"""Pause between two attempts to reach Redis."""
IDLE_SECONDS: Final = 1
"""Longest wait for a search. Then the worker looks into the queues, in case another one died after it was woken."""
RUNNING_ENTRY_SECONDS: Final = 86_400

_TAKE_SCRIPT: Final = """
redis.call('HDEL', KEYS[1], ARGV[1])
for at = 2, #KEYS do
    local search = redis.call('LPOP', KEYS[at])
    if search then
        local now = redis.call('TIME')
        local since = string.format('%.0f', now[1] * 1000000 + now[2])
        redis.call('HSET', KEYS[1], ARGV[1], KEYS[at] .. ' ' .. search .. ' ' .. since)
        redis.call('EXPIRE', KEYS[1], ARGV[2])
        return {KEYS[at], search}
    end
end
return false
"""
"""Take a search from the first queue that has one, and note which worker took it. So a worker that dies loses none."""

_log = logging.getLogger(__name__)


class SearchWorker(SimpleWorker):
    """RQ worker that runs searches in its own process: caches stay warm, and a search starts in milliseconds."""

    is_stopping = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Handle a stop signal: the worker ends after its current search."""
        self.is_stopping = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[RqJob, Queue] | None:
        """Return the next search and its queue. Waits for one, unless `timeout` is None.

        RQ would take it without a note, and lose it if the worker died before the search began.
        """
        self.set_state(WorkerStatus.IDLE)
        while True:
            self.heartbeat()
            if self.should_run_maintenance_tasks:
                self.run_maintenance_tasks()  # type: ignore[no-untyped-call]
            found = self._take()
            if found is not None or timeout is None:
                return found
            self.connection.blpop([WAKE_KEY], timeout=IDLE_SECONDS)

    def _take(self) -> tuple[RqJob, Queue] | None:
        while True:
            keys = (RUNNING_KEY, *[queue.key for queue in self._ordered_queues])
            reply = self.connection.eval(_TAKE_SCRIPT, len(keys), *keys, self.name, RUNNING_ENTRY_SECONDS)
            if not isinstance(reply, list):
                return None
            queue_key, search_id = (part.decode() for part in reply)
            queue = next(queue for queue in self._ordered_queues if queue.key == queue_key)
            with suppress(NoSuchJobError):  # it was stopped, or has expired
                rq_job = RqJob.fetch(search_id, connection=self.connection, serializer=self.serializer)
                self.reorder_queues(reference_queue=queue)
                rq_job.redis_server_version = self.get_redis_server_version()  # type: ignore[no-untyped-call]
                return rq_job, queue

    def handle_exception(
        self, job: RqJob, *exc_info: type[BaseException] | BaseException | TracebackType | None
    ) -> None:
        """Log why a search failed: type and places of the error. RQ would log the id, the task and the message."""
        if exc_info[0] is not SearchPreempted:
            _log.error("a search failed", exc_info=exc_info)  # type: ignore[arg-type]


def search_worker(connection: Redis, name: str) -> SearchWorker:
    """Return a worker that serves all queues."""
    queues = [Queue(queue, connection=connection, serializer=JSONSerializer) for queue in SERVED_QUEUE_NAMES]
    return SearchWorker(queues, name=name, connection=connection, serializer=JSONSerializer)


def run_worker(url: str, parts: WorkerParts) -> None:
    """Run a worker until a stop signal arrives. Restarts RQ if it gives up because Redis is unreachable."""
    WORKER_PARTS.set(parts)
    while True:
        connection = Redis.from_url(url)
        name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        worker = search_worker(connection, name)
        try:
            with heartbeat(url, name), repair(parts.searches), room_bots(parts.rooms):
                worker.work(logging_level="WARNING", with_scheduler=False, dequeue_strategy=DequeueStrategy.ROUND_ROBIN)
        except RedisError as error:
            _log.warning("a search worker waits for Redis: %s", type(error).__name__)
        if not worker.is_stopping:
            with suppress(StopRequested, RedisError):  # a stop signal may arrive during the pause
                time.sleep(RESTART_SECONDS)
        if worker.is_stopping:
            return
