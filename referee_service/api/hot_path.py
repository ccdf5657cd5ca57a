"""Hot path: moves, verdicts and legal lists of open matches, answered without Flask.

Flask and Werkzeug take longer than the rules. The hot path calls the same parsers and services as the routes, and its
responses are the same to the byte. It leaves every other request to Flask, also each one whose error it cannot word:
`accept`, `prepare` and `answer` return None then, and nothing has been counted or logged. It knows no server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import getrandbits
from time import perf_counter
from typing import Final, NamedTuple

import msgspec
from flask import Flask
from msgspec import UNSET

from referee_service import logs
from referee_service.api.client_context import accepted_type, api_key_in, language_of, quota_id, short_hash
from referee_service.api.hooks import JSON, JSON_TYPES
from referee_service.api.judgements import Judgements, Source, context_of, state_source
from referee_service.api.metrics import Metrics
from referee_service.api.problems import PROBLEM_TYPE, problem_body, problem_headers
from referee_service.api.rate_limits import LIMITS_KEY, RateLimits
from referee_service.api.response_headers import NO_STORE, SERVICE_HEADERS, Header, cors_headers
from referee_service.api.routes.games import GAMES_PREFIX
from referee_service.api.schemas.batches import MARK
from referee_service.api.schemas.bodies import DECODE_ERRORS, Body, BodyParser
from referee_service.api.schemas.requests import request_schemas
from referee_service.kernel.game import AnyGame
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.loader import LoadedMatch, SealedState

HOT_CALLS: Final = ("moves", "verdicts", "legal-actions")
MAX_HOT_BYTES: Final = 32 << 10
"""Longest body of the hot path. States are smaller, and the event loop decodes it: 1 MB of JSON would take 20 ms."""
MAX_HOT_HEADER_CHARS: Final = 256
"""Longest of the headers that `accept` reads. The event loop parses them, and what they say is kept by their text: an
`Accept` of 300 kB would take a second.
"""
_READ_HEADERS: Final = ("content-length", "accept", "accept-language", "origin")
_KEY_HEADERS: Final = {"authorization": "HTTP_AUTHORIZATION", "x-api-key": "HTTP_X_API_KEY"}
_encode: Final = msgspec.json.Encoder().encode


class HotCall(NamedTuple):
    """A call of one game: its name, its path, its name in metrics, and the parser of its bodies."""

    name: str
    path: str
    endpoint: str
    game: AnyGame
    parser: BodyParser


class Client(NamedTuple):
    """What the headers of a request say about its client, and the headers of every response to it."""

    context: ClientContext
    headers: Sequence[Header]


@dataclass(frozen=True, slots=True)
class HotRequest:
    """An accepted request: its call, its client, the length of its body, its quota, and a random id."""

    call: HotCall
    client: Client
    length: int
    quota_id: str
    id: str = field(default_factory=lambda: f"{getrandbits(64):016x}")


class Prepared(NamedTuple):
    """A decoded request. `is_quick` if its answer takes about a millisecond and waits for no other process.

    `is_counted` if the rate limit has counted it, or if there is none. Else `answer` counts it.
    """

    request: HotRequest
    body: Body
    source: Source
    is_quick: bool
    is_counted: bool
    started_at: float


class HotAnswer(NamedTuple):
    """A complete response."""

    status: int
    headers: list[Header]
    body: bytes


class HotPath:
    """The hot path of one app."""

    def __init__(self, app: Flask, *, body_limit: int) -> None:
        self._judgements: Judgements = app.extensions["referee.judgements"]
        self._metrics: Metrics = app.extensions["referee.metrics"]
        self._api_keys: frozenset[str] = app.extensions["referee.api_keys"]
        self._cors_origins: tuple[str, ...] = app.extensions["referee.cors_origins"]
        self._limits: RateLimits | None = app.extensions.get(LIMITS_KEY)
        self._loader, self._body_limit = self._judgements.matches.loader, min(body_limit, MAX_HOT_BYTES)
        games: Mapping[str, AnyGame] = app.extensions["referee.games"]
        calls = [_hot_call(game, name) for game in games.values() for name in HOT_CALLS]
        self._calls = {call.path: call for call in calls}
        self._client = lru_cache(maxsize=256)(self._new_client)

    def accept(self, method: str, path: str, headers: Sequence[Header], address: str) -> HotRequest | None:
        """Return the request with these headers, their names in lower case, or None for Flask.

        `address` is that of the client.
        """
        call = self._calls.get(path)
        if call is None or method != "POST":
            return None
        found = dict(headers)
        if max([len(found.get(name, "")) for name in _READ_HEADERS]) > MAX_HOT_HEADER_CHARS:
            return None
        length = found.get("content-length", "")
        if found.get("content-type") != JSON or not (length.isdecimal() and 0 < int(length) <= self._body_limit):
            return None
        if len(found) < len(headers) or "transfer-encoding" in found or "_" in "".join(found):
            return None  # Flask joins repeated headers, `a_b` and `a-b` too, and refuses a body in chunks
        if accepted_type(found.get("accept", ""), JSON_TYPES) is None:
            return None
        key = self._api_key(found)
        if key is None:
            return None
        client = self._client(found.get("accept-language", ""), found.get("origin", ""), key)
        return HotRequest(call, client, int(length), quota_id(key, address) if self._limits is not None else "")

    def _api_key(self, headers: Mapping[str, str]) -> str | None:
        """Return the API key of a request, "" if the service needs none, or None if the key is missing or wrong."""
        if not self._api_keys:
            return ""
        environ = {name: headers[header] for header, name in _KEY_HEADERS.items() if header in headers}
        return api_key_in(environ, self._api_keys) or None

    def _new_client(self, accept_language: str, origin: str, key: str) -> Client:
        language = language_of(accept_language)
        headers = (*SERVICE_HEADERS, NO_STORE, ("Content-Language", language))
        return Client(
            ClientContext(language, client_id=short_hash(key)), (*headers, *cors_headers(origin, self._cors_origins))
        )

    def prepare(self, request: HotRequest, raw: bytes) -> Prepared | None:
        """Decode a body, and look for its match in this process. Return None for Flask."""
        started_at, call = perf_counter(), request.call
        if MARK in raw and call.name != "moves":
            return None  # a batch
        try:
            body = call.parser.decode(raw)
        except DECODE_ERRORS:
            return None
        source = state_source(body)
        if isinstance(source, SealedState):
            return None  # a guarded move must never be played twice, so one path plays it
        try:
            match = self._loader.find(call.game, source, request.client.context.client_id)
        except ServiceError:
            return None  # signed, and a state of another game or of a pack that is gone
        is_counted = self._limits is None or self._limits.take(request.quota_id)
        is_quick = is_counted and match is not None and _is_quick(call, body, match)
        return Prepared(request, body, match or source, is_quick, is_counted, started_at)

    def answer(self, prepared: Prepared) -> HotAnswer | None:
        """Return the response to a request, counted and logged, or None for Flask.

        The rate limit has counted the request in any case.
        """
        request = prepared.request
        call, client = request.call, request.client
        try:
            if self._limits is not None and not prepared.is_counted:
                self._limits.charge(request.quota_id)
            context = context_of(client.context, prepared.body)
            body = _encode(self._judgements.call(call.name, call.game, prepared.source, prepared.body, context))
        except ServiceError as error:
            if error.code == "schema-mismatch":
                return None  # marshmallow may name the wrong field better
            return self._problem(prepared, error)
        except Exception:  # Flask meets the same one, logs it and answers 500
            return None
        return self._finish(prepared, 200, JSON, body)

    def _problem(self, prepared: Prepared, error: ServiceError) -> HotAnswer:
        request = prepared.request
        body = problem_body(error, request.client.context.language, request.id)
        return self._finish(prepared, body["status"], PROBLEM_TYPE, _encode(body), problem_headers(error))

    def _finish(
        self, prepared: Prepared, status: int, media_type: str, body: bytes, headers: Sequence[Header] = ()
    ) -> HotAnswer:
        """Return a response with all its headers. Count it and log it."""
        request, seconds = prepared.request, perf_counter() - prepared.started_at
        self._metrics.count_response(request.call.endpoint, status, seconds)
        logs.log_request(request.id, "POST", request.call.path, status, seconds)
        own = [("Content-Type", media_type), ("Content-Length", str(len(body))), *headers, ("X-Request-Id", request.id)]
        return HotAnswer(status, own + list(request.client.headers), body)


def _hot_call(game: AnyGame, name: str) -> HotCall:
    path, endpoint = f"{GAMES_PREFIX}/{game.name}/{name}", f"{game.name}.{name.replace('-', '_')}"
    return HotCall(name, path, endpoint, game, BodyParser(request_schemas(game)[name]()))


def _is_quick(call: HotCall, body: Body, match: LoadedMatch) -> bool:
    """Return whether a request about a match of this process is short work.

    A list of moves, places and texts take longer. A move of chance at a table looks into the store.
    """
    if call.name == "legal-actions":
        return True
    if (body.notation is UNSET and body.action is UNSET) or match.match.chance.mode == "table":
        return False
    return body.include is UNSET or "text" not in body.include
