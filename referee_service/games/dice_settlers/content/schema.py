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
    """Number of dice of this colour in the box. With fewer than four players, some of them stay there."""
    start: int
    """Number of dice of this colour that each side begins with."""
    terrain: Literal["", "plain", "forest", "mountain", "desert", "hill"]
    """Terrain where a player must be present to recruit these dice. Empty if they cannot be recruited."""
    faces: tuple[Symbol, ...]
    """Symbols on the six faces. A symbol on several faces is listed several times."""


class TileRow(Row, frozen=True):
    """A tile: its terrain, its points for the first and the second, and its ability."""

    terrain: Terrain
    """Terrain of the tile, which decides the colour of dice that players present there may recruit."""
    start: bool = False
    """Whether it is a start tile, chosen at set-up. The others are drawn when players explore."""
    players: int = 1
    """Smallest number of players with which the tile is used. 1 means always."""
    first: int = 0
    """Points at the end of the game for a side that controls the tile, alone or shared."""
    second: int = 0
    """Points at the end of the game for a side that has most tents among those without control."""
    ability: Ability = "none"
    """When the tile has an effect, or `none`.

    `placement`: when a player lays the tile. `control`, `presence`: while a player controls it or is present on it.
    `factory`: when a player activates it with a tent, once per round.
    """
    quota: int = 0
    """Number that the tile adds to the dice quota of a player with control or presence, as `ability` says, or 0."""
    bonus: Literal["", "recruit", "settle", "trade"] = ""
    """Main action that gets an extra symbol of the same name, as `ability` says. Empty if there is none."""
    effects: tuple[EffectRow, ...] = ()
    """Effects of a tile with placement or a factory, in order. Empty for the other abilities.

    Each is an object with one key, the name of the effect, and its argument, such as `{"gain_die": "green"}`. The
    argument of an effect that needs none is `true`.
    """


class TechnologyTypeRow(Row, frozen=True):
    """A type of technologies, and how many of it a random table has."""

    drawn: int
    """Number of technologies of this type that are drawn for a random table."""


class Conversion(Struct, frozen=True, forbid_unknown_fields=True):
    """Symbols that may be used as other symbols."""

    these: tuple[Symbol, ...]
    """Symbols that the player may use as others."""
    into: tuple[Symbol, ...]
    """Symbols that each of `these` may stand for, as the player chooses."""


class TechnologyRow(Row, frozen=True):
    """A technology: its price, its points and its effects."""

    seal: TechnologyType
    """Type of the technology: `I` to `V`, or `explosive` for the mini-expansion. The card shows it as a seal."""
    research: int
    """Number of research symbols that researching the technology takes."""
    tokens: dict[Token, int]
    """Resource tokens to pay on top of `research`, as counts by resource. A gold token may replace any other."""
    terrains: tuple[Terrain, ...]
    """Terrains on which the player must be present, on at least one tile of each."""
    points: int
    """Points at the end of the game for a player who has the technology, without those of `per`."""
    known: tuple[str, ...]
    """Parts of the card that the rulebook gives, such as `name`, `points` or `effect`. The others are house data."""
    players: int = 1
    """Smallest number of players with which the technology can be drawn. 1 means always."""
    numbers: dict[Number, int] = {}
    """Amounts that the technology adds to numbers of its owner. A negative amount lowers the number. Empty if none.

    `quota`: dice quota. `explored_tiles`: tiles drawn when exploring. `shield`: raid symbols to ignore in a raid
    against the owner. `kept_dice`: dice to keep in the clean-up. `harvest`: tokens per harvest. `govern_lead`: lead in
    tents needed to govern. `factory_tokens`: tokens of a factory. `factory_uses`: uses of each factory per round.
    `trade_points`: points per set or die traded.
    """
    permits: tuple[Permit, ...] = ()
    """Restrictions of the rules that the technology lifts for its owner. Empty if there are none.

    `explore_anywhere`: explored tiles may lie beside any tile. `lone_pioneer`: once per round, a single pioneer stands
    for any symbol except gold. `tent_from_beside`: a tent of a neighbouring tile may activate a factory.
    `follow_anywhere`: the owner may follow an exploration from anywhere.
    """
    converts: Conversion | None = None
    """Symbols that the owner may use as other symbols, or `null`."""
    gives: Literal["", "recruit", "explore", "settle", "raid", "trade", "research"] = ""
    """Symbol that the technology gives its owner once per round. Empty if there is none."""
    per: Counted = ""
    """What the owner scores `each` points for at the end of the game. Empty if nothing.

    `house`: a house on the map. `die`, `technology`: one that the owner has. `shared_technology`: a technology that at
    least two other players have too. `controlled_tile`, `controlled_factory`: a tile, or a factory tile, that the owner
    controls. `surrounded_tile`: a controlled tile with tiles on all six sides. `quota`: a step of the dice quota above
    its base.
    """
    each: int = 0
    """Points at the end of the game for each thing that `per` counts. 0 if it counts nothing."""
    on_explode: tuple[EffectRow, ...] = ()
    """Effects when the owner explodes the technology, in order. Empty if it is not explosive.

    Each is an object with one key, the name of the effect, and its argument, such as `{"ask_tokens": 2}`. The argument
    of an effect that needs none is `true`.
    """


class SetRow(Row, frozen=True):
    """A predefined table of technologies, from the top left."""

    technologies: tuple[str, ...]
    """Ids of the nine technologies of the set, from the top left of the table."""


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
