"""Records of matches, as text and as JSON, both ways."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw, Struct

from referee_service.kernel.chance import Chance
from referee_service.kernel.mismatches import mismatch
from referee_service.kernel.notation import DECODE_ERRORS, CodecError
from referee_service.kernel.rules import make_reason
from referee_service.kernel.score import Side
from referee_service.kernel.state import CHANCE, Seat
from referee_service.kernel.struct_types import prepare_type


class RecordedMove(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One move of a record: the seat, and the action as notation or as JSON."""

    seat: Seat
    """Seat that played the move, counted from 0, or `chance`."""
    notation: str = ""
    """The action as a line of notation, such as `place_tile q=0 r=1`. Empty if `action` has it."""
    action: dict[str, object] = {}
    """The action as JSON, with its `kind` and fields. It is read only if `notation` is empty."""


@prepare_type
class ClaimedResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result that a record claims. A replay checks it."""

    winners: tuple[Side, ...]
    """Sides that won: seats by number, opponents without a seat by name. Empty if no side wins."""
    scores: tuple[int, ...]
    """Final points of each seat, in seat order."""
    rivals: dict[str, int] = {}
    """Final points of each opponent without a seat, by name. May be left out."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole match: its set-up, and every move in order, those of chance included."""

    game: str
    """Game that was played, such as `burgundy`."""
    ruleset: str
    """Id of the rules in force. A replay needs the same one."""
    content: str
    """Id of the content pack: its name and its digest."""
    seats: int
    """Number of seats, without chance."""
    options: dict[str, msgspec.Raw]
    """Options of the set-up, by name. A missing option has its default."""
    chance: Chance
    """Origin of random outcomes. The `count` is ignored, because a replay begins at 0."""
    moves: tuple[RecordedMove, ...] = ()
    """Every move in order of play. A seeded record may leave out all moves of chance."""
    result: ClaimedResult | None = None
    """Result at the end of the match, or null if the record claims none."""


_record_decoder = msgspec.json.Decoder(Record)


_HEADER = re.compile(r"(\w+):\s*(.*)")


_MOVE = re.compile(r"(chance|\d{1,3})\s+([^#\s][^#]*)", re.ASCII)


def record_text(record: Record) -> str:
    """Return a record as text: header lines, an empty line, then one move per line."""
    header = [
        f"game: {record.game}",
        f"ruleset: {record.ruleset}",
        f"content: {record.content}",
        f"seats: {record.seats}",
        f"options: {msgspec.json.encode(record.options).decode()}",
        f"chance: {record.chance.mode}",
        f"seed: {msgspec.json.encode(record.chance.seed).decode()}",
        *([f"result: {msgspec.json.encode(record.result).decode()}"] if record.result else []),
    ]
    return "\n".join([*header, "", *(f"{move.seat} {move.notation}" for move in record.moves), ""])


def parse_record(text: str) -> Record:
    """Parse a record from text. `#` starts a comment. Raises CodecError with the line that cannot be read."""
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
    except (ValueError, *DECODE_ERRORS) as error:
        raise CodecError(make_reason("header", why=str(error))) from error


def _parse_seed(seed: str) -> str:
    """Parse a seed, a JSON string. The quotes may be omitted in records written by hand."""
    return msgspec.json.decode(seed, type=str) if seed.startswith('"') else seed


def record_json(record: Record) -> bytes:
    """Return a record as JSON."""
    return msgspec.json.encode(record)


def parse_record_json(raw: bytes) -> Record:
    """Parse a record from JSON. Raises CodecError if it does not fit."""
    try:
        return _record_decoder.decode(raw)
    except DECODE_ERRORS as error:
        raise CodecError(mismatch(error, Record)) from error
