"""Lookup tables of a Caravan pack, built from its rows and checked once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_service.kernel.bags import Bag
from referee_service.kernel.packs import ContentError, EffectRegistry, PackRegistry, index_by_id, pack_id, read_pack
from tests.kernel.toy.content.schema import GOODS, PaceRow, Pack, StallRow

if TYPE_CHECKING:
    from tests.kernel.toy.state import State

effect: EffectRegistry[State] = EffectRegistry()
"""Decorator for the functions that content rows may name."""


@dataclass(frozen=True, slots=True)
class Stall:
    """A kind of stall with its effects bound."""

    value: int
    price: Bag
    on_build: tuple[Callable[[State, int], State], ...]
    on_opened: tuple[Callable[[State, int], State], ...]
    permits: frozenset[str]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Content:
    """All tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    paces: Mapping[str, PaceRow]
    stalls: Mapping[str, Stall]
    cards: Bag
    """All cards of the game."""
    market: Bag
    """All stalls of the game."""


def build(text: bytes, where: str) -> tuple[str, Content]:
    """Return the id and the tables of a pack. Raises ContentError with file, row and reason if a row does not fit."""
    pack = read_pack(text, Pack, where=where)
    numbers = {row.id: row.value for row in index_by_id(pack.numbers, where=where, table="numbers").values()}
    goods = index_by_id(pack.goods, where=where, table="goods")
    stalls = index_by_id(pack.stalls, where=where, table="stalls")
    if sorted(goods) != sorted(GOODS):
        raise ContentError(where, "goods", f"the goods are {', '.join(GOODS)}")
    tables = Content(
        pack=pack,
        numbers=numbers,
        paces=index_by_id(pack.paces, where=where, table="paces"),
        stalls={name: _bind_stall(row, numbers, where) for name, row in stalls.items()},
        cards=tuple(sorted((row.id, row.copies) for row in pack.goods)),
        market=tuple(sorted((row.id, row.copies) for row in pack.stalls)),
    )
    return pack_id(pack.name, pack), tables


def _bind_stall(row: StallRow, numbers: Mapping[str, int], where: str) -> Stall:
    on = f"stalls {row.id!r}"
    unknown = sorted(set(row.numbers) - set(numbers))
    if unknown:
        raise ContentError(where, on, f"no number is called {', '.join(unknown)}")
    return Stall(
        value=row.value,
        price=tuple(sorted(row.price.items())),
        on_build=tuple(effect.bind(each, where=where, on=on) for each in row.on_build),
        on_opened=tuple(effect.bind(each, where=where, on=on) for each in row.on_opened),
        permits=frozenset(row.permits),
        numbers=row.numbers,
    )


PACKS: PackRegistry[Content] = PackRegistry("tests.kernel.toy", build, default="oasis")
content = PACKS.for_state
"""Return the tables that a state uses."""
