"""The store behind one small protocol: a cache that may fail, and a guard against take-backs that must not.

`memory.py` keeps both in this process, `redis.py` shares them between processes, `near.py` puts the one in front of the
other; `embedded.py` starts a Redis.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from msgspec import Struct

MAX_VALUE_BYTES: Final = 256 * 1024
"""Larger values are not kept: they would push out more than they save."""

GUARD_SECONDS: Final = 90 * 24 * 60 * 60
"""A guard lives this long after the last commit of its match; a match nobody played for so long is over."""

CommitStatus = Literal["first", "same", "other", "lost"]
"""What became of a commit.

first: the base was still open and is now played. same: it was played just so before. other: it was played differently.
lost: the guard of the match is gone (or never begun), so nothing can be promised and nothing was noted.
"""


class StoreUnavailable(Exception):
    """The store cannot be asked now. Only guard calls say so: a cache that is down is a cache that misses."""


class StoreHealth(Struct, frozen=True):
    """How the store is, and what this process asked of its cache so far."""

    kind: Literal["redis", "memory"]
    up: bool
    shared: bool
    """Other processes see the same guards."""
    hits: int
    misses: int
    """Calls of `get` that brought nothing, also because the store was down."""
    failures: int
    """Calls that the store did not answer, or answered with an error; calls skipped in the meantime do not count."""
    dropped: int = 0
    """Values that were never written, because too many were waiting."""


class Store(Protocol):
    """What the services ask of a store. Cache and guard share nothing but the server."""

    def get(self, key: str, *, local_only: bool = False) -> bytes | None:
        """The cached value; None when there is none or the store is down. Never raises.

        `near` looks in this process alone: for what is made anew more quickly than it is fetched.
        """

    def put(self, key: str, value: bytes, *, seconds: int, local_only: bool = False) -> None:
        """Keep a value for some seconds, if the store is up and the value below the limit. Never raises.

        A key names one value for good (it holds a digest), so what is not kept leaves an earlier value as it is.
        `near` keeps it in this process alone.
        """

    def flush(self) -> None:
        """Wait, not for long, until all that was put is where it belongs. Never raises."""

    def begin_guard(self, match: str) -> None:
        """Start guarding a match; one that is guarded already stays as it is. Raises StoreDown."""

    def commit(self, match: str, base: str, after: str) -> CommitStatus:
        """Note that the position `base` went on to `after`, unless it went on already. Atomic. Raises StoreDown.

        Asking again is safe: whoever got no answer may repeat the commit and is told "first" or "same".
        """

    def health(self) -> StoreHealth:
        """How the store is now. Never raises."""
