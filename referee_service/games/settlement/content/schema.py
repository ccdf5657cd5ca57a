"""Pack rows as they stand in YAML: one struct per table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.packs import EffectRow, Row

Trigger = Literal[
    "building_placed",
    "terrain_explored",
    "monster_hunted",
    "fortification_built",
    "region_activated",
    "fortification_activated",
    "hero_invited",
]
Permit = Literal["choose_encounter", "second_region", "second_street", "even_exchange"]
Resource = Literal["clay", "stone", "wood", "diamond", "gold"]
Counted = Literal["terrain", "fortification", "building", "card"]
"""What a hero scores for: pieces of the player, or the points on the card."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class ResourceRow(Row, frozen=True):
    """A resource: basic or rare, and the number that every player begins with."""

    basic: bool
    start: int


class RegionRow(Row, frozen=True):
    """A region of the wilderness and the villagers that exploring takes there."""

    villagers: int


class HeroSlotRow(Row, frozen=True):
    """A place of the hero row and the additional diamonds that an invitation costs there."""

    surcharge: int


class MonsterRow(Row, frozen=True):
    """A monster, the villagers that hunting it takes, and its reward."""

    villagers: int
    reward: dict[str, int]


class TerrainRow(Row, frozen=True):
    """A type of terrain tile."""

    level: int
    resource: str
    monster: str
    copies: int


class BuildingRow(Row, frozen=True):
    """A type of building: its price, what its use takes and brings, and what tokens stored on it score."""

    copies: int
    cost: dict[str, int]
    give: dict[str, int] = {}
    needs: Literal["", "fortification"] = ""
    stores: bool = False
    on_use: tuple[EffectRow, ...] = ()
    points: int = 0
    rule: str = ""


class ArtefactRow(Row, frozen=True):
    """An artefact and what it does for its owner."""

    on_take: tuple[EffectRow, ...] = ()
    triggers: dict[Trigger, tuple[EffectRow, ...]] = {}
    permits: tuple[Permit, ...] = ()


class GuildRow(Row, frozen=True):
    """A guild and what its heroes score for."""

    per: Counted
    rule: str


class HeroRow(Row, frozen=True):
    """A hero card."""

    guild: str
    cost: dict[str, int]
    villagers: int
    monster: str
    points: int = 0


class RankRow(Row, frozen=True):
    """A rank of the solo game and the least points that reach it."""

    least: int


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    resources: tuple[ResourceRow, ...]
    regions: tuple[RegionRow, ...]
    hero_slots: tuple[HeroSlotRow, ...]
    monsters: tuple[MonsterRow, ...]
    terrains: tuple[TerrainRow, ...]
    buildings: tuple[BuildingRow, ...]
    artefacts: tuple[ArtefactRow, ...]
    guilds: tuple[GuildRow, ...]
    heroes: tuple[HeroRow, ...]
    ranks: tuple[RankRow, ...]
    texts: dict[str, ComponentTexts] = {}
    """Names and texts that replace those of the game."""

    def rows(self) -> Iterable[Row]:
        """Yield every row that names its provenance."""
        for table in TABLES:
            yield from getattr(self, table)


TABLES = tuple(name for name in Pack.__struct_fields__ if name not in ("name", "texts"))
"""The names of the tables of a pack."""
