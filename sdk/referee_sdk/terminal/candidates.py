"""Candidates for a half-written line: legal moves, names of cards and pieces, and commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from referee_sdk.chat import MenuOption
from referee_sdk.terminal.keyboard import Keyboard
from referee_sdk.terminal.texts import COMMAND_WORDS, SAVE_COMMANDS

COMPONENT_PREFIX = re.compile(
    r"(?:\?\s*|(?:what is|what are|what's|why not)(?: the| an?)? "
    r"|(?:c'est quoi|qu'est-ce que|à quoi sert|pourquoi pas)(?: (?:les?|la|une?) | l'| ))(?=\S|$)",
    re.IGNORECASE,
)
"""Start of a question about a card or piece, in either language. The name comes after it."""

REFUSAL_PREFIX = re.compile("why|pourquoi", re.IGNORECASE)

MAX_CANDIDATES = 2000


@dataclass(frozen=True)
class Candidate:
    """A line that may be meant: the label to show, the text to send, and the number of a move."""

    label: str
    text: str
    number: int | None = None
    is_whole: bool = True
    """Whether the text is a whole line; a command such as `save ` takes more words."""
    is_component: bool = False
    """Whether the text asks what a card or piece does, or about a line of the list."""

    @property
    def line(self) -> str:
        """The line that a user would write: a move as its label, anything else as its text."""
        return self.text if self.number is None else self.label


def move_candidate(option: MenuOption) -> Candidate:
    """Return the candidate of a legal move. Its notation means the same in every list."""
    return Candidate(option.label, option.notation or str(option.number), option.number)


class Completion:
    """Completion of the lines of one keyboard."""

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard

    def candidates(self, text: str) -> list[Candidate]:
        """Return what a half-written line may mean. An empty line may mean all moves. Raises `RefereeError`."""
        table, text = self.keyboard.table, text.replace("’", "'").lstrip()
        prefix = COMPONENT_PREFIX.match(text)
        if prefix is not None:
            if line := self._line_asked_for(text, text[prefix.end() :].strip()):
                return [line]
            names = table.complete_component(text[prefix.end() :], MAX_CANDIDATES)
            is_question = REFUSAL_PREFIX.match(text) is None
            question = prefix[0] if prefix[0].endswith("'") else f"{prefix[0].rstrip()} "
            return [Candidate(name, f"{question}{name}", is_component=is_question) for name in names]
        if text.partition(" ")[0].lower() in SAVE_COMMANDS and " " in text:
            return []
        return [*self._commands(text), *self._moves(text)]

    def _line_asked_for(self, text: str, name: str) -> Candidate | None:
        """Return the candidate of a question about a line of the list, such as `what is 2`: the question itself."""
        moves = self._moves(name) if name.isdecimal() else ()
        labels = [move.label for move in moves if move.number == int(name)]
        return Candidate(labels[0], text, is_component=True) if labels else None

    def _commands(self, text: str) -> list[Candidate]:
        """Return the commands of the language that begin with a text. An empty text fits none."""
        lowered = text.lower()
        words = [each for each in COMMAND_WORDS[self.keyboard.language] if lowered and each.startswith(lowered)]
        return [Candidate(each, each, is_whole=not each.endswith(" ")) for each in words]

    def _moves(self, text: str) -> list[Candidate]:
        table = self.keyboard.table
        if table.match.is_over or self.keyboard.next_holder is not None:
            return []
        return list(map(move_candidate, table.complete(self.keyboard.user, text, MAX_CANDIDATES)))


def best_candidate(text: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """Return the candidate that Enter sends instead of the typed text, if there is one.

    It is the move with exactly this label, or the first card or piece whose name begins so.
    """
    first = next((each for each in candidates if each.is_component), None)
    exact = (each for each in candidates if text.lower() in (each.label.lower(), each.text.lower()))
    found = next(exact, first)
    return found if found is not None and (found.number is not None or found.is_component) else None


def completed_texts(candidates: Sequence[Candidate]) -> list[str]:
    """Return the texts that Tab writes for these candidates: moves as their label, without a number."""
    return [candidate.line for candidate in candidates]


def common_start(text: str, completions: Sequence[str]) -> str:
    """Return the longest text with which all completions begin, if the half-written text begins it; else the text."""
    if not completions or not all(each.lower().startswith(text.lower()) for each in completions):
        return text
    columns = zip(*(each.lower() for each in completions), strict=False)
    return completions[0][: sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, columns))]
