"""Frames of Dice Settlers: the open questions of seats and of chance, and steps that wait below them."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.shape import Range
from referee_service.kernel.state import Frame

from .fields import (
    Count,
    Dice,
    DiceRow,
    DieField,
    MainActionField,
    OptionalTile,
    PriceField,
    SideIndex,
    SortedDice,
    SymbolsSpent,
    TechnologyField,
    TechnologyTypeField,
    TileField,
    TileSet,
)

# --- set-up ---------------------------------------------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Question to chance: the seat that begins."""


class DrawTechnologiesFrame(Frame, frozen=True, tag="draw_technologies"):
    """Question to chance: technologies of one type for the table."""

    seal: TechnologyTypeField
    remaining: Count


class DealStartFrame(Frame, frozen=True, tag="deal_start"):
    """Question to chance: start tiles for the offer of the draft."""

    remaining: Count


class TakeStartFrame(Frame, frozen=True, tag="take_start"):
    """Question: the start tile that the player keeps."""


class BotStartFrame(Frame, frozen=True, tag="bot_start"):
    """Question to chance: the start tile of the printed Bot."""


class LayStartFrame(Frame, frozen=True, tag="lay_start"):
    """Question: the cell for a start tile. Seat 0 answers for the printed Bot."""

    side: SideIndex


# --- dice -----------------------------------------------------------------------------------------------------------


class DrawDiceFrame(Frame, frozen=True, tag="draw_dice"):
    """Question to chance: dice to draw from a player's bag and roll."""

    to: SideIndex
    remaining: Count
    refill: bool
    """Whether an empty bag is refilled: only while drawing the quota."""


class RollDiceFrame(Frame, frozen=True, tag="roll_dice"):
    """Question to chance: the face of the first die. The printed Bot's rolled dice are kept in `rolled`."""

    to: SideIndex
    dice: DiceRow
    rolled: tuple[DieField, ...] = ()


class AdjustFrame(Frame, frozen=True, tag="adjust"):
    """Question: the use of the symbol that was spent in the roll phase."""

    price: PriceField


class RerollFrame(Frame, frozen=True, tag="reroll"):
    """Question: further dice to pick up, or the roll of those in hand."""

    dice: SortedDice


class KeepDiceFrame(Frame, frozen=True, tag="keep_dice"):
    """Question: the dice that stay active for the next round."""


# --- actions --------------------------------------------------------------------------------------------------------


class ActingFrame(Frame, frozen=True, tag="acting"):
    """Question: the next symbol of a settle, raid, harvest or trade in progress."""

    action: MainActionField
    spent: SymbolsSpent
    bonus: Count
    """Symbols of controlled tiles that are not used yet."""
    tile: OptionalTile = ""
    """Tile of a raid."""
    shields: Annotated[tuple[int, ...], Range()] = ()
    """Symbols of a raid that each side may still ignore."""
    recalling: bool = False
    """Whether the symbol just spent recalls further tents, with option `any_number`."""


class ExtraActionFrame(Frame, frozen=True, tag="extra_action"):
    """Question: a further main action."""


class RecruitingFrame(Frame, frozen=True, tag="recruiting"):
    """Step: the recruited dice, waiting for their payment."""

    dice: SortedDice


class ResearchingFrame(Frame, frozen=True, tag="researching"):
    """Step: the technology, waiting for its payment."""

    technology: TechnologyField


class SellDieFrame(Frame, frozen=True, tag="sell_die"):
    """Question: the die to sell."""


class DrawTilesFrame(Frame, frozen=True, tag="draw_tiles"):
    """Question to chance: tiles to draw for an exploration."""

    remaining: Count


class ChooseTileFrame(Frame, frozen=True, tag="choose_tile"):
    """Question: the drawn tile to lay."""

    tiles: TileSet


class PlaceTileFrame(Frame, frozen=True, tag="place_tile"):
    """Question: the cell for a tile. Seat 0 breaks ties of the printed Bot."""

    tile: TileField
    side: SideIndex


class FollowFrame(Frame, frozen=True, tag="follow"):
    """Question: whether this side follows to the new tile."""

    tile: TileField
    side: SideIndex


ACTION_PLACES = (None, FollowFrame)
"""Where main actions and gains may lie: in a turn, or as the effect of a new tile, before other sides follow."""


class DefendFrame(Frame, frozen=True, tag="defend"):
    """Question: whether the explorer adds a tent after other sides followed."""

    tile: TileField
    side: SideIndex


class GainDieFrame(Frame, frozen=True, tag="gain_die"):
    """Question: the colour of a die that the seat gains."""


class GainTokensFrame(Frame, frozen=True, tag="gain_tokens"):
    """Question: the tokens that the seat gains."""

    remaining: Count


class BuildHouseFrame(Frame, frozen=True, tag="build_house"):
    """Question: the tile where three tents become a house."""


# --- printed Bot ----------------------------------------------------------------------------------------------------


class QueueDiceFrame(Frame, frozen=True, tag="queue_dice"):
    """Question to chance: the order in which dice join the printed Bot's queue."""

    dice: Dice


class BotMoveFrame(Frame, frozen=True, tag="bot_move"):
    """Question to chance: the steps of the printed Bot's marker."""


class BotActFrame(Frame, frozen=True, tag="bot_act"):
    """Step: an action of the printed Bot with this force, before it begins."""

    action: MainActionField
    force: Count


class BotRecruitFrame(Frame, frozen=True, tag="bot_recruit"):
    """Question: a die for the printed Bot, if colours tie."""

    remaining: Count
    force: Count


class BotSettleFrame(Frame, frozen=True, tag="bot_settle"):
    """Question: a tile for a tent of the printed Bot, if tiles tie."""

    force: Count
    free: bool = False
    """Whether this tent costs no force and is the last one."""


class BotRaidFrame(Frame, frozen=True, tag="bot_raid"):
    """Question: a tile for the printed Bot's raid, if tiles tie."""

    force: Count


class RemoveTentFrame(Frame, frozen=True, tag="remove_tent"):
    """Question: whether a tent of the printed Bot is removed from a factory."""


AnyFrame = (
    PickStarterFrame
    | DrawTechnologiesFrame
    | DealStartFrame
    | TakeStartFrame
    | BotStartFrame
    | LayStartFrame
    | DrawDiceFrame
    | RollDiceFrame
    | AdjustFrame
    | RerollFrame
    | KeepDiceFrame
    | ActingFrame
    | ExtraActionFrame
    | RecruitingFrame
    | ResearchingFrame
    | SellDieFrame
    | DrawTilesFrame
    | ChooseTileFrame
    | PlaceTileFrame
    | FollowFrame
    | DefendFrame
    | GainDieFrame
    | GainTokensFrame
    | BuildHouseFrame
    | QueueDiceFrame
    | BotMoveFrame
    | BotActFrame
    | BotRecruitFrame
    | BotSettleFrame
    | BotRaidFrame
    | RemoveTentFrame
    | PaymentFrame
)
"""Every frame that may lie on the stack."""
