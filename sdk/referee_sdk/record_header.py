"""Header of a record file: the line of each entry, and the first defect."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from referee_sdk.client import Client
from referee_sdk.records import CHANCE_MODES, REQUIRED_HEADERS, Record

HEADERS = (*REQUIRED_HEADERS, "options", "seed", "result")
"""All header lines that a record may have."""

JSON_FIELDS = (*REQUIRED_HEADERS, "options", "result", "moves")
"""All fields of a record in JSON. Its `chance` contains the seed."""

MAX_VALUE_CHARS = 200
"""Longest value of a header that a sentence quotes completely."""

_ENTRY = re.compile(r"(\w+):\s*(.*)")
_MOVE = re.compile(r"(chance|\d{1,3})\s+\S", re.ASCII)
_FIELD = r'"%s"\s*:'


@dataclass(frozen=True)
class Defect:
    """A reason why a record is not valid: a stable code, the text and its facts, and the line if one is to blame."""

    code: str
    text: str
    line: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


def is_json(content: str) -> bool:
    """Return whether a file has a record in JSON. Other files have a record as text."""
    return content.lstrip().startswith("{")


def is_cut(content: str, line: int | None) -> bool:
    """Return whether this is the last line of a file and has no line break, so the rest of it may be missing."""
    return line == len(content.splitlines()) and not content.endswith(("\n", "\r"))


def header_line(content: str, name: str) -> int | None:
    """Return the line number of a header entry, or None if the file has none."""
    if is_json(content):
        return next(_field_lines(content, name), None)
    return next((number for number, line in _header_lines(content) if line.partition(":")[0] == name), None)


def move_line(content: str, record: Record, index: int) -> int | None:
    """Return the line number of a move. In JSON it is known if every move has a notation."""
    line = record.moves[index].line
    lines = list(_field_lines(content, "notation")) if line is None else []
    return lines[index] if len(lines) == len(record.moves) else line


def _field_lines(content: str, name: str) -> Iterator[int]:
    """Yield the line number of each field with this name in JSON."""
    for found in re.finditer(_FIELD % re.escape(name), content):
        yield content.count("\n", 0, found.start()) + 1


def _header_lines(content: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line before the first move, without empty lines and comments."""
    for number, line in enumerate(map(str.strip, content.splitlines()), start=1):
        if _MOVE.match(line):
            return
        if line and not line.startswith("#"):
            yield number, line


def header_defect(content: str) -> Defect | None:
    """Return the first defect of a header that shows without a service, or None."""
    if not content.strip():
        return Defect("unreadable-record", "empty")
    return _json_defect(content) if is_json(content) else _text_defect(content)


# --- text -------------------------------------------------------------------------------------------------------------


def _text_defect(content: str) -> Defect | None:
    seen: dict[str, str] = {}
    number = 1
    for number, line in _header_lines(content):
        entry = _ENTRY.fullmatch(line)
        defect = _entry_defect(entry[1], entry[2], number, seen) if entry else _no_entry(line, number)
        if defect is not None:
            return _cut_defect(content, number, seen) or defect
    return _missing_defect(content, number, seen)


def _no_entry(line: str, number: int) -> Defect:
    return Defect("wrong-header", "header_line", number, {"line": line})


def _entry_defect(name: str, value: str, number: int, seen: dict[str, str]) -> Defect | None:
    if name not in HEADERS:
        return _unknown_defect(name, number, HEADERS)
    if name in seen:
        return Defect("wrong-header", "header_twice", number, {"name": name})
    try:
        is_valid = IS_VALID[name](DECODE.get(name, str)(value))
    except (ValueError, RecursionError):
        is_valid = False
    seen[name] = value
    facts = {"name": name, "value": _short(value) or "''"}
    return None if is_valid else Defect("wrong-header", "header_value", number, facts)


def _short(value: str) -> str:
    return value if len(value) <= MAX_VALUE_CHARS else f"{value[:MAX_VALUE_CHARS]}…"


def _unknown_defect(name: str, number: int | None, known: tuple[str, ...]) -> Defect:
    nearest = get_close_matches(name.lower(), known, n=1)
    if nearest:
        return Defect("wrong-header", "header_misspelt", number, {"name": name, "nearest": nearest[0]})
    return Defect("wrong-header", "header_unknown", number, {"name": name, "known": ", ".join(known)})


def _missing(seen: Collection[str], chance: object) -> str:
    """Return the names of headers that are required but missing. Only seeded chance requires a seed."""
    required = (*REQUIRED_HEADERS, "seed") if chance == "seeded" else REQUIRED_HEADERS
    return ", ".join(name for name in required if name not in seen)


def _cut_defect(content: str, number: int, seen: dict[str, str]) -> Defect | None:
    """Return a defect if the file ends inside its header, or None."""
    missing = _missing(seen, seen.get("chance"))
    return (
        Defect("not-finished", "cut_header", number, {"missing": missing})
        if missing and is_cut(content, number)
        else None
    )


