"""Index of a game's components: finds them by id, or by name in English and French, also with typos."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Final, get_args

from referee_sdk.catalogue import Component
from referee_sdk.chat.guesses import NamedComponent
from referee_sdk.chat.words import (
    EXACT_SCORE,
    PREFIX_SCORE,
    STEM_SCORE,
    TYPO_SCORE,
    folded_words,
    has_same_stem,
    is_number,
    significant_words,
    word_similarity,
)
from referee_sdk.client import Client
from referee_sdk.options import Language

MATCH_LEVELS: Final = (EXACT_SCORE, STEM_SCORE, PREFIX_SCORE, TYPO_SCORE * PREFIX_SCORE)
"""Lowest similarity of the words of a name, per attempt: equal words, stems, beginnings of words, then typos."""

REMARK = re.compile(r"\s*\(.*?\)")
"""Remark in a name: "terrain (risk of gnoll)". It counts only if the rest of no name fits."""

Words = tuple[str, ...]

MIN_RARE_CHARS = 4
"""Letters of a word that can name a component alone, although its name has more words."""


class ComponentIndex:
    """Components of one pack. The first look-up requests their names in both languages."""

    def __init__(self, client: Client, game: str, pack: str | None = None) -> None:
        self.client, self.game, self.pack = client, game, pack

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """All components, in the language of the client."""
        return self._request(self.client.language)

    @cached_property
    def _names(self) -> dict[str, set[str]]:
        """The id and the names of each component."""
        names = {component.id: {component.id.replace("_", " ")} for component in self.components}
        for language in get_args(Language):
            listed = self.components if language == self.client.language else self._request(language)
            for component in listed:
                names.setdefault(component.id, set()).add(component.name)
        return names

    @cached_property
    def _forms(self) -> dict[str, tuple[Words, ...]]:
        """The words of the id and of each name, by component, and of each name without its remark."""
        short = self._short_forms
        return {each: (*short[each], *map(_name_words, sorted(names))) for each, names in self._names.items()}

    @cached_property
    def _short_forms(self) -> dict[str, tuple[Words, ...]]:
        """The words of the id and of each name without its remark, by component."""
        return {
            each: tuple(dict.fromkeys(_name_words(REMARK.sub("", name)) for name in sorted(names)))
            for each, names in self._names.items()
        }

    def _request(self, language: Language) -> tuple[Component, ...]:
        return self.client.with_language(language).components(self.game, pack=self.pack)

    def forms(self, component: str) -> tuple[Words, ...]:
        """Return the words of the id and of each name of a component."""
        return self._forms[component]

    def get(self, component: str) -> Component:
        """Return one component with its rules. Raises `NotFound` if the pack has no such id."""
        return self.client.component(self.game, component, pack=self.pack)

    def names(self, text: str) -> bool:
        """Return whether a text is the whole id or name of a component, in singular or plural."""
        words = _name_words(text)
        return bool(words) and bool(self._select(partial(_is_plural, words), self._forms))

    def find(self, text: str) -> tuple[Component, ...]:
        """Return the components that a text names. A whole id or name comes alone, without longer names."""
        words = _name_words(text)
        if not words:
            return ()
        whole: list[Callable[[Words], bool]] = [words.__eq__, partial(_is_plural, words)]
        parts = [partial(_is_similar, words, level) for level in MATCH_LEVELS]
        attempts = [(fits, self._forms) for fits in whole]
        attempts += [(fits, forms) for fits in parts for forms in (self._short_forms, self._forms)]
        return next((found for fits, forms in attempts if (found := self._select(fits, forms))), ())

    def similar(self, text: str) -> tuple[Component, ...]:
        """Return the components that share a word with a text, the most similar first."""
        words = _name_words(text)
        scores = {
            component.id: max((sum(_similarities(words, form)) for form in self._forms[component.id]), default=0.0)
            for component in self.components
        }
        ranked = sorted(self.components, key=lambda component: -scores[component.id])
        return tuple(component for component in ranked if scores[component.id] > 0)

    def named_in(self, text: str) -> NamedComponent | None:
        """Return the component with the longest id or name whose words all appear in a text, or None.

        Names without numbers come first: in "the ship of depot 4" it is the ship.
        """
        words = significant_words(text)
        named = [NamedComponent(name, form) for name, forms in self._forms.items() for form in filter(None, forms)]
        for fits in (str.__eq__, _is_plural_word):
            found = [each for each in named if all(any(fits(word, other) for word in words) for other in each.words)]
            if found:
                return max(found, key=_distinctness)
        rare = [NamedComponent(self._rare_words[word], (word,)) for word in words if word in self._rare_words]
        return max(rare, key=_distinctness, default=None)

    @cached_property
    def _rare_words(self) -> dict[str, str]:
        """The component per word that only names of this component have: "astrolabe"."""
        owners: dict[str, set[str]] = {}
        for component, forms in self._short_forms.items():
            for word in {word for form in forms for word in form if len(word) >= MIN_RARE_CHARS and word.isalpha()}:
                owners.setdefault(word, set()).add(component)
        return {word: next(iter(names)) for word, names in owners.items() if len(names) == 1}

    def _select(self, fits: Callable[[Words], bool], forms: Mapping[str, Sequence[Words]]) -> tuple[Component, ...]:
        """Return the components with a form that fits. Of components with the same name and text only one is kept."""
        found = (component for component in self.components if any(map(fits, forms[component.id])))
        return tuple({(component.name, component.text): component for component in found}.values())


def _name_words(name: str) -> Words:
    """Return the words of a name without stop words, or with them if there are no others (French "dé")."""
    return significant_words(name) or folded_words(name)


def _distinctness(named: NamedComponent) -> tuple[bool, int, int]:
    """Return how much a name says: one without a number more than "depot 4", which a text may have beside it."""
    return not any(map(is_number, named.words)), len(named.words), sum(map(len, named.words))


def _is_plural(words: Words, form: Words) -> bool:
    """Return whether two names differ only in the endings of their words."""
    return len(words) == len(form) and all(map(_is_plural_word, words, form))


def _is_plural_word(word: str, other: str) -> bool:
    """Return whether two words are equal or differ only in their endings. Numbers must be equal."""
    return word == other or (not is_number(word) and not is_number(other) and has_same_stem(word, other))


def _is_similar(words: Words, level: float, form: Words) -> bool:
    """Return whether each word is similar to a word of a form, at least at this level."""
    return min(_similarities(words, form)) >= level


def _similarities(words: Sequence[str], form: Iterable[str]) -> list[float]:
    """Return for each word its similarity to the most similar word of a form."""
    return [max((word_similarity(word, other) for other in form), default=0.0) for word in words]
