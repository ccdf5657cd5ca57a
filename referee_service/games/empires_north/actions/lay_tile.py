"""Chance lays the next tile of the ring."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.content.tables import TILES
from referee_service.games.empires_north.state import State, TileName
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import CHANCE, Action


class LayTile(Action, frozen=True, tag="lay_tile"):
    """A tile is laid beside the last one."""

    tile: TileName


def outcomes(state: State) -> list[tuple[LayTile, int]]:
    """Return every tile that is not in the ring yet, with equal weight."""
    return [(LayTile(tile), 1) for tile in TILES if tile not in state.ring]


def apply(state: State, action: LayTile) -> State:
    """Add the tile to the ring."""
    return emit(replace(state, ring=(*state.ring, action.tile)), "tile_laid", CHANCE, tile=action.tile)


LAY_TILE = chance_verb(LayTile, outcomes, apply)
