"""The rules and texts of one game, and the templates that they fill in English and French."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
from msgspec import Struct

from referee_service.kernel.rules import Fact, Fault, Language, LocalizedText, Reason, Refusal, Rule, Ruling


class VerbTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """How a verb is called and how one action of it is written out."""

    title: LocalizedText
    label: LocalizedText


class GameTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """Every text of a game that is not a rule: verbs, prompts, narration, names of pieces."""

    title: LocalizedText
    verbs: dict[str, VerbTexts]
    questions: dict[str, LocalizedText]
    events: dict[str, LocalizedText]
    names: dict[str, LocalizedText]
    captions: dict[str, LocalizedText] = {}
    """Lines of the table as text, for terminals and chat."""
    reasons: dict[str, LocalizedText] = {}
    """The referee's own: why something cannot be read or replayed."""


class Catalogue:
    """The rules and words of one game, the referee's own among them, and how to say them."""

    def __init__(self, rules: Mapping[str, Rule], words: GameTexts) -> None:
        own_rules, own_words = _kernel_texts()
        self.rules: dict[str, Rule] = {**own_rules, **rules}
        self.title = words.title
        self.verbs: dict[str, VerbTexts] = {**own_words.verbs, **words.verbs}
        self.questions: dict[str, LocalizedText] = {**own_words.questions, **words.questions}
        self.events: dict[str, LocalizedText] = {**own_words.events, **words.events}
        self.names: dict[str, LocalizedText] = {**own_words.names, **words.names}
        self.captions: dict[str, LocalizedText] = words.captions

    def ruling(self, refusal: Refusal | Fault, language: Language) -> Ruling:
        """The refusal as a sentence with its title and source."""
        rule = self.rules[refusal.rule]
        message = self.format(rule.message, refusal.facts, language)
        return Ruling(refusal.rule, rule.title[language], message, refusal.facts, rule.source)

    def piece_name(self, piece: str, language: Language) -> str:
        """What a piece is called; an id nobody named is shown as it is."""
        text = self.names.get(piece)
        return text[language] if text else piece

    def format(self, text: LocalizedText, facts: Mapping[str, Fact], language: Language) -> str:
        """A template with its facts in the language.

        `{tile}` is the name of that piece, `{depot|depot_}` the name of `depot_3` where depot is 3, and
        `[ with die {die}]` goes altogether when die is None or empty.
        """
        written = []
        for part in _parse_template(text[language]):
            if part.optional and any(facts.get(piece.name) in (None, ()) for piece in part.pieces if piece.name):
                continue
            for piece in part.pieces:
                written.append(self._format_fact(facts[piece.name], piece.text, language) if piece.name else piece.text)
        return "".join(written)

    def _format_fact(self, fact: Fact, prefix: str, language: Language) -> str:
        if isinstance(fact, tuple):
            return ", ".join(self.piece_name(f"{prefix}{piece}", language) for piece in fact)
        return self.piece_name(f"{prefix}{fact}", language)


class _TemplatePart(NamedTuple):
    """A piece of a template: plain text, or with a name the slot of a fact, `text` being the prefix of its names."""

    name: str
    text: str


class _TemplateSection(NamedTuple):
    """A stretch of a template; an optional one goes where a fact is missing."""

    optional: bool
    pieces: tuple[_TemplatePart, ...]


_SLOT = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


_OPTIONAL = re.compile(r"\[([^\]]*\{[^\]]*)\]")


@cache
def _parse_template(template: str) -> tuple[_TemplateSection, ...]:
    """A template taken apart, once for each."""
    stretches = _OPTIONAL.split(template)
    return tuple(
        _TemplateSection(at % 2 == 1, _parse_section(stretch)) for at, stretch in enumerate(stretches) if stretch
    )


def _parse_section(stretch: str) -> tuple[_TemplatePart, ...]:
    found, end = [], 0
    for slot in _SLOT.finditer(stretch):
        found += [_TemplatePart("", stretch[end : slot.start()]), _TemplatePart(slot[1], slot[2] or "")]
        end = slot.end()
    return (*found, _TemplatePart("", stretch[end:]))


def load_catalogue(package: str) -> Catalogue:
    """The catalogue that stands beside a package's code: its rules.yaml and texts.yaml."""
    return Catalogue(*_load_texts(package))


@cache
def load_rules(package: str) -> dict[str, Rule]:
    """The rules that stand beside a package's code, without the referee's own."""
    return msgspec.yaml.decode((files(package) / "rules.yaml").read_bytes(), type=dict[str, Rule])


def _load_texts(package: str) -> tuple[dict[str, Rule], GameTexts]:
    words = msgspec.yaml.decode((files(package) / "texts.yaml").read_bytes(), type=GameTexts)
    return load_rules(package), words


@cache
def _kernel_texts() -> tuple[dict[str, Rule], GameTexts]:
    return _load_texts("referee_service.kernel")


def reason_text(reason: Reason, language: Language) -> str:
    """Return the kernel's sentence for a reason, filled with its facts."""
    return _kernel_texts()[1].reasons[reason.name][language].format_map(reason.facts)
