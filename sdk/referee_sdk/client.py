"""Client with one method per call of the service. To play, `Match` (from `new_match`) is more convenient."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import sleep
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, cast

from requests import Session

from referee_sdk.batch import JudgedMove
from referee_sdk.bots import BotMove, BotRequest, Job
from referee_sdk.catalogue_client import CatalogueClient
from referee_sdk.core.exchange import Pause, Response, Step, Steps
from referee_sdk.core.retries import RetryPolicy
from referee_sdk.core.room_calls import RoomSetUp
from referee_sdk.core.room_links import RoomAccess
from referee_sdk.core.sender import CallSettings
from referee_sdk.core.states import SetUp
from referee_sdk.errors import RefereeError
from referee_sdk.match import Match
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
from referee_sdk.room import Room
from referee_sdk.room_models import NewRoom, RoomBot
from referee_sdk.transport import Transport, new_session, service_address, wsgi_transport

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

T = TypeVar("T")


class Client(CatalogueClient):
    """Client of a service at a URL, or of a WSGI app in this process.

    Without `base_url` the URL is that of the variable REFEREE_URL, else `http://127.0.0.1:8080`.

    Every call is safe to repeat, so failed calls are retried (see `RetryPolicy`). Calls send the digest of a position,
    and the full state if the service no longer caches it. Threads may share a client; `with` closes its connections.
    """

    _transport: Transport

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        language: Language = "en",
        timeout: float = 10.0,
        session: Session | None = None,
        *,
        app: WSGIApplication | None = None,
        retries: RetryPolicy | None = None,
    ) -> None:
        super().__init__(CallSettings(language, api_key, timeout, retries or RetryPolicy()))
        if app is not None:
            self._transport = wsgi_transport(app, session)
        else:
            self._transport = Transport(
                service_address(base_url), session or new_session(), owns_session=session is None
            )

    def close(self) -> None:
        """Close all connections, also those of clients made by `with_language`. A given `session` stays open."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # --- matches ------------------------------------------------------------------------------------------------------

    def new_match(
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
    ) -> Match:
        """Set up a new match. `seed` is short for `chance=Chance("seeded", seed)`."""
        position = self.set_up(
            game,
            seats=seats,
            chance=chance if seed is None else Chance("seeded", seed),
            options=options,
            content=content,
            guarded=guarded,
            idempotency_key=idempotency_key,
        )
        return Match.from_setup(self, position, seats=seats, options=options or {})

    def set_up(
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
        """Return the first position of a match; `new_match` wraps it in a `Match`.

        Calls with the same `idempotency_key` and arguments return the same match. The key must be random and secret.
        Without one, each call makes its own for its retries.
        """
        setup = SetUp(seats, chance, options, content, guarded, include)
        return self._run(self._calls.set_up(game, setup, idempotency_key))

    def move(
        self,
        source: StateSource,
        move: Move,
        *,
        seat: Seat | None = None,
        include: Sequence[PositionPart] | None = None,
    ) -> Position:
        """Play a move for `seat` (default: the seat to move). Raises `IllegalMove` if the rules forbid it."""
        return self._run(self._calls.move(source, move, seat, include))

    def moves(
        self, source: StateSource, moves: Sequence[tuple[Seat, Move]], *, include: Sequence[PositionPart] | None = None
    ) -> Position:
        """Play several moves, each with its seat. If one is illegal, none is played."""
        return self._run(self._calls.moves(source, moves, include))

    def judge(self, source: StateSource, move: Move, *, seat: Seat | None = None) -> Verdict:
        """Return whether a move is legal, and every refusal if not. Nothing is played."""
        return self._run(self._calls.judge(source, move, seat))

    def judge_many(
        self,
        source: StateSource,
        moves: Sequence[Move],
        *,
        seat: Seat | None = None,
        include: Sequence[PositionPart] | None = None,
    ) -> tuple[JudgedMove, ...]:
        """Judge several moves at once, in order. A move that cannot be read has an `error` instead of a verdict."""
        return self._run(self._calls.judge_many(source, moves, seat, include))

    def judge_places(self, source: StateSource, places: Sequence[str], *, seat: Seat | None = None) -> PlaceVerdict:
        """Return what the pointed places may mean: candidate actions, each legal or with its refusals.

        The service fills the fields of the current verbs from what the places hold. Raises `BadRequest` if a place does
        not exist. Nothing is played.
        """
        return self._run(self._calls.judge_places(source, places, seat))

    def legal_actions(self, source: StateSource, *, kind: str | None = None) -> LegalActions:
        """Return all legal actions of the seat to move, or only those of the verb `kind`."""
        return self._run(self._calls.legal_actions(source, kind))

    def view(self, source: StateSource, *, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat sees it, or as a spectator sees it without `seat`. `text` are `TextOptions`."""
        return self._run(self._calls.view(source, seat, text))

    def score(self, source: StateSource) -> Score:
        """Return the current scores with their lines, and the result if the game is over."""
        return self._run(self._calls.score(source))

    def audit(self, state: State) -> Audit:
        """Return whether an open state is possible, with every fault found."""
        return self._run(self._calls.audit(state))

    def replay(self, record: Record | str, *, include: Sequence[PositionPart] | None = None) -> Replay:
        """Replay a record: return its last position, or the first move that cannot have been played."""
        return self._run(self._calls.replay(record, include))

    # --- bots ---------------------------------------------------------------------------------------------------------

    def bot_move(
        self,
        source: StateSource,
        bot: str = "greedy",
        *,
        on_progress: Callable[[Job], None] | None = None,
        **request: Unpack[BotRequest],
    ) -> BotMove:
        """Return the move of a bot. Waits for a search, and calls `on_progress` with its job after every poll."""
        return self._run(self._calls.bot_move(source, bot, request, on_progress))

    def start_bot_move(self, source: StateSource, bot: str = "greedy", **request: Unpack[BotRequest]) -> BotMove | Job:
        """Return the move of a fast bot, or the job of a search, without waiting for it."""
        return self._run(self._calls.start_bot_move(source, bot, request))

    def job(self, job: Job | str, *, credential: str | None = None, wait: int = 0) -> Job:
        """Return a job. With `wait`, the service responds when it ends, or after that many seconds.

        A job of a guarded match needs the credential of its seat. A `Job` of this client has it; with an id, pass it.
        """
        return self._run(self._calls.job(job, credential, wait))

    def job_events(self, job: Job | str, *, credential: str | None = None) -> Iterator[Job]:
        """Yield the progress of a job until it ends. If the service closes the stream early, it is opened again."""
        events = self._calls.job_events(job, credential)
        while (request := events.next_request()) is not None:
            for line in self._transport.lines(request):
                if (progress := events.read(line)) is not None:
                    yield progress

    def stop_job(self, job: Job | str, *, credential: str | None = None) -> Job:
        """Stop a search and return its job; `best` has the best action so far."""
        return self._run(self._calls.stop_job(job, credential))

    def wait_for_job(self, job: Job, on_progress: Callable[[Job], None] | None = None) -> BotMove:
        """Wait for a search and return its move. Raises `BotFailed` if it fails or is stopped."""
        return self._run(self._calls.wait_for_job(job, on_progress))

    # --- rooms --------------------------------------------------------------------------------------------------------

    def new_room(
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
        """Open a room, in which several people play one match, each with a link. `seconds` is a limit per decision.

        `bots` are by seat: `{1: "greedy"}`. Calls with the same `idempotency_key` and arguments return the same room.
        """
        setup = RoomSetUp(game, seats, names, bots, seconds, options, content)
        return self._run(self._calls.new_room(setup, idempotency_key))

    def join(self, link: str) -> Room:
        """Join a room by its link, for a seat or to watch. Raises `BadRequest` if it is a link of another service."""
        return self._run(Room.from_link(self, link))

    def room(self, id: str, credential: str) -> Room:
        """Return a room by its id and a credential, such as that of its creator."""
        return self._run(Room.from_access(self, RoomAccess(id, credential)))

    # --- existing matches ---------------------------------------------------------------------------------------------

    def resume(self, saved: str) -> Match:
        """Return the match that `Match.save` saved. Raises `BadRequest` if the string is not a saved match."""
        return self._run(Match.from_saved(self, saved))

    def match_from(self, source: Position | State | SealedState) -> Match:
        """Return a match that continues from a position, an open state, or a sealed state with its credential."""
        return self._run(Match.from_source(self, source))

    # --- steps --------------------------------------------------------------------------------------------------------

    def _run(self, steps: Steps[T]) -> T:
        try:
            step = next(steps)
            while True:
                try:
                    response = self._perform(step)
                except RefereeError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(response)
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            steps.close()

    def _perform(self, step: Step) -> Response | None:
        """Perform one step of a call. Raises `RefereeError` if there is no response."""
        if isinstance(step, Pause):
            sleep(step.seconds)
            return None
        return self._transport.send(step)
