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
Depot = Annotated[int, Domain("depot")]
Tile = Annotated[str, Domain("tile")]
Goods = Annotated[str, Domain("goods")]
Board = Annotated[int, Domain("board")]
BoardOrNone = Annotated[int, Domain("board_or_none")]
"""The number of a player board, or 0."""

# --- values of action fields, with their places -----------------------------------------------------------------------

Die = Annotated[int | None, Domain("die", place=die_places)]
"""The value of one of the seat's dice, or None where no die is used (a castle's action, a building's benefit)."""
TileDepot = Annotated[int, Domain("tile_depot", place=depot_slot_places, holds=depot_component)]
"""A numbered depot to take a tile from. The black one is a known value too: it is refused by a rule."""
LoadDepot = Annotated[int, Domain("tile_depot", place=depot_places, holds=depot_component)]
"""A numbered depot whose goods a ship takes. The black one is a known value too: it is refused by a rule."""
AnyDepot = Annotated[int, Domain("any_depot", place=depot_slot_places, holds=depot_component)]
"""A numbered depot to buy a tile from, or the black one."""
DepotTile = Annotated[str, Domain("tile", place=depot_tile_places, holds=same_component)]
StoredTile = Annotated[str, Domain("tile", place=storage_places, holds=same_component)]
StoredGoods = Annotated[str, Domain("goods", place=goods_places, holds=same_component)]
Space = Annotated[int, Domain("space", place=space_places)]
OfferedBoard = Annotated[int, Domain("board", place=board_places, holds=board_component)]

# --- numbers and indexes ----------------------------------------------------------------------------------------------

SeatIndex = Annotated[int, Index("seats")]
SlotIndex = Annotated[int, Index("slots")]
Round = Annotated[int, Range(0, "rounds")]
TurnIndex = Annotated[int, Range(0, "seats")]
WhiteDie = Annotated[int, Range(0, 6)]
Stock = Annotated[int, Range(0, 1_000_000)]
"""A number of silverlings or workers. Their supply is unlimited; no game brings as much as the bound."""

# --- rows and bags ----------------------------------------------------------------------------------------------------

Estate = tuple[Annotated[str, Domain("tile_or_empty")], ...]
Storage = Annotated[tuple[Tile, ...], Length(0, "storage_spaces"), Sorted(repeats=True)]
GoodsRow = Annotated[tuple[Goods, ...], Sorted(repeats=True)]
DiceRow = Annotated[tuple[Face, ...], Sorted(repeats=True)]
TilePile = Annotated[Bag, Pieces("tile")]
GoodsPile = Annotated[Bag, Pieces("goods")]
BonusSeats = Annotated[tuple[SeatIndex, ...], Length(0, 2), Unique()]
TurnOrder = Annotated[tuple[SeatIndex, ...], Length("seats"), Unique()]
Track = Annotated[tuple[tuple[SeatIndex, ...], ...], Length(TRACK_SPACES)]
DepotTiles = Annotated[tuple[tuple[Tile, ...], ...], Length(1 + len(DEPOTS))]
DepotGoods = Annotated[tuple[GoodsRow, ...], Length(len(DEPOTS))]
ChosenDepots = Annotated[tuple[Depot, ...], Length(1, 2)]
