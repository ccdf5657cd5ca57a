"""Keep one of the start tiles on offer; the others are passed on."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.setup import assign_start_tile
from referee_service.games.dice_settlers.state import State, TileField
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class TakeStart(Action, frozen=True, tag="take_start"):
    """Keep this start tile."""

    tile: TileField


def candidates(state: State) -> list[TakeStart]:
    """Every tile on offer."""
    return [TakeStart(tile) for tile in state.start_offer]


def objections(state: State, action: TakeStart) -> Iterator[Refusal]:
    """Why this tile may not be kept; nothing yielded means it may."""
    if action.tile not in state.start_offer:
        yield refuse("take_start.offer", tile=action.tile, offer=state.start_offer)


def apply(state: State, action: TakeStart) -> State:
    """The tile is kept."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return assign_start_tile(pop(state), seat, action.tile)


TAKE_START = verb(TakeStart, candidates, objections, apply, exact=True)
