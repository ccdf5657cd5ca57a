"""What a table says: short Markdown, within the limit of a message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

MARKDOWN_CHARS = re.compile(r"([\\`*_~|<>\[\]#])")


@dataclass(frozen=True)
class MenuOption:
    """A numbered choice; a chat may make a button of it."""

    number: int
    label: str


@dataclass(frozen=True)
class Message:
    """One message: to everybody at the table, or to one person alone."""

    text: str
    to: str | None = None
    choices: tuple[MenuOption, ...] = ()


def escape_markdown(name: str) -> str:
    """A name that no chat takes for markup or for a call to everybody."""
    return MARKDOWN_CHARS.sub(r"\\\1", name.replace("@", "＠"))


def split_messages(lines: Iterable[str], limit: int, *, to: str | None = None) -> list[Message]:
    """Lines as messages, none longer than the limit; a line is cut only where it alone is too long."""
    return [Message(text, to) for text in _filled([_cut(line, limit) for line in lines], limit)]


def code_block(text: str, limit: int, *, to: str | None = None) -> list[Message]:
    """A text of fixed width, such as a board."""
    inner = limit - len("```\n\n```")
    lines = [_cut(line.replace("```", "'''"), inner) for line in text.splitlines()]
    return [Message(f"```\n{part}\n```", to) for part in _filled(lines, inner)]


def _filled(lines: Sequence[str], limit: int) -> Iterator[str]:
    part: list[str] = []
    for line in lines:
        if part and sum(map(len, part)) + len(part) + len(line) > limit:
            yield "\n".join(part)
            part = []
        part.append(line)
    if part:
        yield "\n".join(part)


def _cut(line: str, limit: int) -> str:
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
