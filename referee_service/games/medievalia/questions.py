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
    """Chance turns up the last card of every deck."""


class ChooseDeckFrame(Frame, frozen=True, tag="choose_deck"):
    """The seat chooses the deck of its next card."""

    remaining: Count
    """The number of cards still to draw."""


class DrawCardFrame(Frame, frozen=True, tag="draw_card"):
    """Chance draws a card of one deck for a player."""

    to: SeatIndex
    """The seat that gets the card."""
    deck: DeckIndex


class RevealBuildingFrame(Frame, frozen=True, tag="reveal_building"):
    """Chance turns up the next building of a pile."""

    pile: PileIndex


class StarveFrame(Frame, frozen=True, tag="starve"):
    """The seat has too little food and chooses a unit that leaves the game."""


class PurchaseFrame(Frame, frozen=True, tag="purchase"):
    """A purchase that takes effect once its price is paid. It waits below the payment and asks nothing itself."""

    what: Literal["play_territory", "recruit", "building", "card", "clear"]
    card: PieceOrNone = NO_CARD
    """The card or building that is bought."""
    at: HostOrNone = NO_HOST
    """The host of a building, or the place of a territory."""
    pile: PileIndex = 0
    """The pile of a building, or the deck of a card."""


class AllyHelpFrame(Frame, frozen=True, tag="ally_help"):
    """The ally may produce resources for the player in turn."""

    pool: Resources = ()
    """The resources produced so far."""


class MusterFrame(Frame, frozen=True, tag="muster"):
    """The attacker forms armies."""


class EngageFrame(Frame, frozen=True, tag="engage"):
    """The defender sends units against armies."""


class StrikeFrame(Frame, frozen=True, tag="strike"):
    """The attacker chooses the target of the next unengaged army."""


class TakeDamageFrame(Frame, frozen=True, tag="take_damage"):
    """The owner chooses which card of an army or a host takes damage next."""

    army: ArmyNumber
    remaining: Count
    """The points of damage still to take."""
    bonus: Count
    """Points of defence that may still be given."""
    host: HostOrNone = NO_HOST
    """The host that takes the damage, or `NO_HOST` if units of the army's battle take it."""


class ShootFrame(Frame, frozen=True, tag="shoot"):
    """Archers of the seat may shoot."""


class HealFrame(Frame, frozen=True, tag="heal"):
    """Priests of the seat may heal."""


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
