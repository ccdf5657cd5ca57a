"""Formatter of a table's messages: display names, events, rulings and scores as Markdown lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee_sdk.chat.messages import escape_markdown
from referee_sdk.chat.texts import TEXTS
from referee_sdk.models import Event, Refusal, Result, Score, ScoreLine
from referee_sdk.options import Language

SEAT_PATTERN: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b[Ss]eat (?P<seat>\d+)\b"),
    "fr": re.compile(r"\b(?:(?P<word>[Dd]|[Qq]u)e la place|[Ll]a place) (?P<seat>\d+)\b"),
}
"""Seats as the service writes them in its sentences: in French with the word before, which a name may shorten."""

FRENCH_VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]", re.IGNORECASE)

MAX_NAME_CHARS = 40
"""Longest name of a player that the service accepts."""

MAX_EVENTS = 12
"""Events shown for one move. The limit matters at the start: set-up alone has dozens."""


class ChatFormatter:
    """Formatter for one table, in its language. `names` are those of the users or bots by seat, which may change."""

    def __init__(self, language: Language, display_names: Mapping[str, str]) -> None:
        self.language, self.display_names = language, display_names
        self.names: list[str] = []

    def text(self, key: str, **facts: object) -> str:
        """Return a sentence of `TEXTS` filled with facts."""
        return TEXTS[self.language][key].format(**facts)

    def seat_name(self, seat: int) -> str:
        """Return the escaped display name of the player in a seat."""
        return escape_markdown(self.names[seat])

    def user_name(self, user: str) -> str:
        """Return the escaped display name of a user, who may be a spectator."""
        return escape_markdown(self.display_names.get(user, user))

    def with_names(self, text: str) -> str:
        """Return a sentence of the service with escaped display names instead of seats."""
        return self._replace_seats(text, [escape_markdown(name) for name in self.names])

    def with_plain_names(self, text: str) -> str:
        """Return a text with display names instead of seats, for buttons and comparisons: names are not escaped."""
        return self._replace_seats(text, self.names)

    @property
    def board_names(self) -> list[str]:
        """The display names as the service accepts them: without control characters, not too long, not empty."""
        printable = ("".join(filter(str.isprintable, name))[:MAX_NAME_CHARS] for name in self.names)
        return [name or str(seat + 1) for seat, name in enumerate(printable)]

    def _replace_seats(self, text: str, names: Sequence[str]) -> str:
        def name_for(found: re.Match[str]) -> str:
            seat, word = int(found["seat"]), found.groupdict().get("word")
            if seat >= len(names):
                return found[0]
            if word is None:
                return names[seat]
            return f"{word}'{names[seat]}" if FRENCH_VOWEL.match(self.names[seat]) else f"{word}e {names[seat]}"

        return SEAT_PATTERN[self.language].sub(name_for, text)

    def events(self, events: Sequence[Event]) -> list[str]:
        """Return one line per event. If there are many more than `MAX_EVENTS`, return a count and the last ones."""
        lines = [f"• {self.with_names(event.text)}" for event in events if event.text]
        earlier = len(lines) - MAX_EVENTS
        return lines if earlier <= 1 else [self.text("earlier events", count=earlier), *lines[-MAX_EVENTS:]]

    def enumeration(self, parts: Sequence[str]) -> str:
        """Return parts of a sentence as "a, b and c"."""
        *first, last = parts
        return f"{', '.join(first)}{self.text('and')}{last}" if first else last

    def refusal(self, refusal: Refusal) -> str:
        """Return a ruling as one line: message, rule title and place in the rulebook."""
        return f"✗ {self.with_names(refusal.message)} *({refusal.title}, {refusal.source})*"

    def scores(self, score: Score) -> Iterator[str]:
        """Yield the total of every seat and rival, each with one line per score line, then the winners."""
        for seat, (total, lines) in enumerate(zip(score.scores, score.lines, strict=True)):
            yield from self._score(self.seat_name(seat), total, lines)
        for rival in score.rivals:
            yield from self._score(escape_markdown(rival.label), rival.score, rival.lines)
        if score.result is not None:
            yield self.winners(score.result)

    def _score(self, name: str, total: int, lines: Sequence[ScoreLine]) -> Iterator[str]:
        yield self.text("score", user=name, score=total)
        for line in lines:
            yield self.text("score line", points=line.points, title=line.title)

    def winners(self, result: Result) -> str:
        """Return a line with the names of the winners, rivals included."""
        if not result.winners:
            return self.text("no winner")
        labels = {rival.name: escape_markdown(rival.label) for rival in result.rivals}
        names = [self.seat_name(side) if isinstance(side, int) else labels[side] for side in result.winners]
        return self.text("winner", winners=", ".join(names))
