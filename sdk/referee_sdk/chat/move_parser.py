"""Parser from chat text to moves of a match. It uses the verbs and components of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from referee_sdk.catalogue import Verb
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.interpretation import Interpretation, guess_notation, interpret_text, interpret_verb
from referee_sdk.chat.table_match import TableMatch


class MoveParser:
    """Parser for one match. It can also read moves that are not legal now.

    `display` returns a label as users read it: with names instead of seats.
    """

    def __init__(self, match: TableMatch, index: ComponentIndex, display: Callable[[str], str]) -> None:
        self.match, self.index, self.display = match, index, display

    @cached_property
    def verbs(self) -> dict[str, Verb]:
        """All verbs of the game, by name."""
        return self.match.client.game(self.match.game).verbs

    def looks_like_notation(self, text: str) -> bool:
        """Return whether the first word of a text is a verb."""
        return text.partition(" ")[0] in self.verbs

    def interpret(self, text: str) -> Interpretation:
        """Return the legal actions that a text may describe."""
        return interpret_text(text, self.match.legal_actions(), self.display)

    def interpret_verb(self, text: str) -> str | None:
        """Return the verb of a seat that a text names, legal now or not; None if there is none."""
        return interpret_verb(text, {name: verb for name, verb in self.verbs.items() if not verb.chance})

    def to_notation(self, text: str) -> str | None:
        """Return the notation of the move that a text describes, legal or not; None if it is unclear."""
        if self.looks_like_notation(text):
            return text
        interpretation = self.interpret(text)
        if interpretation.is_unique:
            return interpretation.actions[0].notation
        kind = self.interpret_verb(text)
        if kind is None:
            return None
        component = self.index.named_in(text)
        return guess_notation(text, kind, self.verbs[kind], self.match.legal_actions(), component)

    def usage_for(self, text: str) -> str:
        """Return the notation form of the verb that a text names, or of an example."""
        kind = self.interpret_verb(text)
        return self._notation_form(kind) if kind is not None else self.example()

    def example(self) -> str:
        """Return the notation form of a current verb. It has no values, because they may be hidden information."""
        return self._notation_form(next(iter(self.verbs)) if self.match.is_over else self.match.turn.verbs[0])

    def _notation_form(self, kind: str) -> str:
        return " ".join([kind, *(f"{field}=…" for field in self.verbs[kind].fields)])
