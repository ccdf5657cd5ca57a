"""Bot moves, the options of a bot request, and jobs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from referee_sdk.models import Action, Position

TERMINAL_STATUSES = ("finished", "failed", "stopped")
"""Job statuses after which nothing changes."""


class BotRequest(TypedDict, total=False):
    """Options of a bot request: seat, budget (iterations or milliseconds), seed, extent, and `play` the moves."""

    seat: int
    iterations: int | None
    milliseconds: int | None
    seed: str | None
    until: Literal["move", "turn_end"]
    workers: int
    play: bool


@dataclass(frozen=True)
class RankedAction:
    """A legal action with its visit count in the search and the lead in points that the bot expects from it."""

    action: Action
    visits: int
    value: float | None


@dataclass(frozen=True)
class BotChoice:
    """One choice of a bot. The ranking has every legal action, the chosen one first."""

    action: Action
    value: float | None
    iterations: int
    ranking: tuple[RankedAction, ...]


@dataclass(frozen=True)
class BotMove:
    """Move of a bot: its first action, all its choices, and the position after them if the request played them."""

    game: str
    seat: int
    bot: str
    seed: str
    action: Action
    moves: tuple[BotChoice, ...]
    iterations: int
    position: Position | None = None


@dataclass(frozen=True)
class BestMove:
    """Best action found so far, and the lead in points that it should bring."""

    notation: str
    label: str
    value: float | None

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class Job:
    """A job: queued, running, finished, failed or stopped; `best` is the best action so far.

    The service shows a job of a guarded match only with the `credential` of its seat. The client sets it, and no
    response contains it.
    """

    id: str
    status: str
    iterations: int = 0
    nodes: int = 0
    best: BestMove | None = None
    result: BotMove | None = None
    error: str | None = None
    credential: str | None = field(default=None, repr=False, compare=False)

    @property
    def is_done(self) -> bool:
        """Whether the job has ended, with or without a move."""
        return self.status in TERMINAL_STATUSES


def bot_request_body(bot: str, request: BotRequest) -> dict[str, Any]:
    """Return the body of `POST bot-moves` without the state."""
    body: dict[str, Any] = {name: value for name, value in request.items() if value is not None}
    budget = {name: body.pop(name) for name in ("iterations", "milliseconds") if name in body}
    return {"bot": bot, **body, **({"budget": budget} if budget else {})}
