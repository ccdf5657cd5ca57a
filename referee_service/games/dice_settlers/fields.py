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
"""A tile by its id, from `tile_01` to `tile_40`."""
OptionalTile = Annotated[str, Domain("tile", optional=True)]
"""A tile by its id, such as `tile_12`, or an empty string for none."""
ColourField = Annotated[str, Domain("colour")]
"""A colour of dice: `white`, `green`, `yellow`, `orange`, `brown` or `grey`."""
DieField = Annotated[str, Domain("die")]
"""An active die, by its colour and the face on top: `green_wood`."""
FaceField = Annotated[str, Domain("face")]
"""Symbol that the die shows: `pioneer`, an action such as `recruit`, or a resource such as `wood`."""
TokenField = Annotated[str, Domain("token")]
"""A resource token: `wood`, `iron`, `food` or `gold`."""
OptionalToken = Annotated[str, Domain("token", optional=True)]
"""A resource token: `wood`, `iron`, `food` or `gold`, or an empty string for none."""
TechnologyField = Annotated[str, Domain("technology")]
"""A technology card by its id, such as `scouts`."""
TechnologyTypeField = Annotated[str, Domain("technology_type")]
"""Type of technology cards, by their seal: `I` to `V`, or `explosive` for the mini-expansion."""
MainActionField = Annotated[str, Domain("main_action")]
"""A main action: `recruit`, `explore`, `settle`, `raid`, `harvest`, `trade` or `research`."""
PriceField = Annotated[str, Domain("price", place=choice_place)]
"""Symbol of the roll phase: `pioneer`, or `resource` for the symbol of any resource."""

# --- fields of actions only -------------------------------------------------------------------------------------------

MapTileField = Annotated[str, Domain("tile", place=map_places, holds=same_component)]
"""A tile on the map, by its id: `tile_12`."""
HandTileField = Annotated[str, Domain("tile", place=hand_places, holds=same_component)]
"""A tile beside the map, by its id: on offer in the draft, or drawn in an exploration."""
TentTileField = Annotated[str, Domain("tile", place=tile_and_tent_places, holds=same_component)]
"""A tile on the map where the seat places a tent or has one, by its id: `tile_12`."""
RaidedTileField = Annotated[str, Domain("tile", place=raided_places, holds=same_component)]
"""Tile where the raider is present and another side has tents. A raid in progress stays on its tile."""
BotTentTileField = Annotated[str, Domain("tile", place=last_side_places, holds=same_component)]
"""Factory where the printed Bot has at least two tents, and more than the player."""
SettleOptionField = Annotated[str, Domain("option", place=option_places)]
"""`take` a tent from the general supply, `place` one of the player's on a tile, or `recall` one."""
SideField = Annotated[int, Domain("side", place=side_places)]
"""Side whose tent is replaced: a seat counted from 0. In a solo game, 1 is the printed Bot."""
# `places.py` has the places of a cell, which depend on the open question.
CoordinateField = Annotated[int, Domain("coordinate")]
"""An axial coordinate of a cell on the hex map, from -40 to 40."""
SupplyDieField = Annotated[str, Domain("colour", place=supply_places, holds=same_component)]
"""Colour of a die in the general supply. White dice cannot be gained."""
ActiveDieField = Annotated[str, Domain("die", place=active_places, holds=die_component)]
"""One of the seat's active dice, by its colour and the face on top: `green_wood`."""
AnyDieField = Annotated[str, Domain("any_die", place=saleable_places, holds=die_component)]
"""An active die by its colour and face, `green_wood`, or a spent die by its colour, `green`."""
OwnTokenField = Annotated[str, Domain("token", place=token_places, holds=same_component)]
"""Kind of resource tokens: `wood`, `iron`, `food` or `gold`."""
TableField = Annotated[str, Domain("technology", place=table_places, holds=same_component)]
"""A technology on the table, by its id: `scouts`."""
SymbolCountField = Annotated[int, Domain("symbols")]
"""Number of symbols to spend, at least 1."""
SetField = Annotated[str, Domain("set")]
"""Kind of set: `identical` or `different` has three tokens, `any` has two. Gold is a joker."""
StepsField = Annotated[int, Domain("steps")]
"""Result of the die that moves the printed Bot's marker: 1 to 4 steps."""

# --- numbers ----------------------------------------------------------------------------------------------------------

Count = Annotated[int, Range()]
"""A number of pieces, at least 0."""
SeatIndex = Annotated[int, Index("seats")]
"""A seat, counted from 0."""
SideIndex = Annotated[int, Index("sides")]
"""A side: a seat counted from 0. In a solo game, 1 is the printed Bot."""
TurnIndex = Annotated[int, Index("turns")]
"""A turn of the round, counted from 0."""
EdgeIndex = Annotated[int, Index("edges")]
"""An edge of the printed Bot's hexagon, counted from 0."""
Round = Annotated[int, Range(0, "last_round")]
"""Number of the round, from 1. It is 0 in the draft."""
Quota = Annotated[int, Range("quota_base", "quota_most")]
"""Number of dice to draw in a roll phase, from 3 to 9."""
BotTents = Annotated[int, Range(0, "bot_tents")]
"""Tents in the personal supply of the printed Bot."""
Coordinate = Annotated[int, Range(-MAX_COORDINATE, MAX_COORDINATE)]
"""An axial coordinate of a cell on the hex map, from -40 to 40. The first tile lies at 0, 0."""
HouseOwner = Annotated[int, Range(-1, "last_side")]
"""Side that has the house on the tile, or -1 for no house. In a solo game, 1 is the printed Bot."""
SymbolsSpent = Annotated[int, Range(1)]
"""Number of symbols spent so far, at least 1."""

# --- rows and bags ----------------------------------------------------------------------------------------------------

Dice = Annotated[Bag, Pieces("colour")]
"""Dice as [colour, count] pairs, sorted by colour."""
ActiveDice = Annotated[Bag, Pieces("die")]
"""Active dice as [die, count] pairs. A die is named by its colour and the face on top: `green_wood`."""
Tokens = Annotated[Bag, Pieces("token")]
"""Resource tokens as [kind, count] pairs."""
Tiles = Annotated[Bag, Pieces("tile")]
"""Tiles as [tile, count] pairs. There is one of each."""
Symbols = Annotated[Bag, Pieces("symbol")]
"""Symbols as [symbol, count] pairs."""
DiceRow = tuple[ColourField, ...]
"""Colours of dice, in order."""
SortedDice = Annotated[DiceRow, Sorted(repeats=True)]
"""Colours of dice, sorted, one entry per die."""
TileSet = Annotated[tuple[TileField, ...], Sorted()]
"""Ids of tiles, sorted."""
TileUses = Annotated[tuple[TileField, ...], Sorted(repeats=True)]
"""Ids of tiles, sorted, one entry per use."""
TechnologySet = Annotated[tuple[TechnologyField, ...], Sorted()]
"""Ids of technologies, sorted."""
TechnologyTable = Annotated[tuple[TechnologyField, ...], Unique()]
"""Ids of the technologies on the table, from the top left."""
MainActions = Annotated[tuple[MainActionField, ...], Unique()]
"""Main actions, each at most once, in order of play."""
TileOfEachSide = Annotated[tuple[OptionalTile, ...], Length("sides")]
"""One tile per side, or an empty string: every seat in order, then the printed Bot of a solo game."""
TentsOfEachSide = Annotated[tuple[int, ...], Range(), Length("sides")]
"""Number of tents per side: every seat in order, then the printed Bot of a solo game."""
