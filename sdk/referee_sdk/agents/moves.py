"""Moves as language models read and write them: numbered lists; a number, a notation, or both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Final

MIN_GROUP: Final = 3
"""Fewest moves that share a line. Two are shorter on lines of their own."""

_MARKS = " \t\r\n`*\"'“”«»;"
_NUMBERED = re.compile(r"(?:#|n[o°º]\.?\s*|number\s+|move\s+)?(?P<number>\d{1,9})(?!\d)[.):\-–—\s]*(?P<line>.*)", re.I)
_GROUPED = re.compile(r"(?P<head>[a-z_][^:;]*): *(?P<number>\d{1,9}) +(?P<line>[^:;]*)")


_PRICE = re.compile(r"\((?:→ |[^\W\d]+\s?: )?\d+\s[^\W\d][^()]*\)")
_NOTE = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True)
class WrittenMove:
    """A move as written: its number, or its notation, or both. Without either the text was empty."""

    number: int | None = None
    notation: str = ""


def read_move(text: str | int) -> WrittenMove:
    """Return the move that a text means. Backticks, quotes and stars around it do not count, nor a note behind it."""
    if isinstance(text, int) and not isinstance(text, bool):
        return WrittenMove(text)
    line = _NOTE.sub("", " ".join(str(text).strip(_MARKS).split())).strip(_MARKS)
    if (found := _GROUPED.fullmatch(line)) is not None:
        return WrittenMove(int(found["number"]), f"{_NOTE.sub('', found['head'])} {found['line']}")
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


def price_note(label: str) -> str:
    """Return what a label has in brackets with a count: `(3 workers)`, `(1 wood → 2 points)`. Else an empty text.

    The fields of a move do not have its price, and the sentences of the service have it in brackets.
    """
    found = _PRICE.search(label)
    return "" if found is None else f" {found[0]}"


def numbered(lines: Sequence[str], notes: Sequence[str] = ()) -> str:
    """Return the list as agents get it: a number, the notation and the note of the move per line.

    Three or more moves in a row with the same beginning share a line, which saves a seventh of the tokens of Burgundy:
    `place_tile die=4 tile=bank: 7 space=8; 8 space=14; 9 space=25`.
    """
    moves, text, start = [line.split() for line in lines], [], 0
    notes = notes or [""] * len(lines)
    while start < len(moves):
        size, count = _group_at(moves, start)
        group = enumerate(moves[start : start + count], start + 1)
        if size:
            own = notes[start : start + count]
            common = own[0] if len(set(own)) == 1 else ""
            entries = [
                f"{number} {' '.join(words[size:])}{own[number - 1 - start] if not common else ''}"
                for number, words in group
            ]
            text.append(f"{' '.join(moves[start][:size])}{common}: {'; '.join(entries)}")
        else:
            text.append(f"{start + 1} {lines[start]}{notes[start]}")
        start += count
    return "\n".join(text)


def _group_at(moves: Sequence[Sequence[str]], start: int) -> tuple[int, int]:
    """Return how many words the moves from here on share, and how many moves; 0 words and 1 move if too few do.

    Moves that differ only in their last field come first. Others share as much as saves most for each move.
    """
    whole = len(moves[start]) - 1
    if (count := _last_field_run(moves, start)) >= MIN_GROUP:
        return whole, count
    later = (index for index in range(start + 1, len(moves)) if _last_field_run(moves, index) >= MIN_GROUP)
    open_moves = moves[start : next(later, len(moves))]
    runs = [(size, _run_length(open_moves, size)) for size in range(1, whole)]
    savings = [(len("".join(moves[start][:size])) * (1 - 1 / count), size, count) for size, count in runs]
    _, size, count = max((each for each in savings if each[2] >= MIN_GROUP), default=(0, 0, 1))
    return size, count


def _last_field_run(moves: Sequence[Sequence[str]], start: int) -> int:
    """Return how many moves from here on differ only in their last field; 0 if this one has no field."""
    head, length = moves[start][:-1], len(moves[start])
    run = takewhile(lambda words: len(words) == length and words[:-1] == head, islice(moves, start, None))
    return sum(1 for _ in run) if head else 0


def _run_length(moves: Sequence[Sequence[str]], size: int) -> int:
    """Return how many of the first moves begin with the same words, and have more of them."""
    head = moves[0][:size]
    return sum(1 for _ in takewhile(lambda words: len(words) > size and words[:size] == head, moves))
