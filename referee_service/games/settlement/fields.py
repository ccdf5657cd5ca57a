"""Field types with their marks. Actions, frames and the state share them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Length, Pieces, Range, Sorted

from .places import (
    artefact_places,
    basic_places,
    building_in_slot,
    building_on_space,
    colony_places,
    market_places,
    monster_on_space,
    region_places,
    resource_places,
    row_places,
    same_component,
    street_places,
    terrain_on_space,
    wild_places,
)

MAX_HELD = 1_000_000
"""Upper bound of what the unlimited supply gives (`ruling.supply`), far beyond what the actions of a match bring."""

# --- fields of actions, some of the state too -------------------------------------------------------------------------

WildField = Annotated[int, Domain("space", place=wild_places, holds=terrain_on_space)]
"""A space of the wilderness, which may have a terrain."""
MonsterField = Annotated[int, Domain("space", place=wild_places, holds=monster_on_space)]
"""A space of the wilderness, which may have a monster."""
ColonyField = Annotated[int, Domain("space", place=colony_places, holds=building_on_space)]
"""A space of the colony, which may have a building."""
RegionField = Annotated[int, Domain("region", place=region_places)]
StreetField = Annotated[str, Domain("street", place=street_places)]
SlotField = Annotated[int, Domain("slot", place=market_places, holds=building_in_slot)]
VillagersField = Annotated[int, Domain("villagers")]
"""Number of bonus villagers among the villagers used. The others are basic ones."""
YesOrNo = Annotated[bool, Domain("yes_or_no")]
ResourceField = Annotated[str, Domain("resource")]
"""A resource of an exchange. The rate is chosen from a menu, so the single resources have no place."""
BasicField = Annotated[str, Domain("basic")]
ChosenBasicField = Annotated[str, Domain("basic", place=basic_places, holds=same_component)]
"""A basic resource that a building takes or brings."""
HeldBasicField = Annotated[str, Domain("basic", place=resource_places, holds=same_component)]
"""A basic resource in the reserve."""
TerrainField = Annotated[str, Domain("terrain")]
BuildingField = Annotated[str, Domain("building")]
HeroField = Annotated[str, Domain("hero", place=row_places, holds=same_component)]
ArtefactField = Annotated[str, Domain("artefact", place=artefact_places, holds=same_component)]

# --- the common board and the turn ------------------------------------------------------------------------------------

SeatIndex = Annotated[int, Index("seats")]
Round = Annotated[int, Range(0, "rounds")]
Count = Annotated[int, Range()]
ArtefactCount = Annotated[int, Range(1, "artefacts")]
OptionalBuilding = Annotated[str, Domain("building", optional=True)]
OptionalArtefact = Annotated[str, Domain("artefact", optional=True)]
HeroPlaces = Annotated[tuple[Annotated[str, Domain("hero", optional=True)], ...], Length("hero_slots")]
Artefacts = Annotated[tuple[ArtefactField, ...], Sorted()]
Basics = Annotated[tuple[BasicField, ...], Sorted()]
TerrainPile = Annotated[Bag, Pieces("terrain")]
BuildingPile = Annotated[Bag, Pieces("building")]
HeroPile = Annotated[Bag, Pieces("hero")]
ArtefactPile = Annotated[Bag, Pieces("artefact")]
RemovedPieces = Annotated[Bag, Pieces("hero_or_artefact")]

# --- players ----------------------------------------------------------------------------------------------------------

Resources = Annotated[Bag, Pieces("resource", most=MAX_HELD)]
BonusVillagers = Annotated[int, Range(0, MAX_HELD)]
BasicVillagers = Annotated[int, Range(0, "villagers")]
Heroes = Annotated[tuple[HeroField, ...], Sorted()]
SpaceIndex = Annotated[int, Index("spaces")]
Spaces = Annotated[tuple[SpaceIndex, ...], Sorted()]
SomeSpaces = Annotated[tuple[SpaceIndex, ...], Sorted(), Length(1, "spaces")]
Terrains = Annotated[tuple[Annotated[str, Domain("terrain", optional=True)], ...], Length("spaces")]
Buildings = Annotated[tuple[OptionalBuilding, ...], Length("spaces")]
Tokens = Annotated[tuple[Annotated[int, Range(0, MAX_HELD)], ...], Length("spaces")]
Activations = Annotated[tuple[Annotated[int, Range(0, 2)], ...], Length("zones")]
