"""Audit of the map: every layout must grow from the middle, tile by tile."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.hexes import Hex, neighbours
from referee_service.kernel.rules import Fault, fault

from ..content.tables import content
from ..setup import draft_order
from ..state import NO_SIDE, State, sides_of


def map_layout(state: State) -> Iterator[Fault]:
    """Yield a fault for each tile that could not have been laid there.

    The start tiles come first, in draft order. Each touches as many earlier tiles as it can, at most two. Each later
    tile touches another one.
    """
    tiles, order = content(state).tiles, draft_order_at_start(state)
    taken, sides = set[Hex](), sides_of(state)
    for index, map_tile in enumerate(state.map):
        cell = (map_tile.q, map_tile.r)
        touched = len(taken.intersection(neighbours(cell)))
        start = index < sides
        least = min(index, 2) if start else 1
        if cell in taken or (touched < least) or (not index and cell != (0, 0)):
            yield fault(f"map[{index}]", "audit.map", tile=map_tile.tile)
        if start != tiles[map_tile.tile].row.start or (start and map_tile.tile != state.start_tiles[order[index]]):
            yield fault(f"map[{index}].tile", "audit.map", tile=map_tile.tile)
        taken.add(cell)
    if state.stage == "draft" and any(any(map_tile.tents) or map_tile.house != NO_SIDE for map_tile in state.map):
        yield fault("map", "audit.moment", stage=state.stage)
    if state.stage != "draft" and len(state.map) < sides_of(state):
        yield fault("map", "audit.moment", stage=state.stage)


def draft_order_at_start(state: State) -> list[int]:
    """Return the sides in draft order. The first player tile has moved on one side per round since."""
    shift, sides = max(0, state.round - 1), sides_of(state)
    return [(side - shift) % sides for side in draft_order(state)]
