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
    """Seat that is dealt a clan, counted from 0."""


class ChooseClanFrame(Frame, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""


class RevealFrame(Frame, frozen=True, tag="reveal"):
    """Chance turns up islands of a pile."""

    pile: Literal["near", "distant"]
    """Group of islands that are turned up: `near` or `distant`."""
    remaining: Count
    """Islands still to turn up."""


class DrawFrame(Frame, frozen=True, tag="draw"):
    """Chance deals cards of the deck to a player: into the hand, or to look at first."""

    recipient: SeatIndex
    """Seat that gets the cards, counted from 0. Only this seat sees them."""
    remaining: Count
    """Cards still to draw."""
    into: Literal["hand", "looked_at"]
    """Where the cards go: into the `hand`, or `looked_at` until the player has chosen."""


class KeepFrame(Frame, frozen=True, tag="keep"):
    """The choice of cards to keep. In the set-up their number is fixed and they are free."""

    exactly: Count | None
    """Number of cards to keep in the set-up. Null in a lookout, where each card costs a worker."""


class DiscardUnkeptFrame(Frame, frozen=True, tag="lay_off"):
    """The discard of the cards that a player did not choose, once every player has chosen."""

    player: SeatIndex
    """Seat whose other cards are discarded, counted from 0."""


class EndLookoutFrame(Frame, frozen=True, tag="end_lookout"):
    """The step after the lookout: banks pay, and a solo game draws an event."""


# --- an action and its parts ----------------------------------------------------------------------------------------


class PlaceFrame(Frame, frozen=True, tag="place"):
    """A card that enters the empire once it is paid."""

    card: SiteCard
    """Id of the card that enters the empire."""
    host: SlotIndex | None = None
    """Slot of the field that the upgrade goes under, or null for any other card."""
    over: SlotIndex | None = None
    """Slot of the location that the card covers (scenario Outpost), or null."""


class PawnArrivalFrame(Frame, frozen=True, tag="arrive"):
    """A pawn that comes to a tile once that is paid."""

    start: TileName | None
    """Tile that the pawn comes from, or null for a pawn of the supply."""
    tile: TileName
    """Tile that the pawn comes to. Its action is then declared."""


class PerformActionFrame(Frame, frozen=True, tag="perform"):
    """A declared action that waits to be performed."""

    action: TileName
    """Declared action: `explore`, `populate`, `construct`, `harvest` or `sail`."""


class BoostWindowFrame(Frame, frozen=True, tag="boost_window"):
    """The choice of a boost or field before a declared action. The player may go on without one."""

    action: TileName
    """Declared action, such as `harvest`. The corner of the boost or field must show it."""


class ConstructFrame(Frame, frozen=True, tag="construct"):
    """The choice of a location of the hand to place free: the action Construct."""


class HarvestFrame(Frame, frozen=True, tag="harvest"):
    """The choice of a field to harvest: the action Harvest."""


class SailFrame(Frame, frozen=True, tag="sail"):
    """The choice of what to assign to the ship: the action Sail."""


class EmitEventFrame(Frame, frozen=True, tag="emit_event"):
    """An event that is emitted when all frames above are done, so that specials react to it."""

    event: TriggerName
    slot: SlotOrNothing = -1
    """Slot of the card that the event is about, or -1 if it is about none in the empire."""
    card: SubjectCard = ""
    """Id of the card that the event is about, or an empty string for none."""


class DiscardBoostFrame(Frame, frozen=True, tag="discard_boost"):
    """A boost that is discarded when all frames above are done."""

    card: CardName
    """Id of the boost that goes to the discard pile."""


class EffectsFrame(Frame, frozen=True, tag="effects"):
    """The effects of an ability, carried out one by one."""

    source: str
    """Id of the card with the ability, or name of the event or offer of the scenario."""
    ability: Count
    """Index of the ability on its source, counted from 0."""
    step: Count = 0
    """Index of the next effect to carry out, counted from 0."""
    slot: SlotOrNothing | None = None
    """Slot of the acting card, counted from 0, or null for a boost or an event."""
    branch: tuple[int, ...] = ()
    """Choices taken so far: the index of an effect, the index of its option, and so on."""


# --- questions of costs ---------------------------------------------------------------------------------------------


class ChooseCostFrame(Frame, frozen=True, tag="choose_cost"):
    """The choice of one of the alternative costs."""

    extra: Debt = ()
    """Tribute owed on top of the chosen cost (scenario Barbarians), as [good, count] pairs."""


class PayWithCardFrame(Frame, frozen=True, tag="pay_with_card"):
    """The choice of a card of the empire that is discarded, returned or exhausted as the price."""


class PayFromHandFrame(Frame, frozen=True, tag="pay_from_hand"):
    """The choice of cards of the hand that are discarded as the price."""

    remaining: Count
    """Cards of the hand still to discard."""


# --- questions of effects -------------------------------------------------------------------------------------------


class ChooseFrame(Frame, frozen=True, tag="choose"):
    """The choice of one of several effects or gains."""


class GainResourceFrame(Frame, frozen=True, tag="gain_resource"):
    """The choice of a resource to gain."""

    remaining: Count
    """Resources still to choose."""


class SearchFrame(Frame, frozen=True, tag="search"):
    """The choice of a card of the deck to take into the hand. The player may decline."""


class TakeBackFrame(Frame, frozen=True, tag="take_back"):
    """The choice of a card of the discard pile to take into the hand."""


class BuildFreeFrame(Frame, frozen=True, tag="build_free"):
    """The choice of a card to place free. The player may decline."""


class ChooseShipFrame(Frame, frozen=True, tag="choose_ship"):
    """The choice of a ship of the queue that lands at once or moves up."""


class AssignFrame(Frame, frozen=True, tag="assign"):
    """The choice of a good to assign, and of a card for it."""

    remaining: Count
    """Goods or workers that may still be assigned."""
    has_begun: bool = False
    """Whether at least one good or worker of this effect is assigned."""


class ReleaseFrame(Frame, frozen=True, tag="release"):
    """The choice of a good to release from a card."""

    remaining: Count
    """Goods or workers that may still be released."""


class RecoverFrame(Frame, frozen=True, tag="recover"):
    """The choice of how many spent workers return to the supply."""

    max_count: Count
    """Greatest number of workers that may be taken back."""


class RefreshFrame(Frame, frozen=True, tag="refresh"):
    """The choice of an exhausted card to refresh."""

    remaining: Count
    """Cards that may still be refreshed."""


class RefreshPawnFrame(Frame, frozen=True, tag="refresh_pawn"):
    """The choice of an exhausted pawn to turn to its active side."""


class ShiftPawnFrame(Frame, frozen=True, tag="shift_pawn"):
    """The choice of a pawn to move, and of its new tile. No action is declared there."""


class CopyFrame(Frame, frozen=True, tag="copy"):
    """The choice of a card of the empire to copy."""


class RaidFreeFrame(Frame, frozen=True, tag="raid_free"):
    """The choice of a card of another player to raid without a raze token."""


# --- the expedition -------------------------------------------------------------------------------------------------


class VoyageFrame(Frame, frozen=True, tag="voyage"):
    """The choice of an island for a ship of the queue."""

    place: QueueIndex
    mode: Literal["any", "pillage", "conquer"] = "any"
    """What the ship must do at the island: `pillage`, `conquer`, or `any` if the player chooses."""


class BlindLandingFrame(Frame, frozen=True, tag="blind_landing"):
    """Chance turns up the first island of a pile for a ship."""

    place: QueueIndex
    mode: Literal["any", "pillage", "conquer"]
    """What the ship must do at the island: `pillage`, `conquer`, or `any` if the player chooses."""
    pile: Literal["near", "distant"]
    """Group of islands that the island comes from: `near` or `distant`."""


class LandingFrame(Frame, frozen=True, tag="landing"):
    """The choice to pillage or to conquer the island that a ship has reached."""

    place: QueueIndex
    mode: Literal["any", "pillage", "conquer"]
    """What the ship must do at the island: `pillage`, `conquer`, or `any` if the player chooses."""
    pile: Literal["near", "distant"]
    """Group of islands that the island comes from: `near` or `distant`."""
    island: IslandName
    """Id of the island that the ship has reached."""


# --- solo games -----------------------------------------------------------------------------------------------------


class DrawEventFrame(Frame, frozen=True, tag="draw_event"):
    """Chance draws the event of the round."""


class DrawIsleFrame(Frame, frozen=True, tag="draw_isle"):
    """Chance draws an island of a pile, into the hand or the empire."""

    pile: Literal["near", "distant"]
    """Group of islands that one is drawn from: `near` or `distant`."""
    into: Literal["hand", "empire"]
    """Where the island goes: into the `hand`, or into the `empire`."""


class OfferFrame(Frame, frozen=True, tag="offer"):
    """The choice to pay for an offer of the scenario, or to decline."""


class ExhaustFieldFrame(Frame, frozen=True, tag="exhaust_field"):
    """The choice of a field to exhaust, which then yields nothing before the clean-up."""


class DiscardHandFrame(Frame, frozen=True, tag="discard_hand"):
    """The choice of a card of the hand to discard, because an event demands it."""


class GuardFrame(Frame, frozen=True, tag="guard"):
    """The choice to give up a location, or to pay and guard all that remain (scenario Pirates)."""


class GiveUpFrame(Frame, frozen=True, tag="give_up"):
    """The choice of a location to discard (scenario Pirates)."""


class InvadeFrame(Frame, frozen=True, tag="invade"):
    """The choice of a location that is invaded (scenario Barbarians)."""


class TributeFrame(Frame, frozen=True, tag="tribute"):
    """The choice of the tribute for the use of an invaded location (scenario Barbarians)."""

    slot: SlotIndex
    """Slot of the invaded location that the player uses, counted from 0."""


class StartingCardFrame(Frame, frozen=True, tag="starting_card"):
    """The choice of a card of the deck that begins in the empire. The player may decline."""

    good: StoredGood
    """What the card must gain, as a field or by its Action: a good such as `food`, or `worker`."""


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
