"""Bot moves and jobs. A bot receives the view of its seat, and its choices are played like the moves of a client.

A job is a stored `JobSpec` plus one search task per decision in the queue. The spec does not change, except that it can
be stopped. The state of a job is computed from its finished tasks on each request, so any process can answer, and equal
requests share their searches. Chance acts only here, on the real match; the next decision is searched from the view
that results.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import BoundedSemaphore
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace

from referee_service.bots.choice import Choice
from referee_service.bots.registry import INSTANT_BOTS
from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Refusal, refuse
from referee_service.services.bots.jobs import BotRequest, JobSpec, stable_id
from referee_service.services.bots.queue import ACTIVE_STATUSES, SearchProgress, SearchQueue
from referee_service.services.bots.queued_chooser import QueuedChooser, SearchPending
from referee_service.services.bots.responses import BotMove, Job, best_move_response, choice_response, failure_message
from referee_service.services.context import ClientContext
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.loader import LoadedMatch, OpenState, SealedState, StateSource
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import EventResponse, MoveResponse, Position
from referee_service.services.matches.service import MatchService
from referee_service.store import StoreUnavailable

MAX_DECISIONS: Final = 40
"""Maximum number of decisions in one bot move. In a solo game no other seat ends the turn."""
MAX_WAITING_REQUESTS: Final = 4
"""Number of requests per process that may wait for searches at the same time. Further ones are answered at once."""
POLL_SECONDS: Final = 0.1
"""Longest time between two looks at a job that a client watches."""
KEEPALIVE_SECONDS: Final = 5.0
"""Time without change after which `watch_job` yields None, so that the connection stays open."""


class JobSnapshot(NamedTuple):
    """The current state of a job, and the ids of the searches it waits for."""

    job: Job
    waiting: Sequence[str] = ()


@dataclass(slots=True)
class BotTurn:
    """The turn that a bot plays: the current state source, its choices so far, and what they caused."""

    source: StateSource
    choices: list[Choice] = field(default_factory=list)
    position: Position | None = None
    played: list[MoveResponse] = field(default_factory=list)
    events: list[EventResponse] = field(default_factory=list)


Chooser = Callable[[AnyGame, Struct], Choice]
"""Returns a choice for a view, or raises SearchPending if the choice is not available yet."""


class BotService:
    """Bot moves and jobs for all games."""

    def __init__(self, matches: MatchService, searches: SearchQueue, games: Mapping[str, AnyGame]) -> None:
        self.matches, self.searches, self.games = matches, searches, games
        self._wait_slots = BoundedSemaphore(MAX_WAITING_REQUESTS)

    # --- request ------------------------------------------------------------------------------------------------------

    def request_move(
        self, game: AnyGame, source: StateSource, request: BotRequest, context: ClientContext, *, wait: float
    ) -> BotMove | Job:
        """Return the bot move if the bot is instant or its search finishes within `wait` seconds, else the job.

        Raises ServiceError `play-required` if a whole turn of a guarded match is requested without `play`.
        """
        loaded_match = self.matches.loader.load(game, source, context)
        seat = _seat_to_move(game, loaded_match, request, context)
        if loaded_match.is_guarded and request.until == "turn_end" and not request.play:
            raise ServiceError("play-required.guarded")
        if request.bot in INSTANT_BOTS:
            instant_bot = INSTANT_BOTS[request.bot]
            turn = BotTurn(source)
            self._play_turn(game, turn, seat, request, context, lambda g, view: instant_bot(g, view, request.seed))
            return self._bot_move(game, seat, request, turn, context)
        spec = _job_spec(game, loaded_match, source, request, seat, context.client_id)
        job_id = stable_id("job", spec)
        job = self._wait_until_done(job_id, self._start_job(job_id, spec, context), context, wait).job
        return job.result if job.status == "finished" and job.result is not None else job

    def _start_job(self, job_id: str, spec: JobSpec, context: ClientContext) -> JobSnapshot:
        """Store the spec and enqueue its first search, unless the job has finished before. Checks the quota."""
        with _queue_errors():
            earlier_spec = self._find_spec(job_id, context.client_id)
            snapshot = self._replay_turn(job_id, earlier_spec, context) if earlier_spec is not None else None
            if snapshot is not None and snapshot.job.status == "finished":
                return snapshot
            is_new = snapshot is None or snapshot.job.status not in ACTIVE_STATUSES
            self.searches.check_quota(spec.client_id, spec.request.workers if is_new else 0)
            self._save_spec(job_id, spec)
            return self._replay_turn(job_id, spec, context, retry_failed=True)

    # --- read, wait, stop ---------------------------------------------------------------------------------------------

    def get_job(self, job_id: str, context: ClientContext, *, wait: float = 0) -> Job:
        """Return a job, after waiting up to `wait` seconds for its end. Raises ServiceError `unknown-job`."""
        return self._wait_until_done(job_id, self._current_job(job_id, context), context, wait).job

    def watch_job(self, job_id: str, context: ClientContext, *, seconds: float) -> Iterator[Job | None]:
        """Yield a job each time it changes, until it ends or `seconds` have passed.

        Yields None after KEEPALIVE_SECONDS without change. Raises ServiceError `too-many-jobs` if too many requests
        wait.
        """
        if not self._wait_slots.acquire(blocking=False):
            raise ServiceError("too-many-jobs.watched")
        try:
            now = time.monotonic()
            deadline, last_sent, last_job = now + seconds, now, None
            while now < deadline:
                job, waiting = self._current_job(job_id, context)
                if job != last_job or now >= last_sent + KEEPALIVE_SECONDS:
                    last_sent = now
                    yield job if job != last_job else None
                if job.status not in ACTIVE_STATUSES:
                    return
                last_job = job
                self._wait(waiting, POLL_SECONDS)
                now = time.monotonic()
        finally:
            self._wait_slots.release()

    def stop_job(self, job_id: str, context: ClientContext) -> Job:
        """Stop a job and return it with its best action so far, and with the choices made before as its result."""
        with _queue_errors():
            spec = replace(self._get_spec(job_id, context.client_id), stopped=True)
            self._save_spec(job_id, spec)  # first, so that a concurrent request does not enqueue its searches again
            snapshot = self._replay_turn(job_id, spec, context)
            self.searches.stop(snapshot.waiting)
        return snapshot.job

    def _wait_until_done(self, job_id: str, snapshot: JobSnapshot, context: ClientContext, wait: float) -> JobSnapshot:
        """Wait up to `wait` seconds for the end of a job. Returns at once if too many requests wait already."""
        if not wait or snapshot.job.status not in ACTIVE_STATUSES or not self._wait_slots.acquire(blocking=False):
            return snapshot
        try:
            deadline = time.monotonic() + wait
            while snapshot.job.status in ACTIVE_STATUSES and (remaining := deadline - time.monotonic()) > 0:
                self._wait(snapshot.waiting, remaining)
                snapshot = self._current_job(job_id, context)
        finally:
            self._wait_slots.release()
        return snapshot

    def _wait(self, search_ids: Sequence[str], seconds: float) -> None:
        with _queue_errors():
            self.searches.wait_for_any(search_ids, seconds)

    def _current_job(self, job_id: str, context: ClientContext) -> JobSnapshot:
        with _queue_errors():
            return self._replay_turn(job_id, self._get_spec(job_id, context.client_id), context)

    def _get_spec(self, job_id: str, client_id: str) -> JobSpec:
        spec = self._find_spec(job_id, client_id)
        if spec is None:
            raise ServiceError("unknown-job.id", job_id=job_id)
        return spec

    def _save_spec(self, job_id: str, spec: JobSpec) -> None:
        self.searches.save_job(job_id, msgspec.json.encode(spec))

    def _find_spec(self, job_id: str, client_id: str) -> JobSpec | None:
        """Return the spec of a job, or None if it is unknown or belongs to another client."""
        raw = self.searches.load_job(job_id)
        spec = msgspec.json.decode(raw, type=JobSpec) if raw is not None else None
        return spec if spec is not None and spec.client_id == client_id else None

    # --- the state of a job -------------------------------------------------------------------------------------------

    def _replay_turn(
        self, job_id: str, spec: JobSpec, context: ClientContext, *, retry_failed: bool = False
    ) -> JobSnapshot:
        """Replay the turn of a job from its first state with all finished searches, and return the state of the job.

        Enqueues the next search of the turn if there is none yet.
        """
        game, turn = self.games[spec.game], BotTurn(self._source(spec, self.games[spec.game]))
        chooser = QueuedChooser(
            self.searches, spec, is_active=partial(self._is_active, job_id, spec.client_id), retry_failed=retry_failed
        )
        try:
            self._play_turn(game, turn, spec.seat, spec.request, context, chooser)
        except SearchPending as pending:
            progress = pending.progress
        else:
            progress = SearchProgress("finished", chooser.iterations, chooser.nodes)
        best = turn.choices[0].ranking[0] if turn.choices else progress.best
        has_result = bool(turn.choices) and progress.status not in ACTIVE_STATUSES
        job = Job(
            id=job_id,
            status=progress.status,
            iterations=progress.iterations,
            nodes=progress.nodes,
            best=best_move_response(Presenter(game, context.language, spec.seat), best),
            result=self._bot_move(game, spec.seat, spec.request, turn, context) if has_result else None,
            error=failure_message(progress.failure, context.language),
        )
        return JobSnapshot(job, chooser.waiting)

    def _is_active(self, job_id: str, client_id: str) -> bool:
        spec = self._find_spec(job_id, client_id)
        return spec is not None and not spec.stopped

    def _source(self, spec: JobSpec, game: AnyGame) -> StateSource:
        """Return the state source of a job. A guarded match gets the credential of its seat, which is not stored."""
        if not spec.sealed_state:
            return OpenState(bytes(spec.state))
        crypto = self.matches.crypto
        assert crypto is not None, "only a service with a secret stores sealed states"
        match_id = crypto.unseal(spec.sealed_state, game=game.name).match_id
        return SealedState(spec.sealed_state, crypto.credential_for(match_id, spec.seat))

    # --- one turn -----------------------------------------------------------------------------------------------------

    def _play_turn(
        self, game: AnyGame, turn: BotTurn, seat: int, request: BotRequest, context: ClientContext, choose: Chooser
    ) -> None:
        """Choose and play one action, or all actions until another seat decides if the request is for a whole turn."""
        while len(turn.choices) < MAX_DECISIONS:
            state = self.matches.loader.load(game, turn.source, context).match.state
            turn.choices.append(choose(game, game.view(state, seat)))
            if not request.play and request.until == "move":
                break
            self._play(game, turn, seat, context)
            next_turn = turn.position.turn if turn.position is not None else None
            if request.until == "move" or next_turn is None or next_turn.seat != seat:
                break

    def _play(self, game: AnyGame, turn: BotTurn, seat: int, context: ClientContext) -> None:
        """Play the last choice like a client's move, followed by chance."""
        move, parts = (seat, turn.choices[-1].notation), (context.include | {"state"}) - {"legal_actions"}
        bot_context = ClientContext(context.language, parts, context.client_id)
        position = self.matches.move(game, turn.source, [move], bot_context)
        turn.played += position.played if position.played is not UNSET else ()
        turn.events += position.events if position.events is not UNSET else ()
        turn.position = position
        if isinstance(turn.source, SealedState):
            assert position.sealed_state is not UNSET, "a guarded match returns a sealed state"
            turn.source = SealedState(position.sealed_state, turn.source.credential)
        else:
            assert position.state is not UNSET, "the bot's context includes the state"
            turn.source = OpenState(bytes(position.state))

    # --- responses ----------------------------------------------------------------------------------------------------

    def _bot_move(
        self, game: AnyGame, seat: int, request: BotRequest, turn: BotTurn, context: ClientContext
    ) -> BotMove:
        """Return the choices of a turn as a response. It has a position only if the request has `play`."""
        presenter = Presenter(game, context.language, seat)
        moves = [choice_response(presenter, choice) for choice in turn.choices]
        position = turn.position if request.play else None
        return BotMove(
            game=game.name,
            seat=seat,
            bot=request.bot,
            seed=request.seed,
            action=moves[0].action,
            moves=moves,
            iterations=sum(choice.iterations for choice in turn.choices),
            position=self._final_position(game, turn, position, context) if position is not None else UNSET,
        )

    def _final_position(self, game: AnyGame, turn: BotTurn, position: Position, context: ClientContext) -> Position:
        """Return the last position with the moves and events of the whole turn, limited to the requested parts."""
        parts = context.include
        legal_actions = (
            self.matches.legal_actions(game, turn.source, None, context).legal_actions
            if "legal_actions" in parts
            else UNSET
        )
        return replace(
            position,
            state=position.state if "state" in parts else UNSET,
            legal_actions=legal_actions,
            played=turn.played if "played" in parts else UNSET,
            events=turn.events if "events" in parts else UNSET,
        )


