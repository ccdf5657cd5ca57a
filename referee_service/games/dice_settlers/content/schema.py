"""Rows of a content pack as they stand in its YAML file, one struct per table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.packs import EffectRow, Row

Symbol = Literal["pioneer", "recruit", "explore", "settle", "raid", "trade", "research", "wood", "iron", "food", "gold"]
Token = Literal["wood", "iron", "food", "gold"]
Terrain = Literal["plain", "forest", "mountain", "desert", "hill"]
Colour = Literal["white", "green", "yellow", "orange", "brown", "grey"]
Ability = Literal["none", "placement", "control", "presence", "factory"]
TechnologyType = Literal["I", "II", "III", "IV", "V", "explosive"]
Number = Literal[
    "quota",
    "explored_tiles",
    "shield",
    "kept_dice",
    "harvest",
    "govern_lead",
    "factory_tokens",
    "factory_uses",
    "trade_points",
]
"""Numbers that a technology may add to."""
Permit = Literal["explore_anywhere", "lone_pioneer", "tent_from_beside", "follow_anywhere"]
"""Restrictions that a technology may lift."""
Counted = Literal[
    "",
    "house",
    "die",
    "technology",
    "shared_technology",
    "controlled_tile",
    "controlled_factory",
    "surrounded_tile",
    "quota",
]
"""Things that a technology may score for at the end."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class SeatCountRow(Row, frozen=True):
    """Numbers that depend on the player count: points in the supply, dice of each colour left in the box."""

    players: int
    points: int
    boxed_dice: int


class DieRow(Row, frozen=True):
    """A colour of dice: their number, the start dice of each side, the terrain that recruits them, the faces."""

    count: int
    start: int
    terrain: Literal["", "plain", "forest", "mountain", "desert", "hill"]
    faces: tuple[Symbol, ...]


class TileRow(Row, frozen=True):
    """A tile: its terrain, its points for the first and the second, and its ability."""

    terrain: Terrain
    start: bool = False
    players: int = 1
    first: int = 0
    second: int = 0
    ability: Ability = "none"
    quota: int = 0
    bonus: Literal["", "recruit", "settle", "trade"] = ""
    effects: tuple[EffectRow, ...] = ()


class TechnologyTypeRow(Row, frozen=True):
    """A type of technologies, and how many of it a random table has."""

    drawn: int


class Conversion(Struct, frozen=True, forbid_unknown_fields=True):
    """Symbols that may be used as other symbols."""

    these: tuple[Symbol, ...]
    into: tuple[Symbol, ...]


class TechnologyRow(Row, frozen=True):
    """A technology: its price, its points and its effects."""

    seal: TechnologyType
    research: int
    tokens: dict[Token, int]
    terrains: tuple[Terrain, ...]
    points: int
    known: tuple[str, ...]
    """Fields of this card that the rulebook gives. The others are house data."""
    players: int = 1
    numbers: dict[Number, int] = {}
    permits: tuple[Permit, ...] = ()
    converts: Conversion | None = None
    gives: Literal["", "recruit", "explore", "settle", "raid", "trade", "research"] = ""
    per: Counted = ""
    each: int = 0
    on_explode: tuple[EffectRow, ...] = ()


class SetRow(Row, frozen=True):
    """A predefined table of technologies, from the top left."""

    technologies: tuple[str, ...]


class EdgeRow(Row, frozen=True):
    """An edge of the printed Bot's hexagon. Its id is the action there. Rows are in clockwise order."""


class QueueRow(Row, frozen=True):
    """Number of dice that the printed Bot takes if its queue has at least this length."""

    least: int
    taken: int


class StepRow(Row, frozen=True):
    """A result of the die that moves the printed Bot's marker, with its weight."""

    steps: int
    weight: int


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    tables: tuple[SeatCountRow, ...]
    dice: tuple[DieRow, ...]
    tiles: tuple[TileRow, ...]
    seals: tuple[TechnologyTypeRow, ...]
    technologies: tuple[TechnologyRow, ...]
    sets: tuple[SetRow, ...]
    hexagon: tuple[EdgeRow, ...]
    queue: tuple[QueueRow, ...]
    steps: tuple[StepRow, ...]
    texts: dict[str, ComponentTexts] = {}
    """Names and texts of components that replace those of the game."""

    def rows(self) -> Iterable[Row]:
        """Yield every row of every table, with its provenance."""
        for table in TABLES:
            yield from getattr(self, table)


TABLES = tuple(name for name in Pack.__struct_fields__ if name not in ("name", "texts"))
"""Names of the tables of a pack."""
