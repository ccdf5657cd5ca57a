"""Frames of The Castles of Burgundy: one class per question, in order of play."""

from __future__ import annotations

from referee_service.kernel.state import Frame

from .content.schema import Kind
from .fields import ChosenDepots, Depot, SlotIndex, Tile


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the starting player."""


class DealBoardFrame(Frame, frozen=True, tag="deal_board"):
    """Chance deals a player board to the next seat in turn order, until all seats have one."""


class ChooseBoardFrame(Frame, frozen=True, tag="choose_board"):
    """A seat chooses one of the remaining player boards."""


class ChooseCastleFrame(Frame, frozen=True, tag="choose_castle"):
    """A seat chooses the castle space where its starting castle lies."""


class DealGoodsFrame(Frame, frozen=True, tag="deal_goods"):
    """Chance deals the starting goods tiles, seat by seat in turn order."""


class FillDepotsFrame(Frame, frozen=True, tag="fill_depots"):
    """Chance lays out the hex tiles of a phase: depots 1 to 6, then the black depot."""

    laid: SlotIndex
    """Number of slots filled so far. It is also the index of the slot that is filled next."""


class RevealGoodsFrame(Frame, frozen=True, tag="reveal_goods"):
    """Chance turns up the goods tiles of a phase, one for each round."""


class RollDiceFrame(Frame, frozen=True, tag="roll_dice"):
    """Chance rolls the dice of all seats in turn order, then the white die."""


class MakeRoomFrame(Frame, frozen=True, tag="make_room"):
    """A seat with full storage chooses a stored tile to discard for the one that it took or bought."""

    tile: Tile
    """Type of the hex tile that was taken or bought. It is in no storage yet."""


class FreeActionFrame(Frame, frozen=True, tag="free_action"):
    """A placed castle gives one action as with a die of any value."""


class TakeBenefitFrame(Frame, frozen=True, tag="take_benefit"):
    """A placed building lets its owner take a tile of certain kinds from a numbered depot."""

    kinds: tuple[Kind, ...]
    """Kinds of hex tile that the building lets its owner take."""


class SellBenefitFrame(Frame, frozen=True, tag="sell_benefit"):
    """A placed building lets its owner sell all goods of one kind without a die."""


class PlaceBenefitFrame(Frame, frozen=True, tag="place_benefit"):
    """A placed building lets its owner place one more stored tile without a die."""


class LoadShipFrame(Frame, frozen=True, tag="load_ship"):
    """A placed ship lets its owner choose a depot to take goods from."""


class LoadMoreFrame(Frame, frozen=True, tag="load_more"):
    """A tile in the estate lets the ship also take goods from a neighbour of its first depot."""

    first: Depot
    """Numbered depot that the seat chose first, 1 to 6. Depots 6 and 1 are neighbours."""


class StoreGoodsFrame(Frame, frozen=True, tag="store_goods"):
    """A seat chooses which kinds of goods to store, because the depots have more kinds than it has room for."""

    depots: ChosenDepots
    """The one or two numbered depots that the ship takes goods from, in the order chosen."""


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
