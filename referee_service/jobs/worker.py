"""A search worker: takes searches from the queue, one after the other, until it is told to end."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from typing import Final

from redis import Redis, RedisError
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from referee_service.jobs.alive import beating
from referee_service.jobs.keys import QUEUE

PAUSE_SECONDS: Final = 1.0
"""Between two attempts to reach Redis."""

_log = logging.getLogger(__name__)


def work(url: str) -> None:
    """Serve the queue. Searches run in this very process: its caches stay warm, and a job costs a few milliseconds."""
    while True:
        connection = Redis.from_url(url)
        name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        queue = Queue(QUEUE, connection=connection, serializer=JSONSerializer)
        worker = SimpleWorker([queue], name=name, connection=connection, serializer=JSONSerializer)
        try:
            with beating(connection, name):
                worker.work(logging_level="WARNING", with_scheduler=False)
            return  # it was told to end
        except RedisError as error:
            _log.warning("a search worker waits for Redis: %s", type(error).__name__)
            time.sleep(PAUSE_SECONDS)
