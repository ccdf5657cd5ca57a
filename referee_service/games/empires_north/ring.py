"""The ring of action tiles: neighbours, and what pawns cost there."""

from __future__ import annotations

from functools import lru_cache

from referee_service.games.empires_north.content import content, scenario
from referee_service.games.empires_north.costs import NOTHING
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.state import State


def neighbours(ring: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """The two tiles beside this one."""
    at = ring.index(tile)
    return ring[at - 1], ring[(at + 1) % len(ring)]


def is_dear(state: State, tile: str) -> bool:
    """Whether a tile lies on its solo side."""
    return state.solo is not None and tile in state.solo.dear


def place_cost(state: State, tile: str) -> Cost:
    """What it costs to put a pawn on a tile: nothing, but on the solo side."""
    return scenario(state).rules.tiles.place if is_dear(state, tile) else NOTHING


def move_cost(state: State, tile: str) -> Cost:
    """What it costs to move a pawn to a tile."""
    return scenario(state).rules.tiles.move if is_dear(state, tile) else _food(content(state).numbers["move_food"])


@lru_cache(maxsize=8)
def _food(food: int) -> Cost:
    return Cost(food=food)