def _seat_to_move(game: AnyGame, loaded_match: LoadedMatch, request: BotRequest, context: ClientContext) -> int:
    """Return the seat that the bot plays. Raises if it is not the seat to move, or not the seat of the credential."""
    turn = game.turn(loaded_match.match.state)
    if turn is None:
        raise _illegal_move(game, refuse("referee.over"), context)
    own_seat = loaded_match.seat if loaded_match.seat is not None else turn.seat
    seat = request.seat if request.seat is not None else own_seat
    if loaded_match.is_guarded and seat != loaded_match.principal:
        raise ServiceError("bad-credential.seat", seat=seat)
    if seat != turn.seat or not isinstance(seat, int):
        raise _illegal_move(game, refuse("referee.seat", seat=seat, turn=turn.seat), context)
    return seat


def _illegal_move(game: AnyGame, refusal: Refusal, context: ClientContext) -> IllegalMoveError:
    return IllegalMoveError(Presenter(game, context.language).refusals([refusal]), [], 0)


def _job_spec(
    game: AnyGame, loaded_match: LoadedMatch, source: StateSource, request: BotRequest, seat: int, client_id: str
) -> JobSpec:
    spec = JobSpec(game=game.name, client_id=client_id, seat=seat, request=request)
    if isinstance(source, SealedState):
        return replace(spec, sealed_state=source.ciphertext)
    return replace(spec, state=Raw(encode(loaded_match.match)))


@contextmanager
def _queue_errors() -> Iterator[None]:
    """Convert `StoreUnavailable` into a `search-unavailable` error."""
    try:
        yield
    except StoreUnavailable as error:
        raise ServiceError("search-unavailable.unreachable") from error
