"""Frames: one class per question. Their records are in `decisions`."""

from __future__ import annotations

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame

from .fields import ArtefactCount, BuildingField, HeroField, SomeSpaces, SpaceIndex


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the player who gets the first player marker."""


class RevealArtefactsFrame(Frame, frozen=True, tag="reveal_artefacts"):
    """Chance turns up artefacts until enough are on offer or the pile is empty."""

    target_count: ArtefactCount
    """Number of artefacts on offer at which chance stops."""


class FillMarketFrame(Frame, frozen=True, tag="fill_market"):
    """Chance fills the empty slots of the market, in the order of their numbers."""


class FillRowFrame(Frame, frozen=True, tag="fill_row"):
    """Chance fills the empty places of the hero row."""


class DrawTerrainFrame(Frame, frozen=True, tag="draw_terrain"):
    """Chance draws the terrain of a space that the seat in turn explores."""

    space: SpaceIndex
    """Space of the wilderness that is explored, 0 to 8. Its region names the pile of terrain tiles."""


class TakeArtefactFrame(Frame, frozen=True, tag="take_artefact"):
    """A seat takes one of the artefacts on offer, in the draft or after passing. It returns its old artefact."""


class PlaceBuildingFrame(Frame, frozen=True, tag="place_building"):
    """A seat chooses the space for a building that it bought. The payment of the price may lie above."""

    building: BuildingField
    """Type of the bought building tile, which has left the market, as the id of its component."""


class WelcomeHeroFrame(Frame, frozen=True, tag="welcome_hero"):
    """A hero waits for its price. The hero joins its player automatically once the price is paid."""

    hero: HeroField
    """Hero to invite, as the id of its component. It lies in the hero row until the price is paid."""


class UseBuildingsFrame(Frame, frozen=True, tag="use_buildings"):
    """A seat may use buildings of its colony in any order: those of an activated street, or one just built."""

    spaces: SomeSpaces
    """Spaces of the colony whose buildings are not used yet, 0 to 8, sorted."""


class GiveBasicFrame(Frame, frozen=True, tag="give_basic"):
    """A seat chooses the basic resource that it gives to a building that it uses."""

    space: SpaceIndex
    """Space of the colony with the building that takes the resource, 0 to 8."""


class GainBasicFrame(Frame, frozen=True, tag="gain_basic"):
    """A seat chooses the basic resource that it gains from a building that it uses."""


class CollectTerrainFrame(Frame, frozen=True, tag="collect_terrain"):
    """A seat chooses one terrain and gains its resource. A building or an artefact gives it."""

    spaces: SomeSpaces
    """Spaces of the wilderness with the terrains to choose from, 0 to 8, sorted."""


class EncounterFrame(Frame, frozen=True, tag="encounter"):
    """A monster appears on a terrain or not. The hero row decides, or the seat if its artefact lets it."""

    space: SpaceIndex
    """Space of the wilderness with the terrain whose monster may appear, 0 to 8."""


class KeepBasicsFrame(Frame, frozen=True, tag="keep_basics"):
    """A seat that passes may exchange resources, then chooses the basic resources that its fortifications keep."""


class LastExchangesFrame(Frame, frozen=True, tag="last_exchanges"):
    """A seat that has passed in the last round may still exchange resources."""


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
