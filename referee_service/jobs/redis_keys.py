"""Names of the Redis keys that searches use. `name` is the id of a search or a job."""

from __future__ import annotations

from typing import Final

from rq.results import Result

KEY_PREFIX: Final = "referee:1:search:"
QUEUE_NAME: Final = "referee-search"
TOTALS_KEY: Final = f"{KEY_PREFIX}totals"
"""Hash with the iterations and seconds of all searches since Redis started."""
WORKERS_KEY: Final = f"{KEY_PREFIX}workers"
"""Sorted set of worker names. The score is the time of the last heartbeat."""


def stop_key(name: str) -> str:
    """Return the key that exists while a search is asked to stop."""
    return f"{KEY_PREFIX}stop:{name}"


def client_searches_key(client_id: str) -> str:
    """Return the key of the searches that a client requested."""
    return f"{KEY_PREFIX}client:{client_id}"


def lost_count_key(name: str) -> str:
    """Return the key that counts how often a search lost its worker."""
    return f"{KEY_PREFIX}lost:{name}"


def enqueue_lock_key(name: str) -> str:
    """Return the key of the lock that lets only one process enqueue a search."""
    return f"{KEY_PREFIX}enqueue-lock:{name}"


def job_spec_key(name: str) -> str:
    """Return the key of the stored `JobSpec` of a job."""
    return f"{KEY_PREFIX}job:{name}"


def result_key(name: str) -> str:
    """Return the key of the stream to which RQ adds the result of a search."""
    return str(Result.get_key(name))  # type: ignore[no-untyped-call]
