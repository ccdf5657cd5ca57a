"""What one seat may see: its own hand and deck; of the others how many cards they hold. And states to match it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee_service.games.empires_north.declaring import constructible
from referee_service.games.empires_north.lookout import must_keep
from referee_service.games.empires_north.questions import Construct, Perform, Window
from referee_service.games.empires_north.state import State
from referee_service.kernel.chance import pick
from referee_service.kernel.values import Bag, add_to, change, merge, size_of, take_from


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as one seat (or a spectator, None) sees it."""

    seat: int | None
    board: State
    """All that lies open: here the hands, decks and looked-at cards of the others are empty."""
    hands: tuple[int, ...]
    """How many cards everybody holds."""
    looked: tuple[int, ...]
    """How many cards everybody looks at."""
    unseen: tuple[Bag, ...]
    """The hidden cards of everybody, in hand or deck; nothing for oneself."""


def view(state: State, seat: int | None) -> View:
    """What one seat may see."""
    players, unseen = [], []
    for other, player in enumerate(state.players):
        own = other == seat
        unseen.append(() if own else merge(player.hand, player.deck, player.looked))
        players.append(player if own else replace(player, hand=(), deck=(), looked=(), kept=()))
    return View(
        seat=seat,
        board=replace(state, players=tuple(players)),
        hands=tuple(size_of(player.hand) for player in state.players),
        looked=tuple(size_of(player.looked) for player in state.players),
        unseen=tuple(unseen),
    )


def imagine(seen: View, key: bytes) -> State:
    """A full state that looks just like this view: hidden cards are dealt from those that are unseen."""
    state, count = seen.board, 0
    for seat, unseen in enumerate(seen.unseen):
        if seat == seen.seat:
            continue
        hand: Bag = ()
        looked: Bag = ()
        rest = unseen
        if is_constructing(state, seat):
            card = next(card for card, _ in rest if constructible(state, seat, card))
            hand, rest = add_to(hand, card), take_from(rest, card)
        for _ in range(seen.hands[seat] - size_of(hand)):
            card, count = pick(key, count, rest), count + 1
            hand, rest = add_to(hand, card), take_from(rest, card)
        for _ in range(seen.looked[seat]):
            card, count = pick(key, count, rest), count + 1
            looked, rest = add_to(looked, card), take_from(rest, card)
        state = change(state, seat, hand=hand, looked=looked, deck=rest, kept=first_kept(state, seat, looked))
    return state


def is_constructing(state: State, seat: int) -> bool:
    """Whether a player has declared to place a location, and so must hold one."""
    for frame in state.pending:
        if frame.seat == seat and isinstance(frame, Window | Perform) and frame.action == "construct":
            return True
        if frame.seat == seat and isinstance(frame, Construct):
            return True
    return False


def first_kept(state: State, seat: int, looked: Bag) -> Bag:
    """Some cards that a player may have kept who has already chosen: the first time a fixed number, later none."""
    kept: Bag = ()
    for card, held in looked:
        kept = add_to(kept, card, min(held, must_keep(state, seat, looked) - size_of(kept)))
    return kept
