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
"""Kind of building, as the id of its component. Copies of a kind have the same id."""
BuildingOrNone = Annotated[str, Domain("building", optional=True)]
"""Kind of building, as the id of its component, or an empty string for none."""
Card = Annotated[str, Domain("card", holds=same_component)]
"""Kind of territory, military or character card, as the id of its component. Copies have the same id."""
CardOrNone = Annotated[str, Domain("card", optional=True)]
"""Kind of territory, military or character card, as the id of its component, or an empty string for none."""
Fief = Annotated[str, Domain("fief")]
"""Fief: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1, and likewise for other seats."""
LandCardOrNone = Annotated[str, Domain("land_or_city", optional=True)]
"""Kind of land, `city` or a territory, as the id of its component, or an empty string for none."""
PieceOrNone = Annotated[str, Domain("piece", optional=True)]
"""Kind of card or building, as the id of its component, or an empty string for none."""
Place = Annotated[str, Domain("place")]
"""Place of a unit in a battle: `host_2` on land 2 of its owner, `army_1` in army 1, or `free` for neither."""
Source = Annotated[str, Domain("source")]
"""Producer: `host_2` (turns land 2), `peasant` (turns a free unit), `discard_field_gold` (gives up a hand card)."""
Troop = Annotated[str, Domain("troop", holds=same_component)]
"""Kind of military or character card, as the id of its component. Copies of a kind have the same id."""

# --- names that actions point at: cards -----------------------------------------------------------------------------

HandTerritory = Annotated[str, Domain("land", place=hand_places, holds=same_component)]
"""Kind of territory card in the seat's hand, as the id of its component."""
HandTroop = Annotated[str, Domain("troop", place=hand_places, holds=same_component)]
"""Kind of military or character card in the seat's hand, as the id of its component."""
AnyTroop = Annotated[str, Domain("troop", place=unit_card_places, holds=same_component)]
"""Kind of the unit, turned or not, as the id of its component."""
UnturnedTroop = Annotated[str, Domain("troop", place=unturned_card_places, holds=same_component)]
"""Kind of the unturned unit, as the id of its component."""
FreeTroop = Annotated[str, Domain("troop", place=free_card_places, holds=same_component)]
"""Kind of the unturned unit, which stands on no land, as the id of its component."""
ReadyTroop = Annotated[str, Domain("troop", place=ready_card_places, holds=same_component)]
"""Kind of the unit that joins the battle, as the id of its component. It is unturned and stands on no land."""
Archer = Annotated[str, Domain("archer", place=unturned_card_places, holds=same_component)]
"""Kind of the unturned unit that shoots, as the id of its component."""
Priest = Annotated[str, Domain("priest", place=unturned_card_places, holds=same_component)]
"""Kind of the unturned unit that heals, as the id of its component."""
Fighter = Annotated[str, Domain("fighter", holds=same_component)]
"""Kind of unit or military building, as the id of its component."""
Target = Annotated[str, Domain("target", place=target_places, holds=target_card)]
"""What is struck: `host_2` (land), `army_1`, `archer`, `turned_archer` (free unit), `guard_2_tower` (on land 2)."""

# --- other values that actions point at -----------------------------------------------------------------------------

