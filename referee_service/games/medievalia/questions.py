"""Frames of Medievalia: one class per question."""

from __future__ import annotations

from typing import Literal

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame

from .fields import (
    NO_CARD,
    NO_HOST,
    ArmyNumber,
    Count,
    DeckIndex,
    HostOrNone,
    PieceOrNone,
    PileIndex,
    Resources,
    SeatIndex,
)


class PickStarterFrame(Frame, frozen=True, tag="pick_starter"):
    """Chance picks the seat that begins."""


class TurnUpLastFrame(Frame, frozen=True, tag="turn_up_last"):
    """Chance turns up the last card of every deck, in the order territory, military, character."""


class ChooseDeckFrame(Frame, frozen=True, tag="choose_deck"):
    """The seat chooses the deck of its next card: eight times for its first hand, then once a turn."""

    remaining: Count
    """Number of cards that the seat still has to draw. It is 0 while chance draws the last one."""


class DrawCardFrame(Frame, frozen=True, tag="draw_card"):
    """Chance draws a card of one deck for a player, who alone sees it."""

    to: SeatIndex
    """Seat that receives the card in its hand, counted from 0."""
    deck: DeckIndex
    """Deck that the card comes from: 0 is territory, 1 is military, 2 is character."""


class RevealBuildingFrame(Frame, frozen=True, tag="reveal_building"):
    """Chance turns up the next building of a pile after a purchase."""

    pile: PileIndex
    """Pile of buildings that lost its open building, 0 to 2."""


class StarveFrame(Frame, frozen=True, tag="starve"):
    """The seat has more units than its food can feed and chooses a unit that leaves the game."""


class PurchaseFrame(Frame, frozen=True, tag="purchase"):
    """A purchase that takes effect once its price is paid. It waits below the payment and asks nothing itself."""

    what: Literal["play_territory", "recruit", "building", "card", "clear"]
    """Purchase: `play_territory` or `recruit` a hand card, a `building`, a `card` of a deck, or `clear` a territory."""
    card: PieceOrNone = NO_CARD
    """Kind of card or building that is bought, or an empty string for a card of a deck and a cleared territory."""
    at: HostOrNone = NO_HOST
    """Land (0 to 4) that gets the building or is cleared, or place (1 to 4) of a new territory, or -1 for none."""
    pile: PileIndex = 0
    """Pile of the building, or deck of the card (0 territory, 1 military, 2 character). It is 0 for other purchases."""


class AllyHelpFrame(Frame, frozen=True, tag="ally_help"):
    """The ally may produce resources for the next purchase of the player in turn, and hands them over."""

    pool: Resources = ()
    """Resources that the ally has produced so far, as [resource, count] pairs sorted by resource."""


class MusterFrame(Frame, frozen=True, tag="muster"):
    """The attacker puts units into armies, then declares itself ready."""


class EngageFrame(Frame, frozen=True, tag="engage"):
    """The defender sends units against armies of the attacker, then declares itself ready."""


class StrikeFrame(Frame, frozen=True, tag="strike"):
    """The attacker chooses the target of the next army that the defender has not engaged."""


class TakeDamageFrame(Frame, frozen=True, tag="take_damage"):
    """The owner chooses which card of an army or a land takes damage next."""

    army: ArmyNumber
    """Number of the attacker's army that takes or deals the damage, from 1."""
    remaining: Count
    """Points of damage that are still to take."""
    bonus: Count
    """Points of defence that the land or army of the cards may still give."""
    host: HostOrNone = NO_HOST
    """Land of the defender that takes the damage, 0 to 4, or -1 if units that fight in the army's battle take it."""


class ShootFrame(Frame, frozen=True, tag="shoot"):
    """Archers of the seat in or next to the fief of the battle may shoot."""


class HealFrame(Frame, frozen=True, tag="heal"):
    """Priests of the seat in or next to the fief of the battle may heal."""


AnyFrame = (
    PickStarterFrame
    | TurnUpLastFrame
    | ChooseDeckFrame
    | DrawCardFrame
    | RevealBuildingFrame
    | StarveFrame
    | PurchaseFrame
    | AllyHelpFrame
    | MusterFrame
    | EngageFrame
    | StrikeFrame
    | TakeDamageFrame
    | ShootFrame
    | HealFrame
    | PaymentFrame
)
