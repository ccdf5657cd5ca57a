"""Verb `build_house`: replace three tents on any tile without a house by a house."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.free_actions import house_sites
from referee_service.games.dice_settlers.map_tiles import replace_tents_by_house
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class BuildHouse(Action, frozen=True, tag="build_house"):
    """A house in place of three tents of the player on this tile."""

    tile: TileField


def candidates(state: State) -> list[BuildHouse]:
    """Return one action per tile with enough tents of the player and no house."""
    return [BuildHouse(map_tile.tile) for map_tile in house_sites(state)]


def objections(state: State, action: BuildHouse) -> Iterator[Refusal]:
    """Yield a refusal if no house may be built on this tile."""
    if action.tile not in [map_tile.tile for map_tile in house_sites(state)]:
        yield refuse("build_house.site", tile=action.tile)


def apply(state: State, action: BuildHouse) -> State:
    """Replace the tents by a house. A house is never removed."""
    return replace_tents_by_house(pop(state), action.tile, state.active_side)


BUILD_HOUSE = verb(BuildHouse, candidates, objections, apply, exact=True)
