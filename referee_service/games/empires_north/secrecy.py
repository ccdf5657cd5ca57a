"""Secrecy of hands: what all seats know about the answers of a player whose hand is secret.

All seats know how many cards a hand has, and the unseen cards of a player as one multiset. A question is answered
automatically only if these facts leave one answer, so that no seat learns anything about the hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee_service.kernel.bags import Bag, count_in, merge_bags
from referee_service.kernel.tuples import with_player

from .state import Player, State, hand_size


def unseen_cards(player: Player) -> Bag:
    """Return the cards of a player that the other seats do not see: in hand, in the deck, or looked at."""
    return merge_bags(player.hand, player.deck, player.looked_at)


def is_any_unseen(player: Player, cards: Iterable[str]) -> bool:
    """Return whether the unseen cards of a player include one of these."""
    piles = (player.hand, player.deck, player.looked_at)
    return any(count_in(pile, card) for card in cards for pile in piles)


def with_largest_hand(state: State, seat: int) -> State:
    """Return the state with every card in the hand of a seat that may be there.

    More cards never forbid an answer, so an answer that is impossible here is impossible with the real hand.
    """
    player = state.players[seat]
    return with_player(state, seat, hand=unseen_cards(player)) if player.hand else state


def is_discard_known(player: Player) -> bool:
    """Return whether all seats know how many different cards a hand has: it has one card, or no other is unseen."""
    return hand_size(player) == 1 or not (player.deck or player.looked_at)
