"""The names of what searches keep in Redis."""

from __future__ import annotations

from typing import Final

from rq.results import Result

PREFIX: Final = "referee:1:search:"
QUEUE: Final = "referee-search"
TOTALS: Final = f"{PREFIX}totals"
"""Iterations and seconds of all searches so far."""
WORKERS: Final = f"{PREFIX}workers"
"""The workers, each with the time it was last seen."""


def stop_key(name: str) -> str:
    """There while a search is to be stopped."""
    return f"{PREFIX}stop:{name}"


def asked_key(owner: str) -> str:
    """The searches that an owner asked for."""
    return f"{PREFIX}asked:{owner}"


def lost_key(name: str) -> str:
    """How often the worker of a search was lost."""
    return f"{PREFIX}lost:{name}"


def changing_key(name: str) -> str:
    """There while somebody puts a search into the queue, so that only one does."""
    return f"{PREFIX}changing:{name}"


def ticket_key(name: str) -> str:
    """What is kept of a request while its searches are under way, and as long as they are remembered."""
    return f"{PREFIX}ticket:{name}"


def result_key(name: str) -> str:
    """The stream into which RQ writes what a search came to."""
    return str(Result.get_key(name))  # type: ignore[no-untyped-call]
