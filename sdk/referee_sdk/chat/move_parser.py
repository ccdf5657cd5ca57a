"""Parser from chat text to moves of a match. It uses the verbs and components of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from referee_sdk.catalogue import Verb
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.guesses import NamedComponent, guess_notation, interpret_verbs
from referee_sdk.chat.interpretation import Interpretation, has_numbers, interpret_text
from referee_sdk.chat.phrases import MARKS, NO_PHRASES, PASS_PHRASES, YES_PHRASES, move_in, plain_phrase
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.chat.words import (
    PREFIX_SCORE,
    folded,
    folded_words,
    is_number,
    is_plural,
    significant_words,
    word_similarity,
)
from referee_sdk.models import Action

NOTATION = re.compile(r"(?P<verb>\w+)(?: \w+=\S+)+")

PASS_VERBS, NO_VERBS, YES_VERBS = ("pass", "end_", "go_on", "decline"), ("decline",), ("accept",)
"""Beginnings of the verbs that a short answer may mean, the likeliest first."""


class MoveParser:
    """Parser for one match. It can also read moves that are not legal now.

    `display` returns a label as users read it: with names instead of seats.
    """

    def __init__(self, match: TableMatch, index: ComponentIndex, display: Callable[[str], str]) -> None:
        self.match, self.index, self.display = match, index, display

    @cached_property
    def all_verbs(self) -> dict[str, Verb]:
        """All verbs of the game, by name. At a table with real dice users write those of chance, too."""
        return self.match.client.game(self.match.game).verbs

    @cached_property
    def verbs(self) -> dict[str, Verb]:
        """The verbs of seats, by name: without those of chance."""
        return {name: verb for name, verb in self.all_verbs.items() if not verb.chance}

    def component_in(self, text: str) -> NamedComponent | None:
        """Return the component that a text names beside its verb, or None."""
        kinds = self.interpret_verbs(text)[:1]
        words = (word for word in folded_words(text) if not self.is_first_word(word, kinds))
        return self.index.named_in(" ".join(words))

    def is_first_word(self, word: str, kinds: Sequence[str]) -> bool:
        """Return whether a word is the first one of a verb, such as "take" of `take_tile`."""
        heads = [name.split()[0].lower() for kind in kinds for name in (kind.replace("_", " "), self.verbs[kind].title)]
        return any(word_similarity(word, folded(head)) >= PREFIX_SCORE for head in heads)

    def passing_verb(self, text: str) -> str | None:
        """Return the verb that ends or passes something, current ones first, if the text is "pass" or the like."""
        kinds = [*([] if self.match.is_over else self.match.turn.verbs), *self.verbs]
        passing = (kind for prefix in PASS_VERBS for kind in kinds if kind.startswith(prefix))
        return next(passing, None) if plain_phrase(text) in PASS_PHRASES else None

    def notation_in(self, text: str) -> str | None:
        """Return the line of notation in a text, such as the end of `why not place_tile die=1 …`; None without one."""
        if text in self.all_verbs and not self.all_verbs[text].fields:
            return text
        found = NOTATION.search(text)
        return found[0] if found and found["verb"] in self.all_verbs else None

    def interpret(self, text: str) -> Interpretation:
        """Return the legal actions that a text may describe."""
        legal = self.match.legal_actions()
        whole = interpret_text(text, legal, self.display)
        return whole if whole.is_unique else interpret_text(move_in(text), legal, self.display)

    def interpret_verbs(self, text: str) -> list[str]:
        """Return the verbs of a seat that a text names, legal now or not, the most similar first."""
        return interpret_verbs(move_in(text), self.verbs)

    def to_notation(self, text: str, kinds: Sequence[str]) -> str | None:
        """Return the notation of the move that a text describes, legal or not; None if it is unclear."""
        interpretation = self.interpret(text)
        if interpretation.is_unique and (interpretation.is_exact or interpretation.actions[0].kind in kinds):
            return interpretation.actions[0].notation
        component = self.component_in(text)
        legal = self.match.legal_actions()
        lines = (guess_notation(text, kind, self.verbs[kind], legal, component) for kind in kinds)
        return next((line for line in lines if line is not None), None)

    def short_answer(self, text: str) -> list[Action] | None:
        """Return the legal actions that "yes", "no" or "pass" may mean; None for any other text."""
        phrase = plain_phrase(text) or folded(text).strip(MARKS)  # "ok" alone is an answer, elsewhere a polite word
        legal = self.match.legal_actions()
        if phrase in PASS_PHRASES:
            return [action for action in legal if action.kind.startswith(PASS_VERBS)]
        for phrases, verbs, value in ((YES_PHRASES, YES_VERBS, True), (NO_PHRASES, NO_VERBS, False)):
            if phrase in phrases:
                answers = [
                    action
                    for action in legal
                    if action.kind.startswith(verbs) or any(each is value for each in action.fields.values())
                ]
                return answers or (_undeclined(legal) if value else [])
        return None

    def mentions(self, action: Action, words: Sequence[str]) -> bool:
        """Return whether the label or the notation of an action has all these words, in singular or plural."""
        known = significant_words(f"{action.label} {action.notation}".replace("_", " "))
        return all(word in known or any(is_plural(word, other) for other in known) for word in words)

    def resembles(self, action: Action, text: str) -> bool:
        """Return whether the label or the notation of an action has all words of a text, or words like them."""
        known = significant_words(f"{self.display(action.label)} {action.notation}".replace("_", " "))
        return all(any(word_similarity(word, other) for other in known) for word in significant_words(move_in(text)))

    def fits_numbers(self, action: Action, text: str) -> bool:
        """Return whether a text has no number, or the action has all its words and each number at its place."""
        if not any(map(is_number, folded_words(text))):
            return True
        texts = (self.display(action.label), action.label, action.notation)
        return has_numbers(texts, text) and self.resembles(action, text)

    def title(self, notation: str) -> str:
        """Return the title of the verb of a line of notation; an empty text if the game has no such verb."""
        verb = self.all_verbs.get(notation.partition(" ")[0])
        return "" if verb is None else verb.title

    def usage_for(self, text: str) -> str:
        """Return the notation form of the verb that a text names, or of an example."""
        kinds = self.interpret_verbs(text)
        return self._notation_form(kinds[0]) if kinds else self.example()

    def example(self) -> str:
        """Return the notation form of a current verb. It has no values, because they may be hidden information."""
        kind = next(iter(self.verbs)) if self.match.is_over else self.match.turn.verbs[0]
        return self._notation_form(kind)

    def _notation_form(self, kind: str) -> str:
        return " ".join([kind, *(f"{field}=…" for field in self.all_verbs[kind].fields)])


def _undeclined(legal: Sequence[Action]) -> list[Action]:
    """Return what "yes" means to a question such as "Do you add a tent?": the only action beside those that decline."""
    others = [action for action in legal if not action.kind.startswith(NO_VERBS)]
    return others if len(others) == 1 and len(others) < len(legal) else []
