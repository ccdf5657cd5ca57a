"""The job runner: plays the finished searches of a job and enqueues the next one.

A job is one stored `BotJob`. It changes only by compare-and-swap: when a request starts it, when it is stopped, when
`advance` records a choice, and when `advance` records that this choice is played. The request that starts a job
advances it, and then each worker that finishes one of its searches. Reading a job changes nothing.

Who commits a move of a guarded match: the process that plays it in `advance`, usually the worker that finished the
search. It records the choice, commits the move, and records that it is played; only then a client can see it. If the
process dies in between, the next `advance` plays the recorded choice again.

`advance` may run in several processes at once. The result of a search is stored once, chance follows from the match,
and a guard accepts the same continuation again. So all of them find the same next step, and one of them records it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee_service.bots.choice import Choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import State
from referee_service.services.bots.choice_search import (
    after_enqueue,
    complete_results,
    is_missing,
    merged_choice,
    search_tasks,
)
from referee_service.services.bots.jobs import BotJob, JobSpec, stable_id
from referee_service.services.bots.queue import SearchProgress, SearchQueue
from referee_service.services.bots.search_task import SearchTask, view_digest
from referee_service.services.bots.turn import BotTurn
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.crypto import InvalidSealedState, MatchCrypto, Principal, SealedPayload
from referee_service.services.matches.loader import OpenState, SealedState, StateSource
from referee_service.services.matches.service import MatchService
from referee_service.store.replay import ReplayStore


class StoredJob(NamedTuple):
    """A job and the bytes it was decoded from, which a change must still find."""

    job: BotJob
    raw: bytes


class NextStep(NamedTuple):
    """A job after its next step. If it then waits for searches: those to enqueue, and the progress of all."""

    job: BotJob
    tasks: Mapping[str, SearchTask] = {}
    progresses: Sequence[SearchProgress | None] = ()


class JobRunner:
    """Starts, advances and stops jobs. Web processes and workers have one each."""

    def __init__(self, matches: MatchService, searches: SearchQueue, games: Mapping[str, AnyGame]) -> None:
        self.matches, self.searches, self.games = matches, searches, games
        self.replays = MatchService(ReplayStore(matches.store), matches.crypto, cache_seconds=matches.cache_seconds)

    # --- ids and access -----------------------------------------------------------------------------------------------

    def job_id(self, spec: JobSpec) -> str:
        """Return the id of a job. That of a guarded match cannot be computed without the secret of the service."""
        return stable_id("job", spec, key=self._id_key(spec))

    def principal_of(self, spec: JobSpec, credential: str) -> Principal | None:
        """Return the principal of a credential in the match of a job. In an open match every client plays the seat.

        Returns None for a wrong credential, or if this process cannot open the match.
        """
        if not spec.sealed_state:
            return spec.seat
        try:
            crypto, payload = self._unseal(spec)
        except ServiceError:
            return None
        return crypto.principal_of(payload.match_id, credential, payload.seats)

    def _id_key(self, spec: JobSpec) -> bytes:
        """Return the key of the ids of a job and its searches; it is empty for an open match."""
        if not spec.sealed_state:
            return b""
        crypto, payload = self._unseal(spec)
        return crypto.job_id_key(payload.match_id)

    # --- read ---------------------------------------------------------------------------------------------------------

    def find(self, job_id: str) -> BotJob | None:
        """Return a job, or None if it is unknown or expired."""
        stored = self._load(job_id)
        return stored.job if stored is not None else None

    def is_active(self, job_id: str) -> bool:
        """Return whether a job still needs its searches: it is stored, not over and not stopped."""
        job = self.find(job_id)
        return job is not None and not job.is_over and not job.stopped

    def progresses(self, job: BotJob) -> list[SearchProgress | None]:
        """Return the progress of the latest searches of a job."""
        return [self.searches.progress(search_id) for search_id in job.searches]

    def first_state(self, spec: JobSpec, context: ClientContext) -> State:
        """Return the state that a job begins with."""
        turn = BotTurn(self.games[spec.game], self._source(spec), spec.seat, spec.request, context)
        return turn.state(self.replays)

    def replay(self, job: BotJob, context: ClientContext) -> BotTurn:
        """Return the turn of a job as far as it is decided and played. Commits nothing and writes nothing to Redis."""
        spec = job.spec
        turn = BotTurn(self.games[spec.game], self._source(spec), spec.seat, spec.request, context)
        for choice in job.shown_choices:
            turn.add(self.replays, choice)
        return turn

    # --- start, advance, stop -----------------------------------------------------------------------------------------

    def start(self, job_id: str, spec: JobSpec, quota_id: str) -> NextStep | None:
        """Store a job, or take up one that was stopped or has failed, and advance it.

        Its searches count under `quota_id`. Returns the step after which it waits for searches, or None if it is over.
        """
        is_saved = False
        while not is_saved:
            stored = self._load(job_id)
            job = replace(
                stored.job if stored is not None else BotJob(spec=spec), quota_id=quota_id, stopped=False, error=""
            )
            is_saved = self._save(job_id, job, stored) is not None
        return self.advance(job_id, retry_failed=True)

    def advance(self, job_id: str, *, retry_failed: bool = False) -> NextStep | None:
        """Play what the finished searches of a job decide, until the turn is over or a search is missing.

        Enqueues missing searches, and failed ones only if `retry_failed` is set. A stopped job gets no further choice
        and no search, but a choice whose play has begun is played. Returns the step after which the job waits for
        searches, or None if it is over or stopped.
        """
        stored, turn = self._load(job_id), None
        while stored is not None and not stored.job.is_over:
            turn = turn or self.replay(stored.job, ClientContext("en", frozenset(), stored.job.spec.client_id))
            step = self._next_step(stored.job, turn, retry_failed=retry_failed)
            if step is None:
                return None
            saved = self._save(job_id, step.job, stored)
            if saved is None:  # another process has changed the job
                stored, turn = self._load(job_id), None
                continue
            stored = saved
            for search_id, task in step.tasks.items():
                self.searches.enqueue(search_id, task, stored.job.quota_id, job_id)
            if not self._has_results(stored.job):  # else they came before their worker knew that this job needs them
                return step
        return None

    def stop(self, job_id: str) -> None:
        """Stop a job and the searches that no other job needs. No further search of its turn starts."""
        stored, is_saved = self._load(job_id), False
        while stored is not None and not stored.job.is_over and not is_saved:
            is_saved = self._save(job_id, replace(stored.job, stopped=True), stored) is not None
            if not is_saved:
                stored = self._load(job_id)
        if stored is not None:
            self.searches.stop(stored.job.searches, job_id)
            self.advance(job_id)  # a choice whose play has begun belongs to the result

    # --- one step -----------------------------------------------------------------------------------------------------

    def _next_step(self, job: BotJob, turn: BotTurn, *, retry_failed: bool) -> NextStep | None:
        """Return the job after its next step, or None if there is none: the job is stopped."""
        if job.has_begun_play:
            return NextStep(self._play(job, turn))
        if job.stopped:
            return None
        view = turn.view(self.replays)
        digest = view_digest(view)
        ahead = next((each.choice for each in job.ahead if each.view == digest), None)
        if ahead is not None:
            return _with_choice(job, ahead)
        tasks = search_tasks(turn.game, view, job.spec, self._id_key(job.spec))
        progresses = [self.searches.progress(search_id) for search_id in tasks]
        results = complete_results(progresses)
        if results is not None:
            choice, later = merged_choice(results)
            return _with_choice(replace(job, ahead=job.ahead + later), choice)
        found = list(zip(tasks.items(), progresses, strict=True))
        return NextStep(
            replace(job, searches=tuple(tasks), is_searched=False),
            dict(task for task, progress in found if is_missing(progress, retry_failed=retry_failed)),
            [after_enqueue(progress, retry_failed=retry_failed) for _, progress in found],
        )

    def _has_results(self, job: BotJob) -> bool:
        """Return whether the searches of a job have results, or it needs none for its next step."""
        return job.is_searched or complete_results(self.progresses(job)) is not None

    def _play(self, job: BotJob, turn: BotTurn) -> BotJob:
        """Play the last choice, and return the job with it. An error that ends the match is part of the job.

        Raises other errors: the guard is unreachable, or this process cannot read the match.
        """
        try:
            turn.add(self.matches, job.choices[-1])
        except ServiceError as error:
            if error.code in ("already-played", "match-lost"):
                return replace(job, error=f"{error.code}.{error.case}")
            raise
        played = replace(job, played=len(job.choices))
        return _finished(played) if turn.is_over else played

    def _source(self, spec: JobSpec) -> StateSource:
        """Return the state source of a job. A guarded match gets the credential of its seat, which is not stored.

        Raises ServiceError `bad-sealed-state` if this process does not have the secret of the match.
        """
        if not spec.sealed_state:
            return OpenState(bytes(spec.state))
        crypto, payload = self._unseal(spec)
        return SealedState(spec.sealed_state, crypto.credential_for(payload.match_id, spec.seat))

    def _unseal(self, spec: JobSpec) -> tuple[MatchCrypto, SealedPayload]:
        """Return the guarded match of a job. Raises ServiceError `bad-sealed-state` if this process cannot open it."""
        crypto = self.matches.crypto
        if crypto is None:
            raise ServiceError("bad-sealed-state.no-secret")
        try:
            return crypto, crypto.unseal(spec.sealed_state, game=spec.game)
        except InvalidSealedState as error:
            raise ServiceError("bad-sealed-state.invalid", game=spec.game) from error

    # --- storage ------------------------------------------------------------------------------------------------------

    def _load(self, job_id: str) -> StoredJob | None:
        raw = self.searches.load_job(job_id)
        return StoredJob(msgspec.json.decode(raw, type=BotJob), raw) if raw is not None else None

    def _save(self, job_id: str, job: BotJob, before: StoredJob | None) -> StoredJob | None:
        """Store a job, unless another process has changed it since `before`. Returns the stored job, or None."""
        raw = msgspec.json.encode(job)
        is_saved = self.searches.save_job(job_id, raw, before.raw if before is not None else None)
        return StoredJob(job, raw) if is_saved else None


def _with_choice(job: BotJob, choice: Choice) -> NextStep:
    """Return the step that adds a choice. It ends the turn if choices are not played."""
    chosen = replace(job, choices=(*job.choices, choice), is_searched=True)
    return NextStep(chosen if job.spec.request.plays_choices else _finished(chosen))


def _finished(job: BotJob) -> BotJob:
    """Return a job whose turn is complete. It no longer depends on its searches."""
    return replace(job, finished=True, searches=(), ahead=())
