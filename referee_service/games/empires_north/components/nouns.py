"""Nouns for the cards that an effect, cost or trigger applies to: `a Camp or a Barter`, `exhausted cards`."""

from __future__ import annotations

from collections.abc import Callable

from referee_service.kernel.components import TextWriter
from referee_service.kernel.grammar import Noun, joined, plural, with_article

from ..content.schema import CardFilter


def noun_ids(wanted: CardFilter) -> list[str]:
    """Return the names of the nouns of a filter, which apply as alternatives."""
    if wanted.kind_in:
        return [f"of_{kind}" for kind in wanted.kind_in]
    if wanted.island:
        return ["an_island"]
    if wanted.type_in:
        return [f"type_{each}" for each in wanted.type_in]
    return ["an_exhausted_card" if wanted.exhausted else "any_card"]


class NounWriter(TextWriter):
    """Writes filters of cards as nouns."""

    def one_of(self, wanted: CardFilter) -> str:
        """Return a filter with articles: `a Camp or a Barter`."""
        return self._filter(wanted, lambda noun: with_article(noun, "a", self.language))

    def each_of(self, wanted: CardFilter) -> str:
        """Return a filter in the singular, without articles: `Camp or Barter`."""
        return self._filter(wanted, lambda noun: noun.one)

    def many_of(self, wanted: CardFilter) -> str:
        """Return a filter in the plural: `Camps or Barters`."""
        return self._filter(wanted, lambda noun: plural(noun, self.language))

    def _filter(self, wanted: CardFilter, form: Callable[[Noun], str]) -> str:
        ids = noun_ids(wanted)
        what = joined([form(self.catalogue.noun(name, self.language)) for name in ids], self.language, "or")
        if wanted.type_in and not ids[0].startswith("type_"):
            types = joined([self.name(f"type_{each}") for each in wanted.type_in], self.language, "or")
            what = self.phrase("of_type", what=what, types=types)
        is_said = ids == ["an_exhausted_card"]
        return self.phrase("while_exhausted", what=what) if wanted.exhausted and not is_said else what
