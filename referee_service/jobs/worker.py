"""The search worker: runs searches from the queue one after the other until a stop signal arrives."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from contextlib import suppress
from types import FrameType
from typing import Final

from redis import Redis, RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer

from referee_service.jobs.heartbeat import heartbeat
from referee_service.jobs.redis_keys import QUEUE_NAME
from referee_service.jobs.repair import repair
from referee_service.jobs.tasks import WORKER_PARTS, WorkerParts

RESTART_SECONDS: Final = 1.0
"""Pause between two attempts to reach Redis."""

_log = logging.getLogger(__name__)


class SearchWorker(SimpleWorker):
    """RQ worker that runs searches in its own process: caches stay warm, and a search starts in milliseconds."""

    is_stopping = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Handle a stop signal: the worker ends after its current search."""
        self.is_stopping = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run_worker(url: str, parts: WorkerParts) -> None:
    """Run a worker until a stop signal arrives. Restarts RQ if it gives up because Redis is unreachable."""
    WORKER_PARTS.set(parts)
    while True:
        connection = Redis.from_url(url)
        name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        queue = Queue(QUEUE_NAME, connection=connection, serializer=JSONSerializer)
        worker = SearchWorker([queue], name=name, connection=connection, serializer=JSONSerializer)
        try:
            with heartbeat(url, name), repair(parts.searches):
                worker.work(logging_level="WARNING", with_scheduler=False)
        except RedisError as error:
            _log.warning("a search worker waits for Redis: %s", type(error).__name__)
        if not worker.is_stopping:
            with suppress(StopRequested, RedisError):  # a stop signal may arrive during the pause
                time.sleep(RESTART_SECONDS)
        if worker.is_stopping:
            return
