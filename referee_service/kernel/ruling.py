"""Rules with ids, refusals that cite them, and the catalogue that says both in English and French."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec
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


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence in every language we speak."""

    en: str
    fr: str

    def __getitem__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its name, what the referee says when it is broken or applied, and where the book has it."""

    title: Text
    says: Text
    source: str


class VerbWords(Struct, frozen=True, forbid_unknown_fields=True):
    """How a verb is called and how one action of it is written out."""

    title: Text
    label: Text


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """Every text of a game that is not a rule: verbs, prompts, narration, names of pieces."""

    title: Text
    verbs: dict[str, VerbWords]
    questions: dict[str, Text]
    events: dict[str, Text]
    names: dict[str, Text]
    captions: dict[str, Text] = {}
    """Lines of the table as text, for terminals and chat."""
    reasons: dict[str, Text] = {}
    """The referee's own: why something cannot be read or replayed."""


class Ruling(Struct, frozen=True):
    """A refusal written out for a reader."""

    rule: str
    title: str
    message: str
    facts: dict[str, Fact]
    source: str


class Reason(Struct, frozen=True):
    """Why something cannot be read or replayed: a sentence of the referee's own, and its facts as they are."""

    name: str
    facts: dict[str, Fact]

    def told(self, language: Language) -> str:
        """The sentence in this language."""
        return _own_texts()[1].reasons[self.name][language].format_map(self.facts)


def because(name: str, /, **facts: Fact) -> Reason:
    """The reason of this name, with its facts."""
    return Reason(name, facts)


def refuse(rule: str, /, **facts: Fact) -> Refusal:
    """A refusal under this rule, with the facts of the case."""
    return Refusal(rule, facts)


def fault(path: str, rule: str, /, **facts: Fact) -> Fault:
    """An impossibility at this place of a state."""
    return Fault(path, rule, facts)


class Catalogue:
    """The rules and words of one game, the referee's own among them, and how to say them."""

    def __init__(self, rules: Mapping[str, Rule], words: Words) -> None:
        own_rules, own_words = _own_texts()
        self.rules: dict[str, Rule] = {**own_rules, **rules}
        self.title = words.title
        self.verbs: dict[str, VerbWords] = {**own_words.verbs, **words.verbs}
        self.questions: dict[str, Text] = {**own_words.questions, **words.questions}
        self.events: dict[str, Text] = {**own_words.events, **words.events}
        self.names: dict[str, Text] = {**own_words.names, **words.names}
        self.captions: dict[str, Text] = words.captions

    def ruling(self, refusal: Refusal | Fault, language: Language) -> Ruling:
        """The refusal as a sentence with its title and source."""
        rule = self.rules[refusal.rule]
        message = self.fill(rule.says, refusal.facts, language)
        return Ruling(refusal.rule, rule.title[language], message, refusal.facts, rule.source)

    def name(self, piece: str, language: Language) -> str:
        """What a piece is called; an id nobody named is shown as it is."""
        text = self.names.get(piece)
        return text[language] if text else piece

    def fill(self, text: Text, facts: Mapping[str, Fact], language: Language) -> str:
        """A template with its facts in the language.

        `{tile}` is the name of that piece, `{depot|depot_}` the name of `depot_3` where depot is 3, and
        `[ with die {die}]` goes altogether when die is None or empty.
        """
        written = []
        for part in _parsed(text[language]):
            if part.optional and any(facts.get(piece.name) in (None, ()) for piece in part.pieces if piece.name):
                continue
            for piece in part.pieces:
                written.append(self._named(facts[piece.name], piece.text, language) if piece.name else piece.text)
        return "".join(written)

    def _named(self, fact: Fact, prefix: str, language: Language) -> str:
        if isinstance(fact, tuple):
            return ", ".join(self.name(f"{prefix}{piece}", language) for piece in fact)
        return self.name(f"{prefix}{fact}", language)


class _Piece(NamedTuple):
    """A piece of a template: plain text, or with a name the slot of a fact, `text` being the prefix of its names."""

    name: str
    text: str


class _Part(NamedTuple):
    """A stretch of a template; an optional one goes where a fact is missing."""

    optional: bool
    pieces: tuple[_Piece, ...]


_SLOT = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_OPTIONAL = re.compile(r"\[([^\]]*\{[^\]]*)\]")


@cache
def _parsed(template: str) -> tuple[_Part, ...]:
    """A template taken apart, once for each."""
    stretches = _OPTIONAL.split(template)
    return tuple(_Part(at % 2 == 1, _pieces(stretch)) for at, stretch in enumerate(stretches) if stretch)


def _pieces(stretch: str) -> tuple[_Piece, ...]:
    found, end = [], 0
    for slot in _SLOT.finditer(stretch):
        found += [_Piece("", stretch[end : slot.start()]), _Piece(slot[1], slot[2] or "")]
        end = slot.end()
    return (*found, _Piece("", stretch[end:]))


def read_catalogue(package: str) -> Catalogue:
    """The catalogue that stands beside a package's code: its rules.yaml and words.yaml."""
    return Catalogue(*_texts(package))


@cache
def read_rules(package: str) -> dict[str, Rule]:
    """The rules that stand beside a package's code, without the referee's own."""
    return msgspec.yaml.decode((files(package) / "rules.yaml").read_bytes(), type=dict[str, Rule])


def _texts(package: str) -> tuple[dict[str, Rule], Words]:
    words = msgspec.yaml.decode((files(package) / "words.yaml").read_bytes(), type=Words)
    return read_rules(package), words


@cache
def _own_texts() -> tuple[dict[str, Rule], Words]:
    return _texts("referee_service.kernel")
