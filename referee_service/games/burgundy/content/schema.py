"""A content pack as its YAML says it: one struct for each table's rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee_service.kernel.packs import EffectRow, Row

Kind = Literal["building", "animal", "ship", "knowledge", "castle", "mine"]
Phase = Literal["A", "B", "C", "D", "E"]
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
    """A phase and what a district completed in it is worth."""

    points: int


class DistrictRow(Row, frozen=True):
    """What a completed district of this size is worth."""

    size: int
    points: int


class GoodsRow(Row, frozen=True):
    """A kind of goods and the die that sells it."""

    die: int
    copies: int


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed space of a depot: which kind of tile it takes, and from how many players on."""

    kind: Kind
    players: int
    with_three: dict[Phase, Kind] = {}


class DepotRow(Row, frozen=True):
    """A numbered depot."""

    number: int
    slots: tuple[Slot, ...]


class TileRow(Row, frozen=True):
    """A kind of hex tile: how many there are, and what it does in an estate."""

    kind: Kind
    normal: int
    black: int
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
    """A whole content pack."""

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

    def rows(self) -> Iterable[Row]:
        """Every row that says where it comes from."""
        for table in (self.numbers, self.by_players, self.phases, self.districts, self.goods, self.depots):
            yield from table
        yield from self.tiles
        yield from self.boards
