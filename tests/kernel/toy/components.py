"""Components of a pack with their texts: goods and stalls. Each text is derived from the row that the rules execute."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component, TextWriter
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.rules import Language
from tests.kernel.toy.content.schema import StallRow
from tests.kernel.toy.content.tables import Content


def components(tables: Content, catalogue: Catalogue, language: Language) -> Iterator[Component]:
    """Yield the goods and stalls of a pack."""
    write = TextWriter(catalogue, language)
    for good in tables.pack.goods:
        yield write.component(good, "good", [write.phrase("copies", count=good.copies)])
    for stall in tables.pack.stalls:
        yield write.component(stall, "stall", _stall_sentences(stall, write), rules=("build.price", "build.value"))


def _stall_sentences(row: StallRow, write: TextWriter) -> Iterator[str]:
    yield write.phrase("price", price=write.counted(row.price))
    yield write.phrase("value", points=row.value)
    for effect in row.on_build:
        yield write.phrase("on_build", effect=_effect_phrase(effect, write))
    for effect in row.on_opened:
        yield write.phrase("on_opened", effect=_effect_phrase(effect, write))
    for permit in row.permits:
        yield write.phrase(f"permit_{permit}")
    for number, value in row.numbers.items():
        yield write.phrase(f"number_{number}", value=value)


def _effect_phrase(effect: EffectRow, write: TextWriter) -> str:
    """Return the phrase of an effect. Each effect of this game has one number."""
    ((name, number),) = effect.items()
    assert isinstance(number, int)
    return write.phrase(name, number=number)
