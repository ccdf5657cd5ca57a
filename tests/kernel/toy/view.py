"""What one seat may see, and a full state imagined from it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, bag_of, merge_bags, remove_from, size_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.payment import PaymentFrame, cheapest_steps
from referee_service.kernel.rules import Language
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.payment import CARDS, SOURCES, WILD
from tests.kernel.toy.state import State


class View(Struct, frozen=True):
    """A position as one seat (or a spectator, None) sees it."""

    seat: int | None
    board: State
    """All that lies open: here every hidden hand and the deck are empty."""
    cards: tuple[int, ...]
    """How many cards everybody holds."""
    unseen: Bag
    """The deck and the hidden hands, as one multiset."""


def view(state: State, seat: int | None) -> View:
    """What one seat may see: its own hand, and how many cards the others hold."""
    hidden = [player.hand for other, player in enumerate(state.players) if other != seat]
    players = tuple(player if other == seat else replace(player, hand=()) for other, player in enumerate(state.players))
    return View(
        seat=seat,
        board=replace(state, deck=(), players=players),
        cards=tuple(size_of(player.hand) for player in state.players),
        unseen=merge_bags(state.deck, *hidden),
    )


def imagine(seen: View, key: bytes) -> State:
    """A full state that looks just like this view: hidden hands are dealt from the unseen cards."""
    state, unseen = seen.board, seen.unseen
    known = {seat: _cards_owed(seen, seat) for seat in range(len(seen.cards)) if seat != seen.seat}
    for seat in sorted(known, key=lambda seat: not known[seat]):
        hand: Bag = ()
        for place in range(seen.cards[seat]):
            card = known[seat][place] if place < len(known[seat]) else weighted_choice(key, size_of(unseen), unseen)
            hand, unseen = add_to(hand, card), remove_from(unseen, card)
        state = with_player(state, seat, hand=hand)
    return replace(state, deck=unseen)


def _cards_owed(seen: View, seat: int) -> tuple[str, ...]:
    """Whoever is paying holds enough to finish, so the fewest cards that do are dealt first."""
    for frame in seen.board.pending:
        if isinstance(frame, PaymentFrame) and frame.seat == seat:
            way = cheapest_steps(frame.owed, frame.pool, SOURCES, dict(seen.unseen), WILD) or ()
            return tuple(name for name in way if name in CARDS)
    return ()


def describe(seen: View, catalogue: Catalogue, language: Language) -> str:
    """The table as text: a line for every seat with its number of cards, the hand if it is seen, and its stalls."""

    def named(pieces: Bag) -> str:
        return ", ".join(f"{count} {catalogue.piece_name(piece, language)}" for piece, count in pieces)

    seats = [
        f"{seat} ({seen.cards[seat]})  {named(player.hand)}  {named(bag_of(player.stalls))}".rstrip()
        for seat, player in enumerate(seen.board.players)
    ]
    return "\n".join([catalogue.title[language], *seats, named(seen.board.market)])
