"""The command `referee judge`: JSON lines in, JSON lines out, for programs and CI jobs without HTTP."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Final

import msgspec
from marshmallow import EXCLUDE, Schema, fields, validate
from msgspec import UNSET, Raw, Struct, UnsetType

from referee_service.api.judgements import Judgements, call_result, context_of, state_source
from referee_service.api.problems import problem_body
from referee_service.api.schemas.bodies import DECODE_ERRORS, Body, BodyParser
from referee_service.api.schemas.fields import AnyJson
from referee_service.api.schemas.requests import request_schemas
from referee_service.games import GAMES
from referee_service.kernel.rules import Language
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.service import MatchService
from referee_service.store.memory import MemoryStore

CALLS: Final = ("verdicts", "legal-actions")
CACHE_BYTES: Final = 64 << 20
CHUNK_BYTES: Final = 1 << 16
"""How much is read at once. A pipe contains no more."""
MAX_LINE_BYTES: Final = 1 << 20
"""Longest line. The service has the same limit for bodies, unless it is changed."""
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells have it."""


class _HeadSchema(Schema):
    """The fields of a line beside those of its request."""

    game = fields.String(required=True, validate=validate.OneOf(list(GAMES)))
    call = fields.String(load_default=CALLS[0], validate=validate.OneOf(CALLS))
    id = AnyJson(allow_none=True)
    language = fields.String(validate=validate.OneOf(("en", "fr")))

    class Meta:
        unknown = EXCLUDE


class _Id(Struct):
    """The id of a line that may be wrong otherwise."""

    id: Raw | UnsetType = UNSET


class Answer(Struct, frozen=True):
    """The answer to a line: its id if it has one, and what a single request to the service would get."""

    id: Raw | UnsetType
    status: int
    body: object


class LineJudge:
    """Answers lines in one language, unless a line names another. States that it has seen are not audited again."""

    def __init__(self, language: Language = "en") -> None:
        self._calls = Judgements(MatchService(MemoryStore(CACHE_BYTES)), lambda game, rules: None)
        self._language, self._head = language, BodyParser(_HeadSchema())
        self._parsers: dict[tuple[str, str], BodyParser] = {}

    def answer(self, line: bytes) -> bytes:
        """Return the answer to a line as JSON. A bad line gets its problem."""
        try:
            head = self._read_head(line)
        except ServiceError as error:
            problem = problem_body(error, self._language)
            return _encode(Answer(_id_of(line), problem["status"], problem))
        if not _is_json(head.id):
            problem = problem_body(ServiceError("invalid-json.unread", why="`id` is not valid JSON"), self._language)
            return _encode(Answer(UNSET, problem["status"], problem))
        client = ClientContext(head.language or self._language)
        result = call_result(lambda: self._call(head, line, client), client)
        return _encode(Answer(head.id, result.status, result.body))

    def _read_head(self, line: bytes) -> Body:
        if len(line) > MAX_LINE_BYTES:
            raise ServiceError("body-too-large.limit")
        return self._head.parse(line)

    def _call(self, head: Body, line: bytes, client: ClientContext) -> Struct | Raw:
        game = GAMES[head.game]

        def handle(body: Body) -> Struct | Raw:
            return self._calls.call(head.call, game, state_source(body), body, context_of(client, body))

        return self._parser(head.game, head.call).parse_and_call(line, handle)

    def _parser(self, game: str, call: str) -> BodyParser:
        """Return the parser of a request with the fields of the head."""
        if (game, call) not in self._parsers:
            request = request_schemas(GAMES[game])[call]
            line = type(f"{request.__name__}Line", (request,), dict(_HeadSchema().declared_fields))
            self._parsers[game, call] = BodyParser(line())
        return self._parsers[game, call]


_encode = msgspec.json.Encoder().encode
_decode_id = msgspec.json.Decoder(_Id).decode


def _id_of(line: bytes) -> Raw | UnsetType:
    """Return the id of a line, if it can be read."""
    try:
        found = _decode_id(line).id
    except DECODE_ERRORS:
        return UNSET
    return found if _is_json(found) else UNSET


def _is_json(raw: Raw | UnsetType) -> bool:
    """Return whether a raw value is valid JSON, so that it may be part of an answer. msgspec does not check it."""
    try:
        return raw is UNSET or msgspec.json.decode(raw) is not UNSET
    except DECODE_ERRORS:
        return False


def judge(options: argparse.Namespace) -> int:
    """Answer every line of standard input in order, and return 0 at its end."""
    line_judge, output = LineJudge(options.lang), sys.stdout.buffer
    try:
        for lines in _read_lines(sys.stdin.fileno()):
            output.write(b"".join(line_judge.answer(line) + b"\n" for line in lines))
            output.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes standard output once more at exit; then it has a reader that accepts everything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _read_lines(descriptor: int) -> Iterator[list[bytes]]:
    """Yield the complete lines of each read. A read returns what is available, so answers leave when input pauses.

    Of a line that is too long only the beginning is stored, so that it still is too long.
    """
    pending = b""
    while chunk := os.read(descriptor, CHUNK_BYTES):
        *lines, pending = (pending + chunk).split(b"\n")
        pending = pending[: MAX_LINE_BYTES + 1]
        yield lines
    if pending:
        yield [pending]
