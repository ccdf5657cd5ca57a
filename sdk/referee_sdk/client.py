"""The client: one method for every call of the service. A `Match` (from `new`) is the more comfortable way to play."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack

from requests import Session

from referee_sdk.bots import BotMove, BotRequest, Job, bot_request_body
from referee_sdk.decoder import DecodeError, decode
from referee_sdk.errors import BadRequest, BotFailed, InvalidResponse, UnknownState
from referee_sdk.match import Match
from referee_sdk.models import (
    Action,
    Audit,
    ContentTables,
    GameInfo,
    GameList,
    GameSummary,
    LegalActions,
    Position,
    Replay,
    Rule,
    RuleList,
    Score,
    SealedState,
    Seat,
    SeatView,
    State,
    StateRef,
    StateSource,
    Verdict,
)
from referee_sdk.records import Chance, Record
from referee_sdk.transport import Json, RetryPolicy, Transport
from referee_sdk.wsgi import WsgiAdapter

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

Language = Literal["en", "fr"]
Move = Action | Mapping[str, Any] | str
"""An action out of a legal list, as JSON, or as a line of notation."""
PositionPart = Literal["state", "legal_actions", "played", "events"]
"""The parts of a position that a call may leave out by naming the others."""

T = TypeVar("T")

LONG_POLL_SECONDS = 1
"""Seconds that one look at a job waits for its end."""
POLL_SECONDS = 0.25
"""Seconds between two looks that were answered at once."""

IN_PROCESS_URL = "http://referee.local"
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
        retries: RetryPolicy | None = None,
    ) -> None:
        session = session or Session()
        if app is not None:
            base_url = IN_PROCESS_URL
            session.mount(IN_PROCESS_URL, WsgiAdapter(app))
        headers: dict[str, str] = {"Accept-Language": language}
        if api_key is not None:
            headers["Authorization"] = f"Bearer {api_key}"
        self.language: Language = language
        self._transport = Transport(base_url.rstrip("/"), session, headers, timeout, retries or RetryPolicy())

    def with_language(self, language: Language) -> Client:
        """The same service, asked in another language."""
        other = copy(self)
        other.language = language
        headers = {**self._transport.headers, "Accept-Language": language}
        other._transport = replace(self._transport, headers=headers)
        return other

    # --- what can be played -------------------------------------------------------------------------------------------

    def games(self) -> tuple[GameSummary, ...]:
        """The games that can be played."""
        return self._get(GameList, "/v1/games").games

    def game(self, game: str) -> GameInfo:
        """One game: seats, options, verbs with their fields, packs with provenance."""
        return self._get(GameInfo, f"/v1/games/{game}")

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
    ) -> Match:
        """A new match; `seed` is short for `chance=Chance("seeded", seed)`."""
        if seed is not None:
            chance = Chance("seeded", seed)
        position = self.set_up(game, seats=seats, chance=chance, options=options, content=content, guarded=guarded)
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
    ) -> Position:
        """The first position of a match; `new` wraps it into a Match."""
        body: Json = {"seats": seats, "guarded": guarded, "options": dict(options or {})}
        if chance is not None:
            body["chance"] = {"mode": chance.mode, "seed": chance.seed}
        if content is not None:
            body["content"] = content
        return self._post(Position, game, "states", {**body, **_include_body(include)})

    def move(
        self,
        source: StateSource,
        move: Move,
        *,
        seat: Seat | None = None,
        include: Sequence[PositionPart] | None = None,
    ) -> Position:
        """Play a move; the seat to move plays it unless another one is named."""
        return self._call_about_state(
            Position, source, "moves", {**_move_body(move), **_seat_body(seat), **_include_body(include)}
        )

    def moves(
        self, source: StateSource, moves: Sequence[tuple[Seat, Move]], *, include: Sequence[PositionPart] | None = None
    ) -> Position:
        """Play several moves, each with its seat: all of them or none."""
        steps = [{"seat": seat, **_move_body(move)} for seat, move in moves]
        return self._call_about_state(Position, source, "moves", {"actions": steps, **_include_body(include)})

    def judge(self, source: StateSource, move: Move, *, seat: Seat | None = None) -> Verdict:
        """Whether a move is legal and why not; nothing is played."""
        return self._call_about_state(Verdict, source, "verdicts", {**_move_body(move), **_seat_body(seat)})

    def legal_actions(self, source: StateSource, *, kind: str | None = None) -> LegalActions:
        """Everything the seat to move may do, or what it may do with one verb."""
        return self._call_about_state(LegalActions, source, "legal-actions", {} if kind is None else {"kind": kind})

    def view(self, source: StateSource, *, seat: int | None = None) -> SeatView:
        """What one seat sees, or a spectator when no seat is named."""
        return self._call_about_state(SeatView, source, "views", {} if seat is None else {"seat": seat})

    def score(self, source: StateSource) -> Score:
        """The score so far, line by line."""
        return self._call_about_state(Score, source, "scores", {})

    def audit(self, state: State) -> Audit:
        """Why an open state is impossible, if it is."""
        return self._post(Audit, str(state.get("game", "")), "audits", {"state": dict(state)})

    def replay(self, record: Record | str, *, include: Sequence[PositionPart] | None = None) -> Replay:
        """A record played through: valid with its last position, or the first move that cannot have been played."""
        if isinstance(record, Record):
            return self._post(Replay, record.game, "replays", {"record": record.to_json(), **_include_body(include)})
        game = Record.from_text(record).game
        return self._post(Replay, game, "replays", {"text": record, **_include_body(include)})

    # --- bots ---------------------------------------------------------------------------------------------------------

    def bot_move(
        self,
        source: StateSource,
        bot: str = "greedy",
        *,
        on_progress: Callable[[Job], None] | None = None,
        **asked: Unpack[BotRequest],
    ) -> BotMove:
        """What a bot would do; a search is waited for, and `on_progress` told how far it is."""
        answered = self.start_bot_move(source, bot, **asked)
        return answered if isinstance(answered, BotMove) else self.wait_for_job(answered, on_progress)

    def start_bot_move(self, source: StateSource, bot: str = "greedy", **asked: Unpack[BotRequest]) -> BotMove | Job:
        """What a bot would do, or the job that searches for it; nobody waits."""
        answered = self._send_by_digest(source, "bot-moves", bot_request_body(bot, asked))
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
                    yield (seen := _parse_event_line(line))
            if seen is before:
                return  # a stream without news would be opened for ever

    def stop_job(self, job: str) -> Job:
        """End a search; what it found so far stays as `best`."""
        return _read(Job, self._transport.call("DELETE", f"/v1/jobs/{job}"))

    def wait_for_job(self, job: Job, on_progress: Callable[[Job], None] | None = None) -> BotMove:
        """The move that a search finds."""
        while not job.is_done:
            asked = time.monotonic()
            job = self.job(job.id, wait=LONG_POLL_SECONDS)
            if on_progress is not None:
                on_progress(job)
            if not job.is_done and time.monotonic() < asked + POLL_SECONDS:
                time.sleep(POLL_SECONDS)  # the service did not wait, because too many do already
        if job.status != "finished" or job.result is None:
            raise BotFailed(f"The search ended without a move ({job.status}). {job.error or ''}".rstrip(), job)
        return job.result

    # --- matches from before ------------------------------------------------------------------------------------------

    def resume(self, saved: str) -> Match:
        """The match that `Match.save` wrote down."""
        return Match.from_saved(self, saved)

    def match_from(self, source: Position | State | SealedState) -> Match:
        """A match that goes on from a position, an open state, or a token with a pass."""
        return Match.from_source(self, source)

    # --- sending ------------------------------------------------------------------------------------------------------

    def _get(self, kind: type[T], path: str) -> T:
        return _read(kind, self._transport.call("GET", path))

    def _post(self, kind: type[T], game: str, call: str, body: Json) -> T:
        return _read(kind, self._post_json(game, call, body))

    def _call_about_state(self, kind: type[T], source: StateSource, call: str, body: Json) -> T:
        """A call about a state, and its answer."""
        return _read(kind, self._send_by_digest(source, call, body))

    def _send_by_digest(self, source: StateSource, call: str, body: Json) -> Json:
        """A call about a state: by its digest where we have one, whole when the service does not remember it."""
        game = source.game if isinstance(source, Position | SealedState | StateRef) else str(source.get("game", ""))
        if isinstance(source, SealedState):
            return self._post_json(
                game, call, {"sealed_state": source.ciphertext, "credential": source.credential, **body}
            )
        if isinstance(source, StateRef):
            return self._post_json(game, call, {"digest": source.digest, **body})
        if not isinstance(source, Position):
            return self._post_json(game, call, {"state": dict(source), **body})
        if source.sealed_state is not None:
            raise BadRequest("A guarded match is asked with a pass: SealedState(game, ciphertext, credential).")
        try:
            return self._post_json(game, call, {"digest": source.digest, **body})
        except UnknownState:
            if source.state is None:
                raise
            return self._post_json(game, call, {"state": source.state, **body})

    def _post_json(self, game: str, call: str, body: Json) -> Json:
        return self._transport.call("POST", f"/v1/games/{game}/{call}", body)


def _read(kind: type[T], answered: Json) -> T:
    try:
        return decode(kind, answered)
    except DecodeError as error:
        raise InvalidResponse(f"The answer is not what the contract says: {error}") from error


def _parse_event_line(line: str) -> Job:
    """What one line of a stream of events says."""
    try:
        return _read(Job, json.loads(line.removeprefix("data:")))
    except ValueError as error:
        raise InvalidResponse("The stream of events is not JSON.") from error


def _move_body(move: Move) -> Json:
    """A move as a request names it."""
    if isinstance(move, str):
        return {"notation": move}
    return {"action": move.to_json() if isinstance(move, Action) else dict(move)}


def _seat_body(seat: Seat | None) -> Json:
    return {} if seat is None else {"seat": seat}


def _include_body(include: Sequence[PositionPart] | None) -> Json:
    return {} if include is None else {"include": list(include)}
