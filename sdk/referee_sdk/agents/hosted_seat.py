"""Seat of a match that this process hosts."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Condition

from referee_sdk.agents.hosted_match import SEARCH_MILLISECONDS, HostedMatch
from referee_sdk.agents.seat import WIDTH, own_lines
from referee_sdk.bots import BotMove
from referee_sdk.models import Action, Event, Move, Result, Score, Verdict
from referee_sdk.options import PictureOptions, TextOptions


class HostedSeat:
    """Seats of a hosted match that one agent plays. It satisfies `AgentSeat`."""

    def __init__(self, hosted: HostedMatch, seats: tuple[int, ...]) -> None:
        self.hosted, self.seats = hosted, seats
        self.shown: tuple[str, ...] | None = None
        self.shown_at = 0.0
        self.secrets: tuple[str, ...] = ()
        self.explained: set[str] = set()
        self._seen = 0

    @property
    def lock(self) -> Condition:
        """The lock of every call that uses this seat: that of its match."""
        return self.hosted.changed

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.hosted.match.game

    @property
    def players(self) -> tuple[str, ...]:
        """The bot per seat; empty for seats of agents."""
        count = max((*self.seats, *self.hosted.bots), default=0) + 1
        return tuple(self.hosted.bots.get(seat, "") for seat in range(count))

    @property
    def mover(self) -> int | str | None:
        """The seat that decides now; None when the match is over."""
        return self.hosted.match.seat

    @property
    def is_own_turn(self) -> bool:
        """Whether the agent decides now."""
        return self.mover in self.seats

    @property
    def prompt(self) -> str:
        """The question that is open."""
        return self.hosted.match.turn.prompt

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""
        return self.hosted.match.result

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.hosted.match.is_over

    @property
    def deadline(self) -> float | None:
        """No time runs."""
        return None

    @property
    def trouble(self) -> tuple[int, str] | None:
        """The seat of a bot that could not decide, and why."""
        failure = self.hosted.bot_failure
        return None if failure is None else (failure[0], failure[1].detail)

    def update(self) -> None:
        """Let bots move that are to move, for example after a failure of the service."""
        if self.mover in self.hosted.bots:
            self.hosted.run_bots()

    def news(self) -> Sequence[Event]:
        """Return the events since the last call. Those of an open match are as spectators see them."""
        events = self.hosted.match.events
        news, self._seen = events[self._seen :], len(events)
        return news

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions; none unless the agent decides now."""
        return self.hosted.match.legal_actions() if self.is_own_turn else ()

    @property
    def _viewer(self) -> int:
        """The seat whose view the agent gets: the one that decides, if it is the agent's."""
        return self.mover if isinstance(self.mover, int) and self.mover in self.seats else self.seats[0]

    def private_lines(self) -> tuple[str, ...]:
        """Return the lines of the table that only this seat sees, such as its hand."""
        match = self.hosted.match
        return own_lines(
            match.view(self._viewer, plain=True, width=WIDTH).text, match.view(plain=True, width=WIDTH).text
        )

    def view(self, part: str | None) -> str:
        """Return the table as text, as this seat sees it."""
        options: TextOptions = {"width": WIDTH} if part is None else {"width": WIDTH, "part": part}
        return self.hosted.match.view(self._viewer, **options).text

    def play(self, move: Move) -> None:
        """Play a move, then the bots."""
        self.hosted.play(move)

    def take_back(self) -> None:
        """Do nothing, because no bot takes the seat of an agent in a hosted match."""

    def judge(self, move: Move) -> Verdict:
        """Return whether a move is legal, with all refusals if not."""
        return self.hosted.match.judge(move)

    def hint(self, bot: str) -> BotMove:
        """Return the move that a bot would choose for the seat to move."""
        budget = SEARCH_MILLISECONDS if bot == "search" else None
        return self.hosted.match.client.bot_move(self.hosted.match.state, bot, milliseconds=budget)

    def score(self) -> Score:
        """Return the current scores."""
        return self.hosted.match.score()

    def picture(self, part: str | None, width: int) -> bytes:
        """Return the table as a PNG picture, as this seat sees it."""
        options: PictureOptions = {"width": width} if part is None else {"width": width, "part": part}
        return self.hosted.match.picture(self._viewer, format="png", **options)

    def wait(self, seconds: float) -> None:
        """Wait until the agent decides or the match is over, or for some seconds."""
        self.hosted.wait(lambda: self.is_over or self.is_own_turn, seconds)
