"""Rules, refusals, faults and rulings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

Language = Literal["en", "fr"]
"""A language of the texts."""
Fact = int | str | bool | None | tuple[int | str, ...]
"""A value that fills a slot of a message."""


class Refusal(Struct, frozen=True, gc=False):
    """One reason against a move: the rule that forbids it, and the facts."""

    rule: str
    facts: dict[str, Fact]


class Fault(Struct, frozen=True, gc=False):
    """An invariant that a state violates, and the path of the field that shows it."""

    path: str
    rule: str
    facts: dict[str, Fact]


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """One text in English and French."""

    en: str
    fr: str

    def __getitem__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its title, its message template, and its place in the rulebook."""

    title: LocalizedText
    message: LocalizedText
    source: str

    def localized_source(self, language: Language) -> str:
        """Return the source in a language: "ruling 5" is "décision 5". Names of sections stay as printed."""
        return _localize_source(self.source, language)


FRENCH_SOURCES = {"referee": "arbitre", "rulings": "décisions", "ruling": "décision", "components": "éléments du jeu"}
"""French for the words that a source may have instead of a section of the rulebook."""


@lru_cache(maxsize=1024)
def _localize_source(source: str, language: Language) -> str:
    if language == "en":
        return source
    return re.sub(r"\b(referee|rulings?|components)\b", lambda found: FRENCH_SOURCES[found[1]], source)


class Ruling(Struct, frozen=True):
    """A refusal or fault as text in one language."""

    rule: str
    title: str
    message: str
    facts: dict[str, Fact]
    source: str


class Reason(Struct, frozen=True):
    """Why text cannot be read or a record cannot be replayed: the name of a kernel sentence, and its facts."""

    name: str
    facts: dict[str, Fact]


def make_reason(name: str, /, **facts: Fact) -> Reason:
    """Return a reason with its facts."""
    return Reason(name, facts)


def refuse(rule: str, /, **facts: Fact) -> Refusal:
    """Return a refusal under this rule."""
    return Refusal(rule, facts)


def fault(path: str, rule: str, /, **facts: Fact) -> Fault:
    """Return a fault at this path of a state."""
    return Fault(path, rule, facts)
