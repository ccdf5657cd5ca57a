"""Moves as language models write them: a number, a line of notation, or a line of the list repeated whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_MARKS = " \t\r\n`*\"'“”«»"
_NUMBERED = re.compile(
    r"(?:#|n[o°]\.?\s*|number\s+|move\s+)?(?P<number>\d{1,4})(?P<mark>[.):\-–—\s]*)(?P<line>.*)", re.I
)


@dataclass(frozen=True)
class WrittenMove:
    """A move as written: its number, or its notation, or both. Without either the text was empty."""

    number: int | None = None
    notation: str = ""


def read_move(text: str | int) -> WrittenMove:
    """Return the move that a text means. Backticks, quotes and stars around it do not count."""
    line = " ".join(str(text).strip(_MARKS).split())
    found = _NUMBERED.fullmatch(line)
    if found is None:
        return WrittenMove(notation=line)
    return WrittenMove(int(found["number"]), found["line"].strip(_MARKS))


def is_same_move(line: str, other: str) -> bool:
    """Return whether two lines of notation have the same words: fields may stand in any order."""
    verb, *fields = line.split()
    other_verb, *other_fields = other.split()
    return verb == other_verb and sorted(fields) == sorted(other_fields)


def listed_number(notation: str, lines: Sequence[str]) -> int | None:
    """Return the number of a move in a list, counted from 1; None if it is not there."""
    numbers = (number for number, line in enumerate(lines, 1) if notation and is_same_move(notation, line))
    return next(numbers, None)


def numbered(lines: Sequence[str]) -> str:
    """Return the list as agents get it: the number, then the notation."""
    return "\n".join(f"{number} {line}" for number, line in enumerate(lines, 1))
