"""The chance verb `pick_starter`: pick the starting player."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.burgundy.setup import set_turn_order
from referee_service.games.burgundy.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """The seat that begins."""

    seat: Annotated[int, Domain("seat")]


def outcomes(state: State) -> list[tuple[PickStarter, int]]:
    """Return every seat with equal weight."""
    return [(PickStarter(seat), 1) for seat in range(len(state.players))]


def apply(state: State, action: PickStarter) -> State:
    """Set the turn order, clockwise from this seat."""
    return set_turn_order(pop(state), action.seat)


PICK_STARTER = chance_verb(PickStarter, outcomes, apply)
