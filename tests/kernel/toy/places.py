"""Places of the table of Caravan, and what lies there: the market, the seats with their hands and stalls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.kernel.toy.content.schema import GOODS

if TYPE_CHECKING:
    from tests.kernel.toy.state import State


def market_places(state: State, seat: int, stall: str) -> tuple[str, ...]:
    """Return the pile of a stall in the market."""
    return (f"market.{stall}",)


def seat_places(state: State, seat: int, other: int) -> tuple[str, ...]:
    """Return the area of a seat."""
    return (f"seat.{other}",)


def source_places(state: State, seat: int, source: str) -> tuple[str, ...]:
    """Return the cards in hand that pay, or the choice that stands for a conversion."""
    return (f"hand.{seat}.{source}",) if source in GOODS else (f"choice.{source}",)


def stall_places(state: State, seat: int, stall: str) -> tuple[str, ...]:
    """Return a stall that the seat owns."""
    return (f"stall.{seat}.{stall}",)


def same_component(state: State, seat: int, piece: str) -> str:
    """Return the component of a value that is its own id."""
    return piece


def places(state: State, viewer: int | None) -> tuple[str, ...]:
    """Return all places that a seat sees. The hand of another seat is one place."""
    found = [f"market.{stall}" for stall, _ in state.market]
    for seat, player in enumerate(state.players):
        found.append(f"seat.{seat}")
        found += [f"stall.{seat}.{stall}" for stall in dict.fromkeys(player.stalls)]
        own = [f"hand.{seat}.{good}" for good, _ in player.hand]
        found += own if seat == viewer else [f"hand.{seat}"]
    return tuple(found)
