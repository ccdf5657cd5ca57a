"""Bot turns: a bot is given what its seat sees, and what it chooses is played as anybody's moves are.

A search is a ticket in the store and one task for each decision in the queue. The ticket never changes: where it
stands follows each time from the tasks that are done, so any process can answer, and asking twice costs once. A task
holds a view. What chance brings on the way comes from the real match, here, and the next decision is then searched
from what the seat really sees.
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
"""No turn is played further than this in one answer; who plays alone is never interrupted by another seat."""
MAX_WAITING_REQUESTS: Final = 4
"""So many requests of one process may wait for searches at the same time; others are answered at once."""
POLL_SECONDS: Final = 0.1
"""A search that is watched is looked at every so many seconds, and when it is over."""
KEEPALIVE_SECONDS: Final = 5.0
"""Who watches a search hears something at least this often, so that the line is not given up."""


class JobSnapshot(NamedTuple):
    """Where a ticket stands, and the names of the searches it waits for."""

    job: Job
    waiting: Sequence[str] = ()


@dataclass(slots=True)
class BotTurn:
    """A turn being played: what was decided so far, and what became of it."""

    source: StateSource
    choices: list[Choice] = field(default_factory=list)
    position: Position | None = None
    played: list[MoveResponse] = field(default_factory=list)
    events: list[EventResponse] = field(default_factory=list)


Chooser = Callable[[AnyGame, Struct], Choice]
"""Decides from a view; raises NotYet while it is still searched."""


class BotService:
    """Where bots are asked, for all games alike."""

    def __init__(self, desk: MatchService, searches: SearchQueue, games: Mapping[str, AnyGame]) -> None:
        self.desk, self.searches, self.games = desk, searches, games
        self._waiting = BoundedSemaphore(MAX_WAITING_REQUESTS)

    # --- ask ----------------------------------------------------------------------------------------------------------

    def request_move(
        self, game: AnyGame, source: StateSource, wanted: BotRequest, reading: ClientContext, *, wait: float
    ) -> BotMove | Job:
        """What the bot does: at once where it is cheap or already searched, else the job to look at."""
        given = self.desk.reader.load(game, source, owner=reading.client_id)
        seat = _seat_to_move(game, given, wanted)
        if given.payload is not None and wanted.until == "turn_end" and not wanted.play:
            raise ServiceError("play-required.guarded")
        if wanted.bot in INSTANT_BOTS:
            cheap = INSTANT_BOTS[wanted.bot]
            turn = BotTurn(source)
            self._play_turn(game, turn, seat, wanted, reading, lambda g, view: cheap(g, view, wanted.seed))
            return self._bot_move(game, seat, wanted, turn, reading)
        ticket = _job_spec(game, given, source, wanted, seat, reading.client_id)
        name = stable_id("ticket", ticket)
        job = self._wait_until_done(name, self._start_job(name, ticket, reading), reading, wait).job
        return job.result if job.status == "finished" and job.result is not None else job

    def _start_job(self, name: str, ticket: JobSpec, reading: ClientContext) -> JobSnapshot:
        """Keep the ticket and queue its first search, if the owner may and somebody will do it."""
        with _queue_errors():
            known = self._find_spec(name, reading.client_id)
            standing = self._resume_turn(name, known, reading) if known is not None else None
            if standing is not None and standing.job.status == "finished":
                return standing
            is_new = standing is None or standing.job.status not in ACTIVE_STATUSES
            self.searches.check_quota(ticket.client_id, ticket.request.workers if is_new else 0)
            self._save_spec(name, ticket)
            return self._resume_turn(name, ticket, reading, again=True)

    # --- look, wait, stop ---------------------------------------------------------------------------------------------

    def get_job(self, name: str, reading: ClientContext, *, wait: float = 0) -> Job:
        """How a job stands; with `wait` once it is over, or after so many seconds."""
        return self._wait_until_done(name, self._current_job(name, reading), reading, wait).job

    def watch_job(self, name: str, reading: ClientContext, *, seconds: float) -> Iterator[Job | None]:
        """A job as often as it changes, until it is over or the time is; None now and then while nothing happens."""
        if not self._waiting.acquire(blocking=False):
            raise ServiceError("too-many-jobs.watched")
        try:
            now = time.monotonic()
            latest, quiet, last = now + seconds, now, None
            while now < latest:
                job, waiting = self._current_job(name, reading)
                if job != last or now >= quiet + KEEPALIVE_SECONDS:
                    quiet = now
                    yield job if job != last else None
                if job.status not in ACTIVE_STATUSES:
                    return
                last = job
                self._wait(waiting, POLL_SECONDS)
                now = time.monotonic()
        finally:
            self._waiting.release()

    def stop_job(self, name: str, reading: ClientContext) -> Job:
        """End a search; what it found so far is told as its best, and what was decided before it as the result."""
        with _queue_errors():
            ticket = replace(self._get_spec(name, reading.client_id), stopped=True)
            self._save_spec(name, ticket)  # before its searches end, so that nobody who looks now asks for them again
            standing = self._resume_turn(name, ticket, reading)
            self.searches.stop(standing.waiting)
        return standing.job

    def _wait_until_done(self, name: str, standing: JobSnapshot, reading: ClientContext, wait: float) -> JobSnapshot:
        """How a job stands once it is over, or after so many seconds; at once where too many wait already."""
        if not wait or standing.job.status not in ACTIVE_STATUSES or not self._waiting.acquire(blocking=False):
            return standing
        try:
            latest = time.monotonic() + wait
            while standing.job.status in ACTIVE_STATUSES and (left := latest - time.monotonic()) > 0:
                self._wait(standing.waiting, left)
                standing = self._current_job(name, reading)
        finally:
            self._waiting.release()
        return standing

    def _wait(self, names: Sequence[str], seconds: float) -> None:
        with _queue_errors():
            self.searches.wait_for_any(names, seconds)

    def _current_job(self, name: str, reading: ClientContext) -> JobSnapshot:
        with _queue_errors():
            return self._resume_turn(name, self._get_spec(name, reading.client_id), reading)

    def _get_spec(self, name: str, owner: str) -> JobSpec:
        ticket = self._find_spec(name, owner)
        if ticket is None:
            raise ServiceError("unknown-job.name", name=name)
        return ticket

    def _save_spec(self, name: str, ticket: JobSpec) -> None:
        self.searches.save_job(name, msgspec.json.encode(ticket))

    def _find_spec(self, name: str, owner: str) -> JobSpec | None:
        raw = self.searches.load_job(name)
        ticket = msgspec.json.decode(raw, type=JobSpec) if raw is not None else None
        return ticket if ticket is not None and ticket.client_id == owner else None

    # --- where a ticket stands ----------------------------------------------------------------------------------------

    def _resume_turn(self, name: str, ticket: JobSpec, reading: ClientContext, *, again: bool = False) -> JobSnapshot:
        """Play the turn through as far as it was searched."""
        game, turn = self.games[ticket.game], BotTurn(self._source(ticket, self.games[ticket.game]))
        chooser = QueuedChooser(
            self.searches, ticket, is_wanted=partial(self._is_active, name, ticket.client_id), again=again
        )
        try:
            self._play_turn(game, turn, ticket.seat, ticket.request, reading, chooser)
        except SearchPending as pending:
            stands = pending.progress
        else:
            stands = SearchProgress("finished", chooser.iterations, chooser.nodes)
        best = turn.choices[0].ranking[0] if turn.choices else stands.best
        tells = bool(turn.choices) and stands.status not in ACTIVE_STATUSES
        job = Job(
            id=name,
            status=stands.status,
            iterations=stands.iterations,
            nodes=stands.nodes,
            best=best_move_response(Presenter(game, reading.language, ticket.seat), best),
            result=self._bot_move(game, ticket.seat, ticket.request, turn, reading) if tells else None,
            error=failure_message(stands.failure, reading.language),
        )
        return JobSnapshot(job, chooser.waiting)

    def _is_active(self, name: str, owner: str) -> bool:
        ticket = self._find_spec(name, owner)
        return ticket is not None and not ticket.stopped

    def _source(self, ticket: JobSpec, game: AnyGame) -> StateSource:
        if not ticket.sealed_state:
            return OpenState(bytes(ticket.state))
        assert self.desk.vault is not None, "who keeps a token can open it"
        match_id = self.desk.vault.unseal(ticket.sealed_state, game=game.name).match_id
        return SealedState(ticket.sealed_state, self.desk.vault.credential_for(match_id, ticket.seat))

    # --- one turn -----------------------------------------------------------------------------------------------------

    def _play_turn(
        self, game: AnyGame, turn: BotTurn, seat: int, wanted: BotRequest, reading: ClientContext, choose: Chooser
    ) -> None:
        """Decide, play, and go on while the same seat decides, if the whole turn is wanted."""
        while len(turn.choices) < MAX_DECISIONS:
            board = self.desk.reader.load(game, turn.source, owner=reading.client_id).match.state
            turn.choices.append(choose(game, game.view(board, seat)))
            if not wanted.play and wanted.until == "move":
                break
            self._play(game, turn, seat, reading)
            now = turn.position.turn if turn.position is not None else None
            if wanted.until == "move" or now is None or now.seat != seat:
                break

    def _play(self, game: AnyGame, turn: BotTurn, seat: int, reading: ClientContext) -> None:
        """Play the last choice as anybody's move, chance after it included."""
        wish, parts = (seat, turn.choices[-1].notation), (reading.include | {"state"}) - {"legal_actions"}
        position = self.desk.move(game, turn.source, [wish], ClientContext(reading.language, parts, reading.client_id))
        turn.played += position.played if position.played is not UNSET else ()
        turn.events += position.events if position.events is not UNSET else ()
        turn.position = position
        if isinstance(turn.source, SealedState):
            assert position.sealed_state is not UNSET, "a guarded match answers with a token"
            turn.source = SealedState(position.sealed_state, turn.source.credential)
        else:
            assert position.state is not UNSET, "the state was asked for"
            turn.source = OpenState(bytes(position.state))

    # --- what is told of it -------------------------------------------------------------------------------------------

    def _bot_move(self, game: AnyGame, seat: int, wanted: BotRequest, turn: BotTurn, reading: ClientContext) -> BotMove:
        """What the bot did, for this reader."""
        teller = Presenter(game, reading.language, seat)
        moves = [choice_response(teller, choice) for choice in turn.choices]
        return BotMove(
            game=game.name,
            seat=seat,
            bot=wanted.bot,
            seed=wanted.seed,
            action=moves[0].action,
            moves=moves,
            iterations=sum(choice.iterations for choice in turn.choices),
            position=self._final_position(game, turn, turn.position, reading)
            if wanted.play and turn.position
            else UNSET,
        )

    def _final_position(self, game: AnyGame, turn: BotTurn, position: Position, reading: ClientContext) -> Position:
        """The last position, with all that was played and happened on the way, as far as it was asked for."""
        parts = reading.include
        listed = (
            self.desk.legal_actions(game, turn.source, None, reading).legal_actions
            if "legal_actions" in parts
            else UNSET
        )
        return replace(
            position,
            state=position.state if "state" in parts else UNSET,
            legal_actions=listed,
            played=turn.played if "played" in parts else UNSET,
            events=turn.events if "events" in parts else UNSET,
        )


