"""Ring of action tiles: neighbours, and the costs of pawns."""

from __future__ import annotations

from functools import lru_cache

from ..content.cards import NO_COST
from ..content.schema import Cost
from ..content.tables import content, scenario
from ..state import State


def neighbour_tiles(ring: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """Return the two tiles beside this one."""
    at = ring.index(tile)
    return ring[at - 1], ring[(at + 1) % len(ring)]


def is_solo_side(state: State, tile: str) -> bool:
    """Return whether a tile lies on its solo side."""
    return state.solo is not None and tile in state.solo.solo_side_tiles


def pawn_placement_cost(state: State, tile: str) -> Cost:
    """Return the cost of placing a pawn on a tile. Only the solo side has one."""
    return scenario(state).rules.tiles.place if is_solo_side(state, tile) else NO_COST


def pawn_move_cost(state: State, tile: str) -> Cost:
    """Return the cost of moving a pawn to a tile."""
    return (
        scenario(state).rules.tiles.move
        if is_solo_side(state, tile)
        else _food_cost(content(state).numbers["move_food"])
    )


@lru_cache(maxsize=8)
def _food_cost(food: int) -> Cost:
    return Cost(food=food)
