"""The catalogue of one game: its rules and texts, and the templates that are filled in English or French."""

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
    """Texts of one verb: its title, and the label template of its actions."""

    title: LocalizedText
    label: LocalizedText


class GameTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """All texts of a game that are not rules, as `texts.yaml` has them."""

    title: LocalizedText
    verbs: dict[str, VerbTexts]
    questions: dict[str, LocalizedText]
    events: dict[str, LocalizedText]
    names: dict[str, LocalizedText]
    captions: dict[str, LocalizedText] = {}
    """Lines of the view as text, for terminals and chat."""
    reasons: dict[str, LocalizedText] = {}
    """Sentences of the kernel: why text cannot be read or a record cannot be replayed."""


class Catalogue:
    """The rules and texts of one game, the kernel's included, and the functions that fill them."""

    def __init__(self, rules: Mapping[str, Rule], texts: GameTexts) -> None:
        kernel_rules, kernel_texts = _kernel_texts()
        self.rules: dict[str, Rule] = {**kernel_rules, **rules}
        self.title = texts.title
        self.verbs: dict[str, VerbTexts] = {**kernel_texts.verbs, **texts.verbs}
        self.questions: dict[str, LocalizedText] = {**kernel_texts.questions, **texts.questions}
        self.events: dict[str, LocalizedText] = {**kernel_texts.events, **texts.events}
        self.names: dict[str, LocalizedText] = {**kernel_texts.names, **texts.names}
        self.captions: dict[str, LocalizedText] = texts.captions

    def ruling(self, refusal: Refusal | Fault, language: Language) -> Ruling:
        """Return a refusal or fault as a ruling: title, filled message and source in one language."""
        rule = self.rules[refusal.rule]
        message = self.format(rule.message, refusal.facts, language)
        return Ruling(refusal.rule, rule.title[language], message, refusal.facts, rule.source)

    def piece_name(self, piece: str, language: Language) -> str:
        """Return the name of a piece. An id without a name is returned unchanged."""
        text = self.names.get(piece)
        return text[language] if text else piece

    def format(self, text: LocalizedText, facts: Mapping[str, Fact], language: Language) -> str:
        """Return a template filled with facts in one language.

        `{tile}` is replaced by the name of that piece, and `{depot|depot_}` by the name of `depot_3` if depot is 3. The
        section `[ with die {die}]` is omitted if die is None or empty.
        """
        parts = []
        for section in _parse_template(text[language]):
            if section.optional and any(facts.get(piece.name) in (None, ()) for piece in section.pieces if piece.name):
                continue
            for piece in section.pieces:
                parts.append(self._format_fact(facts[piece.name], piece.text, language) if piece.name else piece.text)
        return "".join(parts)

    def _format_fact(self, fact: Fact, prefix: str, language: Language) -> str:
        if isinstance(fact, tuple):
            return ", ".join(self.piece_name(f"{prefix}{piece}", language) for piece in fact)
        return self.piece_name(f"{prefix}{fact}", language)


class _TemplatePart(NamedTuple):
    """A part of a template: plain text, or the slot of the fact `name`. `text` is then the prefix of its names."""

    name: str
    text: str


class _TemplateSection(NamedTuple):
    """A section of a template. An optional section is omitted if one of its facts is missing."""

    optional: bool
    pieces: tuple[_TemplatePart, ...]


_SLOT = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


_OPTIONAL = re.compile(r"\[([^\]]*\{[^\]]*)\]")


@cache
def _parse_template(template: str) -> tuple[_TemplateSection, ...]:
    """Parse a template into sections. Results are cached."""
    sections = _OPTIONAL.split(template)
    return tuple(
        _TemplateSection(at % 2 == 1, _parse_section(section)) for at, section in enumerate(sections) if section
    )


def _parse_section(section: str) -> tuple[_TemplatePart, ...]:
    found, end = [], 0
    for slot in _SLOT.finditer(section):
        found += [_TemplatePart("", section[end : slot.start()]), _TemplatePart(slot[1], slot[2] or "")]
        end = slot.end()
    return (*found, _TemplatePart("", section[end:]))


def load_catalogue(package: str) -> Catalogue:
    """Load the catalogue of a package from its rules.yaml and texts.yaml."""
    return Catalogue(*_load_texts(package))


@cache
def load_rules(package: str) -> dict[str, Rule]:
    """Load the rules of a package from its rules.yaml, without those of the kernel."""
    return msgspec.yaml.decode((files(package) / "rules.yaml").read_bytes(), type=dict[str, Rule])


def _load_texts(package: str) -> tuple[dict[str, Rule], GameTexts]:
    texts = msgspec.yaml.decode((files(package) / "texts.yaml").read_bytes(), type=GameTexts)
    return load_rules(package), texts


@cache
def _kernel_texts() -> tuple[dict[str, Rule], GameTexts]:
    return _load_texts("referee_service.kernel")


def reason_text(reason: Reason, language: Language) -> str:
    """Return the kernel's sentence for a reason, filled with its facts."""
    return _kernel_texts()[1].reasons[reason.name][language].format_map(reason.facts)
