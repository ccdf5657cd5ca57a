"""The moves of bots, and the jobs that search for them."""

from __future__ import annotations

from dataclasses import dataclass

from referee_sdk.answers import Action, Position

DONE = ("finished", "failed", "stopped")
"""How a job ends."""


@dataclass(frozen=True)
class Ranked:
    """A legal move as a bot sees it: how often it looked, and what it expects."""

    action: Action
    visits: int = 0
    value: float | None = None


@dataclass(frozen=True)
class BotMove:
    """What a bot would do, how it ranks the legal moves, and the position after it where that was asked for."""

    seat: int
    action: Action
    ranking: tuple[Ranked, ...] = ()
    position: Position | None = None


@dataclass(frozen=True)
class Job:
    """A search: queued, running, finished, failed or stopped; the best move so far while it runs."""

    id: str
    status: str
    iterations: int = 0
    best: Action | None = None
    result: BotMove | None = None
    error: str | None = None

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in DONE
