"""Names of the Redis keys for searches, jobs and workers."""

from __future__ import annotations

from typing import Final

from rq.results import Result

KEY_PREFIX: Final = "referee:1:search:"
QUEUE_NAME: Final = "referee-search"
TOTALS_KEY: Final = f"{KEY_PREFIX}totals"
"""Hash with the iterations and seconds of all searches since Redis started."""
WORKERS_KEY: Final = f"{KEY_PREFIX}workers"
"""Sorted set of worker names. The score is the time of the last heartbeat."""


def stop_key(search_id: str) -> str:
    """Return the key that exists after a stop of a search was requested."""
    return f"{KEY_PREFIX}stop:{search_id}"


def client_searches_key(client_id: str) -> str:
    """Return the key of the searches that a client requested."""
    return f"{KEY_PREFIX}client:{client_id}"


def lost_count_key(search_id: str) -> str:
    """Return the key that counts how often a search lost its worker."""
    return f"{KEY_PREFIX}lost:{search_id}"


def enqueue_lock_key(search_id: str) -> str:
    """Return the key of the lock that lets only one process enqueue a search."""
    return f"{KEY_PREFIX}enqueue-lock:{search_id}"


def job_spec_key(job_id: str) -> str:
    """Return the key of the stored `JobSpec` of a job."""
    return f"{KEY_PREFIX}job:{job_id}"


def result_key(search_id: str) -> str:
    """Return the key of the stream to which RQ adds the result of a search."""
    return str(Result.get_key(search_id))  # type: ignore[no-untyped-call]
