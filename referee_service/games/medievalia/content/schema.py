"""A content pack as its YAML says it: one struct for each table's rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.packs import Row

Resource = Literal["energy", "food", "gold", "workforce"]
Power = Literal["", "heal", "shoot", "swift", "shield", "trade", "muse", "favour"]
"""What a card can do: nurse and shoot in a conflict, march further, cover another, trade, double output, save costs."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class CityRow(Row, frozen=True):
    """The city: what it yields, and how it fights when it is attacked."""

    resource: Resource
    output: int
    attack: int
    defence: int


class TerritoryRow(Row, frozen=True):
    """A kind of territory: what it yields and what it costs."""

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
    """The building without which it costs more."""
    works: bool = False
    """It yields workforce, and raises the output of a territory where it stands."""
    power: Power = ""


class BuildingRow(Row, frozen=True):
    """A kind of building; one with a defence is a military one."""

    copies: int
    cost: dict[Resource, int]
    points: int
    rule: str
    attack: int = 0
    defence: int = 0
    first: bool = False


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    city: tuple[CityRow, ...]
    territories: tuple[TerritoryRow, ...]
    troops: tuple[TroopRow, ...]
    buildings: tuple[BuildingRow, ...]

    def rows(self) -> Iterable[Row]:
        """Every row that says where it comes from."""
        for table in TABLES:
            yield from getattr(self, table)


TABLES = tuple(name for name in Pack.__struct_fields__ if name != "name")
"""The tables of a pack."""
