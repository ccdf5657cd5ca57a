"""Asynchronous match. `await client.new_match("burgundy")` of an `AsyncClient` returns one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from referee_sdk.batch import JudgedMove
from referee_sdk.bots import Job
from referee_sdk.core.match import MatchCore
from referee_sdk.models import Action, Audit, Event, Move, PlaceVerdict, Score, SeatView, Verdict
from referee_sdk.options import PictureFormat, PictureOptions, TextOptions
from referee_sdk.pictures import PicturePlaces

if TYPE_CHECKING:
    from referee_sdk.async_client import AsyncClient


class AsyncMatch(MatchCore):
    """One match: current state, legal actions, pictures, events so far, undo, record and saving.

    The host of a guarded match has its `credentials`. A player who joined it has only their own credential. One task
    at a time may use a match. A cancelled call leaves the match as it was.
    """

    client: AsyncClient

    async def legal_actions(self, kind: str | None = None, **fields: Any) -> tuple[Action, ...]:
        """Return the legal actions, all or those of a verb and fields: `legal_actions("take_tile", depot=3)`.

        Raises `UnknownName` if the game has no such verb or field.
        """
        return await self.client._run(self._legal_actions(kind, fields))

    async def view(self, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat sees it, or as a spectator sees it without `seat`. `text` are `TextOptions`."""
        return await self.client._run(self._view(seat, text))

    async def picture(
        self, seat: int | None = None, *, format: PictureFormat = "png", **options: Unpack[PictureOptions]
    ) -> bytes:
        """Return the position as a picture for a seat, or for a spectator without `seat`."""
        return await self.client._run(self._picture(seat, format, options))

    async def picture_places(self, seat: int | None = None, **options: Unpack[PictureOptions]) -> PicturePlaces:
        """Return the size of the same picture and the box of every place in it."""
        return await self.client._run(self._picture_places(seat, options))

    async def score(self) -> Score:
        """Return the current scores with their lines."""
        return await self.client._run(self._score())

    async def audit(self) -> Audit:
        """Return whether the current state is possible, with all faults. Only for open matches."""
        return await self.client._run(self._audit())

    async def play(self, move: Move | int) -> tuple[Event, ...]:
        """Play a move and return its events.

        A move is an action, JSON, a line of notation, or an index of `legal_actions()`. Raises `IllegalMove` if the
        rules forbid it, and `NoSuchMove` if the list has no such index. Raises `AlreadyPlayed` if the guard has another
        move here; the last undo is then reverted.
        """
        return await self.client._run(self._alone(self._play(move)))

    async def play_bot(
        self,
        bot: str = "greedy",
        *,
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: str | None = None,
        on_progress: Callable[[Job], None] | None = None,
    ) -> tuple[Event, ...]:
        """Let a bot decide for the seat to move, play its action, and return the events."""
        return await self.client._run(
            self._alone(
                self._play_bot(bot, {"iterations": iterations, "milliseconds": milliseconds, "seed": seed}, on_progress)
            )
        )

    async def judge(self, move: Move) -> Verdict:
        """Return whether a move is legal, with all `refusals` if not. Nothing is played."""
        return await self.client._run(self._judge(move))

    async def judge_many(self, moves: Sequence[Move]) -> tuple[JudgedMove, ...]:
        """Judge several moves at once, in order. A move that cannot be read has an `error` instead of a verdict."""
        return await self.client._run(self._judge_many(moves))

    async def judge_places(self, places: Sequence[str]) -> PlaceVerdict:
        """Return what a player who points at these places may mean, and why it is not allowed. Nothing is played."""
        return await self.client._run(self._judge_places(places))

    async def undo(self, *, seat: int | None = None, force: bool = False) -> None:
        """Undo the last decision, or the last one of `seat` with all after it.

        Raises `RulesError` if there is none, and `UndoRefused` if the decisions revealed something. `force` undoes them
        nevertheless, but never in a guarded match, whose guard would reject another move.
        """
        return await self.client._run(self._alone(self._undo(seat, force=force)))

    async def sync(self, sealed_state: str) -> None:
        """Continue from the sealed state that another player of a guarded match sent."""
        return await self.client._run(self._alone(self._sync(sealed_state)))
