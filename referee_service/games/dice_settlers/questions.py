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
    """Technologies of this type still to draw."""


class DealStartFrame(Frame, frozen=True, tag="deal_start"):
    """Question to chance: start tiles for the offer of the draft."""

    remaining: Count
    """Start tiles that still join the offer."""


class TakeStartFrame(Frame, frozen=True, tag="take_start"):
    """Question: the start tile that the player keeps."""


class BotStartFrame(Frame, frozen=True, tag="bot_start"):
    """Question to chance: the start tile of the printed Bot."""


class LayStartFrame(Frame, frozen=True, tag="lay_start"):
    """Question: the cell for a start tile. The tile of the printed Bot is laid automatically."""

    side: SideIndex
    """Side whose start tile is laid: a seat counted from 0. In a solo game, 1 is the printed Bot."""


# --- dice -----------------------------------------------------------------------------------------------------------


class DrawDiceFrame(Frame, frozen=True, tag="draw_dice"):
    """Question to chance: dice to draw from a player's bag and roll."""

    to: SideIndex
    """Player who draws the dice: a seat counted from 0."""
    remaining: Count
    """Dice still to draw."""
    refill: bool
    """Whether spent dice refill an empty bag: only in the draw for the quota."""


class RollDiceFrame(Frame, frozen=True, tag="roll_dice"):
    """Question to chance: the face of the first die. Dice of the printed Bot wait in `rolled`."""

    to: SideIndex
    """Side that rolls: a seat counted from 0. In a solo game, 1 is the printed Bot."""
    dice: DiceRow
    """Colours of the dice still to roll. The first one is next."""
    rolled: tuple[DieField, ...] = ()
    """Dice of the printed Bot that are already rolled, by colour and face: `green_wood`."""


class AdjustFrame(Frame, frozen=True, tag="adjust"):
    """Question: the use of the symbol that was spent in the roll phase."""

    price: PriceField
    """Symbol that was spent: `pioneer`, or `resource` for the symbol of any resource."""


class RerollFrame(Frame, frozen=True, tag="reroll"):
    """Question: further dice to pick up, or the roll of those in hand."""

    dice: SortedDice
    """Colours of the dice picked up so far, sorted. Three of them are rolled automatically."""


class KeepDiceFrame(Frame, frozen=True, tag="keep_dice"):
    """Question: the dice that stay active for the next round."""


# --- actions --------------------------------------------------------------------------------------------------------


class ActingFrame(Frame, frozen=True, tag="acting"):
    """Question: the next symbol of a settle, raid, harvest or trade in progress."""

    action: MainActionField
    """Main action in progress: `settle`, `raid`, `harvest` or `trade`."""
    spent: SymbolsSpent
    """Symbols spent on the action so far, including those of controlled tiles."""
    bonus: Count
    """Symbols of controlled tiles that the action can still use free."""
    tile: OptionalTile = ""
    """Tile that is raided. Empty for other actions."""
    shields: Annotated[tuple[int, ...], Range()] = ()
    """Raid symbols that each side still ignores, one number per side. Empty for other actions."""
    recalling: bool = False
    """Whether the last settle symbol recalls more tents free, as option `recall` may allow."""


class ExtraActionFrame(Frame, frozen=True, tag="extra_action"):
    """Question: a further main action, which a tile or technology gives."""


class RecruitingFrame(Frame, frozen=True, tag="recruiting"):
    """Step: the recruited dice, waiting for their payment."""

    dice: SortedDice
    """Colours of the recruited dice, sorted. They come to the spent area once they are paid."""


class ResearchingFrame(Frame, frozen=True, tag="researching"):
    """Step: the technology, waiting for its payment."""

    technology: TechnologyField
    """Technology that the player gets once its symbols and tokens are paid."""


class SellDieFrame(Frame, frozen=True, tag="sell_die"):
    """Question: the die to sell."""


class DrawTilesFrame(Frame, frozen=True, tag="draw_tiles"):
    """Question to chance: tiles to draw for an exploration."""

    remaining: Count
    """Tiles still to draw from the draw pile."""


class ChooseTileFrame(Frame, frozen=True, tag="choose_tile"):
    """Question: the drawn tile to lay."""

    tiles: TileSet
    """Ids of the tiles drawn so far, sorted. One is laid, and the others leave the game."""


class PlaceTileFrame(Frame, frozen=True, tag="place_tile"):
    """Question: the cell for an explored tile. If cells tie for the printed Bot, seat 0 chooses."""

    tile: TileField
    """Tile to lay on the map."""
    side: SideIndex
    """Side that explores: a seat counted from 0. In a solo game, 1 is the printed Bot."""


class FollowFrame(Frame, frozen=True, tag="follow"):
    """Question: whether a side adds a tent to the tile that another side has explored."""

    tile: TileField
    """Tile that was just laid on the map."""
    side: SideIndex
    """Side that may add a tent: a seat counted from 0. In a solo game, 1 is the printed Bot."""


ACTION_PLACES = (None, FollowFrame)
"""Where main actions and gains may lie: in a turn, or as the effect of a new tile, before other sides follow."""


class DefendFrame(Frame, frozen=True, tag="defend"):
    """Question: whether the explorer adds a tent after other sides followed."""

    tile: TileField
    """Tile that was just laid on the map."""
    side: SideIndex
    """Side that explored the tile: a seat counted from 0. In a solo game, 1 is the printed Bot."""


class GainDieFrame(Frame, frozen=True, tag="gain_die"):
    """Question: the colour of a die that the seat gains."""


class GainTokensFrame(Frame, frozen=True, tag="gain_tokens"):
    """Question: the tokens that the seat gains."""

    remaining: Count
    """Tokens still to choose."""


class BuildHouseFrame(Frame, frozen=True, tag="build_house"):
    """Question: the tile where three tents become a house."""


# --- printed Bot ----------------------------------------------------------------------------------------------------


class QueueDiceFrame(Frame, frozen=True, tag="queue_dice"):
    """Question to chance: the order in which dice join the printed Bot's queue."""

    dice: Dice
    """Dice that still wait, as [colour, count] pairs. They join the queue in random order."""


class BotMoveFrame(Frame, frozen=True, tag="bot_move"):
    """Question to chance: the steps of the printed Bot's marker."""


class BotActFrame(Frame, frozen=True, tag="bot_act"):
    """Step: an action of the printed Bot, before it begins."""

    action: MainActionField
    """Main action of the edge where the marker has stopped."""
    force: Count
    """Force of the action: how many dice and tokens lay at the edge."""


class BotRecruitFrame(Frame, frozen=True, tag="bot_recruit"):
    """Question: a die for the printed Bot, if colours tie."""

    remaining: Count
    """Dice that the printed Bot still recruits, at most two."""
    force: Count
    """Force of the whole action. What the dice do not use scores points."""


class BotSettleFrame(Frame, frozen=True, tag="bot_settle"):
    """Question: a tile for a tent of the printed Bot, if tiles tie."""

    force: Count
    """Force that is not used yet: one per tent to place. It is 0 for a free tent."""
    free: bool = False
    """Whether this is the single free tent after the printed Bot has fetched new ones."""


class BotRaidFrame(Frame, frozen=True, tag="bot_raid"):
    """Question: a tile for the printed Bot's raid, if tiles tie."""

    force: Count
    """Force of the raid, less the player's shields: how many tents it can replace."""


class RemoveTentFrame(Frame, frozen=True, tag="remove_tent"):
    """Question: whether the player takes a tent of the printed Bot off a factory, once per clean-up."""


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
