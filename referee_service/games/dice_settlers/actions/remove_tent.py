"""Solo clean-up: remove a tent of the Bot from a factory where it has two or more, and more than you."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.free_actions import crowded_factories
from referee_service.games.dice_settlers.map_tiles import return_tent
from referee_service.games.dice_settlers.state import BOT, State, TileField
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class RemoveTent(Action, frozen=True, tag="remove_tent"):
    """Remove a tent of the Bot from this tile."""

    tile: TileField


def candidates(state: State) -> list[RemoveTent]:
    """Every factory with tents enough of the Bot."""
    return [RemoveTent(tile) for tile in crowded_factories(state)]


def objections(state: State, action: RemoveTent) -> Iterator[Refusal]:
    """Why no tent may be removed there; nothing yielded means one may."""
    if action.tile not in crowded_factories(state):
        yield refuse("remove_tent.factory", tile=action.tile)


def apply(state: State, action: RemoveTent) -> State:
    """The tent goes back to the Bot."""
    return return_tent(pop(state), action.tile, BOT)


REMOVE_TENT = verb(RemoveTent, candidates, objections, apply, exact=True)
