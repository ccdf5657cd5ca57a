"""The catalogue of one game: its rules and texts, and the functions that fill their templates in English or French."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal, cast

import msgspec
from msgspec import Struct

from referee_service.kernel.grammar import (
    Article,
    LocalizedName,
    Noun,
    attach,
    capitalized,
    counted,
    is_plural,
    joined,
    with_article,
)
from referee_service.kernel.rules import Fact, Fault, Language, LocalizedText, Reason, Refusal, Rule, Ruling
from referee_service.kernel.templates import TemplatePart, parse_template

_QUOTES: Final[dict[Language, str]] = {"en": "“{}”", "fr": "« {} »"}


class VerbTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """Texts of one verb: its title, and the label template of its actions."""

    title: LocalizedText
    label: LocalizedText


class OptionTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """Texts of one option of a set-up: its title, what it changes, and titles of its values by their JSON."""

    title: LocalizedText
    description: LocalizedText
    values: dict[str, LocalizedText] = {}
    """Titles in the order in which a form shows them. A text is its own key; others are written as in JSON: `null`."""


class ComponentTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """Texts of one component in a pack: its name, and a text that replaces the derived one."""

    name: LocalizedName | None = None
    text: LocalizedText | None = None


class GameTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """All texts of a game that are not rules, as `texts.yaml` has them."""

    title: LocalizedText
    verbs: dict[str, VerbTexts]
    questions: dict[str, LocalizedText]
    events: dict[str, LocalizedText]
    names: dict[str, LocalizedName]
    options: dict[str, OptionTexts] = {}
    captions: dict[str, LocalizedText] = {}
    """Lines of the view as text, for terminals and chat."""
    phrases: dict[str, LocalizedText] = {}
    """Parts of component texts: one for each effect, cost, permit, number and trigger."""
    reasons: dict[str, LocalizedText] = {}
    """Sentences of the kernel: why text cannot be read or a record cannot be replayed."""


MAX_SENTENCES: Final = 4096
"""Filled sentences that a catalogue caches: labels, prompts and events. Possible states bound their facts."""
MAX_CACHED_PIECES: Final = 64
"""Longest list of pieces whose text is cached. Longer ones come from clients: the facts of a refusal."""


class Catalogue:
    """The rules and texts of one game, the kernel's included, and the functions that fill them."""

    def __init__(
        self, rules: Mapping[str, Rule], texts: GameTexts, pack_names: Mapping[str, LocalizedName] | None = None
    ) -> None:
        kernel_rules, kernel_texts = _kernel_texts()
        self._own_rules, self._texts = rules, texts
        self.rules: dict[str, Rule] = {**kernel_rules, **rules}
        self.title = texts.title
        self.options = texts.options
        self.verbs: dict[str, VerbTexts] = {**kernel_texts.verbs, **texts.verbs}
        self.questions: dict[str, LocalizedText] = {**kernel_texts.questions, **texts.questions}
        self.events: dict[str, LocalizedText] = {**kernel_texts.events, **texts.events}
        self.names: dict[str, LocalizedName] = {**kernel_texts.names, **texts.names, **(pack_names or {})}
        self.captions: dict[str, LocalizedText] = {**kernel_texts.captions, **texts.captions}
        self.phrases: dict[str, LocalizedText] = {**kernel_texts.phrases, **texts.phrases}
        self._count_list = lru_cache(maxsize=4096)(self._counted_list)
        self._sentence = lru_cache(maxsize=MAX_SENTENCES)(self._new_sentence)

    def with_names(self, names: Mapping[str, LocalizedName]) -> Catalogue:
        """Return this catalogue with the names of a pack, which replace its own."""
        return Catalogue(self._own_rules, self._texts, names) if names else self

    def ruling(self, refusal: Refusal | Fault, language: Language) -> Ruling:
        """Return a refusal or fault as a ruling: title, filled message and source in one language.

        Its message is not cached: the facts may contain any text that a client has sent.
        """
        rule = self.rules[refusal.rule]
        message = capitalized(self.format(rule.message, refusal.facts, language))
        return Ruling(refusal.rule, rule.title[language], message, refusal.facts, rule.localized_source(language))

    def piece_name(self, piece: str, language: Language) -> str:
        """Return the name of a piece. An id without a name is returned unchanged."""
        text = self.names.get(piece)
        return text[language] if text else piece

    def noun(self, piece: str, language: Language) -> Noun:
        """Return the name of a piece with its forms. An id without a name is a proper name."""
        name = self.names.get(piece)
        return name.noun(language) if name else Noun(piece, piece, is_proper=True)

    def counted(self, count: int, piece: str, language: Language) -> str:
        """Return a number of equal pieces: `2 workers`."""
        return counted(count, self.noun(piece, language), language)

    def sentence(self, text: LocalizedText, facts: Mapping[str, Fact], language: Language) -> str:
        """Return a filled template that begins with a capital letter. Most sentences are written again and again."""
        return self._sentence(text, tuple(facts.items()), language)

    def _new_sentence(self, text: LocalizedText, facts: tuple[tuple[str, Fact], ...], language: Language) -> str:
        return capitalized(self.format(text, dict(facts), language))

    def format(self, text: LocalizedText, facts: Mapping[str, Fact], language: Language) -> str:
        """Return a template filled with facts in one language. `kernel/templates.py` has the forms of slots.

        Raises KeyError if a fact is missing outside optional sections.
        """
        filled = ""
        for section in parse_template(text[language]):
            if section.optional and _lacks(facts, section.names):
                continue
            for part in section.parts:
                if not part.name:
                    filled += part.text
                elif language == "fr":
                    filled = attach(filled, self._format_slot(part, facts, language))
                else:
                    filled += self._format_slot(part, facts, language)
        return filled

    def _format_slot(self, part: TemplatePart, facts: Mapping[str, Fact], language: Language) -> str:
        fact = facts[part.name]
        if part.words:
            return self._agreeing_word(part, fact, language)
        values = fact if isinstance(fact, tuple) else (fact,)
        pieces, form = [f"{part.text}{value}" for value in values], part.form
        if not form:
            return ", ".join([self.piece_name(piece, language) for piece in pieces])
        if form in ("the", "a"):
            article = cast("Article", form)
            return joined([with_article(self.noun(piece, language), article, language) for piece in pieces], language)
        if form in ("count", "count_or"):
            count_list = self._count_list if len(pieces) <= MAX_CACHED_PIECES else self._counted_list
            return count_list(tuple(pieces), language, "or" if form == "count_or" else "and")
        if form in ("quoted", "quoted_or"):
            return self._quoted(pieces, language, "or" if form == "quoted_or" else "and")
        if form in ("and", "or"):
            names = [self.piece_name(piece, language) for piece in pieces]
            return joined(names, language, "or" if form == "or" else "and")
        if form in ("verb", "rule"):
            titles = [self._title(form, piece, language) for piece in pieces]
            return joined([_QUOTES[language].format(title) for title in titles], language, "or")
        noun = str(facts[form[1:]]) if form.startswith("@") else form
        number = fact[0] if isinstance(fact, tuple) else fact  # the notation of a forced answer has numbers as text
        return self.counted(int(number or 0), noun, language)

    def _counted_list(self, pieces: tuple[str, ...], language: Language, conjunction: Literal["and", "or"]) -> str:
        """Return pieces as a list in which equal ones are counted: `2 stones and 1 clay`."""
        parts = [self.counted(count, piece, language) for piece, count in Counter(pieces).items()]
        return joined(parts, language, conjunction)

    def _quoted(self, pieces: Sequence[str], language: Language, conjunction: Literal["and", "or"]) -> str:
        """Return names in quotation marks as a list. Equal ones are counted: `“Inn” and 2 × “Bank”`."""
        names = Counter(_QUOTES[language].format(self.piece_name(piece, language)) for piece in pieces)
        return joined([f"{n} × {name}" if n > 1 else name for name, n in names.items()], language, conjunction)

    def _title(self, form: str, piece: str, language: Language) -> str:
        """Return the title of a verb or rule. An unknown one is returned unchanged."""
        found = self.verbs.get(piece) if form == "verb" else self.rules.get(piece)
        return found.title[language] if found else piece

    def _agreeing_word(self, part: TemplatePart, fact: Fact, language: Language) -> str:
        """Return the word of a slot that agrees with its fact in number or gender."""
        if not part.by_gender:
            count = len(fact) if isinstance(fact, tuple) else int(fact or 0)
            return part.words[is_plural(count, language)]
        noun = self.noun(f"{part.text}{fact}", language)
        return part.words[(noun.gender == "f") + 2 * (noun.number == "many" and len(part.words) > 2)]


def _lacks(facts: Mapping[str, Fact], names: Iterable[str]) -> bool:
    """Return whether one of these facts is missing, None or empty."""
    for name in names:  # a loop, because labels are written for every legal action
        fact = facts.get(name)
        if fact is None or fact == ():
            return True
    return False


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
