"""Field types of Dice Settlers: the marks say what a field of a state, a frame or an action may hold."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.places import choice_place
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted, Unique

from .content.tables import MAX_COORDINATE
from .spots import (
    active_places,
    die_component,
    hand_places,
    last_side_places,
    map_places,
    option_places,
    raided_places,
    saleable_places,
    same_component,
    side_places,
    supply_places,
    table_places,
    tile_and_tent_places,
    token_places,
)

# --- names ------------------------------------------------------------------------------------------------------------

TileField = Annotated[str, Domain("tile")]
OptionalTile = Annotated[str, Domain("tile", optional=True)]
ColourField = Annotated[str, Domain("colour")]
DieField = Annotated[str, Domain("die")]
"""An active die, by its colour and the face on top: `green_wood`."""
FaceField = Annotated[str, Domain("face")]
TokenField = Annotated[str, Domain("token")]
OptionalToken = Annotated[str, Domain("token", optional=True)]
TechnologyField = Annotated[str, Domain("technology")]
TechnologyTypeField = Annotated[str, Domain("technology_type")]
MainActionField = Annotated[str, Domain("main_action")]
PriceField = Annotated[str, Domain("price", place=choice_place)]
"""A price of the roll phase: `pioneer` or `resource`."""

# --- fields of actions only -------------------------------------------------------------------------------------------

MapTileField = Annotated[str, Domain("tile", place=map_places, holds=same_component)]
HandTileField = Annotated[str, Domain("tile", place=hand_places, holds=same_component)]
"""A tile beside the map: on offer, or drawn."""
TentTileField = Annotated[str, Domain("tile", place=tile_and_tent_places, holds=same_component)]
"""A tile where the seat places a tent or has one."""
RaidedTileField = Annotated[str, Domain("tile", place=raided_places, holds=same_component)]
BotTentTileField = Annotated[str, Domain("tile", place=last_side_places, holds=same_component)]
SettleOptionField = Annotated[str, Domain("option", place=option_places)]
SideField = Annotated[int, Domain("side", place=side_places)]
CoordinateField = Annotated[int, Domain("coordinate")]
"""A coordinate of a cell. `places.py` has its places, which depend on the open question."""
SupplyDieField = Annotated[str, Domain("colour", place=supply_places, holds=same_component)]
ActiveDieField = Annotated[str, Domain("die", place=active_places, holds=die_component)]
AnyDieField = Annotated[str, Domain("any_die", place=saleable_places, holds=die_component)]
"""An active die, by its colour and face, or a spent one, by its colour."""
OwnTokenField = Annotated[str, Domain("token", place=token_places, holds=same_component)]
TableField = Annotated[str, Domain("technology", place=table_places, holds=same_component)]
"""A technology on the table."""
SymbolCountField = Annotated[int, Domain("symbols")]
SetField = Annotated[str, Domain("set")]
StepsField = Annotated[int, Domain("steps")]

# --- numbers ----------------------------------------------------------------------------------------------------------

Count = Annotated[int, Range()]
SeatIndex = Annotated[int, Index("seats")]
SideIndex = Annotated[int, Index("sides")]
TurnIndex = Annotated[int, Index("turns")]
EdgeIndex = Annotated[int, Index("edges")]
Round = Annotated[int, Range(0, "last_round")]
Quota = Annotated[int, Range("quota_base", "quota_most")]
BotTents = Annotated[int, Range(0, "bot_tents")]
Coordinate = Annotated[int, Range(-MAX_COORDINATE, MAX_COORDINATE)]
HouseOwner = Annotated[int, Range(-1, "last_side")]
"""The side that has a house, or -1 for none."""
SymbolsSpent = Annotated[int, Range(1)]

# --- rows and bags ----------------------------------------------------------------------------------------------------

Dice = Annotated[Bag, Pieces("colour")]
ActiveDice = Annotated[Bag, Pieces("die")]
Tokens = Annotated[Bag, Pieces("token")]
Tiles = Annotated[Bag, Pieces("tile")]
Symbols = Annotated[Bag, Pieces("symbol")]
DiceRow = tuple[ColourField, ...]
SortedDice = Annotated[DiceRow, Sorted(repeats=True)]
TileSet = Annotated[tuple[TileField, ...], Sorted()]
TileUses = Annotated[tuple[TileField, ...], Sorted(repeats=True)]
TechnologySet = Annotated[tuple[TechnologyField, ...], Sorted()]
TechnologyTable = Annotated[tuple[TechnologyField, ...], Unique()]
MainActions = Annotated[tuple[MainActionField, ...], Unique()]
TileOfEachSide = Annotated[tuple[OptionalTile, ...], Length("sides")]
TentsOfEachSide = Annotated[tuple[int, ...], Range(), Length("sides")]
