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
from referee_service.bots.players import CHEAP
from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.services.answers import Position, ShownEvent, ShownMove, Teller
from referee_service.services.bot_answers import BotMove, Job, best_move, decision, told
from referee_service.services.desk import Desk, Reading
from referee_service.services.problems import IllegalMove, Problem
from referee_service.services.searched import NotYet, Searched
from referee_service.services.searches import UNDER_WAY, Progress, Searches
from referee_service.services.sources import Given, OpenState, Source, Token
from referee_service.services.tickets import Ticket, Wanted, name_of
from referee_service.store import StoreDown

MOST_DECISIONS: Final = 40
"""No turn is played further than this in one answer; who plays alone is never interrupted by another seat."""
WAITING: Final = 4
"""So many requests of one process may wait for searches at the same time; others are answered at once."""
PAUSE: Final = 0.1
"""A search that is watched is looked at every so many seconds, and when it is over."""
QUIET_SECONDS: Final = 5.0
"""Who watches a search hears something at least this often, so that the line is not given up."""


class Standing(NamedTuple):
    """Where a ticket stands, and the names of the searches it waits for."""

    job: Job
    waiting: Sequence[str] = ()


@dataclass(slots=True)
class Turn:
    """A turn being played: what was decided so far, and what became of it."""

    source: Source
    choices: list[Choice] = field(default_factory=list)
    position: Position | None = None
    played: list[ShownMove] = field(default_factory=list)
    events: list[ShownEvent] = field(default_factory=list)


Chooser = Callable[[AnyGame, Struct], Choice]
"""Decides from a view; raises NotYet while it is still searched."""


