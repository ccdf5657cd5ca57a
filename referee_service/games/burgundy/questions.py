"""Frames of The Castles of Burgundy: one class per question, in order of play."""

from __future__ import annotations

from referee_service.kernel.state import Frame

from .content.schema import Kind
from .fields import ChosenDepots, Depot, SlotIndex, Tile


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the starting player."""


class DealBoardFrame(Frame, frozen=True, tag="deal_board"):
    """Chance deals a player board to the next seat in turn order."""


class ChooseBoardFrame(Frame, frozen=True, tag="choose_board"):
    """A seat chooses one of the remaining boards."""


class ChooseCastleFrame(Frame, frozen=True, tag="choose_castle"):
    """A seat chooses the space of its starting castle."""


class DealGoodsFrame(Frame, frozen=True, tag="deal_goods"):
    """Chance deals the starting goods of all seats."""


class FillDepotsFrame(Frame, frozen=True, tag="fill_depots"):
    """Chance lays out the tiles of a phase."""

    laid: SlotIndex
    """Number of slots filled so far."""


class RevealGoodsFrame(Frame, frozen=True, tag="reveal_goods"):
    """Chance turns up the goods tiles of a phase."""


class RollDiceFrame(Frame, frozen=True, tag="roll_dice"):
    """Chance rolls all players' dice and the white die."""


class MakeRoomFrame(Frame, frozen=True, tag="make_room"):
    """A seat with full storage chooses a stored tile to discard for a new one."""

    tile: Tile
    """The new tile, which is in no storage yet."""


class FreeActionFrame(Frame, frozen=True, tag="free_action"):
    """A placed castle gives one action as with a die of any value."""


class TakeBenefitFrame(Frame, frozen=True, tag="take_benefit"):
    """A placed building lets its owner take a tile of certain kinds from a numbered depot."""

    kinds: tuple[Kind, ...]


class SellBenefitFrame(Frame, frozen=True, tag="sell_benefit"):
    """A placed building lets its owner sell goods of one kind."""


class PlaceBenefitFrame(Frame, frozen=True, tag="place_benefit"):
    """A placed building lets its owner place one more stored tile."""


class LoadShipFrame(Frame, frozen=True, tag="load_ship"):
    """A placed ship lets its owner choose a depot to take goods from."""


class LoadMoreFrame(Frame, frozen=True, tag="load_more"):
    """A ship may also take goods from a neighbour of its first depot."""

    first: Depot
    """The depot that the seat chose first."""


class StoreGoodsFrame(Frame, frozen=True, tag="store_goods"):
    """A seat chooses which kinds to store, because the depots have more kinds than it has room for."""

    depots: ChosenDepots
    """The one or two depots that the ship takes goods from."""


AnyFrame = (
    PickStarterFrame
    | DealBoardFrame
    | ChooseBoardFrame
    | ChooseCastleFrame
    | DealGoodsFrame
    | FillDepotsFrame
    | RevealGoodsFrame
    | RollDiceFrame
    | MakeRoomFrame
    | FreeActionFrame
    | TakeBenefitFrame
    | SellBenefitFrame
    | PlaceBenefitFrame
    | LoadShipFrame
    | LoadMoreFrame
    | StoreGoodsFrame
)
