"""The ledger of the campaign: every promise that the service gave, to be compared with what it holds later."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from referee_service.kernel.match import Match


@dataclass(slots=True)
class GuardedMatch:
    """A guarded match: when its set-up was acknowledged, and when each of its commits was."""

    begun: float
    commits: list[float] = field(default_factory=list)
    missing: int = 0
    """Commits that an earlier check found lost. They stay lost."""


@dataclass(slots=True)
class Search:
    """An acknowledged search, and its result once a client has seen it."""

    job_id: str
    key: str
    match: Match
    seed: str
    iterations: int
    result: Mapping[str, Any] | None = None
    seen: float = 0.0


@dataclass(slots=True)
class Ledger:
    """What clients know, and what contradicts it."""

    wrong: list[str] = field(default_factory=list)
    lost: list[tuple[float, str]] = field(default_factory=list)
    """What a client lost, with the time when the service acknowledged it."""
    guards: dict[str, GuardedMatch] = field(default_factory=dict)
    searches: list[Search] = field(default_factory=list)

    def lose(self, acknowledged: float, what: str) -> None:
        """Record that acknowledged data is gone."""
        self.lost.append((acknowledged, what))

    def clear(self) -> None:
        """Forget what a phase has found. Guards stay: their matches continue."""
        self.wrong, self.lost, self.searches = [], [], []


class Gate:
    """A gate that clients pass between two steps. While it is closed, they stand still with nothing in doubt."""

    def __init__(self) -> None:
        self._is_open, self._changed = asyncio.Event(), asyncio.Condition()
        self._is_open.set()
        self._steps = 0

    async def __aenter__(self) -> None:
        await self._is_open.wait()
        self._steps += 1

    async def __aexit__(self, *error: object) -> None:
        async with self._changed:
            self._steps -= 1
            self._changed.notify_all()

    async def close(self, seconds: float) -> None:
        """Let no client begin a step, and wait for the steps in progress. Raises TimeoutError."""
        self._is_open.clear()
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: self._steps == 0)

    def open(self) -> None:
        """Let clients begin steps again."""
        self._is_open.set()


def now() -> float:
    """Return the time of the ledger, in seconds."""
    return monotonic()
