"""The moves of bots, what may be asked of them, and the jobs that search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from referee_sdk.models import Action, Position

TERMINAL_STATUSES = ("finished", "failed", "stopped")
"""How a job ends."""


class BotRequest(TypedDict, total=False):
    """What may be asked of a bot: for which seat, how long it may think, and whether its moves are played at once."""

    seat: int
    iterations: int | None
    milliseconds: int | None
    seed: str | None
    until: Literal["move", "turn_end"]
    workers: int
    play: bool


@dataclass(frozen=True)
class RankedAction:
    """A legal action: how often the bot looked into it, and the lead in points it expects of it."""

    action: Action
    visits: int
    value: float | None


@dataclass(frozen=True)
class BotChoice:
    """One decision of a bot; the ranking has every legal action, the chosen one first."""

    action: Action
    value: float | None
    iterations: int
    ranking: tuple[RankedAction, ...]


@dataclass(frozen=True)
class BotMove:
    """What a bot does: its first action, all its decisions, and where they were played the position after them."""

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
    """The best action found so far, and the lead in points it should bring."""

    notation: str
    label: str
    value: float | None

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class Job:
    """A search: queued, running, finished, failed or stopped; the best action so far while it runs."""

    id: str
    status: str
    iterations: int = 0
    nodes: int = 0
    best: BestMove | None = None
    result: BotMove | None = None
    error: str | None = None

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in TERMINAL_STATUSES


def bot_request_body(bot: str, asked: BotRequest) -> dict[str, Any]:
    """The body of `POST bot-moves`, but for the state."""
    body: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    budget = {name: body.pop(name) for name in ("iterations", "milliseconds") if name in body}
    return {"bot": bot, **body, **({"budget": budget} if budget else {})}
