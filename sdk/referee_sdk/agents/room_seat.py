"""Seat of a room, whose match the service keeps."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from threading import RLock

from referee_sdk.agents.hosted_match import SEARCH_MILLISECONDS
from referee_sdk.agents.seat import WIDTH, own_lines
from referee_sdk.bots import BotMove
from referee_sdk.core.room_links import room_link
from referee_sdk.models import Action, Event, Move, Result, Score, Verdict
from referee_sdk.options import PictureOptions, TextOptions
from referee_sdk.room import Room

MAX_NAME_CHARS = 40
"""Longest name of a player that the service accepts."""


class RoomSeat:
    """The seat of a room that an agent plays, or the place of a watcher. It satisfies `AgentSeat`."""

    def __init__(self, room: Room) -> None:
        self.room, self.lock = room, RLock()
        self.shown: tuple[str, ...] | None = None
        self.shown_at = 0.0
        self.secrets: tuple[str, ...] = ()
        self.explained: set[str] = set()
        self._seen, self._undos = len(room.events), room.undos

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.room.game

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat of the agent; none for watchers."""
        return () if self.room.own_seat is None else (self.room.own_seat,)

    @property
    def players(self) -> tuple[str, ...]:
        """The name or bot of each seat."""
        return tuple(each.name or (each.bot.bot if each.bot is not None else "") for each in self.room.players)

    @property
    def mover(self) -> int | str | None:
        """The seat that decides now; None when the match is over."""
        return self.room.seat

    @property
    def is_own_turn(self) -> bool:
        """Whether the agent decides now. A bot that holds its seat does not count: `play` takes the seat back."""
        return self.room.own_seat is not None and self.room.seat == self.room.own_seat

    @property
    def prompt(self) -> str:
        """The question that is open."""
        return self.room.turn.prompt

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""
        return self.room.result

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.room.is_over

    @property
    def deadline(self) -> float | None:
        """Seconds until a bot decides for the agent; None if no time runs."""
        return self.room.deadline_in

    @property
    def trouble(self) -> tuple[int, str] | None:
        """No trouble: the bots of a room run in its service."""
        return None

    def update(self) -> None:
        """Look at the room."""
        self.room.refresh()

    def news(self) -> Sequence[Event]:
        """Return the events since the last call; none after an undo, because the table has gone back."""
        room = self.room
        news = room.events[self._seen :] if room.undos == self._undos else []
        self._seen, self._undos = len(room.events), room.undos
        return news

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions; none unless the agent decides now."""
        return self.room.legal_actions() if self.is_own_turn else ()

    def private_lines(self) -> tuple[str, ...]:
        """Return the lines of the table that only this seat sees, such as its hand."""
        if self.room.own_seat is None:
            return ()
        return own_lines(self.room.view(plain=True, width=WIDTH).text, self._public.view(plain=True, width=WIDTH).text)

    @cached_property
    def _public(self) -> Room:
        """The room as watchers see it."""
        access = room_link(self.room.watcher_link).access
        return self.room.client.room(access.id, access.credential)

    def view(self, part: str | None) -> str:
        """Return the table as text, as this seat sees it."""
        options: TextOptions = {"width": WIDTH} if part is None else {"width": WIDTH, "part": part}
        return self.room.view(**options).text

    def play(self, move: Move) -> None:
        """Play a move. Raises `StalePosition` if others have changed the position."""
        self.room.play(move)

    def enter(self, name: str) -> None:
        """Take the seat: from a bot that holds it, and under a name if one is given."""
        if self.room.players[self.seats[0]].bot is not None:
            self.room.take_back()
        if name.strip():
            self.room.rename(name.strip()[:MAX_NAME_CHARS])

    def take_back(self) -> None:
        """Take the seat back from the bot that holds it."""
        self.room.take_back()

    def judge(self, move: Move) -> Verdict:
        """Return whether a move is legal, with all refusals if not."""
        return self.room.judge(move)

    def hint(self, bot: str) -> BotMove:
        """Return the move that a bot would choose for this seat."""
        return self.room.hint(bot, milliseconds=SEARCH_MILLISECONDS if bot == "search" else None)

    def score(self) -> Score:
        """Return the current scores."""
        return self.room.score()

    def picture(self, part: str | None, width: int) -> bytes:
        """Return the table as a PNG picture, as this seat sees it."""
        options: PictureOptions = {"width": width} if part is None else {"width": width, "part": part}
        return self.room.picture(format="png", **options)

    def wait(self, seconds: float) -> None:
        """Wait until the agent decides or the match is over, or for some seconds; a watcher, for any change."""
        if not self.seats:
            self.room.wait(seconds)
            return
        end = time.monotonic() + seconds
        while not (self.is_over or self.is_own_turn) and (remaining := end - time.monotonic()) > 0:
            self.room.wait(remaining)