def _missing_defect(content: str, number: int, seen: dict[str, str]) -> Defect | None:
    missing = _missing(seen, seen.get("chance"))
    if not missing:
        return None
    return _cut_defect(content, number, seen) or Defect("wrong-header", "header_missing", number, {"missing": missing})


# --- JSON -------------------------------------------------------------------------------------------------------------


def _json_defect(content: str) -> Defect | None:
    try:
        data = json.loads(content)
    except json.JSONDecodeError as error:
        if error.pos >= len(content.rstrip()) or error.msg.startswith("Unterminated string"):
            return Defect("not-finished", "cut_line", error.lineno, {"why": error.msg})
        return Defect("unreadable-record", "json", error.lineno, {"why": error.msg})
    except RecursionError:
        return Defect("unreadable-record", "json", 1, {"why": "too many nested brackets"})
    except ValueError:
        return Defect("unreadable-record", "json", _long_number_line(content), {"why": "a number has too many digits"})
    for name in data:
        if name not in JSON_FIELDS:
            return _unknown_defect(name, header_line(content, name), JSON_FIELDS)
    missing = _missing(data, None)
    if missing:
        return Defect("wrong-header", "header_missing", 1, {"missing": missing})
    for name, value in data.items():
        if not IS_VALID[name](value):
            facts = {"name": name, "value": _short(json.dumps(value, ensure_ascii=False))}
            return Defect("wrong-header", "header_value", header_line(content, name), facts)
    if "seed" not in data["chance"] and data["chance"]["mode"] == "seeded":
        return Defect("wrong-header", "header_missing", header_line(content, "chance"), {"missing": "seed"})
    return None


def _long_number_line(content: str) -> int:
    """Return the line of the first number with more digits than Python reads."""
    number = re.search(rf"(?<=[\[:,\s-])\d{{{sys.get_int_max_str_digits() + 1}}}", content)
    return content.count("\n", 0, number.start()) + 1 if number else 1


# --- values -----------------------------------------------------------------------------------------------------------


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_chance(value: object) -> bool:
    return isinstance(value, dict) and value.get("mode") in CHANCE_MODES and isinstance(value.get("seed", ""), str)


def _is_claim(value: object) -> bool:
    """Return whether this is a claimed result. A missing one in JSON is `null`."""
    if value is None:
        return True
    if not isinstance(value, dict) or not {"winners", "scores"} <= value.keys() <= {"winners", "scores", "rivals"}:
        return False
    scores, rivals = value["scores"], value.get("rivals", {})
    return (
        isinstance(value["winners"], list)
        and isinstance(scores, list)
        and isinstance(rivals, dict)
        and all(type(score) is int for score in (*scores, *rivals.values()))
    )


IS_VALID: dict[str, Callable[[Any], bool]] = {
    "game": _is_name,
    "ruleset": _is_name,
    "content": _is_name,
    "seats": lambda value: type(value) is int,
    "options": lambda value: isinstance(value, dict),
    "chance": _is_chance,
    "seed": lambda value: isinstance(value, str),
    "result": _is_claim,
    "moves": lambda value: isinstance(value, list),
}
"""Whether the decoded value of each header has the right type."""

DECODE: dict[str, Callable[[str], Any]] = {
    "seats": int,
    "options": json.loads,
    "chance": lambda mode: {"mode": mode},
    "seed": lambda seed: json.loads(seed) if seed.startswith('"') else seed,
    "result": json.loads,
}
"""Decoders of headers in text. Other headers are strings."""


# --- a header that the service refuses --------------------------------------------------------------------------------


def refused_header(client: Client, record: Record, content: str, reason: str) -> Defect:
    """Return which entry of a header is to blame if the service cannot set up its match."""
    name, defect = _refused_entry(client, record, reason)
    line = next((line for entry in (name, "seats", "game") if (line := header_line(content, entry)) is not None), None)
    return Defect(defect.code, defect.text, line, defect.facts)


def _refused_entry(client: Client, record: Record, reason: str) -> tuple[str, Defect]:
    games = {summary.game: summary for summary in client.games()}
    if record.game not in games:
        return "game", Defect("wrong-header", "header_game", facts={"game": record.game, "games": ", ".join(games)})
    summary, facts = games[record.game], {"game": record.game}
    if record.ruleset not in summary.rulesets:
        facts |= {"needed": record.ruleset, "available": ", ".join(summary.rulesets)}
        return "ruleset", Defect("other-ruleset", "header_ruleset", facts=facts)
    if record.content not in {name for pack in summary.content for name in (pack, pack.partition("@")[0])}:
        facts |= {"needed": record.content, "available": ", ".join(summary.content)}
        return "content", Defect("other-ruleset", "header_content", facts=facts)
    if record.seats not in summary.seats:
        facts |= {"seats": str(record.seats), "available": ", ".join(map(str, summary.seats))}
        return "seats", Defect("wrong-header", "header_seats", facts=facts)
    return "options", Defect("wrong-header", "header_options", facts={"why": reason})
