"""Turns of the bots of a table, which the table plays through the service."""

from __future__ import annotations

from collections.abc import Iterator

from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.seats import BotSeat, OnBotProgress, SeatMap
from referee_sdk.errors import Unavailable
from referee_sdk.match import Match
from referee_sdk.models import Event


class BotTurns:
    """Bots of one table. Those of a room are moved by its service."""

    def __init__(self, seats: SeatMap, formatter: ChatFormatter) -> None:
        self.seats, self.formatter = seats, formatter

    def play(self, on_progress: OnBotProgress | None) -> Iterator[list[str]]:
        """Play bot moves until a user must decide, and yield the lines about each. Raises `RefereeError`.

        At a service that never has workers, `greedy` plays for `search`, so that the match goes on.
        """
        replaced: set[str] = set()
        while isinstance(bot := self.seats.current_player, BotSeat):
            try:
                lines = self.formatter.events(self._move(bot, on_progress))
            except Unavailable as error:
                if error.code != "no-worker" or error.retry_after is not None:
                    raise
                if bot.name not in replaced:
                    yield [self.formatter.text("no workers")]
                replaced.add(bot.name)
                lines = self.formatter.events(self._move(BotSeat(), None))
            yield lines

    def _move(self, bot: BotSeat, on_progress: OnBotProgress | None) -> tuple[Event, ...]:
        match = self.seats.match
        assert isinstance(match.seat, int)
        assert isinstance(match, Match), "workers move the bots of a room"
        name = self.formatter.seat_name(match.seat)
        return bot.play(match, on_progress=(lambda job: on_progress(name, job)) if on_progress else None)
