"""Chance picks the first player."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.empires_north.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action


class PickStarter(Action, frozen=True, tag="pick_starter"):
    """A player gets the first player marker."""

    seat: Annotated[int, Domain("seat")]


def outcomes(state: State) -> list[tuple[PickStarter, int]]:
    """Return every seat, with equal weight."""
    return [(PickStarter(seat), 1) for seat in range(len(state.players))]


def apply(state: State, action: PickStarter) -> State:
    """Give that seat the marker and the first turn."""
    state = replace(pop(state), first_seat=action.seat, active_seat=action.seat)
    return emit(state, "starter_picked", CHANCE, starter=action.seat)


PICK_STARTER = chance_verb(PickStarter, outcomes, apply)
