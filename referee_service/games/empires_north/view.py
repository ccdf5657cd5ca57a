"""View of one seat, and states that match it. A seat sees its own hand and deck, and card counts of the others."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, remove_from, size_of
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.tuples import with_player

from .empire.placement import is_constructible
from .phases.lookout import min_kept
from .questions import BoostWindowFrame, ConstructFrame, PerformActionFrame
from .secrecy import unseen_cards
from .state import State


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The view of one seat, or of a spectator (seat None)."""

    seat: int | None
    """Seat that sees this view, counted from 0, or null for a spectator."""
    board: State
    """State without the hands, decks, looked-at and chosen cards of the other seats."""
    hands: tuple[int, ...]
    """Number of cards in each hand, in seat order."""
    looked: tuple[int, ...]
    """Number of cards that each seat looks at, in seat order."""
    unseen: tuple[Bag, ...]
    """Hidden cards of each seat as one multiset: in hand, in the deck, or looked at. Empty for the own seat."""


def view(state: State, seat: int | None) -> View:
    """Return what one seat may see."""
    players, unseen = [], []
    for other, player in enumerate(state.players):
        is_viewer = other == seat
        unseen.append(() if is_viewer else unseen_cards(player))
        players.append(player if is_viewer else replace(player, hand=(), deck=(), looked_at=(), kept=()))
    return View(
        seat=seat,
        board=replace(state, players=tuple(players)),
        hands=tuple(size_of(player.hand) for player in state.players),
        looked=tuple(size_of(player.looked_at) for player in state.players),
        unseen=tuple(unseen),
    )


def determinize(seen: View, key: bytes) -> State:
    """Sample a full state that matches this view. Hidden cards are dealt from the unseen ones."""
    state, count = seen.board, 0
    for seat, unseen in enumerate(seen.unseen):
        if seat == seen.seat:
            continue
        hand: Bag = ()
        looked: Bag = ()
        rest = unseen
        if is_constructing(state, seat):
            card = next(card for card, _ in rest if is_constructible(state, seat, card))
            hand, rest = add_to(hand, card), remove_from(rest, card)
        for _ in range(seen.hands[seat] - size_of(hand)):
            card, count = weighted_choice(key, count, rest), count + 1
            hand, rest = add_to(hand, card), remove_from(rest, card)
        for _ in range(seen.looked[seat]):
            card, count = weighted_choice(key, count, rest), count + 1
            looked, rest = add_to(looked, card), remove_from(rest, card)
        state = with_player(
            state, seat, hand=hand, looked_at=looked, deck=rest, kept=possible_kept_cards(state, seat, looked)
        )
    return state


def is_constructing(state: State, seat: int) -> bool:
    """Return whether a player has declared Construct, and so must hold a location."""
    for frame in state.pending:
        if (
            frame.seat == seat
            and isinstance(frame, BoostWindowFrame | PerformActionFrame)
            and frame.action == "construct"
        ):
            return True
        if frame.seat == seat and isinstance(frame, ConstructFrame):
            return True
    return False


def possible_kept_cards(state: State, seat: int, looked: Bag) -> Bag:
    """Return cards that a player may have kept. In the set-up a fixed number is kept, later perhaps none."""
    kept_cards: Bag = ()
    for card, held in looked:
        kept_cards = add_to(kept_cards, card, min(held, min_kept(state, seat, looked) - size_of(kept_cards)))
    return kept_cards
