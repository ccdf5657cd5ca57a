"""The open questions of Dice Settlers: what chance is to bring, and what players are asked on the way."""

from __future__ import annotations

from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame

# --- before the game ------------------------------------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance decides who begins."""


class DrawTechnologiesFrame(Frame, frozen=True, tag="draw_technologies"):
    """Chance draws technologies of one type for the table."""

    seal: str
    remaining: int


class DealStartFrame(Frame, frozen=True, tag="deal_start"):
    """Chance turns up start tiles for the draft."""

    remaining: int


class TakeStartFrame(Frame, frozen=True, tag="take_start"):
    """A player keeps one of the start tiles on offer."""


class BotStartFrame(Frame, frozen=True, tag="bot_start"):
    """Chance chooses the Bot's start tile."""


class LayStartFrame(Frame, frozen=True, tag="lay_start"):
    """A start tile is laid; the Bot's is laid by the player."""

    side: int


# --- dice -----------------------------------------------------------------------------------------------------------


class DrawDiceFrame(Frame, frozen=True, tag="draw_dice"):
    """Chance draws dice from a player's bag and rolls them; only the quota may refill the bag."""

    to: int
    remaining: int
    refill: bool


class RollDiceFrame(Frame, frozen=True, tag="roll_dice"):
    """Chance rolls these dice, the first one next; the Bot's wait until all are rolled."""

    to: int
    dice: tuple[str, ...]
    rolled: tuple[str, ...] = ()


class AdjustFrame(Frame, frozen=True, tag="adjust"):
    """A symbol was spent in the roll phase: what for?"""

    price: str


class RerollFrame(Frame, frozen=True, tag="reroll"):
    """These dice are picked up to be rolled again; more may follow."""

    dice: tuple[str, ...]


class KeepDiceFrame(Frame, frozen=True, tag="keep_dice"):
    """Which dice stay active for the next round?"""


# --- actions --------------------------------------------------------------------------------------------------------


class ActingFrame(Frame, frozen=True, tag="acting"):
    """A settle, raid, harvest or trade is under way, symbol by symbol."""

    action: str
    spent: int
    bonus: int
    """Symbols of controlled tiles that are still to use."""
    tile: str = ""
    """Where a raid happens."""
    shields: tuple[int, ...] = ()
    """In a raid: how many symbols each side still shrugs off."""
    recalling: bool = False
    """The symbol just spent recalls more tents, where one symbol recalls any number."""


class ExtraActionFrame(Frame, frozen=True, tag="extra_action"):
    """A main action more, at once."""


class RecruitingFrame(Frame, frozen=True, tag="recruiting"):
    """These dice come as soon as they are paid."""

    dice: tuple[str, ...]


class ResearchingFrame(Frame, frozen=True, tag="researching"):
    """This technology is had as soon as it is paid."""

    technology: str


class SellDieFrame(Frame, frozen=True, tag="sell_die"):
    """Which die is sold?"""


class DrawTilesFrame(Frame, frozen=True, tag="draw_tiles"):
    """Chance turns up tiles for an exploration."""

    remaining: int


class ChooseTileFrame(Frame, frozen=True, tag="choose_tile"):
    """Which of these tiles is laid?"""

    tiles: tuple[str, ...]


class PlaceTileFrame(Frame, frozen=True, tag="place_tile"):
    """Where is this tile laid? The Bot's ties are broken by the player."""

    tile: str
    side: int


class FollowFrame(Frame, frozen=True, tag="follow"):
    """Does this side follow to the new tile?"""

    tile: str
    side: int


class DefendFrame(Frame, frozen=True, tag="defend"):
    """Somebody may have followed: does the explorer add a tent?"""

    tile: str
    side: int


class GainDieFrame(Frame, frozen=True, tag="gain_die"):
    """A die of which colour is gained?"""


class GainTokensFrame(Frame, frozen=True, tag="gain_tokens"):
    """Which tokens are gained?"""

    remaining: int


class BuildHouseFrame(Frame, frozen=True, tag="build_house"):
    """On which tile do three tents become a house?"""


# --- the Bot --------------------------------------------------------------------------------------------------------


class QueueDiceFrame(Frame, frozen=True, tag="queue_dice"):
    """Chance puts these dice at the end of the Bot's queue, one by one."""

    dice: Bag


class BotMoveFrame(Frame, frozen=True, tag="bot_move"):
    """Chance moves the Bot's marker."""


class BotActFrame(Frame, frozen=True, tag="bot_act"):
    """The Bot acts with this force."""

    action: str
    force: int


class BotRecruitFrame(Frame, frozen=True, tag="bot_recruit"):
    """The Bot takes dice; among equals the player chooses."""

    remaining: int
    force: int


class BotSettleFrame(Frame, frozen=True, tag="bot_settle"):
    """The Bot places tents; among equals the player chooses. `free`: this one costs no force, and is the last."""

    force: int
    free: bool = False


class BotRaidFrame(Frame, frozen=True, tag="bot_raid"):
    """The Bot raids a tile; among equals the player chooses."""

    force: int


class RemoveTentFrame(Frame, frozen=True, tag="remove_tent"):
    """Is a tent of the Bot removed from a factory?"""


Question = (
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
