"""Moves as language models read and write them: numbered lists; a number, a notation, or both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

MIN_GROUP: Final = 3
"""Fewest moves that share a line. Two are shorter on lines of their own."""

_MARKS = " \t\r\n`*\"'“”«»;"
_NUMBERED = re.compile(r"(?:#|n[o°º]\.?\s*|number\s+|move\s+)?(?P<number>\d{1,9})(?!\d)[.):\-–—\s]*(?P<line>.*)", re.I)
_GROUPED = re.compile(r"(?P<head>[a-z_]+[^:;]*): *(?P<number>\d{1,9}) +(?P<line>[^:;]*)")


@dataclass(frozen=True)
class WrittenMove:
    """A move as written: its number, or its notation, or both. Without either the text was empty."""

    number: int | None = None
    notation: str = ""


def read_move(text: str | int) -> WrittenMove:
    """Return the move that a text means. Backticks, quotes and stars around it do not count."""
    line = " ".join(str(text).strip(_MARKS).split())
    if (found := _GROUPED.fullmatch(line)) is not None:
        return WrittenMove(int(found["number"]), f"{found['head']} {found['line']}")
    if (found := _NUMBERED.fullmatch(line)) is not None:
        return WrittenMove(int(found["number"]), found["line"].strip(_MARKS))
    return WrittenMove(notation=line)


def is_same_move(line: str, other: str) -> bool:
    """Return whether two lines of notation have the same words: fields may stand in any order."""
    verb, *fields = line.split()
    other_verb, *other_fields = other.split()
    return verb == other_verb and sorted(fields) == sorted(other_fields)


def fits_move(part: str, line: str) -> bool:
    """Return whether a move has all words of a text: its whole notation, or what a grouped list has at its number."""
    return set(part.split()) <= set(line.split())


def listed_number(notation: str, lines: Sequence[str]) -> int | None:
    """Return the number of a move in a list, counted from 1; None if it is not there."""
    numbers = (number for number, line in enumerate(lines, 1) if notation and is_same_move(notation, line))
    return next(numbers, None)


def numbered(lines: Sequence[str]) -> str:
    """Return the list as agents get it: a number and the notation per line.

    Three or more moves in a row that differ only in their last field share a line, which saves a tenth of the tokens:
    `place_tile die=4 tile=bank: 7 space=8; 8 space=14; 9 space=25`.
    """
    moves = [tuple(line.rpartition(" ")) for line in lines]
    text = []
    for head, group in groupby(enumerate(moves, 1), lambda each: each[1][0]):
        entries = [(number, last) for number, (_, _, last) in group]
        if head and len(entries) >= MIN_GROUP:
            text.append(f"{head}: {'; '.join(f'{number} {last}' for number, last in entries)}")
        else:
            text += [f"{number} {head} {last}" if head else f"{number} {last}" for number, last in entries]
    return "\n".join(text)
