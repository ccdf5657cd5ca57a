"""View of one seat, and a full state that matches a view."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, merge_bags, remove_from, size_of
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.payment import CARDS, cheapest_payment
from tests.kernel.toy.state import State


class View(Struct, frozen=True):
    """What one seat sees. Seat None is a spectator."""

    seat: int | None
    board: State
    """The state with the deck and all hidden hands emptied."""
    hand_sizes: tuple[int, ...]
    unseen: Bag
    """The cards of the deck and of all hidden hands together."""


def view(state: State, seat: int | None) -> View:
    """Return what a seat may see: its own hand, and the number of cards in the other hands."""
    hidden = [player.hand for other, player in enumerate(state.players) if other != seat]
    players = tuple(player if other == seat else replace(player, hand=()) for other, player in enumerate(state.players))
    return View(
        seat=seat,
        board=replace(state, deck=(), players=players),
        hand_sizes=tuple(size_of(player.hand) for player in state.players),
        unseen=merge_bags(state.deck, *hidden),
    )


def determinize(seen: View, key: bytes) -> State:
    """Return a full state that matches a view. The key selects how the unseen cards are dealt."""
    state, unseen = seen.board, seen.unseen
    hidden = [seat for seat in range(len(seen.hand_sizes)) if seat != seen.seat]
    needed = {seat: _cards_needed(seen, seat) for seat in hidden}
    for seat in sorted(hidden, key=lambda seat: not needed[seat]):
        hand: Bag = ()
        for at in range(seen.hand_sizes[seat]):
            card = needed[seat][at] if at < len(needed[seat]) else weighted_choice(key, size_of(unseen), unseen)
            hand, unseen = add_to(hand, card), remove_from(unseen, card)
        state = with_player(state, seat, hand=hand)
    return replace(state, deck=unseen)


def _cards_needed(seen: View, seat: int) -> tuple[str, ...]:
    """Return the fewest cards that complete the seat's open payment. A payment opens only if it can be completed."""
    for frame in seen.board.pending:
        if isinstance(frame, PaymentFrame) and frame.seat == seat:
            steps = cheapest_payment(frame.owed, frame.pool, dict(seen.unseen)) or ()
            return tuple(name for name in steps if name in CARDS)
    return ()
