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
"""Space of the seat's wilderness, 0 to 8: three in each region, region I first."""
MonsterField = Annotated[int, Domain("space", place=wild_places, holds=monster_on_space)]
"""Space of the seat's wilderness with the monster, 0 to 8: three in each region, region I first."""
ColonyField = Annotated[int, Domain("space", place=colony_places, holds=building_on_space)]
"""Space of the seat's colony, 0 to 8: three in each street, the upper street first."""
RegionField = Annotated[int, Domain("region", place=region_places)]
"""Region of the wilderness, 1 to 3 for regions I to III."""
StreetField = Annotated[str, Domain("street", place=street_places)]
"""Street of the seat's colony: `upper`, `middle` or `lower`."""
SlotField = Annotated[int, Domain("slot", place=market_places, holds=building_in_slot)]
"""Slot of the market with the building to buy, counted from 0."""
VillagersField = Annotated[int, Domain("villagers")]
"""Number of bonus villagers among the villagers that the action uses. The others are basic villagers."""
YesOrNo = Annotated[bool, Domain("yes_or_no")]
"""Answer to a question: true for yes, false for no."""
ResourceField = Annotated[str, Domain("resource")]
"""Resource: `clay`, `stone`, `wood`, `diamond` or `gold`."""
BasicField = Annotated[str, Domain("basic")]
"""Basic resource: `clay`, `stone` or `wood`."""
ChosenBasicField = Annotated[str, Domain("basic", place=basic_places, holds=same_component)]
"""Basic resource that the building takes or brings: `clay`, `stone` or `wood`."""
HeldBasicField = Annotated[str, Domain("basic", place=resource_places, holds=same_component)]
"""Basic resource in the seat's reserve: `clay`, `stone` or `wood`."""
TerrainField = Annotated[str, Domain("terrain")]
"""Type of terrain tile, as the id of its component: resource, level and monster, such as `wood_1_green`."""
BuildingField = Annotated[str, Domain("building")]
"""Type of building tile, as the id of its component. Copies of a type have the same id."""
HeroField = Annotated[str, Domain("hero", place=row_places, holds=same_component)]
"""Hero card, as the id of its component. Each hero exists once."""
ArtefactField = Annotated[str, Domain("artefact", place=artefact_places, holds=same_component)]
"""Artefact tile, as the id of its component. Each artefact exists once."""

# --- the common board and the turn ------------------------------------------------------------------------------------

SeatIndex = Annotated[int, Index("seats")]
"""Seat, counted from 0."""
Round = Annotated[int, Range(0, "rounds")]
"""Round of the game, 1 to 6, or 0 during set-up."""
Count = Annotated[int, Range()]
"""Number of pieces, at least 0."""
ArtefactCount = Annotated[int, Range(1, "artefacts")]
"""Number of artefacts, at least 1."""
OptionalBuilding = Annotated[str, Domain("building", optional=True)]
"""Type of building tile, as the id of its component, or an empty string for none."""
OptionalArtefact = Annotated[str, Domain("artefact", optional=True)]
"""Artefact tile, as the id of its component, or an empty string for none."""
HeroPlaces = Annotated[tuple[Annotated[str, Domain("hero", optional=True)], ...], Length("hero_slots")]
"""Hero on each of the four places of the row, from left to right. An empty string is an empty place."""
Artefacts = Annotated[tuple[ArtefactField, ...], Sorted()]
"""Artefact tiles, as ids of their components, sorted."""
Basics = Annotated[tuple[BasicField, ...], Sorted()]
"""Basic resources, each at most once, sorted: `clay`, `stone`, `wood`."""
TerrainPile = Annotated[Bag, Pieces("terrain")]
"""Terrain tiles as [terrain, count] pairs, sorted by terrain. Types without a tile are left out."""
BuildingPile = Annotated[Bag, Pieces("building")]
"""Building tiles as [building, count] pairs, sorted by building. Types without a tile are left out."""
HeroPile = Annotated[Bag, Pieces("hero")]
"""Hero cards as [hero, 1] pairs, sorted by hero."""
ArtefactPile = Annotated[Bag, Pieces("artefact")]
"""Artefact tiles as [artefact, 1] pairs, sorted by artefact."""
RemovedPieces = Annotated[Bag, Pieces("hero_or_artefact")]
"""Hero cards and artefact tiles as [id, 1] pairs, sorted by id."""

# --- players ----------------------------------------------------------------------------------------------------------

Resources = Annotated[Bag, Pieces("resource", most=MAX_HELD)]
"""Resources as [resource, count] pairs, sorted by resource. Resources without a piece are left out."""
BonusVillagers = Annotated[int, Range(0, MAX_HELD)]
"""Number of bonus villagers. Their supply is unlimited."""
BasicVillagers = Annotated[int, Range(0, "villagers")]
"""Number of basic villagers, 0 to 6."""
Heroes = Annotated[tuple[HeroField, ...], Sorted()]
"""Hero cards, as ids of their components, sorted."""
SpaceIndex = Annotated[int, Index("spaces")]
"""Space of a wilderness or a colony, 0 to 8: three in each region or street."""
Spaces = Annotated[tuple[SpaceIndex, ...], Sorted()]
"""Spaces of a wilderness, 0 to 8, sorted."""
SomeSpaces = Annotated[tuple[SpaceIndex, ...], Sorted(), Length(1, "spaces")]
"""Spaces of a wilderness or a colony, 0 to 8, at least one, sorted."""
Terrains = Annotated[tuple[Annotated[str, Domain("terrain", optional=True)], ...], Length("spaces")]
"""Type of terrain tile on each of the nine spaces. An empty string is an unexplored space."""
Buildings = Annotated[tuple[OptionalBuilding, ...], Length("spaces")]
"""Type of building tile on each of the nine spaces. An empty string is a space without a building."""
Tokens = Annotated[tuple[Annotated[int, Range(0, MAX_HELD)], ...], Length("spaces")]
"""Number of resources stored on each of the nine spaces."""
Activations = Annotated[tuple[Annotated[int, Range(0, 2)], ...], Length("zones")]
"""Number of activations of each of the three zones in this round, 0 to 2."""
