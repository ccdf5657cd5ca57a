"""Verb `take_start`: keep one of the start tiles on offer. The next player gets the others."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.setup import assign_start_tile
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class TakeStart(Action, frozen=True, tag="take_start"):
    """The start tile to keep."""

    tile: TileField


def candidates(state: State) -> list[TakeStart]:
    """Return one action per start tile on offer."""
    return [TakeStart(tile) for tile in state.start_offer]


def objections(state: State, action: TakeStart) -> Iterator[Refusal]:
    """Yield a refusal if this tile is not on offer."""
    if action.tile not in state.start_offer:
        yield refuse("take_start.offer", tile=action.tile, offer=state.start_offer)


def apply(state: State, action: TakeStart) -> State:
    """Give the start tile to the seat."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return assign_start_tile(pop(state), seat, action.tile)


TAKE_START = verb(TakeStart, candidates, objections, apply, exact=True)
