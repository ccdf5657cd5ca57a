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
    """Resource that the city yields when its player turns it to pay."""
    output: int
    """Number of `resource` that the city yields, without workers and civil buildings on it."""
    attack: int
    """Points of damage that the city deals in a battle. It fights only where it is attacked."""
    defence: int
    """Points of damage that destroy the city, beyond those that its guards and bonuses take."""


class TerritoryRow(Row, frozen=True):
    """A kind of territory: its output and its cost."""

    copies: int
    """Number of cards of this territory in the deck of territories."""
    resource: Resource
    """Resource that the territory yields when its player turns it to pay."""
    output: int
    """Number of `resource` that the territory yields, without workers and civil buildings on it."""
    cost: dict[Resource, int]
    """Resources that playing the card costs, as counts by resource."""


class TroopRow(Row, frozen=True):
    """A kind of military or character card."""

    deck: Literal["military", "character"]
    """Deck that the card belongs to: `military` or `character`."""
    copies: int
    """Number of cards of this kind in its deck."""
    attack: int
    """Points of damage that the card deals in a battle."""
    defence: int
    """Points of damage that kill the card, without bonuses."""
    cost: dict[Resource, int]
    """Resources that playing the card costs, as counts by resource, without the surcharge for a missing building."""
    requires: str = ""
    """Id of a building. If the fief lacks it, the card costs more gold. Empty if the card needs none."""
    works: bool = False
    """Whether the card is a worker: it yields 1 workforce, or on a land or the city adds 1 to the output there."""
    power: Power = ""
    """Power of the card. Empty if it has none.

    `heal`, `shoot`: heal or deal damage at the end of a battle nearby. `swift`: march further. `shield`: give defence
    to another card of the army. `trade`: change resources. `muse`: multiply an output. `favour`: pay less for a
    building.
    """


class BuildingRow(Row, frozen=True):
    """A kind of building. It is a military building if it has a defence."""

    copies: int
    """Number of copies of this building in the game."""
    cost: dict[Resource, int]
    """Resources that building it costs, as counts by resource."""
    points: int
    """Points that the building is worth. A second one of the same kind in a fief is worth nothing."""
    rule: str
    """Id of the rule that gives the points, such as `score.building`."""
    attack: int = 0
    """Points of damage that a military building deals in a battle against it or its land. 0 for a civil building."""
    defence: int = 0
    """Points of damage that destroy a military building, without bonuses. 0 for a civil building."""
    first: bool = False
    """Whether one copy lies face up on a pile at the start of the game."""


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
