"""The open questions of the game, and what waits to happen: frames of the pending stack, the last one comes first."""

from __future__ import annotations

from typing import Literal

from referee_service.kernel.events import Simultaneous
from referee_service.kernel.payment import Payment
from referee_service.kernel.state import Frame
from referee_service.kernel.values import Bag

# --- set-up and lookout ---------------------------------------------------------------------------------------------


class PickStarter(Frame, frozen=True, tag="pick_starter"):
    """Chance decides who begins."""


class LayRing(Frame, frozen=True, tag="lay_ring"):
    """Chance lays the next tile of the ring."""


class DealClan(Frame, frozen=True, tag="deal_clan"):
    """Chance gives a player a clan."""

    to: int


class ChooseClan(Frame, frozen=True, tag="choose_clan"):
    """A player chooses a clan."""


class Reveal(Frame, frozen=True, tag="reveal"):
    """Chance turns up so many islands of a pile."""

    pile: Literal["near", "distant"]
    left: int


class Draw(Frame, frozen=True, tag="draw"):
    """Chance deals a player cards from the deck: into the hand, or to look at first."""

    to: int
    left: int
    into: Literal["hand", "looked"]


class Keep(Frame, frozen=True, tag="keep"):
    """Which of the cards looked at are kept? The first time so many exactly, and for nothing."""

    exactly: int | None


class LayOff(Frame, frozen=True, tag="lay_off"):
    """Everybody has chosen: what this player did not keep is laid open."""

    of: int


class EndLookout(Frame, frozen=True, tag="end_lookout"):
    """When the hands are taken up again, banks pay; alone, an event follows."""


# --- an action and its parts ----------------------------------------------------------------------------------------


class Place(Frame, frozen=True, tag="place"):
    """A card comes into the empire as soon as it is paid; an upgrade under a field, in a scenario over a card."""

    card: str
    host: int | None = None
    over: int | None = None


class Arrive(Frame, frozen=True, tag="arrive"):
    """A pawn comes to a tile as soon as that is paid: from the supply, or from another tile."""

    start: str | None
    tile: str


class Perform(Frame, frozen=True, tag="perform"):
    """A declared action is carried out."""

    action: str


class Window(Frame, frozen=True, tag="window"):
    """Before a declared action: a boost or a field?"""

    action: str


class Construct(Frame, frozen=True, tag="construct"):
    """Which location is placed for nothing?"""


class Harvest(Frame, frozen=True, tag="harvest"):
    """Which field is harvested?"""


class Sail(Frame, frozen=True, tag="sail"):
    """What is assigned to the ship?"""


class Told(Frame, frozen=True, tag="told"):
    """When all above is done, this has happened: specials hear of it."""

    event: str
    slot: int = -1
    card: str = ""


class Boosted(Frame, frozen=True, tag="boosted"):
    """When all above is done, the boost is discarded."""

    card: str


class Effects(Frame, frozen=True, tag="effects"):
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


class ChooseCost(Frame, frozen=True, tag="choose_cost"):
    """Which of the alternative costs is paid, on top of what else is owed?"""

    extra: Bag = ()


class PayWithCard(Frame, frozen=True, tag="pay_with_card"):
    """Which card of the empire is discarded, returned or exhausted as the price?"""


class PayFromHand(Frame, frozen=True, tag="pay_from_hand"):
    """Which card of the hand is discarded as the price?"""

    left: int


# --- questions of effects -------------------------------------------------------------------------------------------


class Choose(Frame, frozen=True, tag="choose"):
    """Which of several effects?"""


class GainResource(Frame, frozen=True, tag="gain_resource"):
    """Which resource is gained?"""

    left: int


class Search(Frame, frozen=True, tag="search"):
    """Which card of the deck is taken?"""


class TakeBack(Frame, frozen=True, tag="take_back"):
    """Which card of the discard pile is taken?"""


class BuildFree(Frame, frozen=True, tag="build_free"):
    """Which card, if any, is placed for nothing?"""


