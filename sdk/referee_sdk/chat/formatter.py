"""How a table puts things: names for seats, lines for events, rulings and scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee_sdk.chat.messages import escape_markdown
from referee_sdk.chat.texts import TEXTS
from referee_sdk.client import Language
from referee_sdk.models import Event, Refusal, Result, Score

SEAT_PATTERN: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b[Ss]eat (\d+)\b"),
    "fr": re.compile(r"\b(?:[Ll]a place|Place) (\d+)\b"),
}
"""How the service names a seat."""

MAX_EVENTS = 12
"""How many events are told of one move; set-up alone brings dozens."""


class ChatFormatter:
    """The words of one table, in its language and with the names of its people."""

    def __init__(self, language: Language, sitting: Sequence[str], shown: Mapping[str, str]) -> None:
        self.language, self.shown = language, shown
        self.names = [shown.get(person, person) for person in sitting]

    def text(self, word: str, **facts: object) -> str:
        """One of our own sentences."""
        return TEXTS[self.language][word].format(**facts)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return escape_markdown(self.names[seat])

    def person(self, person: str) -> str:
        """The name of a person, at the table or beside it."""
        return escape_markdown(self.shown.get(person, person))

    def with_names(self, text: str) -> str:
        """What the service says, with names for seats."""
        return self._with_names(text, [escape_markdown(name) for name in self.names])

    def board(self, text: str) -> str:
        """A board, where nothing is markup, with names for seats."""
        return self._with_names(text, self.names)

    def _with_names(self, text: str, names: Sequence[str]) -> str:
        def name_for(found: re.Match[str]) -> str:
            seat = int(found[1])
            return names[seat] if seat < len(names) else found[0]

        return SEAT_PATTERN[self.language].sub(name_for, text)

    def events(self, events: Sequence[Event]) -> list[str]:
        """What happened, a line each; of many the last ones."""
        lines = [f"• {self.with_names(event.text)}" for event in events if event.text]
        left = len(lines) - MAX_EVENTS
        return lines if left <= 0 else [self.text("before", count=left), *lines[-MAX_EVENTS:]]

    def refusal(self, refusal: Refusal) -> str:
        """A ruling: the sentence, the rule and its place in the book."""
        return f"✗ {self.with_names(refusal.message)} *({refusal.title}, {refusal.source})*"

    def score(self, seat: int, score: Score) -> Iterator[str]:
        """The score of a seat, line by line."""
        yield self.text("score", person=self.name(seat), score=score.scores[seat])
        for line in score.lines[seat]:
            yield self.text("line", points=line.points, title=line.title)

    def winners(self, result: Result | None) -> list[str]:
        """Who won, once the game is over."""
        if result is None:
            return []
        return [self.text("winner", winners=", ".join(self.name(seat) for seat in result.winners))]
