"""Asynchronous room. `await client.join(link)` of an `AsyncClient` returns one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Unpack

from referee_sdk.bots import BotMove, Job
from referee_sdk.core.room_stream import RoomStream
from referee_sdk.core.rooms import RoomCore
from referee_sdk.errors import RateLimited, ServerError
from referee_sdk.models import Action, Event, Move, PlaceVerdict, Score, SeatView, Verdict
from referee_sdk.options import PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces
from referee_sdk.room_models import RoomBot, RoomRecord

if TYPE_CHECKING:
    from referee_sdk.async_client import AsyncClient


class AsyncRoom(RoomCore):
    """A room as one viewer sees it: turn, legal actions, players, events so far, undo, pictures and record.

    Properties are as of the last look: `refresh`, `wait`, `changes`, and each call that changes the room. A change is
    safe to repeat, so calls that fail are retried. A cancelled call may have changed the room: look at it again.
    """

    client: AsyncClient

    # --- looking ------------------------------------------------------------------------------------------------------

    async def refresh(self) -> tuple[Event, ...]:
        """Look at the room, and return the events since the last look. After an undo, see `events`."""
        return await self.client._run(self._refresh())

    async def changes(self, seconds: float | None = None) -> AsyncGenerator[tuple[Event, ...], None]:
        """Yield the new events after every change, for some seconds or without an end.

        Changes of names, bots and presence, and undos, come without events. Raises `RoomGone` when the room is removed.
        """
        stream = RoomStream(self, seconds)
        while stream.is_open:
            error = None
            try:
                async with aclosing(self.client._transport.lines(stream.next_request())) as lines:
                    async for line in lines:
                        for events in await self.client._run(stream.news()) if stream.read(line) else ():
                            yield events
                        if stream.is_too_slow:
                            break
            except (ServerError, RateLimited) as caught:
                error = caught
            for events in await self.client._run(stream.after(error)):
                yield events

    async def wait(self, seconds: float = 60.0) -> bool:
        """Wait until the room changes, and return whether it did in this time."""
        async with aclosing(self.changes(seconds)) as changes:
            return await anext(changes, None) is not None

    async def legal_actions(self, kind: str | None = None, **fields: Any) -> tuple[Action, ...]:
        """Return the legal actions, all or those of a verb and fields; none unless it is your turn.

        Raises `UnknownName` if the game has no such verb or field.
        """
        return await self.client._run(self._legal_actions(kind, fields))

    async def judge(self, move: Move) -> Verdict:
        """Return whether a move of your seat is legal, with all `refusals` if not. Nothing is played."""
        return await self.client._run(self._judge(move))

    async def judge_places(self, places: Sequence[str]) -> PlaceVerdict:
        """Return what you may mean if you point at these places, and why it is not allowed. Nothing is played."""
        return await self.client._run(self._judge_places(places))

    async def view(self, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as your seat sees it, or as a spectator does if you have none. `text` are `TextOptions`."""
        return await self.client._run(self._see(text))

    async def picture(self, *, format: PictureFormat = "png", **options: Unpack[PictureOptions]) -> bytes:
        """Return the position as a picture, as your seat or a spectator sees it."""
        return await self.client._run(self._picture(format, options))

    async def picture_places(self, **options: Unpack[PictureOptions]) -> PicturePlaces:
        """Return the size of the same picture and the box of every place in it."""
        return await self.client._run(self._picture_places(options))

    async def score(self) -> Score:
        """Return the current scores with their lines."""
        return await self.client._run(self._score())

    async def record(self) -> RoomRecord:
        """Return the record so far. Until the end, moves that you did not see have no notation."""
        return await self.client._run(self._record())

    async def hint(
        self,
        bot: str = "greedy",
        *,
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: str | None = None,
        on_progress: Callable[[Job], None] | None = None,
    ) -> BotMove:
        """Return the move that a bot would choose for your seat. Nothing is played."""
        return await self.client._run(
            self._hint(bot, {"iterations": iterations, "milliseconds": milliseconds, "seed": seed}, on_progress)
        )

    # --- changes ------------------------------------------------------------------------------------------------------

    async def play(self, move: Move | int) -> tuple[Event, ...]:
        """Play a move and return the events since the last look.

        A move is an action, JSON, a line of notation, or an index of `legal_actions()`. Raises `IllegalMove` if the
        rules forbid it, and `StalePosition` if others have changed the position, which the room has then taken.
        """
        return await self.client._run(self._play(move))

    async def undo(self) -> None:
        """Take your last move back. Raises `UndoRefused` if chance, a reveal or another seat came after it."""
        return await self.client._run(self._undo())

    async def rename(self, name: str) -> None:
        """Give your seat a name of at most 40 characters."""
        return await self.client._run(self._rename(name))

    async def put_bot(self, seat: int, bot: RoomBot | str = "greedy") -> None:
        """Let a bot play your seat, or one whose player is away. Raises `SeatPresent` if the player is there."""
        return await self.client._run(self._put_bot(seat, bot))

    async def take_back(self) -> None:
        """Take your seat back from its bot. Raises `RoomOver` if the seat has resigned."""
        return await self.client._run(self._take_back())

    async def resign(self) -> None:
        """Give your match up. A bot plays on for your seat if at least two others play."""
        return await self.client._run(self._resign())

    async def rematch(self) -> AsyncRoom:
        """Open a new room for the same players after the end, or join the one that was opened."""
        return await self.client._run(self._rematch())

    async def remove(self) -> None:
        """Remove the room for all. Only its creator may."""
        return await self.client._run(self._remove())