class ChooseShip(Frame, frozen=True, tag="choose_ship"):
    """Which ship acts or moves up?"""


class Assign(Frame, frozen=True, tag="assign"):
    """Which good is assigned to which card?"""

    left: int
    begun: bool = False


class Release(Frame, frozen=True, tag="release"):
    """Which good is released from which card?"""

    left: int


class Recover(Frame, frozen=True, tag="recover"):
    """How many workers are recovered?"""

    most: int


class Refresh(Frame, frozen=True, tag="refresh"):
    """Which card is refreshed?"""

    left: int


class RefreshPawn(Frame, frozen=True, tag="refresh_pawn"):
    """Which pawn is turned to its active side?"""


class ShiftPawn(Frame, frozen=True, tag="shift_pawn"):
    """Which pawn moves where?"""


class Copy(Frame, frozen=True, tag="copy"):
    """Which card is copied?"""


class RaidFree(Frame, frozen=True, tag="raid_free"):
    """Which card of another player is raided?"""


# --- the expedition -------------------------------------------------------------------------------------------------


class Voyage(Frame, frozen=True, tag="voyage"):
    """To which island does this ship of the queue sail? An effect may say what it does there."""

    place: int
    does: Literal["any", "pillage", "conquer"] = "any"


class Blind(Frame, frozen=True, tag="blind"):
    """Chance turns up the first island of a pile for a ship."""

    place: int
    does: Literal["any", "pillage", "conquer"]
    pile: Literal["near", "distant"]


class Landing(Frame, frozen=True, tag="landing"):
    """Is this island pillaged or conquered?"""

    place: int
    does: Literal["any", "pillage", "conquer"]
    pile: Literal["near", "distant"]
    island: str


# --- alone ----------------------------------------------------------------------------------------------------------


class DrawEvent(Frame, frozen=True, tag="draw_event"):
    """Chance draws the event of the round."""


class DrawIsle(Frame, frozen=True, tag="draw_isle"):
    """Chance draws an island of a pile, into the hand or into the empire."""

    pile: Literal["near", "distant"]
    into: Literal["hand", "empire"]


class Offer(Frame, frozen=True, tag="offer"):
    """A price may be paid for an effect of the scenario."""


class ExhaustField(Frame, frozen=True, tag="exhaust_field"):
    """Which field is exhausted?"""


class DiscardHand(Frame, frozen=True, tag="discard_hand"):
    """Which card of the hand is discarded?"""


class Guard(Frame, frozen=True, tag="guard"):
    """Which location is given up, or are all others guarded?"""


class GiveUp(Frame, frozen=True, tag="give_up"):
    """Which location is discarded?"""


class Invade(Frame, frozen=True, tag="invade"):
    """Which location is invaded?"""


class Tribute(Frame, frozen=True, tag="tribute"):
    """How is the use of an invaded location paid?"""

    slot: int


class Found(Frame, frozen=True, tag="found"):
    """Which card of the deck that gains this good begins in the empire?"""

    good: str


Question = (
    PickStarter
    | LayRing
    | DealClan
    | ChooseClan
    | Reveal
    | Draw
    | Keep
    | LayOff
    | EndLookout
    | Place
    | Arrive
    | Perform
    | Window
    | Construct
    | Harvest
    | Sail
    | Told
    | Boosted
    | Effects
    | ChooseCost
    | PayWithCard
    | PayFromHand
    | Choose
    | GainResource
    | Search
    | TakeBack
    | BuildFree
    | ChooseShip
    | Assign
    | Release
    | Recover
    | Refresh
    | RefreshPawn
    | ShiftPawn
    | Copy
    | RaidFree
    | Voyage
    | Blind
    | Landing
    | DrawEvent
    | DrawIsle
    | Offer
    | ExhaustField
    | DiscardHand
    | Guard
    | GiveUp
    | Invade
    | Tribute
    | Found
    | Payment
    | Simultaneous
)
