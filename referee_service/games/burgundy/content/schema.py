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
    """Die value that sells all goods of this kind, 1 to 6. Each kind has its own value."""
    copies: int
    """Number of goods tiles of this kind in the game."""


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed slot of a depot."""

    kind: Kind
    """Kind of hex tile that the slot takes, unless `with_three` applies."""
    players: int
    """Smallest number of players with which the slot is filled: 2, 3 or 4."""
    with_three: dict[Phase, Kind] = {}
    """With three players: other kinds of tile that the slot takes, by phase. Empty if `kind` applies to all phases."""


class DepotRow(Row, frozen=True):
    """A numbered depot."""

    number: int
    """Die value that takes tiles from the depot, 1 to 6."""
    slots: tuple[Slot, ...]
    """Printed spaces for hex tiles. Those for the number of players are filled at the start of every phase."""


class TileRow(Row, frozen=True):
    """A type of hex tile: its copies and what it does in an estate."""

    kind: Kind
    normal: int
    """Number of copies with a coloured back, for the numbered depots."""
    black: int
    """Number of copies with a black back, for the black depot."""
    species: str = ""
    """Animal on an animal tile: `cattle`, `chicken`, `pig` or `sheep`. Empty for other kinds."""
    animals: int = 0
    """Number of animals on an animal tile, which are its points when it scores. 0 for other kinds."""
    on_place: tuple[EffectRow, ...] = ()
    """Effects when a player places the tile, in order. Empty if there are none.

    Each is an object with one key, the name of the effect, and its argument, such as `{"gain_silver": 2}`. The argument
    of an effect that needs none is `true`.
    """
    triggers: dict[Trigger, tuple[EffectRow, ...]] = {}
    """Effects for the player who has placed the tile, by the event that starts them, in the form of `on_place`.

    Events: the player sells goods (`goods_sold`) or takes workers with a die (`workers_taken`), a phase ends
    (`phase_ended`), the game ends (`game_ended`).
    """
    permits: tuple[Permit, ...] = ()
    """Restrictions of the rules that the tile lifts for the player who has placed it. Empty if there are none.

    `twin_buildings`: a city may have several buildings of a type. `second_goods_depot`: a ship takes goods from two
    neighbouring depots. `buy_anywhere`: tiles may be bought from the numbered depots too.
    """
    numbers: dict[str, int] = {}
    """Constants of the rules that have another value for the player who has placed the tile. Empty if there are none.

    For example, `{"sale_silver": 2}`: each sale of goods brings 2 silver.
    """


class BoardRow(Row, frozen=True):
    """A player board: the colours of its spaces, row by row."""

    number: int
    """Number printed on the player board. Board 1 is that of all players in the basic game."""
    copies: int
    """Number of copies of this board in the game, and so the most players who can use it."""
    rows: tuple[str, ...]
    """Colours of the spaces: one string per row from top to bottom, one letter per space from left to right.

    Letters: `b` building, `a` animal, `s` ship, `k` knowledge, `c` castle, `m` mine.
    """


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
