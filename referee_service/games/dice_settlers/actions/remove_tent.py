"""Verb `remove_tent` of the solo clean-up: take a tent of the printed Bot off a factory."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.free_actions import crowded_factories
from referee_service.games.dice_settlers.map_tiles import return_tent
from referee_service.games.dice_settlers.state import BOT, State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class RemoveTent(Action, frozen=True, tag="remove_tent"):
    """A tent of the printed Bot on this tile."""

    tile: TileField


def candidates(state: State) -> list[RemoveTent]:
    """Return one action per factory where the printed Bot has two tents or more, and more than the player."""
    return [RemoveTent(tile) for tile in crowded_factories(state)]


def objections(state: State, action: RemoveTent) -> Iterator[Refusal]:
    """Yield a refusal if the tile is no such factory."""
    if action.tile not in crowded_factories(state):
        yield refuse("remove_tent.factory", tile=action.tile)


def apply(state: State, action: RemoveTent) -> State:
    """Return the tent to the printed Bot's supply."""
    return return_tent(pop(state), action.tile, BOT)


REMOVE_TENT = verb(RemoveTent, candidates, objections, apply, exact=True)