Deck = Annotated[str, Domain("deck", place=fixed_place("deck.{}"), holds=same_component)]
"""Deck to draw from: `territory`, `military` or `character`. It must have cards."""
PileNumber = Annotated[int, Domain("pile", place=fixed_place("pile.{}"), holds=top_building)]
"""Pile of buildings, 0 to 2. Its open building is bought."""
Host = Annotated[int, Domain("host", place=land_places, holds=land_card, absent=land_places)]
"""Land of the seat: 0 is the city, 1 to 4 are territories. Null is the ground of the fief beside all lands."""
TerritoryHost = Annotated[int, Domain("territory", place=land_places, holds=land_card)]
"""Territory of the seat, 1 to 4 by its place. The value 0, the city, is refused by a rule."""
UnitHost = Annotated[int, Domain("host", place=places_at_host, holds=land_card, absent=places_at_host)]
"""Land of the seat that the unit stands on: 0 is the city, 1 to 4 are territories. Null if it stands on none."""
UnitFief = Annotated[str, Domain("fief", place=places_in_fief)]
"""Fief where the unit stands: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
FiefAhead = Annotated[str, Domain("fief", place=fixed_place("fief.{}"))]
"""Neighbouring fief that the unit marches to: `home_0` is that of seat 0, `neutral_0` lies between seats 0 and 1."""
WarFief = Annotated[str, Domain("fief", place=fronts_in_fief)]
"""Fief of the battle, with units of the attacker: `home_0` is that of seat 0, `neutral_0` is between seats 0 and 1."""
EnemySeat = Annotated[int, Domain("seat", place=fronts_against)]
"""Enemy seat that is attacked, counted from 0. It must have units in the fief, or own it."""
Army = Annotated[int, Domain("army", place=fixed_place("battle.army.{}"))]
"""Number of an army of the attacker, from 1."""
LostResource = Annotated[str, Domain("resource", place=choice_place, holds=same_component)]
"""Resource that the transfer costs: `energy`, `food`, `gold` or `workforce`."""
IsTurned = Annotated[bool, Domain("yes_or_no", place=places_by_turn)]
"""Whether the unit is turned. It distinguishes equal units at one place."""
Bonus = Annotated[int, Domain("bonus")]
"""Points of defence that the land or army of the card gives to it. Each point is given once in a battle."""

# --- numbers of states ----------------------------------------------------------------------------------------------

ArmyNumber = Annotated[int, Range(1, MAX_NUMBER)]
"""Number of an army of the attacker, from 1."""
ArmyMark = Annotated[int, Range(ALREADY_FOUGHT, MAX_NUMBER)]
"""Army of a unit: a number from 1, 0 for none, or -1 after its battle of this turn."""
Count = Annotated[int, Range(0, MAX_NUMBER)]
"""Number of pieces or points, at least 0."""
DeckIndex = Annotated[int, Index(len(DECKS))]
"""Deck: 0 is territory, 1 is military, 2 is character."""
HostIndex = Annotated[int, Index("hosts")]
"""Land of a fief: 0 is the city, 1 to 4 are the places for territories."""
HostOrNone = Annotated[int, Range(NO_HOST, "lands")]
"""Land of a fief: 0 is the city, 1 to 4 are the places for territories, -1 is no land."""
PileIndex = Annotated[int, Index(len(PILES))]
"""Pile of buildings, 0 to 2."""
SeatIndex = Annotated[int, Index("seats")]
"""Seat, counted from 0."""
SiegeTurns = Annotated[int, Index("siege")]
"""Number of turns under siege, 0 to 2."""
Steps = Annotated[int, Range(0, "max_steps")]
"""Number of fiefs marched in a turn."""

# --- rows and bags --------------------------------------------------------------------------------------------------

Buildings = Annotated[Bag, Pieces("building", MAX_NUMBER)]
"""Buildings as [building, count] pairs, sorted by building. Kinds without a copy are left out."""
BuildingRow = Annotated[tuple[Building, ...], Sorted(repeats=True), Length(0, "buildings_per_host")]
"""Up to two buildings on a land, sorted by id. Equal buildings are listed one by one."""
Cards = Annotated[Bag, Pieces("card", MAX_NUMBER)]
"""Cards as [card, count] pairs, sorted by card. Kinds without a copy are left out."""
RemovedPieces = Annotated[Bag, Pieces("piece", MAX_NUMBER)]
"""Cards and buildings as [id, count] pairs, sorted by id."""
Resources = Annotated[Bag, Pieces("resource", MAX_NUMBER)]
"""Resources as [resource, count] pairs, sorted by resource: `energy`, `food`, `gold`, `workforce`."""

ArmyTargets = tuple[tuple[ArmyNumber, HostIndex], ...]
"""Armies with the land that each strikes, as [army, host] pairs."""
BonusPoints = Annotated[tuple[tuple[SeatIndex, Place], ...], Sorted(repeats=True)]
"""Points of defence given, as [seat, place] pairs, one for each point."""
FallingBuildings = Annotated[tuple[tuple[HostIndex, Building], ...], Sorted(repeats=True)]
"""Buildings of the defender, as [host, building] pairs, sorted."""
FallingHosts = Annotated[tuple[HostIndex, ...], Sorted()]
"""Lands of the defender, sorted: 0 is the city, 1 to 4 are territories."""
FoughtFronts = Annotated[tuple[tuple[Fief, SeatIndex], ...], Sorted()]
"""Battles, as [fief, enemy seat] pairs, sorted."""
MovedUnits = Annotated[tuple[tuple[Troop, HostOrNone], ...], Sorted(repeats=True)]
"""Units, as [card, host] pairs, sorted. Host -1 is no land."""
StruckBuildings = tuple[tuple[ArmyNumber, HostIndex, Building], ...]
"""Armies with the building that each strikes alone, as [army, host, building] rows."""
