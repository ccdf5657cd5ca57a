"""Index of a game's components: finds them by id, or by name in English and French, also with typos."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Final, get_args

from referee_sdk.catalogue import Component
from referee_sdk.chat.interpretation import (
    EXACT_SCORE,
    PREFIX_SCORE,
    TYPO_SCORE,
    NamedComponent,
    folded_words,
    significant_words,
    word_similarity,
)
from referee_sdk.client import Client
from referee_sdk.options import Language

MATCH_LEVELS: Final = (EXACT_SCORE, PREFIX_SCORE, TYPO_SCORE * PREFIX_SCORE)
"""Lowest similarity of the words of a name, per attempt: equal words, then beginnings of words, then typos."""

Words = tuple[str, ...]


class ComponentIndex:
    """Components of one pack. The first look-up requests their names in both languages."""

    def __init__(self, client: Client, game: str, pack: str | None = None) -> None:
        self.client, self.game, self.pack = client, game, pack

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """All components, in the language of the client."""
        return self._request(self.client.language)

    @cached_property
    def _forms(self) -> dict[str, tuple[Words, ...]]:
        """The words of the id and of each name, by component."""
        forms = {component.id: {_name_words(component.id.replace("_", " "))} for component in self.components}
        for language in get_args(Language):
            listed = self.components if language == self.client.language else self._request(language)
            for component in listed:
                forms.setdefault(component.id, set()).add(_name_words(component.name))
        return {name: tuple(filter(None, words)) for name, words in forms.items()}

    def _request(self, language: Language) -> tuple[Component, ...]:
        return self.client.with_language(language).components(self.game, pack=self.pack)

    def forms(self, component: str) -> tuple[Words, ...]:
        """Return the words of the id and of each name of a component."""
        return self._forms[component]

    def get(self, component: str) -> Component:
        """Return one component with its rules. Raises `NotFound` if the pack has no such id."""
        return self.client.component(self.game, component, pack=self.pack)

    def find(self, text: str) -> tuple[Component, ...]:
        """Return the components that a text names. A whole id or name comes alone, without longer names."""
        words = _name_words(text)
        if not words:
            return ()
        attempts: list[Callable[[Words], bool]] = [words.__eq__]
        attempts += [partial(_is_similar, words, level) for level in MATCH_LEVELS]
        return next((found for fits in attempts if (found := self._select(fits))), ())

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
        """Return the component with the longest id or name whose words all appear in a text, or None."""
        words = set(significant_words(text))
        named = (NamedComponent(name, form) for name, forms in self._forms.items() for form in forms)
        return max(
            (each for each in named if words.issuperset(each.words)),
            key=lambda each: (len(each.words), sum(map(len, each.words))),
            default=None,
        )

    def _select(self, fits: Callable[[Words], bool]) -> tuple[Component, ...]:
        """Return the components with a form that fits. Of components with the same name and text only one is kept."""
        found = (component for component in self.components if any(map(fits, self._forms[component.id])))
        return tuple({(component.name, component.text): component for component in found}.values())


def _name_words(name: str) -> Words:
    """Return the words of a name without stop words, or with them if there are no others (French "dé")."""
    return significant_words(name) or folded_words(name)


def _is_similar(words: Words, level: float, form: Words) -> bool:
    """Return whether each word is similar to a word of a form, at least at this level."""
    return min(_similarities(words, form)) >= level


def _similarities(words: Sequence[str], form: Iterable[str]) -> list[float]:
    """Return for each word its similarity to the most similar word of a form."""
    return [max((word_similarity(word, other) for other in form), default=0.0) for word in words]
