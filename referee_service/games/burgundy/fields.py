"""Field types of The Castles of Burgundy with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted, Unique

from .content.tables import DEPOTS, TRACK_SPACES
from .places import (
    board_component,
    board_places,
    depot_component,
    depot_places,
    depot_slot_places,
    depot_tile_places,
    die_places,
    goods_places,
    same_component,
    space_places,
    storage_places,
)

# --- single values ----------------------------------------------------------------------------------------------------

Face = Annotated[int, Domain("die")]
"""Value that a die shows, 1 to 6."""
Depot = Annotated[int, Domain("depot")]
"""Number of a numbered depot, 1 to 6."""
Tile = Annotated[str, Domain("tile")]
"""Type of hex tile, as the id of its component. Copies of a type have the same id."""
Goods = Annotated[str, Domain("goods")]
"""Kind of goods, as the id of its component. The id is the colour of the goods."""
Board = Annotated[int, Domain("board")]
"""Number of a player board, 1 to 9."""
BoardOrNone = Annotated[int, Domain("board_or_none")]
"""Number of a player board, 1 to 9, or 0 for none."""

# --- values of action fields, with their places -----------------------------------------------------------------------

Die = Annotated[int | None, Domain("die", place=die_places)]
"""Value of the unused die to spend, before workers change it. Null if a placed castle or building gives the action."""
TileDepot = Annotated[int, Domain("tile_depot", place=depot_slot_places, holds=depot_component)]
"""Depot that holds the tile, 1 to 6. The value 0, the black depot, is refused by a rule."""
LoadDepot = Annotated[int, Domain("tile_depot", place=depot_places, holds=depot_component)]
"""Depot whose goods the ship takes, 1 to 6. The value 0, the black depot, is refused by a rule."""
AnyDepot = Annotated[int, Domain("any_depot", place=depot_slot_places, holds=depot_component)]
"""Depot that holds the tile: 0 for the black depot, or 1 to 6 if a tile in the estate lets the seat buy there."""
DepotTile = Annotated[str, Domain("tile", place=depot_tile_places, holds=same_component)]
"""Type of hex tile that goes from the depot to the seat's storage, as the id of its component."""
StoredTile = Annotated[str, Domain("tile", place=storage_places, holds=same_component)]
"""Type of hex tile in the seat's storage, as the id of its component. Equal tiles are interchangeable."""
StoredGoods = Annotated[str, Domain("goods", place=goods_places, holds=same_component)]
"""Kind of goods to sell, as the id of its component. All of the seat's goods tiles of this kind are sold."""
Space = Annotated[int, Domain("space", place=space_places)]
"""Space of the seat's player board, 0 to 36: row by row from the top, each row from left to right."""
OfferedBoard = Annotated[int, Domain("board", place=board_places, holds=board_component)]
"""Number of the player board to take, 1 to 9. Boards that other seats took are offered while copies remain."""

# --- numbers and indexes ----------------------------------------------------------------------------------------------

SeatIndex = Annotated[int, Index("seats")]
"""Seat, counted from 0."""
SlotIndex = Annotated[int, Index("slots")]
"""Place of a slot in the order in which the depots are filled, counted from 0."""
Round = Annotated[int, Range(0, "rounds")]
"""Round of a phase, 1 to 5, or 0 before its first round."""
TurnIndex = Annotated[int, Range(0, "seats")]
"""Place in the turn order, counted from 0. The number of seats stands for none."""
WhiteDie = Annotated[int, Range(0, 6)]
"""Value of the white die, 1 to 6, or 0 if it is not rolled yet."""
Stock = Annotated[int, Range(0, 1_000_000)]
"""A number of silverlings or workers. Their supply is unlimited; no game brings as much as the bound."""

# --- rows and bags ----------------------------------------------------------------------------------------------------

Estate = tuple[Annotated[str, Domain("tile_or_empty")], ...]
"""Type of hex tile on each space of a player board, by space. An empty string is a space without a tile."""
Storage = Annotated[tuple[Tile, ...], Length(0, "storage_spaces"), Sorted(repeats=True)]
"""Up to three hex tiles in the storage of a player, sorted by id. Equal tiles are listed one by one."""
GoodsRow = Annotated[tuple[Goods, ...], Sorted(repeats=True)]
"""Goods tiles, sorted by kind. Equal tiles are listed one by one."""
DiceRow = Annotated[tuple[Face, ...], Sorted(repeats=True)]
"""Values of dice, sorted."""
TilePile = Annotated[Bag, Pieces("tile")]
"""Hex tiles as [tile, count] pairs, sorted by tile. Types without a copy are left out."""
GoodsPile = Annotated[Bag, Pieces("goods")]
"""Goods tiles as [goods, count] pairs, sorted by kind. Kinds without a tile are left out."""
BonusSeats = Annotated[tuple[SeatIndex, ...], Length(0, 2), Unique()]
"""Seats that covered all spaces of this colour. The first has the large bonus tile, the second the small one."""
TurnOrder = Annotated[tuple[SeatIndex, ...], Length("seats"), Unique()]
"""All seats, the one that plays first in front."""
Track = Annotated[tuple[tuple[SeatIndex, ...], ...], Length(TRACK_SPACES)]
"""Seats on each space of the turn order track."""
DepotTiles = Annotated[tuple[tuple[Tile, ...], ...], Length(1 + len(DEPOTS))]
"""Hex tiles in each depot, the black depot first."""
DepotGoods = Annotated[tuple[GoodsRow, ...], Length(len(DEPOTS))]
"""Goods tiles in each numbered depot."""
ChosenDepots = Annotated[tuple[Depot, ...], Length(1, 2)]
"""One or two numbered depots, in the order chosen."""
