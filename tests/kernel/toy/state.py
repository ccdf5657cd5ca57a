"""A position of Caravan, its open questions, and the named questions that rules ask about it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Domain, Frame, Options
from referee_service.kernel.state import State as AnyState
from referee_service.kernel.triggers import OrderTriggersFrame
from tests.kernel.toy.content.tables import Good, content

GoodField = Annotated[str, Domain("good")]
StallField = Annotated[str, Domain("stall")]
SeatField = Annotated[int, Domain("seat")]
PaceField = Annotated[str, Domain("pace")]

MOST_ROUNDS = 6


class CaravanOptions(Options, frozen=True):
    """How long to play."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 3


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has: cards in a secret hand, and stalls for all to see."""

    hand: Bag = ()
    stalls: tuple[str, ...] = ()
    asked: int = 0
    """How often this player has asked for a card this turn."""


class Pace(Frame, frozen=True, tag="pace"):
    """Chance rolls how fast the caravan is."""


class Cards(Frame, frozen=True, tag="cards"):
    """Chance deals a player cards from the deck; so many are left to deal."""

    to: int
    left: int


class Trade(Frame, frozen=True, tag="trade"):
    """A player's turn."""


class Asked(Frame, frozen=True, tag="asked"):
    """A player is asked for a card by another. It is asked whatever the hand holds, so that it tells nothing."""

    good: Good
    by: int
    haggled: bool = False


class State(AnyState, frozen=True, kw_only=True):
    """A whole position; hands and the deck are secret."""

    deck: Bag
    discard: Bag = ()
    market: Bag
    players: tuple[Player, ...]
    current: int
    turns_left: int
    pending: tuple[Pace | Cards | Trade | Asked | PaymentFrame | OrderTriggersFrame, ...]

    @property
    def me(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.current]


def is_over(state: State) -> bool:
    """Whether the last turn has been played."""
    return not state.pending and not state.turns_left


def teams(state: State) -> tuple[tuple[int, ...], ...]:
    """Who plays with whom: partners sit opposite each other; two players play alone."""
    seats = len(state.players)
    return tuple(tuple(range(first, seats, 2)) for first in range(2))


def seats_from(state: State, first: int) -> list[int]:
    """All seats around the table."""
    seats = len(state.players)
    return [(first + step) % seats for step in range(seats)]


def cards_of(state: State, seat: int) -> int:
    """How many cards a player holds; everybody can count them."""
    return size_of(state.players[seat].hand)


def permits(state: State, player: Player, permit: str) -> bool:
    """Whether a stall of the player lifts this restriction."""
    return any(permit in content(state).stalls[stall].permits for stall in player.stalls)


def number(state: State, player: Player, name: str) -> int:
    """A constant of the rules as it stands for this player: the best that the stalls make of it."""
    tables = content(state)
    return max(tables.numbers[name], *(tables.stalls[stall].numbers.get(name, 0) for stall in player.stalls), 0)
