"""States as canonical bytes, their digest, actions as one line of notation, records as JSON and as text."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from hashlib import blake2b
from types import NoneType, UnionType
from typing import TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from referee_service.kernel.chance import ActCount, Chance
from referee_service.kernel.game import AnyGame, Game, Verb, written
from referee_service.kernel.rules import Reason, make_reason
from referee_service.kernel.state import CHANCE, Action, Options, Seat, State

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)


class CodecError(Exception):
    """Bytes or text that cannot be read, and where."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text("en"))
        self.reason = reason


class RulesetMismatch(CodecError):
    """A state of another game, ruleset or content pack than can be judged here."""


class Match(Struct, frozen=True):
    """One play of a game: the state of its board, how chance acts, and how many actions were taken."""

    game: str
    ruleset: str
    chance: Chance
    ply: int
    state: State


class MatchEnvelope(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it is written down; `content` names the pack, which the board itself does not repeat."""

    game: str
    ruleset: str
    content: str
    chance: Chance
    ply: ActCount
    board: Raw


_DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec raises on bytes that are no JSON, no UTF-8, or nested beyond reason."""
_HASH_CHUNK_BYTES = 2000
_encoder = msgspec.json.Encoder()
_wire = msgspec.json.Decoder(MatchEnvelope)


@lru_cache(maxsize=64)
def _board_decoder(state: type[S]) -> msgspec.json.Decoder[S]:
    return msgspec.json.Decoder(state)


def encode(match: Match) -> bytes:
    """The canonical bytes of a match: fixed field order, no whitespace, no floats."""
    board = Raw(_encoder.encode(replace(match.state, pack="")))
    return _encoder.encode(MatchEnvelope(match.game, match.ruleset, match.state.pack, match.chance, match.ply, board))


def decode(game: Game[S, O, V], raw: bytes) -> Match:
    """The match that these bytes write down; whether it is possible is the audit's question."""
    try:
        wire = _wire.decode(raw)
        if wire.game != game.name:
            raise RulesetMismatch(make_reason("other_game", found=wire.game, wanted=game.name))
        board = _board_decoder(game.state_type).decode(wire.board)
    except _DECODE_ERRORS as error:
        raise CodecError(make_reason("unread", why=str(error))) from error
    if wire.ruleset != game.ruleset:
        raise RulesetMismatch(make_reason("other_ruleset", found=wire.ruleset, wanted=game.ruleset))
    if wire.content not in game.packs.load_builtin():
        raise RulesetMismatch(make_reason("other_pack", found=wire.content))
    if board.pack or board.events or board.processed_events:
        raise CodecError(make_reason("inner_fields"))
    return Match(wire.game, wire.ruleset, wire.chance, wire.ply, replace(board, pack=wire.content))


def digest(raw: bytes) -> str:
    """The short name of canonical bytes.

    In pieces: from 2 kB on Python lets other threads go first, which takes longer than the hash does.
    """
    hashed = blake2b(digest_size=16)
    for start in range(0, len(raw), _HASH_CHUNK_BYTES):
        hashed.update(raw[start : start + _HASH_CHUNK_BYTES])
    return hashed.hexdigest()


# --- notation -------------------------------------------------------------------------------------------------------


def notation(action: Action) -> str:
    """An action as one line: `place_tile die=5 tile=bank space=12`."""
    return written(action)


def parse_notation(game: AnyGame, line: str) -> Action:
    """The action that a line of notation writes down."""
    verb_name, *words = line.split() or [""]
    if verb_name not in game.verbs:
        raise CodecError(_unknown_verb(game, verb_name))
    verb = game.verbs[verb_name]
    fields: dict[str, object] = {}
    lists = _list_fields(verb.action)
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in verb.action.__struct_fields__:
            form = " ".join([verb_name, *(f"{field}=…" for field in verb.action.__struct_fields__)])
            raise CodecError(make_reason("field", word=word, verb=verb_name, form=form))
        if name in fields:
            raise CodecError(make_reason("twice", field=name))
        fields[name] = [part for part in value.split(",") if part] if name in lists else value
    return _build_action(verb, {"kind": verb_name, **fields}, strict=False)


def parse_action_json(game: AnyGame, fields: dict[str, object]) -> Action:
    """The action that a JSON object writes down."""
    kind = fields.get("kind")
    if not isinstance(kind, str) or kind not in game.verbs:
        raise CodecError(_unknown_verb(game, kind))
    return _build_action(game.verbs[kind], fields, strict=True)


def _unknown_verb(game: AnyGame, found: object) -> Reason:
    return make_reason("verb", found=repr(found), game=game.name, verbs=", ".join(game.verbs))


def _build_action(verb: Verb[S], fields: dict[str, object], *, strict: bool) -> Action:
    left_out = dict.fromkeys(optional_fields(verb.action) - fields.keys())
    try:
        return msgspec.convert({**fields, **left_out}, verb.action, strict=strict)
    except msgspec.ValidationError as error:
        raise CodecError(make_reason("values", verb=verb.name, why=str(error))) from error


@cache
def _list_fields(action: type[Action]) -> frozenset[str]:
    """The fields of a verb that hold several values."""
    return frozenset(
        name for name, kinds in _field_types(action).items() if any(get_origin(kind) is tuple for kind in kinds)
    )


@cache
def optional_fields(action: type[Action]) -> frozenset[str]:
    """The fields of a verb that may be None, and are then left out."""
    return frozenset(name for name, kinds in _field_types(action).items() if NoneType in kinds)


def _field_types(action: type[Action]) -> dict[str, tuple[object, ...]]:
    """For every field of a verb the types its value may have."""
    hints = get_type_hints(action)
    is_union = {name: get_origin(hint) in (Union, UnionType) for name, hint in hints.items()}
    return {name: get_args(hints[name]) if is_union[name] else (hints[name],) for name in action.__struct_fields__}


# --- records --------------------------------------------------------------------------------------------------------


class RecordedMove(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action of a record with the seat that took it: in notation, or as JSON where a client prefers that."""

    seat: Seat
    notation: str = ""
    action: dict[str, object] = {}


class ClaimedResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How a record says the game ended; a replay checks it."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole play: how it was set up, and every action in order, those of chance included."""

    game: str
    ruleset: str
    content: str
    seats: int
    options: dict[str, msgspec.Raw]
    chance: Chance
    moves: tuple[RecordedMove, ...] = ()
    result: ClaimedResult | None = None


_HEADER = re.compile(r"(\w+):\s*(.*)")
_MOVE = re.compile(r"(chance|\d{1,3})\s+([^#\s][^#]*)", re.ASCII)


def record_text(record: Record) -> str:
    """A record as plain text: header lines, an empty line, then one action a line."""
    header = [
        f"game: {record.game}",
        f"ruleset: {record.ruleset}",
        f"content: {record.content}",
        f"seats: {record.seats}",
        f"options: {_encoder.encode(record.options).decode()}",
        f"chance: {record.chance.mode}",
        f"seed: {_encoder.encode(record.chance.seed).decode()}",
        *([f"result: {_encoder.encode(record.result).decode()}"] if record.result else []),
    ]
    return "\n".join([*header, "", *(f"{move.seat} {move.notation}" for move in record.moves), ""])


def parse_record(text: str) -> Record:
    """The record that a text writes down; `#` begins a comment, on a line of its own or after a move."""
    header: dict[str, str] = {}
    moves: list[RecordedMove] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or line.startswith("#"):
            continue
        if not moves and (field := _HEADER.fullmatch(line)):
            header[field[1]] = field[2]
        elif taken := _MOVE.match(line):
            moves.append(RecordedMove(CHANCE if taken[1] == CHANCE else int(taken[1]), taken[2].strip()))
        else:
            raise CodecError(make_reason("line", number=number, line=line))
    return _build_record(header, tuple(moves))


def _build_record(header: dict[str, str], moves: tuple[RecordedMove, ...]) -> Record:
    missing = [name for name in ("game", "ruleset", "content", "seats", "chance") if name not in header]
    if missing:
        raise CodecError(make_reason("header_lacks", missing=", ".join(missing)))
    seed = header.get("seed", "")
    try:
        return Record(
            header["game"],
            header["ruleset"],
            header["content"],
            int(header["seats"]),
            msgspec.json.decode(header.get("options", "{}"), type=dict[str, Raw]),
            msgspec.convert({"mode": header["chance"], "seed": _parse_seed(seed)}, Chance),
            moves,
            msgspec.json.decode(header["result"], type=ClaimedResult) if "result" in header else None,
        )
    except (ValueError, *_DECODE_ERRORS) as error:
        raise CodecError(make_reason("header", why=str(error))) from error


def _parse_seed(seed: str) -> str:
    """A seed is written as a JSON string, so that it may hold anything; by hand the quotes may be left out."""
    return msgspec.json.decode(seed, type=str) if seed.startswith('"') else seed


def record_json(record: Record) -> bytes:
    """A record as JSON."""
    return _encoder.encode(record)


def parse_record_json(raw: bytes) -> Record:
    """The record that JSON bytes write down."""
    try:
        return msgspec.json.decode(raw, type=Record)
    except _DECODE_ERRORS as error:
        raise CodecError(make_reason("unread", why=str(error))) from error
