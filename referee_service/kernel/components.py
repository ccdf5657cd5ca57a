"""Components: the tiles, cards, dice and goods of a pack, with names and texts in one language.

A game derives each text from the data that its rules execute. `TextWriter` fills phrases of the catalogue and joins
them into sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from referee_service.kernel.grammar import capitalized, joined
from referee_service.kernel.packs import PackRegistry, Provenance, Row
from referee_service.kernel.rules import Fact, Language

if TYPE_CHECKING:
    from referee_service.kernel.catalogue import Catalogue

C = TypeVar("C")


class Component(Struct, frozen=True, kw_only=True):
    """One component of a pack in one language."""

    id: str
    kind: str
    """What it is, in one word of the rulebook: `building`, `hero`."""
    name: str
    text: str
    """What it costs, when it works, what it does and what it is worth."""
    provenance: Provenance
    facts: dict[str, object] = {}
    """The data that the rules execute."""
    rules: tuple[str, ...] = ()
    """Rules that the component refers to: the rule that is its power, or the rule of its kind."""


class TextWriter:
    """Writes component texts in one language from phrases of the catalogue."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.catalogue, self.language = catalogue, language

    def phrase(self, name: str, /, **facts: Fact) -> str:
        """Return the phrase of this name, filled with facts."""
        return self.catalogue.format(self.catalogue.phrases[name], facts, self.language)

    def name(self, piece: str) -> str:
        """Return the name of a piece, with a capital letter."""
        return capitalized(self.catalogue.piece_name(piece, self.language))

    def counted(self, pieces: Mapping[str, int] | Iterable[tuple[str, int]]) -> str:
        """Return counted pieces as a list: `2 wood and 1 stone`."""
        pairs = pieces.items() if isinstance(pieces, Mapping) else pieces
        return self.joined([self.catalogue.counted(count, piece, self.language) for piece, count in pairs])

    def joined(self, parts: Iterable[str]) -> str:
        """Return parts as a list with "and"."""
        return joined(list(parts), self.language)

    def text(self, sentences: Iterable[str]) -> str:
        """Return sentences as one text. Each gets a capital letter and a full stop; empty ones are left out."""
        return " ".join(f"{capitalized(each.rstrip('.'))}." for each in sentences if each)

    def component(self, row: Row, kind: str, sentences: Iterable[str], rules: tuple[str, ...] = ()) -> Component:
        """Return the component of a row, whose name is that of its id and whose facts are the data of the row."""
        facts = msgspec.to_builtins(row, str_keys=True)
        assert isinstance(facts, dict)
        for name in ("id", "provenance"):
            facts.pop(name)
        return Component(
            id=row.id,
            kind=kind,
            name=self.name(row.id),
            text=self.text(sentences),
            provenance=row.provenance,
            facts=facts,
            rules=rules,
        )


@lru_cache(maxsize=64)
def component_texts(
    components: Callable[[C, Catalogue, Language], Iterable[Component]],
    packs: PackRegistry[C],
    pack: str,
    catalogue: Catalogue,
    language: Language,
) -> Mapping[str, str]:
    """Return the text of each component of a pack. It is cached, because every picture describes most of them."""
    return {each.id: each.text for each in components(packs.get(pack), catalogue, language)}
