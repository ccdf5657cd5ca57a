"""Messages of a table: Markdown that fits the length limit of a chat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

MAX_INPUT_CHARS = 500
"""Number of characters read of a user's text: the longest notation that the service accepts."""

DIRECTION_CHARS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text after them."""

MARKDOWN_CHARS = re.compile(r"([\\`*_~|<>\[\]#])")


@dataclass(frozen=True)
class MenuOption:
    """A numbered action of a menu with its line of notation; a chat may show it as a button."""

    number: int
    label: str
    notation: str = ""


@dataclass(frozen=True)
class Attachment:
    """A PNG picture to send with a message: its bytes, a file name, and an alt text for those who cannot see it.

    It is at most 1200 pixels wide and has at most 8 MB.
    """

    content: bytes = field(repr=False)
    name: str
    alt: str


@dataclass(frozen=True)
class Message:
    """One message for all users, or only for the user `to`.

    `choices` are the options of the menu in it, `attachments` the pictures of the position that it shows. `menu_id`
    belongs to the choices: `choose` takes it with the number of a button.
    """

    text: str
    to: str | None = None
    choices: tuple[MenuOption, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    menu_id: str = ""


def without_repeats(messages: Iterable[Message], shown: Iterable[Message]) -> list[Message]:
    """Return the messages without those that repeat the text of a shown one for the same users."""
    texts = {(message.to, message.text) for message in shown}
    return [message for message in messages if (message.to, message.text) not in texts]


def clean_text(text: str) -> str:
    """Return a user's text with single spaces and straight apostrophes, cut to `MAX_INPUT_CHARS`."""
    return " ".join(text[:MAX_INPUT_CHARS].replace("’", "'").split())


def escape_markdown(name: str) -> str:
    """Return a name with Markdown characters escaped and `@` replaced, so that it cannot mention users.

    Characters that change the direction of the text are left out.
    """
    return MARKDOWN_CHARS.sub(r"\\\1", DIRECTION_CHARS.sub("", name).replace("@", "＠"))


def split_messages(lines: Iterable[str], limit: int, *, to: str | None = None) -> list[Message]:
    """Join lines into messages of at most `limit` characters. Only a line that is too long alone is cut."""
    return [Message(text, to) for text in _join_lines([_cut(line, limit) for line in lines], limit)]


def code_block(text: str, limit: int, *, to: str | None = None) -> list[Message]:
    """Return a text, such as a board, as messages with a Markdown code block of at most `limit` characters.

    A message ends between two sections, which a blank line separates. Only a section that is too long alone is split.
    """
    inner = limit - len("```\n\n```")
    blocks: list[str] = []
    for section in text.replace("```", "'''").split("\n\n"):
        for block in _join_lines([_cut(line, inner) for line in section.splitlines()], inner):
            if blocks and len(blocks[-1]) + len("\n\n") + len(block) <= inner:
                blocks[-1] += f"\n\n{block}"
            else:
                blocks.append(block)
    return [Message(f"```\n{block}\n```", to) for block in blocks]


def _join_lines(lines: Sequence[str], limit: int) -> Iterator[str]:
    """Yield blocks of lines, each of at most `limit` characters."""
    block: list[str] = []
    for line in lines:
        if block and sum(map(len, block)) + len(block) + len(line) > limit:
            yield "\n".join(block)
            block = []
        block.append(line)
    if block:
        yield "\n".join(block)


def shorten(text: str, limit: int) -> str:
    """Return a text of at most `limit` characters. A longer one ends after a word in its second half with `…`."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    whole = cut.rpartition(" ")[0].rstrip(" (,;:")
    return f"{whole if len(whole) >= limit // 2 else cut}…"


def _cut(line: str, limit: int) -> str:
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
