"""Bot moves and jobs. A bot receives the view of its seat, and its choices are played like the moves of a client.

Instant bots answer in the request. A search goes one way: request, job, search task, result. The request stores a job
and enqueues its first search; workers advance it (`job_runner.py`). All other calls read the job, except the one that
stops it. Any process can answer, and equal requests share one job.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from referee_service.bots.choice import ActionRank
from referee_service.bots.registry import INSTANT_BOTS
from referee_service.kernel.codec import encode
from referee_service.kernel.engine import other_seat
from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Refusal, refuse
from referee_service.services.bots.choice_search import job_progress, waiting_searches
from referee_service.services.bots.job_runner import JobRunner
from referee_service.services.bots.jobs import BotJob, BotRequest, JobSpec
from referee_service.services.bots.queue import ACTIVE_STATUSES, SearchProgress, SearchQueue
from referee_service.services.bots.responses import BestMove, BotMove, Job, best_move_response, failure_message
from referee_service.services.bots.turn import BotTurn
from referee_service.services.context import ClientContext
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.loader import LoadedMatch, SealedState, StateSource
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.service import MatchService
from referee_service.store import StoreUnavailable

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


class BotService:
    """Bot moves and jobs for all games."""

    def __init__(self, matches: MatchService, searches: SearchQueue, games: Mapping[str, AnyGame]) -> None:
        self.matches, self.runner = matches, JobRunner(matches, searches, games)
        self._wait_slots = BoundedSemaphore(MAX_WAITING_REQUESTS)

    @property
    def searches(self) -> SearchQueue:
        """The search queue."""
        return self.runner.searches

    # --- request ------------------------------------------------------------------------------------------------------

    def request_move(
        self, game: AnyGame, source: StateSource, request: BotRequest, context: ClientContext, *, wait: float
    ) -> BotMove | Job:
        """Return the bot move if the bot is instant or its search finishes within `wait` seconds, else the job.

        For a sealed state the context must have its credential. Raises ServiceError `play-required` if a whole turn of
        a guarded match is requested without `play`.
        """
        loaded_match = self.matches.loader.load(game, source, context)
        seat = _seat_to_move(game, loaded_match, request, context)
        if loaded_match.is_guarded and request.until == "turn_end" and not request.play:
            raise ServiceError("play-required.guarded")
        if request.bot in INSTANT_BOTS:
            turn = BotTurn(game, source, seat, request, context)
            while not turn.is_over:
                turn.add(self.matches, INSTANT_BOTS[request.bot](game, turn.view(self.matches), request.seed))
            return turn.response(self.matches)
        spec = _job_spec(game, loaded_match, source, request, seat, context.client_id)
        job_id = self.runner.job_id(spec)
        job = self._wait_until_done(job_id, self._start_job(job_id, spec, context), context, wait).job
        return job.result if job.status == "finished" and job.result is not None else job

    def _start_job(self, job_id: str, spec: JobSpec, context: ClientContext) -> JobSnapshot:
        """Store the job and enqueue its first search, unless the job has finished before. Checks the quota."""
        with _queue_errors():
            earlier = self.runner.find(job_id)
            # A job that an error ended is started again: the request gets the error if it still holds.
            snapshot = self._snapshot(job_id, earlier, context) if earlier is not None and not earlier.error else None
            if snapshot is not None and snapshot.job.status == "finished":
                return snapshot
            is_new = snapshot is None or snapshot.job.status not in ACTIVE_STATUSES
            self.searches.check_quota(context.quota_id, spec.request.workers if is_new else 0)
            step = self.runner.start(job_id, spec, context.quota_id)
            if step is None:
                return self._current_job(job_id, context)
            return self._snapshot(job_id, step.job, context, step.progresses)

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
        """Stop a job and return it with its best action so far, and with the choices made before as its result.

        Raises ServiceError `bad-credential` for the keeper of a guarded match, who sees everything but plays nothing.
        """
        with _queue_errors():
            spec = self._get_job(job_id, context).spec
            if self.runner.principal_of(spec, context.credential) != spec.seat:
                raise ServiceError("bad-credential.seat", seat=spec.seat)
            self.runner.stop(job_id)
            return self._current_job(job_id, context).job

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
            return self._snapshot(job_id, self._get_job(job_id, context), context)

    def _get_job(self, job_id: str, context: ClientContext) -> BotJob:
        """Return a stored job. Raises ServiceError `unknown-job` if there is none, or the client may not see it.

        A client sees its own jobs. In a guarded match it also needs the credential of the seat that requested the job,
        or that of the keeper.
        """
        job = self.runner.find(job_id)
        if job is None or job.spec.client_id != context.client_id:
            raise ServiceError("unknown-job.id")
        if self.runner.principal_of(job.spec, context.credential) not in (job.spec.seat, "keeper"):
            raise ServiceError("unknown-job.id")
        return job

    def _snapshot(
        self,
        job_id: str,
        job: BotJob,
        context: ClientContext,
        searches: Sequence[SearchProgress | None] | None = None,
    ) -> JobSnapshot:
        """Return a stored job as a response, with the progress of its searches (default: now). Changes nothing.

        Raises the ServiceError that ended the turn, if there is one.
        """
        if job.error:
            raise ServiceError(job.error)
        if searches is None:
            searches = self.runner.progresses(job)
        progress = job_progress(job, searches)
        best = job.choices[0].ranking[0] if job.choices else progress.best
        has_result = bool(job.shown_choices) and progress.status not in ACTIVE_STATUSES
        response = Job(
            id=job_id,
            status=progress.status,
            iterations=progress.iterations,
            nodes=progress.nodes,
            best=self._best_move(job, best, context) if best is not None else None,
            result=self.runner.replay(job, context).response(self.runner.replays) if has_result else None,
            error=failure_message(progress.failure, context.language),
        )
        return JobSnapshot(response, waiting_searches(job, searches))

    def _best_move(self, job: BotJob, best: ActionRank, context: ClientContext) -> BestMove:
        """Return the best action so far. It is always about the first decision of the job."""
        spec = job.spec
        state = self.runner.first_state(spec, context)
        presenter = Presenter(self.runner.games[spec.game], context.language, state.pack, spec.seat)
        return best_move_response(presenter, state, spec.seat, best)


def _seat_to_move(game: AnyGame, loaded_match: LoadedMatch, request: BotRequest, context: ClientContext) -> int:
    """Return the seat that the bot plays. Raises if it is not the seat to move, or not the seat of the credential."""
    turn = game.turn(loaded_match.match.state)
    if turn is None:
        raise _illegal_move(game, loaded_match, refuse("referee.over"), context)
    own_seat = loaded_match.seat if loaded_match.seat is not None else turn.seat
    seat = request.seat if request.seat is not None else own_seat
    if loaded_match.is_guarded and seat != loaded_match.principal:
        raise ServiceError("bad-credential.seat", seat=seat)
    if seat != turn.seat or not isinstance(seat, int):
        raise _illegal_move(game, loaded_match, other_seat(seat, turn.seat), context)
    return seat


def _illegal_move(
    game: AnyGame, loaded_match: LoadedMatch, refusal: Refusal, context: ClientContext
) -> IllegalMoveError:
    presenter = Presenter(game, context.language, loaded_match.match.state.pack)
    return IllegalMoveError(presenter.refusals([refusal]), [], 0)


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
