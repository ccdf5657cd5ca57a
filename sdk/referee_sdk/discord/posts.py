"""Posts: the messages of a table in the form that Discord shows, merged into few."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from referee_sdk.chat import Attachment, MenuOption, Message
from referee_sdk.chat.messages import escape_markdown
from referee_sdk.chat.texts import TEXTS as TABLE_TEXTS
from referee_sdk.discord.components import MAX_BUTTON_CHARS, MAX_BUTTONS, button_label, commands_view, menu_view
from referee_sdk.discord.texts import OFFERS, PHRASES, PREFIXES, text
from referee_sdk.options import Language

MAX_CHARS = 2000
"""Longest message of Discord in characters."""

CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
COLOUR = 0x8C2F1B
MEGABYTE = 1024 * 1024

Mention = Callable[[str], str]
"""Function that returns how a slash command is written in a message."""


@dataclass(frozen=True)
class Post:
    """One message on Discord. `ping` is a user to notify, `offers` are commands that have buttons.

    `labels` are lines with the labels that are too long for their buttons; they go with the buttons.
    """

    text: str
    choices: tuple[MenuOption, ...] = ()
    menu_id: str = ""
    attachments: tuple[Attachment, ...] = ()
    offers: tuple[str, ...] = ()
    target: str = ""
    ping: str | None = None
    labels: tuple[str, ...] = ()

    @property
    def content(self) -> str:
        """The text with as many of the labels as fit into the message."""
        lines = self.text
        for label in self.labels:
            if len(lines) + 1 + len(label) <= MAX_CHARS:
                lines += f"\n{label}"
        return lines

    def arguments(self, language: Language) -> dict[str, Any]:
        """Return the arguments of discord.py for sending it."""
        pinged = [discord.Object(int(self.ping))] if self.ping else []
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=pinged, replied_user=False)
        return {
            "content": self.content,
            "embeds": [discord.Embed(colour=COLOUR).set_image(url=f"attachment://{x.name}") for x in self.attachments],
            "view": self.view(language),
            "allowed_mentions": allowed,
        }

    def view(self, language: Language) -> discord.ui.View | None:
        """Return its buttons or list of moves, if it has any."""
        if self.choices:
            return menu_view(self.choices, self.menu_id, language, commands=self.offers)
        return commands_view(self.offers, language, target=self.target) if self.offers else None

    def files(self) -> list[discord.File]:
        """Return its pictures with their alt texts. Each call returns new files, because sending reads them."""
        return [discord.File(io.BytesIO(each.content), each.name, description=each.alt) for each in self.attachments]

    def without_pictures(self, reason: str) -> Post:
        """Return it without pictures, with the reason if there is room for it."""
        whole = f"{self.text}\n{reason}"
        return replace(self, attachments=(), text=whole if len(whole) <= MAX_CHARS else self.text)


@dataclass(frozen=True)
class Writer:
    """Writer of posts in the language of a table. `names` maps users to display names."""

    language: Language
    mention: Mention
    names: Mapping[str, str] = field(default_factory=dict)

    def public_posts(
        self, messages: Sequence[Message], *, ping: str | None = None, has_private_choices: bool = False
    ) -> list[Post]:
        """Return messages for all as few posts. The last one notifies the user `ping`.

        With private choices it has a button that shows them to their user.
        """
        posts = merged([self._post(replace(message, text=self._without_note(message.text))) for message in messages])
        if posts and has_private_choices:
            posts[-1] = replace(posts[-1], offers=("moves", "undo", "help"))
        if posts and ping is not None:
            posts[-1] = self._with_ping(posts[-1], ping)
        return posts

    def private_posts(self, messages: Sequence[Message]) -> list[Post]:
        """Return messages for one user as few posts: without the public ones, if there is a private menu."""
        menus = [message for message in messages if message.to is not None and message.choices]
        return merged([self._post(message) for message in (menus or messages)])

    def _without_note(self, words: str) -> str:
        """Return a text without the line that choices were sent in private: here a button shows them."""
        notes = {
            TABLE_TEXTS[self.language]["private menu"].format(user=escape_markdown(each))
            for each in self.names.values()
        }
        return "\n".join(line for line in words.split("\n") if line not in notes)

    def _post(self, message: Message) -> Post:
        named = [*self._commands(message.text)]
        offers = tuple(dict.fromkeys(name for name in named if name in OFFERS))
        if message.choices:
            offers = ("undo", "help")
        return Post(
            self._with_mentions(message.text),
            message.choices,
            message.menu_id,
            message.attachments,
            offers,
            labels=long_labels(message.choices),
        )

    def _commands(self, words: str) -> Iterator[str]:
        """Yield the slash commands for the commands that a text names."""
        for found in CODE.finditer(words):
            if command := slash_command(found[1])[0]:
                yield command

    def _with_mentions(self, words: str) -> str:
        """Return a text with slash commands instead of words to write."""
        if words.startswith("```"):
            return words

        def slash(found: re.Match[str]) -> str:
            command, rest = slash_command(found[1])
            return f"{self.mention(command)} {rest}".rstrip() if command else found[0]

        changed = CODE.sub(slash, words)
        return changed if len(changed) <= MAX_CHARS else words

    def _with_ping(self, post: Post, user: str) -> Post:
        """Return a post that notifies a user, by a mention instead of the name where a question begins with it."""
        name = f"**{escape_markdown(self.names.get(user, user))}**"
        lines = post.text.split("\n")
        questions = [index for index, line in enumerate(lines) if line.startswith(name)]
        if questions:
            lines[questions[-1]] = lines[questions[-1]].replace(name, f"<@{user}>", 1)
        else:
            lines[0] = f"<@{user}> {lines[0]}"
        changed = "\n".join(lines)
        return replace(post, text=changed, ping=user) if len(changed) <= MAX_CHARS else post


def slash_command(phrase: str) -> tuple[str, str]:
    """Return the slash command for a text that a table tells users to write, and its argument; else empty strings."""
    words = phrase.strip(" …")
    if command := PHRASES.get(words.lower()):
        return command, ""
    found = next((prefix for prefix in PREFIXES if words.lower().startswith(f"{prefix} ")), None)
    return (PHRASES[found], words[len(found) + 1 :]) if found else ("", "")


def long_labels(choices: Sequence[MenuOption]) -> tuple[str, ...]:
    """Return lines with the labels that are too long for their buttons. A list has room for them."""
    if len(choices) > MAX_BUTTONS:
        return ()
    long = [each for each in choices if len(button_label(each)) > MAX_BUTTON_CHARS]
    return tuple(f"`{each.number}` {escape_markdown(each.label)}" for each in long)


def merged(posts: Sequence[Post]) -> list[Post]:
    """Return posts with neighbours joined that fit into one message."""
    result: list[Post] = []
    for post in posts:
        last = result[-1] if result else None
        if last is None or last.attachments or last.choices or not _fits(last, post):
            result.append(post)
        else:
            offers = tuple(dict.fromkeys((*last.offers, *post.offers)))
            result[-1] = replace(post, text=f"{last.text}\n{post.text}", offers=offers)
    return result


def _fits(first: Post, second: Post) -> bool:
    return len(first.text) + 1 + len(second.text) <= MAX_CHARS


def too_large(post: Post, limit: int, language: Language) -> Post:
    """Return a post, without its pictures if a file is larger than a server accepts."""
    if all(len(each.content) <= limit for each in post.attachments):
        return post
    return post.without_pictures(text(language, "picture too large", megabytes=limit // MEGABYTE))
