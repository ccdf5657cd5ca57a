"""Where searches are done: a queue that workers serve, behind one small protocol. `jobs/` keeps it in Redis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from referee_service.bots.choice import Ranked
from referee_service.services.problems import Problem
from referee_service.services.thinking import Task, Thought

Status = Literal["queued", "running", "finished", "failed", "stopped"]
UNDER_WAY: Final[frozenset[Status]] = frozenset({"queued", "running"})
Failure = Literal["timed-out", "lost", "broken"]
"""Why a search failed: it took too long; its workers were lost again and again; a fault of ours."""


class Progress(Struct, frozen=True):
    """How a search stands."""

    status: Status
    iterations: int = 0
    nodes: int = 0
    best: Ranked | None = None
    thought: Thought | None = None
    failure: Failure | None = None


class Figures(Struct, frozen=True):
    """How the queue is doing: what waits and for how long, who works, and what was done so far."""

    queued: int = 0
    oldest_seconds: float = 0.0
    workers: int = 0
    iterations: int = 0
    seconds: float = 0.0


class Searches(Protocol):
    """What the services ask of the queue. Every call raises StoreDown when it cannot be reached."""

    def admit(self, owner: str, count: int) -> None:
        """Whether this owner may ask for so many searches more; a Problem when not, or when nobody would do them."""

    def keep(self, name: str, ticket: bytes) -> None:
        """Remember what was asked for, as long as results are remembered."""

    def kept(self, name: str) -> bytes | None:
        """What was asked for under this name."""

    def put(self, name: str, task: Task, owner: str) -> None:
        """Have a search done; one that is under way or done already is left alone."""

    def look(self, name: str) -> Progress | None:
        """How a search stands; None when nobody knows it. One whose worker was lost is done again."""

    def wait(self, names: Sequence[str], seconds: float) -> None:
        """Wait until one of these searches is over; for so many seconds at most, and often shorter."""

    def stop(self, names: Sequence[str]) -> None:
        """Ask searches to end at once."""

    def figures(self) -> Figures:
        """How the queue is doing."""


class NoSearches:
    """A service without Redis has no workers."""

    def admit(self, owner: str, count: int) -> None:
        raise Problem("no-worker.no-redis")

    def keep(self, name: str, ticket: bytes) -> None:
        """Nobody is admitted."""

    def kept(self, name: str) -> bytes | None:
        return None

    def put(self, name: str, task: Task, owner: str) -> None:
        """Nobody would do it."""

    def look(self, name: str) -> Progress | None:
        return None

    def wait(self, names: Sequence[str], seconds: float) -> None:
        """There is nothing to wait for."""

    def stop(self, names: Sequence[str]) -> None:
        """There is nothing to stop."""

    def figures(self) -> Figures:
        return Figures()
