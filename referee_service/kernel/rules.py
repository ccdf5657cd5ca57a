"""Rules, refusals, faults and rulings."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Language = Literal["en", "fr"]
Fact = int | str | bool | None | tuple[int | str, ...]


class Refusal(Struct, frozen=True, gc=False):
    """One reason against a move: the rule that forbids it and the facts of the case."""

    rule: str
    facts: dict[str, Fact]


class Fault(Struct, frozen=True, gc=False):
    """One reason why a state is impossible, and the place in it that shows so."""

    path: str
    rule: str
    facts: dict[str, Fact]


class LocalizedText(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence in every language we speak."""

    en: str
    fr: str

    def __getitem__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its name, what the referee says when it is broken or applied, and where the book has it."""

    title: LocalizedText
    message: LocalizedText
    source: str


class Ruling(Struct, frozen=True):
    """A refusal written out for a reader."""

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
    """The reason of this name, with its facts."""
    return Reason(name, facts)


def refuse(rule: str, /, **facts: Fact) -> Refusal:
    """A refusal under this rule, with the facts of the case."""
    return Refusal(rule, facts)


def fault(path: str, rule: str, /, **facts: Fact) -> Fault:
    """An impossibility at this place of a state."""
    return Fault(path, rule, facts)
