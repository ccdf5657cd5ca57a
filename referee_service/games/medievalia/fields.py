"""Field types of Medievalia with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted

from .content.tables import DECKS, PILES

NO_HOST = -1
"""Host of a unit that stands on no land."""
ALREADY_FOUGHT = -1
"""Army of a unit that has already fought in this turn."""
NO_CARD = ""
"""Name in an empty place: no territory, no building on top of a pile, no last card of a deck."""
MAX_NUMBER = 200
"""Upper bound for counts without a bound of their own. No game reaches it."""

# --- names ----------------------------------------------------------------------------------------------------------

Archer = Annotated[str, Domain("archer")]
Building = Annotated[str, Domain("building")]
BuildingOrNone = Annotated[str, Domain("building", optional=True)]
Card = Annotated[str, Domain("card")]
CardOrNone = Annotated[str, Domain("card", optional=True)]
Deck = Annotated[str, Domain("deck")]
Fief = Annotated[str, Domain("fief")]
Fighter = Annotated[str, Domain("fighter")]
LandCardOrNone = Annotated[str, Domain("land_or_city", optional=True)]
PieceOrNone = Annotated[str, Domain("piece", optional=True)]
Place = Annotated[str, Domain("place")]
Priest = Annotated[str, Domain("priest")]
Resource = Annotated[str, Domain("resource")]
Source = Annotated[str, Domain("source")]
Target = Annotated[str, Domain("target")]
TerritoryCard = Annotated[str, Domain("land")]
Troop = Annotated[str, Domain("troop")]

# --- numbers and flags that actions name ----------------------------------------------------------------------------

Army = Annotated[int, Domain("army")]
Bonus = Annotated[int, Domain("bonus")]
Host = Annotated[int, Domain("host")]
PileNumber = Annotated[int, Domain("pile")]
SeatNumber = Annotated[int, Domain("seat")]
TerritoryHost = Annotated[int, Domain("territory")]
YesOrNo = Annotated[bool, Domain("yes_or_no")]

# --- numbers of states ----------------------------------------------------------------------------------------------

ArmyNumber = Annotated[int, Range(1, MAX_NUMBER)]
ArmyMark = Annotated[int, Range(ALREADY_FOUGHT, MAX_NUMBER)]
Count = Annotated[int, Range(0, MAX_NUMBER)]
DeckIndex = Annotated[int, Index(len(DECKS))]
HostIndex = Annotated[int, Index("hosts")]
HostOrNone = Annotated[int, Range(NO_HOST, "lands")]
PileIndex = Annotated[int, Index(len(PILES))]
SeatIndex = Annotated[int, Index("seats")]
SiegeTurns = Annotated[int, Index("siege")]
Steps = Annotated[int, Range(0, "max_steps")]

# --- rows and bags --------------------------------------------------------------------------------------------------

Buildings = Annotated[Bag, Pieces("building", MAX_NUMBER)]
BuildingRow = Annotated[tuple[Building, ...], Sorted(repeats=True), Length(0, "buildings_per_host")]
Cards = Annotated[Bag, Pieces("card", MAX_NUMBER)]
RemovedPieces = Annotated[Bag, Pieces("piece", MAX_NUMBER)]
Resources = Annotated[Bag, Pieces("resource", MAX_NUMBER)]

ArmyTargets = tuple[tuple[ArmyNumber, HostIndex], ...]
BonusPoints = Annotated[tuple[tuple[SeatIndex, Place], ...], Sorted(repeats=True)]
FallingBuildings = Annotated[tuple[tuple[HostIndex, Building], ...], Sorted(repeats=True)]
FallingHosts = Annotated[tuple[HostIndex, ...], Sorted()]
FoughtFronts = Annotated[tuple[tuple[Fief, SeatIndex], ...], Sorted()]
MovedUnits = Annotated[tuple[tuple[Troop, HostOrNone], ...], Sorted(repeats=True)]
StruckBuildings = tuple[tuple[ArmyNumber, HostIndex, Building], ...]
