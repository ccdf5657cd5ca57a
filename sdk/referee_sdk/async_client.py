"""Asynchronous client, for `pip install 'referee-sdk[async]'`. To play, use `AsyncMatch` (from `new_match`)."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, cast

import httpx2

from referee_sdk.async_catalogue_client import AsyncCatalogueClient
from referee_sdk.async_match import AsyncMatch
from referee_sdk.async_room import AsyncRoom
from referee_sdk.async_transport import AsyncTransport, HttpTransport, ThreadTransport, new_session
from referee_sdk.batch import JudgedMove
from referee_sdk.bots import BotMove, BotRequest, Job
from referee_sdk.core.exchange import Pause, Response, Step, Steps
from referee_sdk.core.retries import RetryPolicy
from referee_sdk.core.room_calls import RoomSetUp
from referee_sdk.core.room_links import RoomAccess
from referee_sdk.core.sender import CallSettings
from referee_sdk.core.states import SetUp
from referee_sdk.errors import RefereeError
from referee_sdk.models import (
    Audit,
    LegalActions,
    Move,
    PlaceVerdict,
    Position,
    Replay,
    Score,
    SealedState,
    Seat,
    SeatView,
    State,
    StateSource,
    Verdict,
)
from referee_sdk.options import Language, PositionPart, TextOptions
from referee_sdk.records import Chance, Record
from referee_sdk.room_models import NewRoom, RoomBot
from referee_sdk.transport import service_address, wsgi_transport

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

T = TypeVar("T")


class AsyncClient(AsyncCatalogueClient):
    """Asynchronous twin of `Client`: the same calls, to be awaited. Many tasks of one event loop may share it.

    `session` is an `httpx2.AsyncClient`. An `app` runs in threads. A cancelled call changes nothing here: repeat it.
    """

    _transport: AsyncTransport

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        language: Language = "en",
        timeout: float = 10.0,
        session: httpx2.AsyncClient | None = None,
        *,
        app: WSGIApplication | None = None,
        retries: RetryPolicy | None = None,
    ) -> None:
        super().__init__(CallSettings(language, api_key, timeout, retries or RetryPolicy()))
        if app is not None and session is not None:
            raise ValueError("An app runs in threads of this process and needs no session. Pass one of the two.")
        if app is not None:
            self._transport = ThreadTransport(wsgi_transport(app))
        else:
            http = session or new_session()
            self._transport = HttpTransport(service_address(base_url), http, owns_session=session is None)

    async def aclose(self) -> None:
        """Close all connections, also those of clients made by `with_language`. A given `session` stays open."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    # --- matches ------------------------------------------------------------------------------------------------------

    async def new_match(
        self,
        game: str,
        *,
        seats: int = 2,
        seed: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        content: str | None = None,
        guarded: bool = False,
        idempotency_key: str | None = None,
    ) -> AsyncMatch:
        """Set up a new match. `seed` is short for `chance=Chance("seeded", seed)`."""
        position = await self.set_up(
            game,
            seats=seats,
            chance=chance if seed is None else Chance("seeded", seed),
            options=options,
            content=content,
            guarded=guarded,
            idempotency_key=idempotency_key,
        )
        return AsyncMatch.from_setup(self, position, seats=seats, options=options or {})

    async def set_up(
        self,
        game: str,
        *,
        seats: int,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        content: str | None = None,
        guarded: bool = False,
        include: Sequence[PositionPart] | None = None,
        idempotency_key: str | None = None,
    ) -> Position:
        """Return the first position of a match, like `Client.set_up`; `new_match` wraps it in an `AsyncMatch`."""
        setup = SetUp(seats, chance, options, content, guarded, include)
        return await self._run(self._calls.set_up(game, setup, idempotency_key))

    async def move(
        self,
        source: StateSource,
        move: Move,
        *,
        seat: Seat | None = None,
        include: Sequence[PositionPart] | None = None,
    ) -> Position:
        """Play a move for `seat` (default: the seat to move). Raises `IllegalMove` if the rules forbid it."""
        return await self._run(self._calls.move(source, move, seat, include))

    async def moves(
        self, source: StateSource, moves: Sequence[tuple[Seat, Move]], *, include: Sequence[PositionPart] | None = None
    ) -> Position:
        """Play several moves, each with its seat. If one is illegal, none is played."""
        return await self._run(self._calls.moves(source, moves, include))

    async def judge(self, source: StateSource, move: Move, *, seat: Seat | None = None) -> Verdict:
        """Return whether a move is legal, and every refusal if not. Nothing is played."""
        return await self._run(self._calls.judge(source, move, seat))

    async def judge_many(
        self,
        source: StateSource,
        moves: Sequence[Move],
        *,
        seat: Seat | None = None,
        include: Sequence[PositionPart] | None = None,
    ) -> tuple[JudgedMove, ...]:
        """Judge several moves at once, in order. A move that cannot be read has an `error` instead of a verdict."""
        return await self._run(self._calls.judge_many(source, moves, seat, include))

    async def judge_places(
        self, source: StateSource, places: Sequence[str], *, seat: Seat | None = None
    ) -> PlaceVerdict:
        """Return what the pointed places may mean: candidate actions, each legal or with its refusals.

        The service fills the fields of the current verbs from what the places hold. Raises `BadRequest` if a place does
        not exist. Nothing is played.
        """
        return await self._run(self._calls.judge_places(source, places, seat))

    async def legal_actions(self, source: StateSource, *, kind: str | None = None) -> LegalActions:
        """Return all legal actions of the seat to move, or only those of the verb `kind`."""
        return await self._run(self._calls.legal_actions(source, kind))

    async def view(self, source: StateSource, *, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat sees it, or as a spectator sees it without `seat`. `text` are `TextOptions`."""
        return await self._run(self._calls.view(source, seat, text))

    async def score(self, source: StateSource) -> Score:
        """Return the current scores with their lines, and the result if the game is over."""
        return await self._run(self._calls.score(source))

    async def audit(self, state: State) -> Audit:
        """Return whether an open state is possible, with every fault found."""
        return await self._run(self._calls.audit(state))

    async def replay(self, record: Record | str, *, include: Sequence[PositionPart] | None = None) -> Replay:
        """Replay a record: return its last position, or the first move that cannot have been played."""
        return await self._run(self._calls.replay(record, include))

    # --- bots ---------------------------------------------------------------------------------------------------------

    async def bot_move(
        self,
        source: StateSource,
        bot: str = "greedy",
        *,
        on_progress: Callable[[Job], None] | None = None,
        **request: Unpack[BotRequest],
    ) -> BotMove:
        """Return the move of a bot. Waits for a search, and calls `on_progress` with its job after every poll."""
        return await self._run(self._calls.bot_move(source, bot, request, on_progress))

    async def start_bot_move(
        self, source: StateSource, bot: str = "greedy", **request: Unpack[BotRequest]
    ) -> BotMove | Job:
        """Return the move of a fast bot, or the job of a search, without waiting for it."""
        return await self._run(self._calls.start_bot_move(source, bot, request))

    async def job(self, job: Job | str, *, credential: str | None = None, wait: int = 0) -> Job:
        """Return a job. With `wait`, the service responds when it ends, or after that many seconds.

        A job of a guarded match needs the credential of its seat. A `Job` of this client has it; with an id, pass it.
        """
        return await self._run(self._calls.job(job, credential, wait))

    async def job_events(self, job: Job | str, *, credential: str | None = None) -> AsyncIterator[Job]:
        """Yield the progress of a job until it ends. If the service closes the stream early, it is opened again."""
        events = self._calls.job_events(job, credential)
        while (request := events.next_request()) is not None:
            async with aclosing(self._transport.lines(request)) as lines:
                async for line in lines:
                    if (progress := events.read(line)) is not None:
                        yield progress

    async def stop_job(self, job: Job | str, *, credential: str | None = None) -> Job:
        """Stop a search and return its job; `best` has the best action so far."""
        return await self._run(self._calls.stop_job(job, credential))

    async def wait_for_job(self, job: Job, on_progress: Callable[[Job], None] | None = None) -> BotMove:
        """Wait for a search and return its move. Raises `BotFailed` if it fails or is stopped."""
        return await self._run(self._calls.wait_for_job(job, on_progress))

    # --- rooms --------------------------------------------------------------------------------------------------------

    async def new_room(
        self,
        game: str,
        *,
        seats: int = 2,
        names: Sequence[str] | None = None,
        bots: Mapping[int, RoomBot | str] | None = None,
        seconds: int | None = None,
        options: Mapping[str, Any] | None = None,
        content: str | None = None,
        idempotency_key: str | None = None,
    ) -> NewRoom:
        """Open a room, like `Client.new_room`. Send each player the link of a seat."""
        setup = RoomSetUp(game, seats, names, bots, seconds, options, content)
        return await self._run(self._calls.new_room(setup, idempotency_key))

    async def join(self, link: str) -> AsyncRoom:
        """Join a room by its link, for a seat or to watch. Raises `BadRequest` if it is a link of another service."""
        return await self._run(AsyncRoom.from_link(self, link))

    async def room(self, id: str, credential: str) -> AsyncRoom:
        """Return a room by its id and a credential, such as that of its creator."""
        return await self._run(AsyncRoom.from_access(self, RoomAccess(id, credential)))

    # --- existing matches ---------------------------------------------------------------------------------------------

    async def resume(self, saved: str) -> AsyncMatch:
        """Return the match that `save` saved, also that of a `Match`. Raises `BadRequest` if the string is none."""
        return await self._run(AsyncMatch.from_saved(self, saved))

    async def match_from(self, source: Position | State | SealedState) -> AsyncMatch:
        """Return a match that continues from a position, an open state, or a sealed state with its credential."""
        return await self._run(AsyncMatch.from_source(self, source))

    # --- steps --------------------------------------------------------------------------------------------------------

    async def _run(self, steps: Steps[T]) -> T:
        try:
            step = next(steps)
            while True:
                try:
                    response = await self._perform(step)
                except RefereeError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(response)
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            steps.close()

    async def _perform(self, step: Step) -> Response | None:
        """Perform one step of a call. Raises `RefereeError` if there is no response."""
        if isinstance(step, Pause):
            await sleep(step.seconds)
            return None
        return await self._transport.send(step)
