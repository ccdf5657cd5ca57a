"""Schema of a Caravan pack: its rows as YAML has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.packs import EffectRow, Row

Good = Literal["gold", "salt", "silk", "spice"]
GOODS: tuple[Good, ...] = ("gold", "salt", "silk", "spice")
GOLD, ANY = "gold", "any"


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class PaceRow(Row, frozen=True):
    """A result of the die: the cards it brings, and the number of faces that show it."""

    cards: int
    faces: int


class GoodRow(Row, frozen=True):
    """A kind of card."""

    copies: int


class StallRow(Row, frozen=True):
    """A kind of stall: its price, its points, and its effects."""

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
    texts: dict[str, ComponentTexts] = {}

    def rows(self) -> Iterable[Row]:
        """Yield every row with its provenance."""
        for table in (self.numbers, self.paces, self.goods, self.stalls):
            yield from table
