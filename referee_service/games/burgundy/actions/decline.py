"""The verb `decline`: give up a benefit. The load of a ship cannot be given up."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse

from ..questions import LoadShipFrame, StoreGoodsFrame
from ..state import State, deciding_seat


def is_ship_question(state: State) -> bool:
    """Return whether a ship must be told its depot, or which kinds fill the free goods spaces."""
    return isinstance(state.pending[-1], LoadShipFrame | StoreGoodsFrame)


def candidates(state: State) -> list[Decline]:
    """Return the only action of this verb, if the question is a benefit."""
    return [] if is_ship_question(state) else [Decline()]


def objections(state: State, action: Decline) -> Iterator[Refusal]:
    """Yield a refusal for a ship: it takes goods, and as many kinds as fit."""
    if is_ship_question(state):
        yield refuse("ruling.ship_loads")


def apply(state: State, action: Decline) -> State:
    """Close the question."""
    return emit(pop(state), "declined", deciding_seat(state), rule="ruling.benefits")


DECLINE = verb(Decline, candidates, objections, apply, exact=True)
