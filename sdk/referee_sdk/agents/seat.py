"""Protocol of the seats that the tools use: `HostedSeat` for a match of this process, `RoomSeat` for a room."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol

from referee_sdk.bots import BotMove
from referee_sdk.models import Action, Event, Move, Result, Score, Verdict

WIDTH: Final = 200
"""Longest line of a table: a line break costs a model more than a long line."""


class AgentSeat(Protocol):
    """A seat of a match, or several, that an agent plays. It shows only what its own seat may see."""

    shown: tuple[str, ...] | None
    """Notations of the list that the agent got last, to which its numbers refer; None if it got none."""

    shown_at: float
    """Monotonic time when `shown` was set. Numbers of calls that began before are of an older list."""

    secrets: tuple[str, ...]
    """Lines that only this seat sees, as the agent got them last."""

    explained: set[str]
    """Explanations in brackets behind events that the agent has got since the last table."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """The lock of every call that uses this seat."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the agent; none for watchers."""

    @property
    def players(self) -> tuple[str, ...]:
        """A name or bot per seat; empty for seats without one."""

    @property
    def mover(self) -> int | str | None:
        """The seat that decides now; None when the match is over."""

    @property
    def is_own_turn(self) -> bool:
        """Whether the agent decides now."""

    @property
    def prompt(self) -> str:
        """The question that is open."""

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""

    @property
    def deadline(self) -> float | None:
        """Seconds until a bot decides for the agent; None if no time runs."""

    @property
    def trouble(self) -> tuple[int, str] | None:
        """The seat of a bot that could not decide, and why."""

    def update(self) -> None:
        """Look at the match, so that all properties are current, and let its bots move."""

    def news(self) -> Sequence[Event]:
        """Return the events since the last call, as this seat may see them."""

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions; none unless the agent decides now."""

    def private_lines(self) -> tuple[str, ...]:
        """Return the lines of the table that only this seat sees, such as its hand."""

    def view(self, part: str | None) -> str:
        """Return the table as text, as this seat sees it."""

    def play(self, move: Move) -> None:
        """Play a move. `news` then has its events and those of the bots."""

    def judge(self, move: Move) -> Verdict:
        """Return whether a move is legal, with all refusals if not."""

    def hint(self, bot: str) -> BotMove:
        """Return the move that a bot would choose for this seat."""

    def score(self) -> Score:
        """Return the current scores."""

    def picture(self, part: str | None, width: int) -> bytes:
        """Return the table as a PNG picture, as this seat sees it."""

    def wait(self, seconds: float) -> None:
        """Wait until the agent decides or the match is over, or for some seconds."""


def own_lines(own: str, public: str) -> tuple[str, ...]:
    """Return the lines of a text that another text of the same table lacks.

    Both are in the plain form, where a hidden value changes only its own line: columns have no widths.
    """
    known = set(public.splitlines())
    return tuple(line.strip() for line in own.splitlines() if line not in known)
