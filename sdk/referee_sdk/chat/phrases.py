"""Phrases of chat texts: commands, numbers, and questions about moves, as people write them in either language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee_sdk.chat.texts import COMMANDS, NO_WORDS, PASS_WORDS, YES_WORDS
from referee_sdk.chat.words import folded

MARKS = " ?!.,;:…“”\"'«»`"
"""Characters around a phrase that are not part of it."""

POLITENESS = re.compile(
    r"^(?:(?:ok|okay|well|so|sorry|please|pardon|bon|alors|desole|hm+|and|et)\b[ ,.!]*)+"
    r"|[ ,]+(?:please|pls|thanks|thx|now|merci|svp|stp|s'il (?:te|vous) plait|maintenant)$",
)
INTENTION = re.compile(
    r"^(?:(?:i(?:'d| would) like to|i(?:'ll| will| want to| would)?|let(?:'s| me)|we"
    r"|je (?:veux|voudrais|vais)|je|on va) |j')(?=\w)"
)
"""Words before the verb of a move: "I want to take", "je prends"."""

NUMBER = re.compile(
    r"(?:(?:number|no|nr|option|choice|move|the|numero|choix|coup|le|la|n°|#)[. ]*)?#? ?(?P<number>\d{1,6})"
)

_MODAL = r"(?:can(?:'t|not)?|(?:could|may|do|am|is|are|must|should)(?:n't)?)"
_WHY_TEXT = (
    r"(?:why|how come)(?: not)?(?: " + _MODAL + r")?(?: (?:i|we|you|it))?(?: (?:not|can't|cannot|can not|may not))?"
    r"(?: (?:allowed to|allowed|be able to))? (?P<move>.+?)(?: (?:not allowed|forbidden|illegal|impossible))?",
    r"(?:can|could|may) (?:i|we)(?: not)? (?P<move>.+)",
    r"(?:am i|are we|is it) (?:allowed|permitted|legal|possible) to (?P<move>.+)",
    r"pourquoi(?: est[ -]ce qu[e' ])?(?: ?(?:je|on|nous|tu))?(?: ne)?(?: (?:puis[ -]je|peut[ -]on|peux|peut))?"
    r"(?: ?(?:je|on))?(?: ne)?(?: (?:peux|peut|puis))?(?: pas)? (?P<move>.+?)"
    r"(?: (?:n'est pas permis|est interdit|pas permis|interdit|impossible))?",
    r"(?:puis[ -]je|peut[ -]on|est[ -]ce que je peux|est[ -]ce qu'on peut|je peux|on peut) (?P<move>.+)",
)
WHY = tuple(re.compile(pattern) for pattern in _WHY_TEXT)


BOT_FOR = re.compile(r"(?:put )?(?:a |un )?(?:bot|robot) (?:(?:plays?|joue) )?(?:for|pour|a la place de) (?P<name>.+)")
"""Request for a bot that plays for an absent user."""


def _folded_keys(commands: Mapping[str, str]) -> dict[str, str]:
    return {folded(text): command for text, command in commands.items()}


_COMMANDS = _folded_keys(COMMANDS)
YES_PHRASES, NO_PHRASES, PASS_PHRASES = (frozenset(map(folded, each)) for each in (YES_WORDS, NO_WORDS, PASS_WORDS))


def plain_phrase(text: str) -> str:
    """Return a text folded, without marks around it and without polite words."""
    phrase = folded(text).strip(MARKS)
    return POLITENESS.sub("", POLITENESS.sub("", phrase)).strip(MARKS)


def command_in(text: str) -> str | None:
    """Return the command that a text is; None for any other text."""
    if text.strip() == "?":
        return "help"
    return _COMMANDS.get(folded(text)) or _COMMANDS.get(plain_phrase(text))


def absent_user(text: str) -> str | None:
    """Return the name in a request such as "bot for Bob"; None for any other text."""
    found = BOT_FOR.fullmatch(plain_phrase(text))
    return _as_written(text, found["name"]) if found else None


def _as_written(text: str, phrase: str) -> str:
    """Return the words of a text that are a folded phrase, with their accents and capitals."""
    words = text.split()
    spans = (
        " ".join(words[first:end]).strip(MARKS) for first in range(len(words)) for end in range(len(words), first, -1)
    )
    return next((span for span in spans if folded(span) == phrase), phrase)


def consent_in(text: str) -> bool | None:
    """Return whether a text agrees to something ("yes", "ok") or not ("no"); None for any other text."""
    phrase = folded(text).strip(MARKS)
    return True if phrase in YES_PHRASES else False if phrase in NO_PHRASES else None


def number_in(text: str) -> int | None:
    """Return the number of a choice: `2`, `2.`, `#2`, `option 2`, `le 2`. None for any other text."""
    found = NUMBER.fullmatch(plain_phrase(text))
    return int(found["number"]) if found else None


def move_in_question(text: str) -> str | None:
    """Return the move in a question such as "why can't I end the turn?"; None for any other text."""
    phrase = plain_phrase(text)
    found = next((match for pattern in WHY if (match := pattern.fullmatch(phrase))), None)
    return found["move"].strip(MARKS) if found else None


def move_in(text: str) -> str:
    """Return a text without the polite words around the move that it names."""
    return INTENTION.sub("", plain_phrase(text))


def is_question(text: str) -> bool:
    """Return whether a text ends as a question. A question never plays a move."""
    return text.rstrip(" !").endswith("?")
