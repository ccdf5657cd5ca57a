"""Frames: one class per question. Their records are in `decisions`."""

from __future__ import annotations

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame

from .fields import ArtefactCount, BuildingField, HeroField, SomeSpaces, SpaceIndex


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the starting player."""


class RevealArtefactsFrame(Frame, frozen=True, tag="reveal_artefacts"):
    """Chance turns up artefacts."""

    target_count: ArtefactCount
    """Number of artefacts on offer at which the question closes."""


class FillMarketFrame(Frame, frozen=True, tag="fill_market"):
    """Chance fills the empty slots of the market."""


class FillRowFrame(Frame, frozen=True, tag="fill_row"):
    """Chance fills the empty places of the hero row."""


class DrawTerrainFrame(Frame, frozen=True, tag="draw_terrain"):
    """Chance draws the terrain of an explored space."""

    space: SpaceIndex


class TakeArtefactFrame(Frame, frozen=True, tag="take_artefact"):
    """A seat takes one of the artefacts on offer."""


class PlaceBuildingFrame(Frame, frozen=True, tag="place_building"):
    """A seat chooses the space for a bought building."""

    building: BuildingField


class WelcomeHeroFrame(Frame, frozen=True, tag="welcome_hero"):
    """A hero that joins its player once the price is paid."""

    hero: HeroField


class UseBuildingsFrame(Frame, frozen=True, tag="use_buildings"):
    """A seat may use the buildings on these spaces, each once."""

    spaces: SomeSpaces


class GiveBasicFrame(Frame, frozen=True, tag="give_basic"):
    """A seat chooses the basic resource that it gives to the building on this space."""

    space: SpaceIndex


class GainBasicFrame(Frame, frozen=True, tag="gain_basic"):
    """A seat chooses a basic resource to gain."""


class CollectTerrainFrame(Frame, frozen=True, tag="collect_terrain"):
    """A seat chooses one of these terrains and gains its resource."""

    spaces: SomeSpaces


class EncounterFrame(Frame, frozen=True, tag="encounter"):
    """An encounter on this space: a monster appears or not."""

    space: SpaceIndex


class KeepBasicsFrame(Frame, frozen=True, tag="keep_basics"):
    """A seat that passes may exchange, and chooses the basic resources that its fortifications keep."""


class LastExchangesFrame(Frame, frozen=True, tag="last_exchanges"):
    """A seat that has passed for the last time may still exchange resources."""


AnyFrame = (
    PickStarterFrame
    | RevealArtefactsFrame
    | FillMarketFrame
    | FillRowFrame
    | DrawTerrainFrame
    | TakeArtefactFrame
    | PlaceBuildingFrame
    | WelcomeHeroFrame
    | UseBuildingsFrame
    | GiveBasicFrame
    | GainBasicFrame
    | CollectTerrainFrame
    | EncounterFrame
    | KeepBasicsFrame
    | LastExchangesFrame
    | PaymentFrame
)

BENEATH_USED_BUILDING = (None, FillMarketFrame, UseBuildingsFrame)
"""What may lie beneath a question of a used building: the other buildings of its street, or a market slot to be filled
if the building was just bought.
"""
