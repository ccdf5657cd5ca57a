"""Views: the part of a state that one seat may see, and full states sampled from a view."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, merge_bags, remove_from, size_of
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.tuples import with_player

from .content.tables import DECKS, content
from .state import State


class View(Struct, frozen=True):
    """The view of one seat, or of a spectator (seat None)."""

    seat: int | None
    """Seat that sees the view, counted from 0, or null for a spectator."""
    board: State
    """The state without secrets: hidden hands are empty, and so are the face-down cards of the decks."""
    cards: tuple[tuple[int, ...], ...]
    """For each seat, the number of hand cards of each deck. Every player can count them by their backs."""
    unseen: tuple[Bag, ...]
    """For each deck, the cards that lie face down in it or in a hidden hand, as one multiset."""


def view(state: State, seat: int | None) -> View:
    """Return what a seat may see: its own hand in full, and only card counts of the other hands."""
    deck_of = content(state).deck_of
    hidden = [player.hand for other, player in enumerate(state.players) if other != seat]
    unseen = []
    for index, deck in enumerate(state.decks):
        held = [tuple((card, count) for card, count in hand if deck_of[card] == index) for hand in hidden]
        unseen.append(merge_bags(deck.cards, *held))
    players = tuple(player if other == seat else replace(player, hand=()) for other, player in enumerate(state.players))
    return View(
        seat=seat,
        board=replace(state, players=players, decks=tuple(replace(deck, cards=()) for deck in state.decks)),
        cards=tuple(_cards_per_deck(deck_of, player.hand) for player in state.players),
        unseen=tuple(unseen),
    )


def _cards_per_deck(deck_of: Mapping[str, int], hand: Bag) -> tuple[int, ...]:
    """Return the number of cards of each deck in a hand."""
    counts = [0] * len(DECKS)
    for card, count in hand:
        counts[deck_of[card]] += count
    return tuple(counts)


def determinize(seen: View, key: bytes) -> State:
    """Sample a full state that matches a view. Hidden hands are dealt from the unseen cards of each deck."""
    state, undealt = seen.board, list(seen.unseen)
    for seat, counts in enumerate(seen.cards):
        if seat == seen.seat:
            continue
        hand: Bag = ()
        for index, count in enumerate(counts):
            for _ in range(count):
                card = weighted_choice(key, size_of(undealt[index]), undealt[index])
                hand, undealt[index] = add_to(hand, card), remove_from(undealt[index], card)
        state = with_player(state, seat, hand=hand)
    decks = tuple(replace(deck, cards=cards) for deck, cards in zip(state.decks, undealt, strict=True))
    return replace(state, decks=decks)
