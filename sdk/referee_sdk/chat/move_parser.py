"""From what people write to moves of a game, with what the service tells of its verbs and pieces."""

from __future__ import annotations

from functools import cached_property

from referee_sdk.chat.interpretation import Interpretation, guess_notation, interpret_text, interpret_verb
from referee_sdk.match import Match
from referee_sdk.models import Verb


class MoveParser:
    """Understands moves of one match, legal or not."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @cached_property
    def verbs(self) -> dict[str, Verb]:
        """All verbs of the game."""
        return self.match.client.game(self.match.game).verbs

    @cached_property
    def pieces(self) -> frozenset[str]:
        """The ids of all components of the game."""
        packs = self.match.client.content(self.match.game).values()
        rows = (row for tables in packs for table in tables.values() if isinstance(table, list) for row in table)
        return frozenset(str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row)

    def looks_like_notation(self, said: str) -> bool:
        """Whether this looks like notation."""
        return said.partition(" ")[0] in self.verbs

    def interpret(self, said: str) -> Interpretation:
        """The legal actions that somebody may mean."""
        return interpret_text(said, self.match.legal_actions())

    def interpret_verb(self, said: str) -> str | None:
        """The verb that somebody means, whether it may be taken now or not."""
        return interpret_verb(said, {name: verb for name, verb in self.verbs.items() if not verb.chance})

    def to_notation(self, question: str) -> str | None:
        """The notation of a move that somebody asks about, legal or not."""
        if self.looks_like_notation(question):
            return question
        understood = self.interpret(question)
        if understood.is_unique:
            return understood.actions[0].notation
        kind = self.interpret_verb(question)
        return (
            guess_notation(question, kind, self.verbs[kind], self.match.legal_actions(), self.pieces)
            if kind is not None
            else None
        )

    def usage_for(self, question: str) -> str:
        """How a move like that is written."""
        kind = self.interpret_verb(question)
        return self._form(kind) if kind is not None else self.example()

    def example(self) -> str:
        """How a move is written now; it names no piece, for the list may show what only one may see."""
        turn = self.match.turn
        return self._form(turn.verbs[0] if turn is not None else next(iter(self.verbs)))

    def _form(self, kind: str) -> str:
        return " ".join([kind, *(f"{field}=…" for field in self.verbs[kind].fields)])
