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
    """Whether it is a basic resource. A player who passes keeps one of those per fortification, but all rare ones."""
    start: int
    """Number of this resource that every player begins with."""


class RegionRow(Row, frozen=True):
    """A region of the wilderness and the villagers that exploring takes there."""

    villagers: int


class HeroSlotRow(Row, frozen=True):
    """A place of the hero row and the additional diamonds that an invitation costs there."""

    surcharge: int


class MonsterRow(Row, frozen=True):
    """A monster, the villagers that hunting it takes, and its reward."""

    villagers: int
    """Number of villagers that hunting the monster takes, 1 to 4."""
    reward: dict[str, int]
    """Resources that a player gains for hunting the monster, as counts by resource."""


class TerrainRow(Row, frozen=True):
    """A type of terrain tile."""

    level: int
    """Level of the terrain, 1 to 3: the pile of the tile, and the region of the wilderness where it is explored."""
    resource: str
    """Resource that the terrain yields when its region or its fortification is activated."""
    monster: str
    """Id of the monster that appears there in an encounter, if a hero of the hero row shows it too."""
    copies: int
    """Number of copies of this terrain tile in the game."""


class BuildingRow(Row, frozen=True):
    """A type of building: its price, what its use takes and brings, and what tokens stored on it score."""

    copies: int
    """Number of copies of this building in the game."""
    cost: dict[str, int]
    """Resources that building it costs, as counts by resource. It also takes a villager."""
    give: dict[str, int] = {}
    """Resources to give for one use, as counts by resource. Empty if the use is free.

    The key `basic` means one basic resource of the player's choice.
    """
    needs: Literal["", "fortification"] = ""
    """What a player must have to use the building: `fortification` for at least one. Empty if it needs none."""
    stores: bool = False
    """Whether the resource of `give` is stored on the building, where it scores `points` at the end."""
    on_use: tuple[EffectRow, ...] = ()
    """Effects of one use, in order. Empty if the building only stores.

    Each is an object with one key, the name of the effect, and its argument, such as `{"gain_villagers": 2}`. The
    argument of an effect that needs none is `true`.
    """
    points: int = 0
    """Points at the end of the game for each resource stored on the building. 0 if it stores nothing."""
    rule: str = ""
    """Id of the rule that scores the stored resources, such as `score.bank`. Empty if it stores nothing."""


class ArtefactRow(Row, frozen=True):
    """An artefact and what it does for its owner."""

    on_take: tuple[EffectRow, ...] = ()
    """Effects at once when a player takes the artefact, in order. Empty if there are none.

    Each is an object with one key, the name of the effect, and its argument, such as `{"gain_villagers": 1}`. The
    argument of an effect that needs none is `true`.
    """
    triggers: dict[Trigger, tuple[EffectRow, ...]] = {}
    """Effects for the owner until the owner passes, by the event that starts them, in the form of `on_take`.

    The events are actions of the owner: `building_placed`, `terrain_explored`, `monster_hunted`, `fortification_built`,
    `region_activated`, `fortification_activated`, `hero_invited`.
    """
    permits: tuple[Permit, ...] = ()
    """Restrictions of the rules that the artefact lifts for its owner until the owner passes. Empty if there are none.

    `choose_encounter`: the owner decides whether a monster appears. `second_region`, `second_street`: once per round, a
    region or a street may be activated a second time. `even_exchange`: one basic resource may be exchanged for one
    other.
    """


class GuildRow(Row, frozen=True):
    """A guild and what its heroes score for."""

    per: Counted
    """What each hero of the guild scores a point for: `terrain`, `fortification` or `building` of its player.

    `card`: the hero scores the points on its card instead.
    """
    rule: str
    """Id of the rule that scores heroes of the guild, such as `score.builders`."""


class HeroRow(Row, frozen=True):
    """A hero card."""

    guild: str
    """Id of the hero's guild, which decides what the hero scores for at the end."""
    cost: dict[str, int]
    """Resources that inviting the hero costs, as counts by resource. The place in the hero row may add diamonds."""
    villagers: int
    """Number of bonus villagers that the player gains for inviting the hero. 0 if there are none."""
    monster: str
    """Id of the monster that the hero shows. It appears in encounters while the hero lies in the hero row."""
    points: int = 0
    """Points of the card at the end of the game, for heroes of a guild that scores by `card`. 0 for others."""


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
