"""Client with one method per call of the service. To play, `Match` (from `new_match`) is more convenient."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack
from uuid import uuid4

from requests import Session

from referee_sdk.bots import BotMove, BotRequest, Job, bot_request_body
from referee_sdk.errors import BotFailed
from referee_sdk.match import Match
from referee_sdk.models import (
    Action,
    Audit,
    LegalActions,
    PlaceVerdict,
    Position,
    Replay,
    Score,
    SealedState,
    Seat,
    SeatView,
    State,
    StateSource,
    TextOptions,
    Verdict,
)
from referee_sdk.picture_client import PictureClient, first_known, state_fields
from referee_sdk.records import Chance, Record
from referee_sdk.responses import decode_job, decode_response, job_access, job_of_event
from referee_sdk.transport import Json, RetryPolicy, Transport
from referee_sdk.wsgi import WsgiAdapter

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

Language = Literal["en", "fr"]
Move = Action | Mapping[str, Any] | str
"""An action of a legal list, an action as JSON, or a line of notation."""
PositionPart = Literal["state", "legal_actions", "played", "events"]
"""Parts of a position that `include` may name; a call with `include` returns only those."""

T = TypeVar("T")

LONG_POLL_SECONDS = 1
"""Seconds that the service may hold one long-polling request for a job."""
POLL_SECONDS = 0.25
"""Pause before the next poll if the service did not hold the request."""

IN_PROCESS_URL = "http://referee.local"
"""Base URL for an app in this process. No network request goes there."""


class Client(PictureClient):
    """Client of a service at a URL, or of a WSGI app in this process.

    Every call is safe to repeat, so failed calls are retried (see `RetryPolicy`). Calls send the digest of a position,
    and the full state if the service no longer caches it.
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
            headers["X-API-Key"] = api_key  # `Authorization` has the credential of a guarded match
        self.language: Language = language
        self._transport = Transport(base_url.rstrip("/"), session, headers, timeout, retries or RetryPolicy())

    def with_language(self, language: Language) -> Client:
        """Return a client of the same service with responses in another language."""
        other = copy(self)
        other.language = language
        headers = {**self._transport.headers, "Accept-Language": language}
        other._transport = replace(self._transport, headers=headers)
        return other

    def with_retries(self, *, max_attempts: int) -> Client:
        """Return a client of the same service that makes at most `max_attempts` attempts per call."""
        other = copy(self)
        policy = replace(self._transport.retries, max_attempts=max_attempts)
        other._transport = replace(self._transport, retries=policy)
        return other

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
        if seed is not None:
            chance = Chance("seeded", seed)
        position = self.set_up(
            game,
            seats=seats,
            chance=chance,
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
        body: Json = {"seats": seats, "guarded": guarded, "options": dict(options or {})}
        if chance is not None:
            body["chance"] = {"mode": chance.mode, "seed": chance.seed}
        if content is not None:
            body["content"] = content
        headers = {"Idempotency-Key": idempotency_key or uuid4().hex}
        response = self._transport.call(
            "POST", f"/v1/games/{game}/states", {**body, **_include_body(include)}, headers=headers
        )
        return decode_response(Position, response)

    def move(
        self,
        source: StateSource,
        move: Move,
        *,
        seat: Seat | None = None,
        include: Sequence[PositionPart] | None = None,
    ) -> Position:
        """Play a move for `seat` (default: the seat to move). Raises `IllegalMove` if the rules forbid it."""
        return self._post_about_state(
            Position, source, "moves", {**_move_body(move), **_seat_body(seat), **_include_body(include)}
        )

    def moves(
        self, source: StateSource, moves: Sequence[tuple[Seat, Move]], *, include: Sequence[PositionPart] | None = None
    ) -> Position:
        """Play several moves, each with its seat. If one is illegal, none is played."""
        steps = [{"seat": seat, **_move_body(move)} for seat, move in moves]
        return self._post_about_state(Position, source, "moves", {"moves": steps, **_include_body(include)})

    def judge(self, source: StateSource, move: Move, *, seat: Seat | None = None) -> Verdict:
        """Return whether a move is legal, and every refusal if not. Nothing is played."""
        return self._post_about_state(Verdict, source, "verdicts", {**_move_body(move), **_seat_body(seat)})

    def judge_places(self, source: StateSource, places: Sequence[str], *, seat: Seat | None = None) -> PlaceVerdict:
        """Return what the pointed places may mean: candidate actions, each legal or with its refusals.

        The service fills the fields of the current verbs from what the places hold. Raises `BadRequest` if a place does
        not exist. Nothing is played.
        """
        return self._post_about_state(PlaceVerdict, source, "verdicts", {"places": list(places), **_seat_body(seat)})

    def legal_actions(self, source: StateSource, *, kind: str | None = None) -> LegalActions:
        """Return all legal actions of the seat to move, or only those of the verb `kind`."""
        return self._post_about_state(LegalActions, source, "legal-actions", {} if kind is None else {"kind": kind})

    def view(self, source: StateSource, *, seat: int | None = None, **text: Unpack[TextOptions]) -> SeatView:
        """Return the state as a seat sees it, or as a spectator sees it without `seat`. `text` are `TextOptions`."""
        return self._post_about_state(SeatView, source, "views", {**_seat_body(seat), **_text_body(text)})

    def score(self, source: StateSource) -> Score:
        """Return the current scores with their lines, and the result if the game is over."""
        return self._post_about_state(Score, source, "scores", {})

    def audit(self, state: State) -> Audit:
        """Return whether an open state is possible, with every fault found."""
        return self._post(Audit, str(state.get("game", "")), "audits", {"state": dict(state)})

    def replay(self, record: Record | str, *, include: Sequence[PositionPart] | None = None) -> Replay:
        """Replay a record: return its last position, or the first move that cannot have been played."""
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
        **request: Unpack[BotRequest],
    ) -> BotMove:
        """Return the move of a bot. Waits for a search, and calls `on_progress` with its job after every poll."""
        started = self.start_bot_move(source, bot, **request)
        return started if isinstance(started, BotMove) else self.wait_for_job(started, on_progress)

    def start_bot_move(self, source: StateSource, bot: str = "greedy", **request: Unpack[BotRequest]) -> BotMove | Job:
        """Return the move of a fast bot, or the job of a search, without waiting for it."""
        response = self._send_by_digest(source, "bot-moves", bot_request_body(bot, request))
        if "status" not in response:
            return decode_response(BotMove, response)
        return decode_job(response, source.credential if isinstance(source, SealedState) else None)

    def job(self, job: Job | str, *, credential: str | None = None, wait: int = 0) -> Job:
        """Return a job. With `wait`, the service responds when it ends, or after that many seconds.

        A job of a guarded match needs the credential of its seat. A `Job` of this client has it; with an id, pass it.
        """
        job_id, credential = job_access(job, credential)
        transport = self._transport.with_credential(credential)
        return decode_job(transport.call("GET", f"/v1/jobs/{job_id}", wait=wait), credential)

    def job_events(self, job: Job | str, *, credential: str | None = None) -> Iterator[Job]:
        """Yield the progress of a job until it ends. If the service closes the stream early, it is opened again."""
        job_id, credential = job_access(job, credential)
        transport = self._transport.with_credential(credential)
        latest: Job | None = None
        while latest is None or not latest.is_done:
            before = latest
            for line in transport.lines(f"/v1/jobs/{job_id}/events"):
                if line.startswith("data:"):
                    yield (latest := job_of_event(line, credential))
            if latest is before:
                return  # a stream without events would be opened again and again

    def stop_job(self, job: Job | str, *, credential: str | None = None) -> Job:
        """Stop a search and return its job; `best` has the best action so far."""
        job_id, credential = job_access(job, credential)
        return decode_job(self._transport.with_credential(credential).call("DELETE", f"/v1/jobs/{job_id}"), credential)

    def wait_for_job(self, job: Job, on_progress: Callable[[Job], None] | None = None) -> BotMove:
        """Wait for a search and return its move. Raises `BotFailed` if it fails or is stopped."""
        while not job.is_done:
            polled_at = time.monotonic()
            job = self.job(job, wait=LONG_POLL_SECONDS)
            if on_progress is not None:
                on_progress(job)
            if not job.is_done and time.monotonic() < polled_at + POLL_SECONDS:
                time.sleep(POLL_SECONDS)  # the service holds only a limited number of requests
        if job.status != "finished" or job.result is None:
            raise BotFailed(f"The search ended without a move ({job.status}). {job.error or ''}".rstrip(), job)
        return job.result

    # --- existing matches ---------------------------------------------------------------------------------------------

    def resume(self, saved: str) -> Match:
        """Return the match that `Match.save` saved. Raises `BadRequest` if the string is not a saved match."""
        return Match.from_saved(self, saved)

    def match_from(self, source: Position | State | SealedState) -> Match:
        """Return a match that continues from a position, an open state, or a sealed state with its credential."""
        return Match.from_source(self, source)

    # --- requests -----------------------------------------------------------------------------------------------------

    def _post(self, model: type[T], game: str, call: str, body: Json) -> T:
        return decode_response(model, self._post_json(game, call, body))

    def _post_about_state(self, model: type[T], source: StateSource, call: str, body: Json) -> T:
        """Post a request about a state and decode the response."""
        return decode_response(model, self._send_by_digest(source, call, body))

    def _send_by_digest(self, source: StateSource, call: str, body: Json) -> Json:
        """Post a request about a state: by digest if there is one, with the full state if that is not cached."""
        game, sources = state_fields(source)
        return first_known(sources, lambda fields: self._post_json(game, call, {**fields, **body}))

    def _post_json(self, game: str, call: str, body: Json) -> Json:
        return self._transport.call("POST", f"/v1/games/{game}/{call}", body)


def _move_body(move: Move) -> Json:
    """Return the request fields that name a move."""
    if isinstance(move, str):
        return {"notation": move}
    return {"action": move.to_json() if isinstance(move, Action) else dict(move)}


def _seat_body(seat: Seat | None) -> Json:
    return {} if seat is None else {"seat": seat}


def _text_body(text: TextOptions) -> Json:
    """Return the request fields of text options, without those that are None."""
    body: Json = {name: value for name, value in text.items() if value is not None}
    return {**body, "names": list(body["names"])} if "names" in body else body


def _include_body(include: Sequence[PositionPart] | None) -> Json:
    return {} if include is None else {"include": list(include)}
