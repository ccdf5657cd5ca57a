"""Game records as JSON and as plain text: the set-up and every action in order (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee_sdk.errors import UnreadableRecord
from referee_sdk.models import CHANCE, Result

REQUIRED_HEADERS = ("game", "ruleset", "content", "seats", "chance")
"""Header lines that every record must have."""

CHANCE_MODES = ("seeded", "table", "secret")

_HEADER = re.compile(r"(\w+):\s*(.*)")
_MOVE = re.compile(r"(chance|\d{1,3})\s+([^#\s][^#]*)", re.ASCII)


@dataclass(frozen=True)
class Chance:
    """Mode of chance: `seeded`, `table` (people report real dice), or `secret` (guarded matches), and its seed."""

    mode: str = "seeded"
    seed: str = ""

    def __post_init__(self) -> None:
        if self.mode not in CHANCE_MODES:
            raise UnreadableRecord(f"chance is one of {', '.join(CHANCE_MODES)}, not {self.mode!r}")


@dataclass(frozen=True)
class RecordedMove:
    """One action with its seat. `line` is its line number if the record was read from text."""

    seat: int | str
    notation: str
    line: int | None = field(default=None, compare=False)


def claimed_result(result: Result) -> dict[str, Any]:
    """Return the claim about a result that a record contains. It names rivals only if the game has any."""
    rivals = {"rivals": result.rival_scores} if result.rivals else {}
    return {"winners": list(result.winners), "scores": list(result.scores), **rivals}


@dataclass(frozen=True, kw_only=True)
class Record:
    """A complete match, or its beginning."""

    game: str
    ruleset: str
    content: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    chance: Chance = Chance()
    moves: tuple[RecordedMove, ...] = ()
    result: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that `POST replays` accepts."""
        data = {
            "game": self.game,
            "ruleset": self.ruleset,
            "content": self.content,
            "seats": self.seats,
            "options": dict(self.options),
            "chance": {"mode": self.chance.mode, "seed": self.chance.seed},
            "moves": [{"seat": move.seat, "notation": move.notation} for move in self.moves],
        }
        return data if self.result is None else {**data, "result": dict(self.result)}

    def to_text(self) -> str:
        """Return the text form: header lines, an empty line, then one move per line."""
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
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """Return the record of a JSON object. Raises `UnreadableRecord` if a field is missing or has a wrong type."""
        try:
            moves = tuple(RecordedMove(move["seat"], _notation(move)) for move in data.get("moves", ()))
            chance = Chance(data["chance"]["mode"], data["chance"].get("seed", ""))
            return cls(
                **{name: data[name] for name in ("game", "ruleset", "content", "seats")},
                options=data.get("options", {}),
                chance=chance,
                moves=moves,
                result=data.get("result"),
            )
        except (AttributeError, KeyError, TypeError) as error:
            raise UnreadableRecord(f"This is not a record: {error}") from error

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Return the record of a text; `#` starts a comment. Raises `UnreadableRecord` with the bad line."""
        header: dict[str, str] = {}
        moves: list[RecordedMove] = []
        for number, line in _lines(text):
            if not moves and (header_match := _HEADER.fullmatch(line)):
                header[header_match[1]] = header_match[2]
            elif move_match := _MOVE.match(line):
                seat = CHANCE if move_match[1] == CHANCE else int(move_match[1])
                moves.append(RecordedMove(seat, move_match[2].strip(), number))
            else:
                raise UnreadableRecord(f"a move is a seat and an action, not {line!r}", line=number)
        return _build_record(cls, header, tuple(moves))

    @classmethod
    def parse(cls, content: str) -> Record:
        """Return the record of a text or a JSON string. Raises `UnreadableRecord` if it is neither."""
        if not content.lstrip().startswith("{"):
            return cls.from_text(content)
        try:
            data = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise UnreadableRecord(f"This is not a record: {error}") from error
        return cls.from_json(data)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _notation(move: Mapping[str, Any]) -> str:
    """Return the notation of a recorded move, which may have an action as JSON instead."""
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
    """Yield every line that is not empty or a comment, with its number."""
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line and not line.startswith("#"):
            yield number, line


def _build_record(record_type: type[Record], header: Mapping[str, str], moves: tuple[RecordedMove, ...]) -> Record:
    missing = [name for name in REQUIRED_HEADERS if name not in header]
    if missing:
        raise UnreadableRecord(f"the header lacks {', '.join(missing)}")
    seed = header.get("seed", "")
    try:
        return record_type(
            game=header["game"],
            ruleset=header["ruleset"],
            content=header["content"],
            seats=int(header["seats"]),
            options=json.loads(header.get("options", "{}")),
            chance=Chance(header["chance"], json.loads(seed) if seed.startswith('"') else seed),
            moves=moves,
            result=json.loads(header["result"]) if "result" in header else None,
        )
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(f"the header cannot be read: {error}") from error
