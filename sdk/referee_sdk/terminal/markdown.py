"""Markdown of a table as text for a terminal, with ANSI styles, wrapped at words."""

from __future__ import annotations

import os
import re
from typing import TextIO

BOLD, DIM, CYAN, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"
STYLES = (
    (re.compile(r"\*\*(.+?)\*\*"), BOLD, r"\1"),
    (re.compile(r"(?<!\*)\*([^*]+)\*"), DIM, r"\1"),
    (re.compile(r"`([^`]+)`"), CYAN, r"\g<0>"),
)
"""Markdown that a table writes: pattern, ANSI style, and replacement without colours."""

NUMBERED = re.compile(r"^`(\d+)` ", re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
ANSI_CODE = re.compile(r"\x1b\[[0-9;]*m")
INDENT = re.compile(r" *(?:-?\d+(?:  | – )|[•✗›] )?")
"""Start of a line below which the next lines of the same text begin: of a numbered action, a line of a score, an event,
a ruling or an input."""

BREAK = re.compile(r"(?<!«) (?![»:;?!])")
"""Space at which a line may end. In French there are spaces beside these marks, and a mark stays with its word."""

HIDDEN_ESCAPE = "\0{}\0"
EMOJI_SELECTOR = "\ufe0f"
"""Character that asks for the wide picture of a sign. Terminals disagree about its width, so it is left out."""

CODE_START, CODE_END = "```\n", "\n```"


def is_coloured(stream: TextIO) -> bool:
    """Return whether to use colours: only on a terminal, and without NO_COLOR (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def is_board(text: str) -> bool:
    """Return whether a message is a board, which a table sends as a block of code."""
    return text.startswith(CODE_START)


def render_markdown(text: str, *, coloured: bool) -> str:
    """Return the Markdown of a message as text for a terminal."""
    if is_board(text):
        return text.removeprefix(CODE_START).removesuffix(CODE_END)
    number = f"{CYAN}{{:>4}}{PLAIN}  " if coloured else "{:>4}  "
    text = NUMBERED.sub(lambda found: number.format(found[1]), text.replace(EMOJI_SELECTOR, ""))
    text = ESCAPE.sub(lambda found: HIDDEN_ESCAPE.format(ord(found[1])), text)
    for pattern, style, plain in STYLES:
        text = pattern.sub(rf"{style}\1{PLAIN}" if coloured else plain, text)
    return re.sub("\0(\\d+)\0", lambda found: chr(int(found[1])), text)


def wrap_line(line: str, width: int) -> str:
    """Return a line wrapped at spaces to a width in visible characters. Numbered lines continue below their text."""
    plain = ANSI_CODE.sub("", line)
    indent = " " * (len(plain) - len(INDENT.sub("", plain, count=1)))
    words = BREAK.split(line)
    lines, length = [words[0]], len(ANSI_CODE.sub("", words[0]))
    for word in words[1:]:
        visible = len(ANSI_CODE.sub("", word))
        if word and length + 1 + visible > width:
            lines.append(indent + word)
            length = len(indent) + visible
        else:
            lines[-1] += f" {word}"
            length += 1 + visible
    return "\n".join(lines)
