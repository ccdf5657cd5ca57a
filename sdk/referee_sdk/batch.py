"""Results of a batch: a verdict or an error per move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee_sdk.errors import RefereeError, error_from_problem
from referee_sdk.models import Move, Verdict
from referee_sdk.responses import decode_response

MAX_BATCH_ITEMS = 100
"""Items of one request. A longer list of moves is sent in several requests."""


@dataclass(frozen=True)
class BatchItem:
    """Result of one item of a batch: the HTTP status and the body that a single request would get."""

    status: int
    body: dict[str, Any]


@dataclass(frozen=True)
class BatchResults:
    """Results of a batch, in the order of its items."""

    results: tuple[BatchItem, ...]


@dataclass(frozen=True)
class JudgedMove:
    """A move of `judge_many` with its verdict, or with the error that `judge` would raise for it.

    It is true if the move is legal. One move that cannot be read does not lose the verdicts of the others.
    """

    move: Move
    verdict: Verdict | None = None
    error: RefereeError | None = None

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return self.verdict is not None and self.verdict.legal

    def __bool__(self) -> bool:
        return self.legal


def judged_move(move: Move, item: BatchItem) -> JudgedMove:
    """Return the result for one move. Raises `InvalidResponse` if its body is not as documented."""
    if item.status >= 300:
        return JudgedMove(move, error=error_from_problem(item.status, item.body))
    return JudgedMove(move, verdict=decode_response(Verdict, item.body))
