"""State of Caravan, and queries on it that several rules share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from referee_service.kernel.bags import size_of
from referee_service.kernel.state import Options
from referee_service.kernel.state import State as AnyState
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.fields import Asks, Cards, SeatIndex, StallRow, Stalls, Turns
from tests.kernel.toy.questions import AnyFrame

MAX_ROUNDS = 6
SEAT_COUNTS = (2, 4)


class CaravanOptions(Options, frozen=True):
    """Options of a match: its length in rounds."""

    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 3


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one seat: cards in a secret hand, and stalls that all seats see."""

    hand: Cards = ()
    stalls: StallRow = ()
    asks: Asks = 0
    """How often the player has asked for a card in this turn."""


class State(AnyState, frozen=True, kw_only=True):
    """Everything on the table. Hands and the deck are secret."""

    deck: Cards
    discard: Cards = ()
    market: Stalls
    players: tuple[Player, ...]
    active_seat: SeatIndex
    turns_remaining: Turns
    pending: tuple[AnyFrame, ...]

    @property
    def active_player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active_seat]


def is_over(state: State) -> bool:
    """Return whether the last turn has been played."""
    return not state.pending and not state.turns_remaining


def teams(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team. Partners sit opposite each other; two players play alone."""
    seats = len(state.players)
    return tuple(tuple(range(first, seats, 2)) for first in range(2))


def seats_from(state: State, first: int) -> list[int]:
    """Return all seats in turn order, starting with `first`."""
    seats = len(state.players)
    return [(first + step) % seats for step in range(seats)]


def hand_size(state: State, seat: int) -> int:
    """Return the number of cards in a hand, which is public."""
    return size_of(state.players[seat].hand)


def has_permit(state: State, player: Player, permit: str) -> bool:
    """Return whether a stall of the player lifts this restriction."""
    return any(permit in content(state).stalls[stall].permits for stall in player.stalls)


def rule_number(state: State, player: Player, name: str) -> int:
    """Return a constant of the rules for this player: the highest that the pack and the player's stalls give."""
    tables = content(state)
    return max(tables.numbers[name], *(tables.stalls[stall].numbers.get(name, 0) for stall in player.stalls), 0)
