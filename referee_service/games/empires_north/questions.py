"""The open questions of the game, and what waits to happen: frames of the pending stack, the last one comes first."""

from __future__ import annotations

from typing import Literal

from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame
from referee_service.kernel.triggers import OrderTriggersFrame

# --- set-up and lookout ---------------------------------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance decides who begins."""


class LayRingFrame(Frame, frozen=True, tag="lay_ring"):
    """Chance lays the next tile of the ring."""


class DealClanFrame(Frame, frozen=True, tag="deal_clan"):
    """Chance gives a player a clan."""

    recipient: int


class ChooseClanFrame(Frame, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""


class RevealFrame(Frame, frozen=True, tag="reveal"):
    """Chance turns up so many islands of a pile."""

    pile: Literal["near", "distant"]
    remaining: int


class DrawFrame(Frame, frozen=True, tag="draw"):
    """Chance deals a player cards from the deck: into the hand, or to look at first."""

    recipient: int
    remaining: int
    into: Literal["hand", "looked_at"]


class KeepFrame(Frame, frozen=True, tag="keep"):
    """Which of the cards looked at are kept? The first time so many exactly, and for nothing."""

    exactly: int | None


class DiscardUnkeptFrame(Frame, frozen=True, tag="lay_off"):
    """Everybody has chosen: what this player did not keep is laid open."""

    player: int


class EndLookoutFrame(Frame, frozen=True, tag="end_lookout"):
    """When the hands are taken up again, banks pay; alone, an event follows."""


# --- an action and its parts ----------------------------------------------------------------------------------------


class PlaceFrame(Frame, frozen=True, tag="place"):
    """A card comes into the empire as soon as it is paid; an upgrade under a field, in a scenario over a card."""

    card: str
    host: int | None = None
    over: int | None = None


class PawnArrivalFrame(Frame, frozen=True, tag="arrive"):
    """A pawn comes to a tile as soon as that is paid: from the supply, or from another tile."""

    start: str | None
    tile: str


class PerformActionFrame(Frame, frozen=True, tag="perform"):
    """A declared action is carried out."""

    action: str


class BoostWindowFrame(Frame, frozen=True, tag="boost_window"):
    """Before a declared action: a boost or a field?"""

    action: str


class ConstructFrame(Frame, frozen=True, tag="construct"):
    """Which location is placed for nothing?"""


class HarvestFrame(Frame, frozen=True, tag="harvest"):
    """Which field is harvested?"""


class SailFrame(Frame, frozen=True, tag="sail"):
    """What is assigned to the ship?"""


class EmitEventFrame(Frame, frozen=True, tag="emit_event"):
    """When all above is done, this has happened: specials hear of it."""

    event: str
    slot: int = -1
    card: str = ""


class DiscardBoostFrame(Frame, frozen=True, tag="discard_boost"):
    """When all above is done, the boost is discarded."""

    card: str


class EffectsFrame(Frame, frozen=True, tag="effects"):
    """The effects of an ability are carried out one by one, from this step on.

    `source` is the card (or event) that says so, `slot` where the acting card lies, `branch` the way through choices:
    at which step which option was taken.
    """

    source: str
    ability: int
    step: int = 0
    slot: int | None = None
    branch: tuple[int, ...] = ()


# --- questions of costs ---------------------------------------------------------------------------------------------


class ChooseCostFrame(Frame, frozen=True, tag="choose_cost"):
    """Which of the alternative costs is paid, on top of what else is owed?"""

    extra: Bag = ()


class PayWithCardFrame(Frame, frozen=True, tag="pay_with_card"):
    """Which card of the empire is discarded, returned or exhausted as the price?"""


class PayFromHandFrame(Frame, frozen=True, tag="pay_from_hand"):
    """Which card of the hand is discarded as the price?"""

    remaining: int


# --- questions of effects -------------------------------------------------------------------------------------------


class ChooseFrame(Frame, frozen=True, tag="choose"):
    """Which of several effects?"""


class GainResourceFrame(Frame, frozen=True, tag="gain_resource"):
    """Which resource is gained?"""

    remaining: int


class SearchFrame(Frame, frozen=True, tag="search"):
    """Which card of the deck is taken?"""


class TakeBackFrame(Frame, frozen=True, tag="take_back"):
    """Which card of the discard pile is taken?"""


class BuildFreeFrame(Frame, frozen=True, tag="build_free"):
    """Which card, if any, is placed for nothing?"""


class ChooseShipFrame(Frame, frozen=True, tag="choose_ship"):
    """Which ship acts or moves up?"""


class AssignFrame(Frame, frozen=True, tag="assign"):
    """Which good is assigned to which card?"""

    remaining: int
    has_begun: bool = False


class ReleaseFrame(Frame, frozen=True, tag="release"):
    """Which good is released from which card?"""

    remaining: int


class RecoverFrame(Frame, frozen=True, tag="recover"):
    """How many workers are recovered?"""

    max_count: int


class RefreshFrame(Frame, frozen=True, tag="refresh"):
    """Which card is refreshed?"""

    remaining: int


class RefreshPawnFrame(Frame, frozen=True, tag="refresh_pawn"):
    """Which pawn is turned to its active side?"""


class ShiftPawnFrame(Frame, frozen=True, tag="shift_pawn"):
    """Which pawn moves where?"""


class CopyFrame(Frame, frozen=True, tag="copy"):
    """Which card is copied?"""


class RaidFreeFrame(Frame, frozen=True, tag="raid_free"):
    """Which card of another player is raided?"""


# --- the expedition -------------------------------------------------------------------------------------------------


class VoyageFrame(Frame, frozen=True, tag="voyage"):
    """To which island does this ship of the queue sail? An effect may say what it does there."""

    place: int
    mode: Literal["any", "pillage", "conquer"] = "any"


class BlindLandingFrame(Frame, frozen=True, tag="blind_landing"):
    """Chance turns up the first island of a pile for a ship."""

    place: int
    mode: Literal["any", "pillage", "conquer"]
    pile: Literal["near", "distant"]


class LandingFrame(Frame, frozen=True, tag="landing"):
    """Is this island pillaged or conquered?"""

    place: int
    mode: Literal["any", "pillage", "conquer"]
    pile: Literal["near", "distant"]
    island: str


# --- alone ----------------------------------------------------------------------------------------------------------


class DrawEventFrame(Frame, frozen=True, tag="draw_event"):
    """Chance draws the event of the round."""


class DrawIsleFrame(Frame, frozen=True, tag="draw_isle"):
    """Chance draws an island of a pile, into the hand or into the empire."""

    pile: Literal["near", "distant"]
    into: Literal["hand", "empire"]


class OfferFrame(Frame, frozen=True, tag="offer"):
    """A price may be paid for an effect of the scenario."""


class ExhaustFieldFrame(Frame, frozen=True, tag="exhaust_field"):
    """Which field is exhausted?"""


class DiscardHandFrame(Frame, frozen=True, tag="discard_hand"):
    """Which card of the hand is discarded?"""


class GuardFrame(Frame, frozen=True, tag="guard"):
    """Which location is given up, or are all others guarded?"""


class GiveUpFrame(Frame, frozen=True, tag="give_up"):
    """Which location is discarded?"""


class InvadeFrame(Frame, frozen=True, tag="invade"):
    """Which location is invaded?"""


class TributeFrame(Frame, frozen=True, tag="tribute"):
    """How is the use of an invaded location paid?"""

    slot: int


class StartingCardFrame(Frame, frozen=True, tag="starting_card"):
    """Which card of the deck that gains this good begins in the empire?"""

    good: str


Question = (
    PickStarterFrame
    | LayRingFrame
    | DealClanFrame
    | ChooseClanFrame
    | RevealFrame
    | DrawFrame
    | KeepFrame
    | DiscardUnkeptFrame
    | EndLookoutFrame
    | PlaceFrame
    | PawnArrivalFrame
    | PerformActionFrame
    | BoostWindowFrame
    | ConstructFrame
    | HarvestFrame
    | SailFrame
    | EmitEventFrame
    | DiscardBoostFrame
    | EffectsFrame
    | ChooseCostFrame
    | PayWithCardFrame
    | PayFromHandFrame
    | ChooseFrame
    | GainResourceFrame
    | SearchFrame
    | TakeBackFrame
    | BuildFreeFrame
    | ChooseShipFrame
    | AssignFrame
    | ReleaseFrame
    | RecoverFrame
    | RefreshFrame
    | RefreshPawnFrame
    | ShiftPawnFrame
    | CopyFrame
    | RaidFreeFrame
    | VoyageFrame
    | BlindLandingFrame
    | LandingFrame
    | DrawEventFrame
    | DrawIsleFrame
    | OfferFrame
    | ExhaustFieldFrame
    | DiscardHandFrame
    | GuardFrame
    | GiveUpFrame
    | InvadeFrame
    | TributeFrame
    | StartingCardFrame
    | PaymentFrame
    | OrderTriggersFrame
)
