"""The components of Caravan: a pack read from YAML, checked once, as lookup tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from referee_service.kernel.bags import Bag
from referee_service.kernel.packs import (
    ContentError,
    EffectRegistry,
    EffectRow,
    PackRegistry,
    Row,
    index_by_id,
    pack_id,
    read_pack,
)

if TYPE_CHECKING:
    from tests.kernel.toy.state import State

Good = Literal["gold", "salt", "silk", "spice"]
GOODS: tuple[Good, ...] = ("gold", "salt", "silk", "spice")
GOLD, ANY = "gold", "any"

effect: EffectRegistry[State] = EffectRegistry()
"""The decorator that makes a function nameable by content rows; effects.py fills it."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class PaceRow(Row, frozen=True):
    """A result of the die: how many cards it brings, and how many faces show it."""

    cards: int
    faces: int


class GoodRow(Row, frozen=True):
    """A kind of card."""

    copies: int


class StallRow(Row, frozen=True):
    """A kind of stall: its price, its points, and what it does for its owner."""

    copies: int
    value: int
    price: dict[Good | Literal["any"], int]
    on_build: tuple[EffectRow, ...] = ()
    on_opened: tuple[EffectRow, ...] = ()
    permits: tuple[Literal["twin_stalls"], ...] = ()
    numbers: dict[str, int] = {}


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    paces: tuple[PaceRow, ...]
    goods: tuple[GoodRow, ...]
    stalls: tuple[StallRow, ...]


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
    """The whole deck."""
    market: Bag
    """All stalls there are."""


def build(text: bytes, where: str) -> tuple[str, Content]:
    """A pack's text as checked tables; a row that does not fit is named with the reason."""
    pack = read_pack(text, Pack, where=where)
    numbers = {row.id: row.value for row in index_by_id(pack.numbers, where=where, table="numbers").values()}
    goods = index_by_id(pack.goods, where=where, table="goods")
    if sorted(goods) != sorted(GOODS):
        raise ContentError(where, "goods", f"the goods are {', '.join(GOODS)}")
    tables = Content(
        pack=pack,
        numbers=numbers,
        paces=index_by_id(pack.paces, where=where, table="paces"),
        stalls={
            name: _stall(row, numbers, where)
            for name, row in index_by_id(pack.stalls, where=where, table="stalls").items()
        },
        cards=tuple(sorted((row.id, row.copies) for row in pack.goods)),
        market=tuple(sorted((row.id, row.copies) for row in pack.stalls)),
    )
    return pack_id(pack.name, pack), tables


def _stall(row: StallRow, numbers: Mapping[str, int], where: str) -> Stall:
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


SHELF: PackRegistry[Content] = PackRegistry("tests.kernel.toy", build, default="oasis")
content = SHELF.for_state
"""The components that a state is played with."""
