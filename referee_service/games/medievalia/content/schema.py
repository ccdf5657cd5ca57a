"""Schema of a content pack: one struct for the rows of each YAML table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.packs import Row

Resource = Literal["energy", "food", "gold", "workforce"]
Power = Literal["", "heal", "shoot", "swift", "shield", "trade", "muse", "favour"]
"""Power of a unit: heal or shoot in a battle, march further, shield another unit, trade, double output, save costs."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class CityRow(Row, frozen=True):
    """The city: its output, and its values when it is attacked."""

    resource: Resource
    output: int
    attack: int
    defence: int


class TerritoryRow(Row, frozen=True):
    """A kind of territory: its output and its cost."""

    copies: int
    resource: Resource
    output: int
    cost: dict[Resource, int]


class TroopRow(Row, frozen=True):
    """A kind of military or character card."""

    deck: Literal["military", "character"]
    copies: int
    attack: int
    defence: int
    cost: dict[Resource, int]
    requires: str = ""
    """The building without which the card costs more."""
    works: bool = False
    """Whether it yields workforce, and raises the output of the land where it stands."""
    power: Power = ""


class BuildingRow(Row, frozen=True):
    """A kind of building. It is a military building if it has a defence."""

    copies: int
    cost: dict[Resource, int]
    points: int
    rule: str
    attack: int = 0
    defence: int = 0
    first: bool = False
    """Whether a copy lies open on a pile at the start."""


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    city: tuple[CityRow, ...]
    territories: tuple[TerritoryRow, ...]
    troops: tuple[TroopRow, ...]
    buildings: tuple[BuildingRow, ...]
    texts: dict[str, ComponentTexts] = {}
    """Names of components, and texts that replace the derived ones."""

    def rows(self) -> Iterable[Row]:
        """Return the rows of all tables. Each row names its provenance."""
        for table in TABLES:
            yield from getattr(self, table)


TABLES = tuple(name for name in Pack.__struct_fields__ if name not in ("name", "texts"))
"""The tables of a pack."""