def _seat_to_move(game: AnyGame, given: LoadedMatch, wanted: BotRequest) -> int:
    """The seat that the bot plays: the one to move, if that is whom the request speaks for."""
    turn = game.turn(given.match.state)
    if turn is None:
        raise _illegal_move(refuse("referee.over"))
    seat = wanted.seat if wanted.seat is not None else given.principal if given.seat is not None else turn.seat
    if given.payload is not None and seat != given.principal:
        raise ServiceError("bad-credential.speaks", seat=seat)
    if seat != turn.seat or not isinstance(seat, int):
        raise _illegal_move(refuse("referee.seat", seat=seat, turn=turn.seat))
    return seat


def _illegal_move(refusal: Refusal) -> IllegalMoveError:
    return IllegalMoveError([refusal], [], 0)


def _job_spec(
    game: AnyGame, given: LoadedMatch, source: StateSource, wanted: BotRequest, seat: int, owner: str
) -> JobSpec:
    if isinstance(source, SealedState):
        return JobSpec(game=game.name, client_id=owner, seat=seat, request=wanted, sealed_state=source.ciphertext)
    return JobSpec(game=game.name, client_id=owner, seat=seat, request=wanted, state=Raw(encode(given.match)))


@contextmanager
def _queue_errors() -> Iterator[None]:
    """Who cannot reach the queue says so."""
    try:
        yield
    except StoreUnavailable as error:
        raise ServiceError("search-unavailable.silent") from error
