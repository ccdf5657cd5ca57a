"""A search worker: takes searches from the queue, one after the other, until it is told to end."""

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

RESTART_SECONDS: Final = 1.0
"""Between two attempts to reach Redis."""

_log = logging.getLogger(__name__)


class SearchWorker(SimpleWorker):
    """Searches run in this very process: its caches stay warm, and a job costs a few milliseconds."""

    told_to_end = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Somebody wants the worker to end, once its search is done."""
        self.told_to_end = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run_worker(url: str) -> None:
    """Serve the queue until told to end. Where RQ gives up, because Redis is away or silent, it begins anew."""
    while True:
        connection = Redis.from_url(url)
        name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        queue = Queue(QUEUE_NAME, connection=connection, serializer=JSONSerializer)
        worker = SearchWorker([queue], name=name, connection=connection, serializer=JSONSerializer)
        try:
            with heartbeat(url, name):
                worker.work(logging_level="WARNING", with_scheduler=False)
        except RedisError as error:
            _log.warning("a search worker waits for Redis: %s", type(error).__name__)
        if not worker.told_to_end:
            with suppress(StopRequested, RedisError):  # told to end while it waits
                time.sleep(RESTART_SECONDS)
        if worker.told_to_end:
            return
