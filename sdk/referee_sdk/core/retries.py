"""Retry policy of calls, and the `Retry-After` header."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True)
class RetryPolicy:
    """Retries of a call: total attempts, and exponential back-off in seconds with jitter.

    A `Retry-After` header replaces the back-off. If it exceeds `max_wait_seconds`, the error is raised at once.
    """

    max_attempts: int = 4
    backoff_seconds: float = 0.25
    max_wait_seconds: float = 10.0

    def wait(self, attempts: int, retry_after: float | None) -> float | None:
        """Return the seconds to wait after this number of attempts, or None to give up."""
        if attempts >= self.max_attempts or (retry_after is not None and retry_after > self.max_wait_seconds):
            return None
        if retry_after is not None:
            return retry_after
        backoff: float = min(self.backoff_seconds * 2 ** (attempts - 1), self.max_wait_seconds)
        return backoff * random.uniform(0.5, 1.0)  # jitter: clients that failed together retry at different times


def retry_after_seconds(retry_after: str | None) -> float | None:
    """Return the seconds of a `Retry-After` header, which is a number or a date; None if unreadable."""
    if not retry_after:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return None
    date = date if date.tzinfo is not None else date.replace(tzinfo=UTC)  # the zone -0000 is UTC
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
