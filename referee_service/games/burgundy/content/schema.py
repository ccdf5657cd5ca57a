"""Pack rows as they stand in YAML: one struct per table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.packs import EffectRow, Row

Kind = Literal["building", "animal", "ship", "knowledge", "castle", "mine"]
"""Kind of hex tile. It has the colour of the spaces where the tile may be placed."""
Phase = Literal["A", "B", "C", "D", "E"]
"""Phase of the game, A to E. Each phase has five rounds."""
Pile = Literal["building", "animal", "ship", "knowledge", "castle", "mine", "black"]
Trigger = Literal["goods_sold", "workers_taken", "phase_ended", "game_ended"]
Permit = Literal["twin_buildings", "second_goods_depot", "buy_anywhere"]


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class NumberBySeatsRow(Row, frozen=True):
    """A constant that depends on the number of players."""

    values: dict[int, int]


class PhaseRow(Row, frozen=True):
    """A phase and the points of a district that is covered in it."""

    points: int


class DistrictRow(Row, frozen=True):
    """A district size and its points."""

    size: int
    points: int


class GoodsRow(Row, frozen=True):
    """A kind of goods and the die that sells it."""

    die: int
    copies: int


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed slot of a depot."""

    kind: Kind
    """The kind of tile that the slot takes."""
    players: int
    """The smallest number of players with which the slot is used."""
    with_three: dict[Phase, Kind] = {}
    """With three players, the kind in these phases instead of `kind`."""


class DepotRow(Row, frozen=True):
    """A numbered depot."""

    number: int
    slots: tuple[Slot, ...]


class TileRow(Row, frozen=True):
    """A type of hex tile: its copies and what it does in an estate."""

    kind: Kind
    normal: int
    """Copies with a coloured back, for the numbered depots."""
    black: int
    """Copies with a black back, for the black depot."""
    species: str = ""
    animals: int = 0
    on_place: tuple[EffectRow, ...] = ()
    triggers: dict[Trigger, tuple[EffectRow, ...]] = {}
    permits: tuple[Permit, ...] = ()
    numbers: dict[str, int] = {}


class BoardRow(Row, frozen=True):
    """A player board: the colours of its spaces, row by row."""

    number: int
    copies: int
    rows: tuple[str, ...]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A content pack."""

    name: str
    starting_tile: str
    numbers: tuple[NumberRow, ...]
    by_players: tuple[NumberBySeatsRow, ...]
    phases: tuple[PhaseRow, ...]
    districts: tuple[DistrictRow, ...]
    goods: tuple[GoodsRow, ...]
    depots: tuple[DepotRow, ...]
    tiles: tuple[TileRow, ...]
    dice_pattern: tuple[tuple[int, ...], ...]
    boards: tuple[BoardRow, ...]
    texts: dict[str, ComponentTexts] = {}

    def rows(self) -> Iterable[Row]:
        """Yield every row that names its provenance."""
        for table in (self.numbers, self.by_players, self.phases, self.districts, self.goods, self.depots):
            yield from table
        yield from self.tiles
        yield from self.boards
