"""Names of the Redis keys for searches, jobs and workers."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from rq import Queue
from rq.results import Result

KEY_PREFIX: Final = "referee:1:search:"
FORMER_QUEUE_NAME: Final = "referee-search"
"""The only queue of the last release. Workers still empty it."""
QUEUE_NAMES: Final = tuple(f"referee-search-{number:02d}" for number in range(16))
"""Queues of searches. Workers serve them in turn, so a client with many searches does not hold up the others."""
SERVED_QUEUE_NAMES: Final = (*QUEUE_NAMES, FORMER_QUEUE_NAME)
QUEUE_KEYS: Final = tuple(f"{Queue.redis_queue_namespace_prefix}{name}" for name in SERVED_QUEUE_NAMES)
WAKE_KEY: Final = f"{KEY_PREFIX}wake"
"""List with an entry for each search that was enqueued. A worker without a search waits for one."""
RUNNING_KEY: Final = f"{KEY_PREFIX}running"
"""Hash of what each worker took last: `queue-key search-id microseconds`. It has no entry for a worker without one."""
TOTALS_KEY: Final = f"{KEY_PREFIX}totals"
"""Hash with the iterations and seconds of all searches since Redis started."""
WORKERS_KEY: Final = f"{KEY_PREFIX}workers"
"""Sorted set of worker names. The score is the time of the last heartbeat."""
SEARCHES_KEY: Final = f"{KEY_PREFIX}in-progress"
"""Sorted set of the searches that are queued or running. The score is the time when they were enqueued."""


def stop_key(search_id: str) -> str:
    """Return the key that exists after a stop of a search was requested."""
    return f"{KEY_PREFIX}stop:{search_id}"


def queue_name(quota_id: str) -> str:
    """Return the name of the queue of a client. Clients of one queue wait for each other."""
    return QUEUE_NAMES[crc32(quota_id.encode()) % len(QUEUE_NAMES)]


def client_searches_key(quota_id: str) -> str:
    """Return the key of the searches that a client requested."""
    return f"{KEY_PREFIX}client:{quota_id}"


def search_jobs_key(search_id: str) -> str:
    """Return the key of the set of jobs that need a search."""
    return f"{KEY_PREFIX}jobs-of:{search_id}"


def search_result_key(search_id: str) -> str:
    """Return the key of the `SearchResult` of a search."""
    return f"{KEY_PREFIX}result:{search_id}"


def lost_count_key(search_id: str) -> str:
    """Return the key that counts how often a search lost its worker."""
    return f"{KEY_PREFIX}lost:{search_id}"


def search_lock_key(search_id: str) -> str:
    """Return the key of the lock that lets only one process enqueue, stop or end a search."""
    return f"{KEY_PREFIX}lock:{search_id}"


def job_key(job_id: str) -> str:
    """Return the key of a stored `BotJob`."""
    return f"{KEY_PREFIX}bot-job:{job_id}"


def rq_result_key(search_id: str) -> str:
    """Return the key of the stream to which RQ adds an entry when the task of a search ends."""
    return str(Result.get_key(search_id))  # type: ignore[no-untyped-call]
