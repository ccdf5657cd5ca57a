"""Places of the table: the ring, the islands and the queue of ships, then hands, empires and goods of the seats.

A hand is visible to its seat only, so `hand.0.<card>` is a place for seat 0, and the one place `hand.0` for all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .content.cards import GOODS, WORKER
from .content.tables import PILES, TILES

if TYPE_CHECKING:
    from .state import Player, State

# --- where the values of fields lie -----------------------------------------------------------------------------------


def hand_places(state: State, seat: int, card: str) -> tuple[str, ...]:
    """Return the card in the hand of the seat."""
    return (f"hand.{seat}.{card}",)


def lookout_places(state: State, seat: int, card: str) -> tuple[str, ...]:
    """Return the card among those that the seat looks at."""
    return (f"lookout.{seat}.{card}",)


def slot_places(state: State, seat: int, slot: int) -> tuple[str, ...]:
    """Return the card in a slot of the seat's own empire."""
    return (f"empire.{seat}.card.{slot}",)


def card_places(state: State, seat: int, card: str) -> tuple[str, ...]:
    """Return all copies of a card in the seat's own empire."""
    return tuple(f"empire.{seat}.card.{site.slot}" for site in state.players[seat].empire if site.card == card)


def raided_seat_places(state: State, seat: int, other: int) -> tuple[str, ...]:
    """Return all cards in the empire of another seat."""
    return tuple(_empire(other, state.players[other])) if other < len(state.players) else ()


def raided_slot_places(state: State, seat: int, slot: int) -> tuple[str, ...]:
    """Return the cards with this slot in the empires of the other seats."""
    return tuple(f"empire.{other}.card.{slot}" for other in range(len(state.players)) if other != seat)


def tile_places(state: State, seat: int, tile: str) -> tuple[str, ...]:
    """Return a tile of the ring."""
    return (f"ring.{tile}",)


def pawn_places(state: State, seat: int, tile: str) -> tuple[str, ...]:
    """Return the pawns of the seat on a tile."""
    return (f"pawn.{seat}.{tile}",)


def good_places(state: State, seat: int, good: str) -> tuple[str, ...]:
    """Return a kind of goods in the seat's supply, or its workers."""
    return (f"seat.{seat}.workers",) if good == WORKER else (f"seat.{seat}.goods.{good}",)


def pile_places(state: State, seat: int, pile: str) -> tuple[str, ...]:
    """Return the near or distant islands: those face up, and the pile."""
    return (*(f"{pile}.{at}" for at in range(len(state.islands(pile).face_up))), f"{pile}.pile")


def island_places(state: State, seat: int, island: str) -> tuple[str, ...]:
    """Return the place of a face-up island."""
    for pile in PILES:
        face_up = state.islands(pile).face_up
        if island in face_up:
            return (f"{pile}.{face_up.index(island)}",)
    return ()


def unknown_island_places(state: State, seat: int, island: None) -> tuple[str, ...]:
    """Return the piles of islands that lie face down."""
    return tuple(f"{pile}.pile" for pile in PILES)


def ship_places(state: State, seat: int, place: int) -> tuple[str, ...]:
    """Return a ship of the queue."""
    return (f"queue.{place}",)


def landing_places(state: State, seat: int, is_conquest: bool) -> tuple[str, ...]:  # noqa: FBT001 the value of a field
    """Return the choice to conquer or to pillage."""
    return ("choice.conquer" if is_conquest else "choice.pillage",)


def fish_places(state: State, seat: int, is_loaded: bool) -> tuple[str, ...]:  # noqa: FBT001 the value of a field
    """Return the loads of a ship with a fish, or those without."""
    return ("choice.fish", "choice.fish_and_raze") if is_loaded else ("choice.nothing", "choice.raze")


def raze_places(state: State, seat: int, is_loaded: bool) -> tuple[str, ...]:  # noqa: FBT001 the value of a field
    """Return the loads of a ship with a raze token, or those without."""
    return ("choice.raze", "choice.fish_and_raze") if is_loaded else ("choice.nothing", "choice.fish")


# --- what lies there --------------------------------------------------------------------------------------------------


def same_component(state: State, seat: int, piece: str) -> str:
    """Return the component of a value that is its own id."""
    return piece


def card_in_slot(state: State, seat: int, slot: int) -> str:
    """Return the card in a slot of the seat's own empire."""
    return _card_at(state.players[seat], slot)


def raided_card(state: State, seat: int, slot: int) -> str:
    """Return the card with this slot in the empire of another seat, if only one has such a card."""
    found = [card for other, player in enumerate(state.players) if other != seat and (card := _card_at(player, slot))]
    return found[0] if len(found) == 1 else ""


def _card_at(player: Player, slot: int) -> str:
    return next((site.card for site in player.empire if site.slot == slot), "")


# --- the whole table --------------------------------------------------------------------------------------------------


def places(state: State, viewer: int | None) -> tuple[str, ...]:
    """Return all places that a seat sees. The hand of another seat is one place."""
    found = [f"ring.{tile}" for tile in TILES]
    for pile in PILES:
        found += pile_places(state, 0, pile)
    found += [f"queue.{place}" for place in range(len(state.queue))]
    found += ["solo.scenario"] if state.solo is not None else []
    for seat, player in enumerate(state.players):
        found += _seat(seat, player, is_viewer=seat == viewer)
    return tuple(found)


def _seat(seat: int, player: Player, *, is_viewer: bool) -> Iterator[str]:
    """Yield the places of one seat."""
    yield from (f"seat.{seat}.{part}" for part in ("score", "workers", "ships", "deck", "discard"))
    yield from (f"seat.{seat}.goods.{good}" for good in GOODS)
    yield from dict.fromkeys(f"pawn.{seat}.{pawn.tile}" for pawn in player.pawns)
    yield from _empire(seat, player)
    if not is_viewer:
        yield f"hand.{seat}"
        yield f"lookout.{seat}"
        return
    yield from (f"hand.{seat}.{card}" for card, _ in player.hand)
    yield from (f"lookout.{seat}.{card}" for card, _ in player.looked_at)


def _empire(seat: int, player: Player) -> Iterator[str]:
    return (f"empire.{seat}.card.{site.slot}" for site in player.empire)
