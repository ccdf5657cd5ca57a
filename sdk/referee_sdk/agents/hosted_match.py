"""Match that this process hosts for agents: its bots, and the threads that wait for it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from threading import Condition
from typing import Any, Final

from referee_sdk.client import Client
from referee_sdk.errors import BadRequest, RefereeError
from referee_sdk.match import Match
from referee_sdk.models import Move

BOTS: Final = ("random", "greedy", "search")
SEARCH_MILLISECONDS: Final = 500
"""Time of one decision by search: a turn of some decisions must fit into the patience of a tool call."""


class HostedMatch:
    """A match with the bots of its seats. Agents reach it through a `HostedSeat`, and never see its state.

    Threads may share it: `changed` is the lock of every call, and threads that wait for their turn sleep on it.
    """

    def __init__(self, match: Match, bots: Mapping[int, str]) -> None:
        self.match, self.bots = match, dict(bots)
        self.changed = Condition()
        self.bot_failure: tuple[int, RefereeError] | None = None
        self.on_change: Callable[[], None] = lambda: None

    def play(self, move: Move) -> None:
        """Play a move of the seat to move, then the bots. If a bot fails, the move stands."""
        with self.changed:
            self.match.play(move)
            self.run_bots()

    def run_bots(self) -> None:
        """Play the bots that are to move. Keeps the error of one that fails: the next call tries again."""
        with self.changed:
            self.bot_failure = None
            seat = self.match.seat
            try:
                while isinstance(seat, int) and (bot := self.bots.get(seat)) is not None:
                    budget = SEARCH_MILLISECONDS if bot == "search" else None
                    self.match.play_bot(bot, milliseconds=budget)
                    seat = self.match.seat
            except RefereeError as error:  # also RateLimited: the move before it stands
                assert isinstance(seat, int)
                self.bot_failure = seat, error
            self.on_change()
            self.changed.notify_all()

    def wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Wait until a condition about the match holds, or for some seconds."""
        end = time.monotonic() + seconds
        with self.changed:
            while not is_done() and (remaining := end - time.monotonic()) > 0:
                self.changed.wait(remaining)

    def save(self) -> str:
        """Return the match and its bots as one string. It has all hidden information."""
        bots = {str(seat): bot for seat, bot in self.bots.items()}
        return json.dumps({"match": self.match.save(), "bots": bots})

    @classmethod
    def resume(cls, client: Client, saved: str) -> HostedMatch:
        """Return the match that `save` saved. Raises `BadRequest` if the string is damaged."""
        try:
            data: dict[str, Any] = json.loads(saved)
            bots = {int(seat): str(bot) for seat, bot in data["bots"].items()}
            text = data["match"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadRequest("This is not a saved match of agents.") from error
        return cls(client.resume(text), bots)