class BotDesk:
    """Where bots are asked, for all games alike."""

    def __init__(self, desk: Desk, searches: Searches, games: Mapping[str, AnyGame]) -> None:
        self.desk, self.searches, self.games = desk, searches, games
        self._waiting = BoundedSemaphore(WAITING)

    # --- ask ----------------------------------------------------------------------------------------------------------

    def ask(self, game: AnyGame, source: Source, wanted: Wanted, reading: Reading, *, wait: float) -> BotMove | Job:
        """What the bot does: at once where it is cheap or already searched, else the job to look at."""
        given = self.desk.reader.read(game, source, owner=reading.owner)
        seat = _seat_to_move(game, given, wanted)
        if given.sealed is not None and wanted.until == "turn_end" and not wanted.play:
            raise Problem("needs-play.guarded")
        if wanted.bot in CHEAP:
            cheap = CHEAP[wanted.bot]
            turn = Turn(source)
            self._play_turn(game, turn, seat, wanted, reading, lambda g, view: cheap(g, view, wanted.seed))
            return self._result(game, seat, wanted, turn, reading)
        ticket = _ticket(game, given, source, wanted, seat, reading.owner)
        name = name_of("ticket", ticket)
        job = self._awaited(name, self._begun(name, ticket, reading), reading, wait).job
        return job.result if job.status == "finished" and job.result is not None else job

    def _begun(self, name: str, ticket: Ticket, reading: Reading) -> Standing:
        """Keep the ticket and queue its first search, if the owner may and somebody will do it."""
        with _reachable():
            known = self._known(name, reading.owner)
            standing = self._stands(name, known, reading) if known is not None else None
            if standing is not None and standing.job.status == "finished":
                return standing
            is_new = standing is None or standing.job.status not in UNDER_WAY
            self.searches.admit(ticket.owner, ticket.wanted.workers if is_new else 0)
            self._keep(name, ticket)
            return self._stands(name, ticket, reading, again=True)

    # --- look, wait, stop ---------------------------------------------------------------------------------------------

    def look(self, name: str, reading: Reading, *, wait: float = 0) -> Job:
        """How a job stands; with `wait` once it is over, or after so many seconds."""
        return self._awaited(name, self._now(name, reading), reading, wait).job

    def follow(self, name: str, reading: Reading, *, seconds: float) -> Iterator[Job | None]:
        """A job as often as it changes, until it is over or the time is; None now and then while nothing happens."""
        if not self._waiting.acquire(blocking=False):
            raise Problem("too-many-jobs.watched")
        try:
            now = time.monotonic()
            latest, quiet, last = now + seconds, now, None
            while now < latest:
                job, waiting = self._now(name, reading)
                if job != last or now >= quiet + QUIET_SECONDS:
                    quiet = now
                    yield job if job != last else None
                if job.status not in UNDER_WAY:
                    return
                last = job
                self._wait(waiting, PAUSE)
                now = time.monotonic()
        finally:
            self._waiting.release()

    def stop(self, name: str, reading: Reading) -> Job:
        """End a search; what it found so far is told as its best, and what was decided before it as the result."""
        with _reachable():
            ticket = replace(self._ticket(name, reading.owner), stopped=True)
            self._keep(name, ticket)  # before its searches end, so that nobody who looks now asks for them again
            standing = self._stands(name, ticket, reading)
            self.searches.stop(standing.waiting)
        return standing.job

    def _awaited(self, name: str, standing: Standing, reading: Reading, wait: float) -> Standing:
        """How a job stands once it is over, or after so many seconds; at once where too many wait already."""
        if not wait or standing.job.status not in UNDER_WAY or not self._waiting.acquire(blocking=False):
            return standing
        try:
            latest = time.monotonic() + wait
            while standing.job.status in UNDER_WAY and (left := latest - time.monotonic()) > 0:
                self._wait(standing.waiting, left)
                standing = self._now(name, reading)
        finally:
            self._waiting.release()
        return standing

    def _wait(self, names: Sequence[str], seconds: float) -> None:
        with _reachable():
            self.searches.wait(names, seconds)

    def _now(self, name: str, reading: Reading) -> Standing:
        with _reachable():
            return self._stands(name, self._ticket(name, reading.owner), reading)

    def _ticket(self, name: str, owner: str) -> Ticket:
        ticket = self._known(name, owner)
        if ticket is None:
            raise Problem("unknown-job.name", name=name)
        return ticket

    def _keep(self, name: str, ticket: Ticket) -> None:
        self.searches.keep(name, msgspec.json.encode(ticket))

    def _known(self, name: str, owner: str) -> Ticket | None:
        raw = self.searches.kept(name)
        ticket = msgspec.json.decode(raw, type=Ticket) if raw is not None else None
        return ticket if ticket is not None and ticket.owner == owner else None

    # --- where a ticket stands ----------------------------------------------------------------------------------------

    def _stands(self, name: str, ticket: Ticket, reading: Reading, *, again: bool = False) -> Standing:
        """Play the turn through as far as it was searched."""
        game, turn = self.games[ticket.game], Turn(self._source(ticket, self.games[ticket.game]))
        chooser = Searched(self.searches, ticket, is_wanted=partial(self._is_wanted, name, ticket.owner), again=again)
        try:
            self._play_turn(game, turn, ticket.seat, ticket.wanted, reading, chooser)
        except NotYet as pending:
            stands = pending.progress
        else:
            stands = Progress("finished", chooser.iterations, chooser.nodes)
        best = turn.choices[0].ranking[0] if turn.choices else stands.best
        tells = bool(turn.choices) and stands.status not in UNDER_WAY
        job = Job(
            id=name,
            status=stands.status,
            iterations=stands.iterations,
            nodes=stands.nodes,
            best=best_move(Teller(game, reading.language, ticket.seat), best),
            result=self._result(game, ticket.seat, ticket.wanted, turn, reading) if tells else None,
            error=told(stands.failure, reading.language),
        )
        return Standing(job, chooser.waiting)

    def _is_wanted(self, name: str, owner: str) -> bool:
        ticket = self._known(name, owner)
        return ticket is not None and not ticket.stopped

    def _source(self, ticket: Ticket, game: AnyGame) -> Source:
        if not ticket.token:
            return OpenState(bytes(ticket.state))
        assert self.desk.vault is not None, "who keeps a token can open it"
        match_id = self.desk.vault.open(ticket.token, game=game.name).match_id
        return Token(ticket.token, self.desk.vault.pass_for(match_id, ticket.seat))

    # --- one turn -----------------------------------------------------------------------------------------------------

    def _play_turn(
        self, game: AnyGame, turn: Turn, seat: int, wanted: Wanted, reading: Reading, choose: Chooser
    ) -> None:
        """Decide, play, and go on while the same seat decides, if the whole turn is wanted."""
        while len(turn.choices) < MOST_DECISIONS:
            board = self.desk.reader.read(game, turn.source, owner=reading.owner).match.board
            turn.choices.append(choose(game, game.view(board, seat)))
            if not wanted.play and wanted.until == "move":
                break
            self._play(game, turn, seat, reading)
            now = turn.position.turn if turn.position is not None else None
            if wanted.until == "move" or now is None or now.seat != seat:
                break

    def _play(self, game: AnyGame, turn: Turn, seat: int, reading: Reading) -> None:
        """Play the last choice as anybody's move, chance after it included."""
        wish, parts = (seat, turn.choices[-1].notation), (reading.include | {"state"}) - {"legal_actions"}
        position = self.desk.move(game, turn.source, [wish], Reading(reading.language, parts, reading.owner))
        turn.played += position.played if position.played is not UNSET else ()
        turn.events += position.events if position.events is not UNSET else ()
        turn.position = position
        if isinstance(turn.source, Token):
            assert position.token is not UNSET, "a guarded match answers with a token"
            turn.source = Token(position.token, turn.source.passing)
        else:
            assert position.state is not UNSET, "the state was asked for"
            turn.source = OpenState(bytes(position.state))

    # --- what is told of it -------------------------------------------------------------------------------------------

    def _result(self, game: AnyGame, seat: int, wanted: Wanted, turn: Turn, reading: Reading) -> BotMove:
        """What the bot did, for this reader."""
        teller = Teller(game, reading.language, seat)
        moves = [decision(teller, choice) for choice in turn.choices]
        return BotMove(
            game=game.name,
            seat=seat,
            bot=wanted.bot,
            seed=wanted.seed,
            action=moves[0].action,
            moves=moves,
            iterations=sum(choice.iterations for choice in turn.choices),
            position=self._reached(game, turn, turn.position, reading) if wanted.play and turn.position else UNSET,
        )

    def _reached(self, game: AnyGame, turn: Turn, position: Position, reading: Reading) -> Position:
        """The last position, with all that was played and happened on the way, as far as it was asked for."""
        parts = reading.include
        listed = self.desk.legal(game, turn.source, None, reading).legal_actions if "legal_actions" in parts else UNSET
        return replace(
            position,
            state=position.state if "state" in parts else UNSET,
            legal_actions=listed,
            played=turn.played if "played" in parts else UNSET,
            events=turn.events if "events" in parts else UNSET,
        )


