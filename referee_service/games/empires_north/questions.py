"""Open questions of the game, and steps that wait: the frames of the pending stack. The last frame is on top."""

# Long because all frame classes and their union belong together: the state decodes them by tag.

from __future__ import annotations

from typing import Literal

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame
from referee_service.kernel.triggers import OrderTriggersFrame

from .fields import (
    CardName,
    Count,
    Debt,
    IslandName,
    QueueIndex,
    SeatIndex,
    SiteCard,
    SlotIndex,
    SlotOrNothing,
    StoredGood,
    SubjectCard,
    TileName,
    TriggerName,
)

# --- set-up and lookout ---------------------------------------------------------------------------------------------


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the first player."""


class LayRingFrame(Frame, frozen=True, tag="lay_ring"):
    """Chance lays the next tile of the ring."""


class DealClanFrame(Frame, frozen=True, tag="deal_clan"):
    """Chance deals a clan to a player."""

    recipient: SeatIndex


class ChooseClanFrame(Frame, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""


class RevealFrame(Frame, frozen=True, tag="reveal"):
    """Chance turns up islands of a pile."""

    pile: Literal["near", "distant"]
    remaining: Count


class DrawFrame(Frame, frozen=True, tag="draw"):
    """Chance deals cards of the deck to a player: into the hand, or to look at first."""

    recipient: SeatIndex
    remaining: Count
    into: Literal["hand", "looked_at"]


class KeepFrame(Frame, frozen=True, tag="keep"):
    """The choice of cards to keep. In the set-up their number is fixed and they are free."""

    exactly: Count | None


class DiscardUnkeptFrame(Frame, frozen=True, tag="lay_off"):
    """The discard of the cards that a player did not keep, once every player has chosen."""

    player: SeatIndex


class EndLookoutFrame(Frame, frozen=True, tag="end_lookout"):
    """The step after the lookout: banks pay, and a solo game draws an event."""


# --- an action and its parts ----------------------------------------------------------------------------------------


class PlaceFrame(Frame, frozen=True, tag="place"):
    """A card that enters the empire once it is paid. `host` is the field above it, `over` the location it covers."""

    card: SiteCard
    host: SlotIndex | None = None
    over: SlotIndex | None = None


class PawnArrivalFrame(Frame, frozen=True, tag="arrive"):
    """A pawn that comes to a tile once that is paid: from the supply (None), or from another tile."""

    start: TileName | None
    tile: TileName


class PerformActionFrame(Frame, frozen=True, tag="perform"):
    """A declared action that waits to be performed."""

    action: TileName


class BoostWindowFrame(Frame, frozen=True, tag="boost_window"):
    """The choice of a boost or field before a declared action."""

    action: TileName


class ConstructFrame(Frame, frozen=True, tag="construct"):
    """The choice of a location to place free."""


class HarvestFrame(Frame, frozen=True, tag="harvest"):
    """The choice of a field to harvest."""


class SailFrame(Frame, frozen=True, tag="sail"):
    """The choice of what to assign to the ship."""


class EmitEventFrame(Frame, frozen=True, tag="emit_event"):
    """An event that is emitted when all frames above are done, so that specials react to it."""

    event: TriggerName
    slot: SlotOrNothing = -1
    card: SubjectCard = ""


class DiscardBoostFrame(Frame, frozen=True, tag="discard_boost"):
    """A boost that is discarded when all frames above are done."""

    card: CardName


class EffectsFrame(Frame, frozen=True, tag="effects"):
    """The effects of an ability, carried out one by one from this step on.

    `source` is the card or event with the ability, `slot` the place of the acting card. `branch` lists the choices
    taken so far, as pairs of step and option.
    """

    source: str
    ability: Count
    step: Count = 0
    slot: SlotOrNothing | None = None
    branch: tuple[int, ...] = ()


# --- questions of costs ---------------------------------------------------------------------------------------------


class ChooseCostFrame(Frame, frozen=True, tag="choose_cost"):
    """The choice of one of the alternative costs. `extra` is owed on top of it."""

    extra: Debt = ()


class PayWithCardFrame(Frame, frozen=True, tag="pay_with_card"):
    """The choice of a card of the empire that is discarded, returned or exhausted as the price."""


class PayFromHandFrame(Frame, frozen=True, tag="pay_from_hand"):
    """The choice of cards of the hand that are discarded as the price."""

    remaining: Count


# --- questions of effects -------------------------------------------------------------------------------------------


class ChooseFrame(Frame, frozen=True, tag="choose"):
    """The choice of one of several effects."""


class GainResourceFrame(Frame, frozen=True, tag="gain_resource"):
    """The choice of a resource to gain."""

    remaining: Count


class SearchFrame(Frame, frozen=True, tag="search"):
    """The choice of a card of the deck."""


class TakeBackFrame(Frame, frozen=True, tag="take_back"):
    """The choice of a card of the discard pile."""


class BuildFreeFrame(Frame, frozen=True, tag="build_free"):
    """The choice of a card to place free. The player may decline."""


class ChooseShipFrame(Frame, frozen=True, tag="choose_ship"):
    """The choice of a ship that lands at once or moves up."""


class AssignFrame(Frame, frozen=True, tag="assign"):
    """The choice of a good to assign, and of a card for it."""

    remaining: Count
    has_begun: bool = False


class ReleaseFrame(Frame, frozen=True, tag="release"):
    """The choice of a good to release from a card."""

    remaining: Count


class RecoverFrame(Frame, frozen=True, tag="recover"):
    """The choice of how many workers to recover."""

    max_count: Count


class RefreshFrame(Frame, frozen=True, tag="refresh"):
    """The choice of a card to refresh."""

    remaining: Count


class RefreshPawnFrame(Frame, frozen=True, tag="refresh_pawn"):
    """The choice of a pawn to turn to its active side."""


class ShiftPawnFrame(Frame, frozen=True, tag="shift_pawn"):
    """The choice of a pawn to move, and of its new tile."""


class CopyFrame(Frame, frozen=True, tag="copy"):
    """The choice of a card to copy."""


class RaidFreeFrame(Frame, frozen=True, tag="raid_free"):
    """The choice of a card of another player to raid."""


# --- the expedition -------------------------------------------------------------------------------------------------


class VoyageFrame(Frame, frozen=True, tag="voyage"):
    """The choice of an island for a ship of the queue. An effect may fix what the ship does there."""

    place: QueueIndex
    mode: Literal["any", "pillage", "conquer"] = "any"


class BlindLandingFrame(Frame, frozen=True, tag="blind_landing"):
    """Chance turns up the first island of a pile for a ship."""

    place: QueueIndex
    mode: Literal["any", "pillage", "conquer"]
    pile: Literal["near", "distant"]


class LandingFrame(Frame, frozen=True, tag="landing"):
    """The choice to pillage or to conquer an island."""

    place: QueueIndex
    mode: Literal["any", "pillage", "conquer"]
    pile: Literal["near", "distant"]
    island: IslandName


# --- solo games -----------------------------------------------------------------------------------------------------


class DrawEventFrame(Frame, frozen=True, tag="draw_event"):
    """Chance draws the event of the round."""


class DrawIsleFrame(Frame, frozen=True, tag="draw_isle"):
    """Chance draws an island of a pile, into the hand or the empire."""

    pile: Literal["near", "distant"]
    into: Literal["hand", "empire"]


class OfferFrame(Frame, frozen=True, tag="offer"):
    """The choice to pay for an offer of the scenario, or to decline."""


class ExhaustFieldFrame(Frame, frozen=True, tag="exhaust_field"):
    """The choice of a field to exhaust."""


class DiscardHandFrame(Frame, frozen=True, tag="discard_hand"):
    """The choice of a card of the hand to discard."""


class GuardFrame(Frame, frozen=True, tag="guard"):
    """The choice to give up a location, or to guard all that remain."""


class GiveUpFrame(Frame, frozen=True, tag="give_up"):
    """The choice of a location to discard."""


class InvadeFrame(Frame, frozen=True, tag="invade"):
    """The choice of a location that is invaded."""


class TributeFrame(Frame, frozen=True, tag="tribute"):
    """The choice of the tribute for the use of an invaded location."""

    slot: SlotIndex


class StartingCardFrame(Frame, frozen=True, tag="starting_card"):
    """The choice of a card of the deck that gains this good and begins in the empire."""

    good: StoredGood


AnyFrame = (
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
