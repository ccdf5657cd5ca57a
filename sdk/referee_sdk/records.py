"""Game records: how a play was set up and every action in order, as JSON and as plain text (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee_sdk.errors import UnreadableRecord
from referee_sdk.models import CHANCE

REQUIRED_HEADERS = ("game", "ruleset", "content", "seats", "chance")
"""What every record says before its moves."""

CHANCE_MODES = ("seeded", "table", "secret")

_HEADER = re.compile(r"(\w+):\s*(.*)")
_MOVE = re.compile(r"(chance|\d{1,3})\s+([^#\s][^#]*)", re.ASCII)


@dataclass(frozen=True)
class Chance:
    """How chance acts: `seeded`, `table` (people report real dice), or `secret` in guarded matches."""

    mode: str = "seeded"
    seed: str = ""

    def __post_init__(self) -> None:
        if self.mode not in CHANCE_MODES:
            raise UnreadableRecord(f"chance is one of {', '.join(CHANCE_MODES)}, not {self.mode!r}")


@dataclass(frozen=True)
class RecordedMove:
    """One action with the seat that took it; `line` is where it stands in the text it came from."""

    seat: int | str
    notation: str
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A whole play, or the beginning of one."""

    game: str
    ruleset: str
    content: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    chance: Chance = Chance()
    moves: tuple[RecordedMove, ...] = ()
    result: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """As `POST replays` takes it."""
        written = {
            "game": self.game,
            "ruleset": self.ruleset,
            "content": self.content,
            "seats": self.seats,
            "options": dict(self.options),
            "chance": {"mode": self.chance.mode, "seed": self.chance.seed},
            "moves": [{"seat": move.seat, "notation": move.notation} for move in self.moves],
        }
        return written if self.result is None else {**written, "result": dict(self.result)}

    def to_text(self) -> str:
        """Header lines, an empty line, then one action a line."""
        header = {
            "game": self.game,
            "ruleset": self.ruleset,
            "content": self.content,
            "seats": self.seats,
            "options": _compact(dict(self.options)),
            "chance": self.chance.mode,
            "seed": _compact(self.chance.seed),
        }
        if self.result is not None:
            header["result"] = _compact(dict(self.result))
        lines = [f"{name}: {value}" for name, value in header.items()]
        return "\n".join([*lines, "", *(f"{move.seat} {move.notation}" for move in self.moves), ""])

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Record:
        """The record that a JSON object writes down."""
        try:
            moves = tuple(RecordedMove(move["seat"], _notation(move)) for move in given.get("moves", ()))
            chance = Chance(given["chance"]["mode"], given["chance"].get("seed", ""))
            return cls(
                **{name: given[name] for name in ("game", "ruleset", "content", "seats")},
                options=given.get("options", {}),
                chance=chance,
                moves=moves,
                result=given.get("result"),
            )
        except (KeyError, TypeError) as error:
            raise UnreadableRecord(f"This is no record: {error}") from error

    @classmethod
    def from_text(cls, text: str) -> Record:
        """The record that a text writes down; `#` begins a comment."""
        header: dict[str, str] = {}
        moves: list[RecordedMove] = []
        for number, line in _lines(text):
            if not moves and (named := _HEADER.fullmatch(line)):
                header[named[1]] = named[2]
            elif taken := _MOVE.match(line):
                seat = CHANCE if taken[1] == CHANCE else int(taken[1])
                moves.append(RecordedMove(seat, taken[2].strip(), number))
            else:
                raise UnreadableRecord(f"a move is a seat and an action, not {line!r}", line=number)
        return _build_record(cls, header, tuple(moves))

    @classmethod
    def parse(cls, written: str) -> Record:
        """A record in either form."""
        if not written.lstrip().startswith("{"):
            return cls.from_text(written)
        try:
            given = json.loads(written)
        except ValueError as error:
            raise UnreadableRecord(f"This is no record: {error}") from error
        return cls.from_json(given)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _notation(move: Mapping[str, Any]) -> str:
    """A recorded move in notation, also where it was written as JSON."""
    if "notation" in move:
        return str(move["notation"])
    action = move["action"]
    fields = [
        f"{name}={_format_value(value)}" for name, value in action.items() if name != "kind" and value is not None
    ]
    return " ".join([action["kind"], *fields])


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line and not line.startswith("#"):
            yield number, line


def _build_record(kind: type[Record], header: Mapping[str, str], moves: tuple[RecordedMove, ...]) -> Record:
    missing = [name for name in REQUIRED_HEADERS if name not in header]
    if missing:
        raise UnreadableRecord(f"the header lacks {', '.join(missing)}")
    seed = header.get("seed", "")
    try:
        return kind(
            game=header["game"],
            ruleset=header["ruleset"],
            content=header["content"],
            seats=int(header["seats"]),
            options=json.loads(header.get("options", "{}")),
            chance=Chance(header["chance"], json.loads(seed) if seed.startswith('"') else seed),
            moves=moves,
            result=json.loads(header["result"]) if "result" in header else None,
        )
    except ValueError as error:
        raise UnreadableRecord(f"the header cannot be read: {error}") from error
