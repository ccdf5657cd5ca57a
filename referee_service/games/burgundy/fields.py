"""Field types of The Castles of Burgundy with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted, Unique

from .content.tables import DEPOTS, TRACK_SPACES

# --- single values ----------------------------------------------------------------------------------------------------

Die = Annotated[int | None, Domain("die")]
"""The value of one of the seat's dice, or None where no die is used (a castle's action, a building's benefit)."""
Face = Annotated[int, Domain("die")]
Depot = Annotated[int, Domain("depot")]
TileDepot = Annotated[int, Domain("tile_depot")]
"""A numbered depot. The black one is a known value too: it is refused by a rule."""
AnyDepot = Annotated[int, Domain("any_depot")]
"""A numbered depot, or the black one."""
Tile = Annotated[str, Domain("tile")]
Space = Annotated[int, Domain("space")]
Goods = Annotated[str, Domain("goods")]
Board = Annotated[int, Domain("board")]
BoardOrNone = Annotated[int, Domain("board_or_none")]
"""The number of a player board, or 0."""

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
