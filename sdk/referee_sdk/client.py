"""The client: one method for every call of the service. A `Match` (from `new`) is the more comfortable way to play."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack

from requests import Session

from referee_sdk.answers import (
    AboutGame,
    Action,
    Audit,
    ContentTables,
    GameLine,
    GameList,
    LegalList,
    Position,
    Ref,
    Replay,
    Rule,
    RuleList,
    Score,
    Sealed,
    Seat,
    Source,
    State,
    Verdict,
    View,
)
from referee_sdk.bots import BotMove, BotRequest, Job, request_body
from referee_sdk.errors import BadRequest, BotFailed, BrokenAnswer, UnknownState
from referee_sdk.match import Match
from referee_sdk.reading import Misfit, read
from referee_sdk.records import Chance, Record
from referee_sdk.transport import Json, Retries, Transport
from referee_sdk.wsgi import WsgiAdapter

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

Language = Literal["en", "fr"]
Move = Action | Mapping[str, Any] | str
"""An action out of a legal list, as JSON, or as a line of notation."""
Part = Literal["state", "legal_actions", "played", "events"]
"""The parts of a position that a call may leave out by naming the others."""

T = TypeVar("T")

LOOK_EVERY = 1
"""Seconds that one look at a job waits for its end."""
PAUSE = 0.25
"""Seconds between two looks that were answered at once."""

IN_PROCESS = "http://referee.local"
"""The address of an app in this process; nothing is sent there."""


class Client:
    """A service at an address, or an app in this process.

    All calls may be sent twice without harm, so what fails on the way is tried again (see `Retries`). A position is
    sent by its digest, and whole when the service does not remember it.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8080",
        api_key: str | None = None,
        language: Language = "en",
        timeout: float = 10.0,
        session: Session | None = None,
        *,
        app: WSGIApplication | None = None,
        retries: Retries | None = None,
    ) -> None:
        session = session or Session()
        if app is not None:
            base_url = IN_PROCESS
            session.mount(IN_PROCESS, WsgiAdapter(app))
        headers: dict[str, str] = {"Accept-Language": language}
        if api_key is not None:
            headers["Authorization"] = f"Bearer {api_key}"
        self.language: Language = language
        self._transport = Transport(base_url.rstrip("/"), session, headers, timeout, retries or Retries())

    def speaking(self, language: Language) -> Client:
        """The same service, asked in another language."""
        other = copy(self)
        other.language = language
        headers = {**self._transport.headers, "Accept-Language": language}
        other._transport = replace(self._transport, headers=headers)
        return other

    # --- what can be played -------------------------------------------------------------------------------------------

    def games(self) -> tuple[GameLine, ...]:
        """The games that can be played."""
        return self._get(GameList, "/v1/games").games

    def game(self, game: str) -> AboutGame:
        """One game: seats, options, verbs with their fields, packs with provenance."""
        return self._get(AboutGame, f"/v1/games/{game}")

    def rules(self, game: str) -> tuple[Rule, ...]:
        """The rule catalogue of a game."""
        return self._get(RuleList, f"/v1/games/{game}/rules").rules

    def rule(self, game: str, rule: str) -> Rule:
        """One rule by its id, such as the `rule` of a refusal."""
        return self._get(Rule, f"/v1/games/{game}/rules/{rule}")

    def content(self, game: str) -> dict[str, dict[str, Any]]:
        """The component tables of every pack of a game."""
        return self._get(ContentTables, f"/v1/games/{game}/content").packs

    # --- playing ------------------------------------------------------------------------------------------------------

    def new(
        self,
        game: str,
        *,
        seats: int = 2,
        seed: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        content: str | None = None,
        guarded: bool = False,
    ) -> Match:
        """A new match; `seed` is short for `chance=Chance("seeded", seed)`."""
        if seed is not None:
            chance = Chance("seeded", seed)
        position = self.set_up(game, seats=seats, chance=chance, options=options, content=content, guarded=guarded)
        return Match.begun(self, position, seats=seats, options=options or {})

    def set_up(
        self,
        game: str,
        *,
        seats: int,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        content: str | None = None,
        guarded: bool = False,
        include: Sequence[Part] | None = None,
    ) -> Position:
        """The first position of a match; `new` wraps it into a Match."""
        body: Json = {"seats": seats, "guarded": guarded, "options": dict(options or {})}
        if chance is not None:
            body["chance"] = {"mode": chance.mode, "seed": chance.seed}
        if content is not None:
            body["content"] = content
        return self._post(Position, game, "states", {**body, **_included(include)})

    def move(
        self, source: Source, move: Move, *, seat: Seat | None = None, include: Sequence[Part] | None = None
    ) -> Position:
        """Play a move; the seat to move plays it unless another one is named."""
        return self._about(Position, source, "moves", {**_moved(move), **_seated(seat), **_included(include)})

    def moves(
        self, source: Source, moves: Sequence[tuple[Seat, Move]], *, include: Sequence[Part] | None = None
    ) -> Position:
        """Play several moves, each with its seat: all of them or none."""
        steps = [{"seat": seat, **_moved(move)} for seat, move in moves]
        return self._about(Position, source, "moves", {"actions": steps, **_included(include)})

    def verdict(self, source: Source, move: Move, *, seat: Seat | None = None) -> Verdict:
        """Whether a move is legal and why not; nothing is played."""
        return self._about(Verdict, source, "verdicts", {**_moved(move), **_seated(seat)})

    def legal_actions(self, source: Source, *, kind: str | None = None) -> LegalList:
        """Everything the seat to move may do, or what it may do with one verb."""
        return self._about(LegalList, source, "legal-actions", {} if kind is None else {"kind": kind})

    def view(self, source: Source, *, seat: int | None = None) -> View:
        """What one seat sees, or a spectator when no seat is named."""
        return self._about(View, source, "views", {} if seat is None else {"seat": seat})

    def score(self, source: Source) -> Score:
        """The score so far, line by line."""
        return self._about(Score, source, "scores", {})

    def audit(self, state: State) -> Audit:
        """Why an open state is impossible, if it is."""
        return self._post(Audit, str(state.get("game", "")), "audits", {"state": dict(state)})

    def replay(self, record: Record | str, *, include: Sequence[Part] | None = None) -> Replay:
        """A record played through: valid with its last position, or the first move that cannot have been played."""
        if isinstance(record, Record):
            return self._post(Replay, record.game, "replays", {"record": record.to_json(), **_included(include)})
        game = Record.from_text(record).game
        return self._post(Replay, game, "replays", {"text": record, **_included(include)})

    # --- bots ---------------------------------------------------------------------------------------------------------

    def bot_move(
        self,
        source: Source,
        bot: str = "greedy",
        *,
        on_progress: Callable[[Job], None] | None = None,
        **asked: Unpack[BotRequest],
    ) -> BotMove:
        """What a bot would do; a search is waited for, and `on_progress` told how far it is."""
        answered = self.ask_bot(source, bot, **asked)
        return answered if isinstance(answered, BotMove) else self.wait_for(answered, on_progress)

    def ask_bot(self, source: Source, bot: str = "greedy", **asked: Unpack[BotRequest]) -> BotMove | Job:
        """What a bot would do, or the job that searches for it; nobody waits."""
        answered = self._asked(source, "bot-moves", request_body(bot, asked))
        return _read(Job, answered) if "status" in answered else _read(BotMove, answered)

    def job(self, job: str, *, wait: int = 0) -> Job:
        """How a search stands; with `wait` once it is over, or after so many seconds."""
        return _read(Job, self._transport.call("GET", f"/v1/jobs/{job}", wait=wait))

    def job_events(self, job: str) -> Iterator[Job]:
        """A search as it goes on, until it is over; a stream that the service ends before is opened again."""
        seen: Job | None = None
        while seen is None or not seen.is_done:
            before = seen
            for line in self._transport.lines(f"/v1/jobs/{job}/events"):
                if line.startswith("data:"):
                    yield (seen := _event(line))
            if seen is before:
                return  # a stream without news would be opened for ever

    def stop_job(self, job: str) -> Job:
        """End a search; what it found so far stays as `best`."""
        return _read(Job, self._transport.call("DELETE", f"/v1/jobs/{job}"))

    def wait_for(self, job: Job, on_progress: Callable[[Job], None] | None = None) -> BotMove:
        """The move that a search finds."""
        while not job.is_done:
            asked = time.monotonic()
            job = self.job(job.id, wait=LOOK_EVERY)
            if on_progress is not None:
                on_progress(job)
            if not job.is_done and time.monotonic() < asked + PAUSE:
                time.sleep(PAUSE)  # the service did not wait, because too many do already
        if job.status != "finished" or job.result is None:
            raise BotFailed(f"The search ended without a move ({job.status}). {job.error or ''}".rstrip(), job)
        return job.result

    # --- matches from before ------------------------------------------------------------------------------------------

    def resume(self, saved: str) -> Match:
        """The match that `Match.save` wrote down."""
        return Match.resumed(self, saved)

    def match(self, source: Position | State | Sealed) -> Match:
        """A match that goes on from a position, an open state, or a token with a pass."""
        return Match.from_source(self, source)

    # --- sending ------------------------------------------------------------------------------------------------------

    def _get(self, kind: type[T], path: str) -> T:
        return _read(kind, self._transport.call("GET", path))

    def _post(self, kind: type[T], game: str, call: str, body: Json) -> T:
        return _read(kind, self._sent(game, call, body))

    def _about(self, kind: type[T], source: Source, call: str, body: Json) -> T:
        """A call about a state, and its answer."""
        return _read(kind, self._asked(source, call, body))

    def _asked(self, source: Source, call: str, body: Json) -> Json:
        """A call about a state: by its digest where we have one, whole when the service does not remember it."""
        game = source.game if isinstance(source, Position | Sealed | Ref) else str(source.get("game", ""))
        if isinstance(source, Sealed):
            return self._sent(game, call, {"token": source.token, "pass": source.pass_, **body})
        if isinstance(source, Ref):
            return self._sent(game, call, {"ref": source.digest, **body})
        if not isinstance(source, Position):
            return self._sent(game, call, {"state": dict(source), **body})
        if source.token is not None:
            raise BadRequest("A guarded match is asked with a pass: Sealed(game, token, pass_).")
        try:
            return self._sent(game, call, {"ref": source.digest, **body})
        except UnknownState:
            if source.state is None:
                raise
            return self._sent(game, call, {"state": source.state, **body})

    def _sent(self, game: str, call: str, body: Json) -> Json:
        return self._transport.call("POST", f"/v1/games/{game}/{call}", body)


def _read(kind: type[T], answered: Json) -> T:
    try:
        return read(kind, answered)
    except Misfit as error:
        raise BrokenAnswer(f"The answer is not what the contract says: {error}") from error


def _event(line: str) -> Job:
    """What one line of a stream of events says."""
    try:
        return _read(Job, json.loads(line.removeprefix("data:")))
    except ValueError as error:
        raise BrokenAnswer("The stream of events is not JSON.") from error


def _moved(move: Move) -> Json:
    """A move as a request names it."""
    if isinstance(move, str):
        return {"notation": move}
    return {"action": move.to_json() if isinstance(move, Action) else dict(move)}


def _seated(seat: Seat | None) -> Json:
    return {} if seat is None else {"seat": seat}


def _included(include: Sequence[Part] | None) -> Json:
    return {} if include is None else {"include": list(include)}
