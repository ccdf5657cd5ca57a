"""Options of a set-up as short text, from their JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee_sdk.catalogue import GameInfo

Schema = Mapping[str, Any]


def option_lines(info: GameInfo) -> Iterator[tuple[str, Schema]]:
    """Yield the options of a game with their values, the default first: `boards=basic|chosen|random`."""
    for name, option in _options(info).items():
        yield f"{name}={'|'.join(_values(option))}", option


def option_text(info: GameInfo, only: str) -> str:
    """Return the options of a game. `only` begins those that are for some numbers of seats only."""
    parts: dict[tuple[int, ...], list[str]] = {(): []}
    for line, option in option_lines(info):
        parts.setdefault(tuple(option.get("x-seats", ())), []).append(line)
    texts = [
        (only.format(counts=", ".join(map(str, counts))) if counts else "") + "; ".join(lines)
        for counts, lines in parts.items()
    ]
    return "; ".join(filter(None, texts))


def option_seats(info: GameInfo) -> dict[str, list[int]]:
    """Return the numbers of seats for which an option has an effect, of the options that have one only for some."""
    return {name: option["x-seats"] for name, option in _options(info).items() if "x-seats" in option}


def _options(info: GameInfo) -> Schema:
    schema = info.options
    if "$ref" in schema:
        schema = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    options: Schema = schema.get("properties", {})
    return options


def _values(option: Schema) -> list[str]:
    """Return the values of an option as JSON writes them, or the type of its values; the default first."""
    forms = option.get("anyOf", [option])
    values = [value for form in forms for value in form.get("enum", ())]
    values += [False, True] if any(form.get("type") == "boolean" for form in forms) else []
    if values:
        default = option.get("default")
        return [str(value).lower() for value in sorted(values, key=lambda value: value != default)]
    return [_type_name(form) for form in forms if form.get("type") != "null"]


def _type_name(form: Schema) -> str:
    return {"integer": "N", "array": "[…]"}.get(str(form.get("type")), "…")
