"""The typeface of pictures: widths of characters, measured once, so that text is laid out without a font file.

Kerning and ligatures are not counted; apart from rare pairs, they make text narrower. `widths.json` has thousandths of
the size for both weights.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

FAMILY: Final = "Referee Sans"
"""The font for browsers: a part of Source Sans Pro, served below `/fonts` or embedded in the SVG."""
FAMILIES: Final = f"{FAMILY}, Source Sans Pro, sans-serif"
"""Fonts of an SVG by preference. The PNG renderer has the second one."""
REGULAR: Final = 400
BOLD: Final = 700
UNKNOWN_WIDTH: Final = 640
"""Width of a character that the table lacks."""
BASELINE: Final = 0.345
"""Distance of the baseline from the middle of a line, in shares of the size."""
LEADING: Final = 1.14
"""Distance of two lines, in shares of the size."""
CLOSING: Final = frozenset((":", ";", "!", "?", "»", "·"))
OPENING: Final = "«"
"""Signs that French separates from their word by a space."""


@cache
def _widths() -> dict[str, dict[str, int]]:
    return msgspec.json.decode((files(__package__) / "widths.json").read_bytes(), type=dict[str, dict[str, int]])


def text_width(text: str, size: float, weight: int = REGULAR) -> float:
    """Return the width of a line of text."""
    table = _widths()["700" if weight > 500 else "400"]
    return sum(table.get(character, UNKNOWN_WIDTH) for character in text) * size / 1000


def wrap_text(text: str, size: float, room: float, weight: int = REGULAR) -> list[str]:
    """Return the lines of a text that fit into a width. A single word may be wider.

    French punctuation with a space before it does not begin a line.
    """
    lines: list[str] = []
    line = ""
    for word in _unbroken(text):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, weight) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def _unbroken(text: str) -> list[str]:
    """Return the words of a text, each with the punctuation that belongs to it."""
    words: list[str] = []
    for word in text.split():
        if words and (word in CLOSING or words[-1] == OPENING):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def fitting_size(text: str, size: float, room: float, weight: int = BOLD) -> float:
    """Return the largest size, at most `size`, in which a line fits into a width."""
    width = text_width(text, size, weight)
    return size if width <= room else size * room / width


def name_lines(name: str, size: float, room: float) -> tuple[str, ...]:
    """Return a name in one line, or in two of about equal width if one would be much smaller than `size`."""
    if text_width(name, size, BOLD) * 0.8 <= room:
        return (name,)
    ends = [at + 1 for at, sign in enumerate(name) if sign in " -" and 0 < at < len(name) - 1]
    if not ends:
        return (name,)
    halves = [(name[:end].rstrip(), name[end:]) for end in ends]
    return min(halves, key=lambda lines: max(text_width(line, size, BOLD) for line in lines))