def _seat_to_move(game: AnyGame, given: Given, wanted: Wanted) -> int:
    """The seat that the bot plays: the one to move, if that is whom the request speaks for."""
    turn = game.turn(given.match.board)
    if turn is None:
        raise _against(refuse("referee.over"))
    seat = wanted.seat if wanted.seat is not None else given.speaker if given.seat is not None else turn.seat
    if given.sealed is not None and seat != given.speaker:
        raise Problem("bad-pass.speaks", seat=seat)
    if seat != turn.seat or not isinstance(seat, int):
        raise _against(refuse("referee.seat", seat=seat, turn=turn.seat))
    return seat


def _against(refusal: Refusal) -> IllegalMove:
    return IllegalMove([refusal], [], 0)


def _ticket(game: AnyGame, given: Given, source: Source, wanted: Wanted, seat: int, owner: str) -> Ticket:
    if isinstance(source, Token):
        return Ticket(game=game.name, owner=owner, seat=seat, wanted=wanted, token=source.token)
    return Ticket(game=game.name, owner=owner, seat=seat, wanted=wanted, state=Raw(encode(given.match)))


@contextmanager
def _reachable() -> Iterator[None]:
    """Who cannot reach the queue says so."""
    try:
        yield
    except StoreDown as error:
        raise Problem("search-unavailable.silent") from error
