"""Field types of Medievalia with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.places import choice_place, fixed_place
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted

from .content.tables import DECKS, PILES
from .spots import (
    free_card_places,
    fronts_against,
    fronts_in_fief,
    hand_places,
    land_card,
    land_places,
    places_at_host,
    places_by_turn,
    places_in_fief,
    ready_card_places,
    same_component,
    target_card,
    target_places,
    top_building,
    unit_card_places,
    unturned_card_places,
)

NO_HOST = -1
"""Host of a unit that stands on no land."""
ALREADY_FOUGHT = -1
"""Army of a unit that has already fought in this turn."""
NO_CARD = ""
"""Name in an empty place: no territory, no building on top of a pile, no last card of a deck."""
MAX_NUMBER = 200
"""Upper bound for counts without a bound of their own. No game reaches it."""

# --- names ----------------------------------------------------------------------------------------------------------

Building = Annotated[str, Domain("building", holds=same_component)]
BuildingOrNone = Annotated[str, Domain("building", optional=True)]
Card = Annotated[str, Domain("card", holds=same_component)]
CardOrNone = Annotated[str, Domain("card", optional=True)]
Fief = Annotated[str, Domain("fief")]
LandCardOrNone = Annotated[str, Domain("land_or_city", optional=True)]
PieceOrNone = Annotated[str, Domain("piece", optional=True)]
Place = Annotated[str, Domain("place")]
Source = Annotated[str, Domain("source")]
Troop = Annotated[str, Domain("troop", holds=same_component)]

# --- names that actions point at: cards -----------------------------------------------------------------------------

HandTerritory = Annotated[str, Domain("land", place=hand_places, holds=same_component)]
HandTroop = Annotated[str, Domain("troop", place=hand_places, holds=same_component)]
AnyTroop = Annotated[str, Domain("troop", place=unit_card_places, holds=same_component)]
UnturnedTroop = Annotated[str, Domain("troop", place=unturned_card_places, holds=same_component)]
FreeTroop = Annotated[str, Domain("troop", place=free_card_places, holds=same_component)]
ReadyTroop = Annotated[str, Domain("troop", place=ready_card_places, holds=same_component)]
Archer = Annotated[str, Domain("archer", place=unturned_card_places, holds=same_component)]
Priest = Annotated[str, Domain("priest", place=unturned_card_places, holds=same_component)]
Fighter = Annotated[str, Domain("fighter", holds=same_component)]
Target = Annotated[str, Domain("target", place=target_places, holds=target_card)]

# --- other values that actions point at -----------------------------------------------------------------------------

Deck = Annotated[str, Domain("deck", place=fixed_place("deck.{}"), holds=same_component)]
PileNumber = Annotated[int, Domain("pile", place=fixed_place("pile.{}"), holds=top_building)]
Host = Annotated[int, Domain("host", place=land_places, holds=land_card, absent=land_places)]
"""A land that something is put on. None: the ground of the fief beside all lands."""
TerritoryHost = Annotated[int, Domain("territory", place=land_places, holds=land_card)]
UnitHost = Annotated[int, Domain("host", place=places_at_host, holds=land_card, absent=places_at_host)]
"""The land that a card stands on. None: it stands free."""
UnitFief = Annotated[str, Domain("fief", place=places_in_fief)]
"""The fief that a card stands in."""
FiefAhead = Annotated[str, Domain("fief", place=fixed_place("fief.{}"))]
"""The fief that a card marches to."""
WarFief = Annotated[str, Domain("fief", place=fronts_in_fief)]
EnemySeat = Annotated[int, Domain("seat", place=fronts_against)]
Army = Annotated[int, Domain("army", place=fixed_place("battle.army.{}"))]
LostResource = Annotated[str, Domain("resource", place=choice_place, holds=same_component)]
IsTurned = Annotated[bool, Domain("yes_or_no", place=places_by_turn)]
Bonus = Annotated[int, Domain("bonus")]

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
