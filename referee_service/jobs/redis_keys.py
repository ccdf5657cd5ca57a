"""The names of what searches keep in Redis."""

from __future__ import annotations

from typing import Final

from rq.results import Result

KEY_PREFIX: Final = "referee:1:search:"
QUEUE_NAME: Final = "referee-search"
TOTALS_KEY: Final = f"{KEY_PREFIX}totals"
"""Iterations and seconds of all searches so far."""
WORKERS_KEY: Final = f"{KEY_PREFIX}workers"
"""The workers, each with the time it was last seen."""


def stop_key(name: str) -> str:
    """There while a search is to be stopped."""
    return f"{KEY_PREFIX}stop:{name}"


def client_searches_key(owner: str) -> str:
    """The searches that an owner asked for."""
    return f"{KEY_PREFIX}asked:{owner}"


def lost_count_key(name: str) -> str:
    """How often the worker of a search was lost."""
    return f"{KEY_PREFIX}lost:{name}"


def enqueue_lock_key(name: str) -> str:
    """There while somebody puts a search into the queue, so that only one does."""
    return f"{KEY_PREFIX}changing:{name}"


def job_spec_key(name: str) -> str:
    """What is kept of a request while its searches are under way, and as long as they are remembered."""
    return f"{KEY_PREFIX}ticket:{name}"


def result_key(name: str) -> str:
    """The stream into which RQ writes what a search came to."""
    return str(Result.get_key(name))  # type: ignore[no-untyped-call]
